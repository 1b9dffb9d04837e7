package import SottoCrypto
internal import SottoWire

/// Names and seals the records of one store.
///
/// Rules ST-2 to ST-5.
package struct RecordSealer: ~Copyable, Sendable {
    private let nameKey: SecretBytes
    private let recordKey: SecretBytes

    private static let keyContext = KDFBLAKE2b.Context("SottoST1")
    private static let sealContext = KDFBLAKE2b.Context("SottoSR1")
    private static let format: UInt8 = 1
    private static let freshByteCount = 16

    /// format ‖ generation.
    private static let headerByteCount = 1 + 8

    /// What a value has beside its record: 65 bytes.
    package static let overheadByteCount =
        headerByteCount + SyntheticNonceAEAD.nonceByteCount + freshByteCount + SyntheticNonceAEAD.tagByteCount

    /// Derives both keys from the data key of 32 bytes.
    package init(dataKey: borrowing SecretBytes) throws(StorageError) {
        guard dataKey.count == 32 else { throw .keyLength(dataKey.count) }
        nameKey = KDFBLAKE2b.derive64(id: 1, context: Self.keyContext, from: dataKey).duplicate(of: 0..<32)
        recordKey = KDFBLAKE2b.derive64(id: 2, context: Self.keyContext, from: dataKey).duplicate(of: 0..<32)
    }

    /// The name of a record of `kind` with `key`.
    package borrowing func name(kind: UInt8, key: [UInt8]) throws(StorageError) -> RecordName {
        let bytes = try hash("Sotto/1 record name", kind, key, byteCount: 32)
        guard let name = Bytes32(bytes, at: 0) else { throw .recordCorrupt }
        return RecordName(name)
    }

    /// The group of records that belong together.
    package borrowing func group(kind: UInt8, key: [UInt8]) throws(StorageError) -> RecordGroup {
        try RecordGroup(try hash("Sotto/1 record group", kind, key, byteCount: 16))
    }

    private borrowing func hash(
        _ label: StaticString, _ kind: UInt8, _ key: [UInt8], byteCount: Int
    ) throws(StorageError) -> [UInt8] {
        var list = LabelledList(label, capacity: 48 + key.count)
        list.item(u8: kind)
        list.item(key)
        let bytes = list.bytes
        // A keyed hash as a name is public: the store sees it.
        do {
            return try BLAKE2b.authenticate(bytes.span, with: nameKey, byteCount: byteCount).exposeBytes()
        } catch {
            throw .keyLength(nameKey.count)
        }
    }

    /// Seals a record under its name.
    package borrowing func seal(
        _ record: borrowing SecretBytes, as name: RecordName, generation: UInt64
    ) throws(StorageError) -> [UInt8] {
        var value: [UInt8] = []
        value.reserveCapacity(record.count + Self.overheadByteCount)
        value.append(Self.format)
        value.append(u64: generation)
        value.append(zeros: SyntheticNonceAEAD.nonceByteCount)
        value.append(contentsOf: Random.bytes(Self.freshByteCount))
        value.append(record)
        value.append(zeros: SyntheticNonceAEAD.tagByteCount)
        do {
            try SyntheticNonceAEAD.seal(
                &value, headerByteCount: Self.headerByteCount, context: name.bytes, label: Self.sealContext,
                key: recordKey)
        } catch {
            SecretBytes.wipe(&value)
            throw .recordCorrupt
        }
        return value
    }

    /// Opens a value; `least` is the oldest generation that may stand there.
    ///
    /// - Throws: ``StorageError/recordCorrupt``, ``StorageError/recordOutdated``.
    package borrowing func open(
        _ value: [UInt8], as name: RecordName, atLeast least: UInt64 = 0
    ) throws(StorageError) -> OpenedRecord {
        var reader = WireReader(value)
        do {
            guard try reader.u8() == Self.format else { throw StorageError.recordCorrupt }
            let generation = try reader.u64()
            var plaintext = try SyntheticNonceAEAD.open(
                value, headerByteCount: Self.headerByteCount, context: name.bytes, label: Self.sealContext,
                key: recordKey)
            defer { SecretBytes.wipe(&plaintext) }
            guard plaintext.count >= Self.freshByteCount else { throw StorageError.recordCorrupt }
            guard generation >= least else { throw StorageError.recordOutdated }
            return OpenedRecord(
                record: SecretBytes(copying: plaintext.span.extracting(Self.freshByteCount...)),
                generation: generation)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .recordCorrupt
        }
    }
}

/// A record that was opened.
package struct OpenedRecord: ~Copyable, Sendable {
    package let record: SecretBytes
    package let generation: UInt64
}
