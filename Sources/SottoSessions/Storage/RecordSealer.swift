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
        let bytes = Self.list(Self.nameLabel, kind, key)
        do { return RecordName(try BLAKE2b.publicName(of: bytes.span, with: nameKey)) } catch {
            throw .keyLength(nameKey.count)
        }
    }

    private static let nameLabel = LabelledList("Sotto/1 record name", capacity: 32)
    private static let groupLabel = LabelledList("Sotto/1 record group", capacity: 32)

    private static func list(_ label: LabelledList, _ kind: UInt8, _ key: [UInt8]) -> [UInt8] {
        var list = LabelledList(startingWith: label, capacity: 48 + key.count)
        list.item(u8: kind)
        list.item(key)
        return list.bytes
    }

    /// The group of records that belong together.
    package borrowing func group(kind: UInt8, key: [UInt8]) throws(StorageError) -> RecordGroup {
        let bytes = Self.list(Self.groupLabel, kind, key)
        let group: [UInt8]
        // A keyed hash as a name is public: the store sees it.
        do {
            group = try BLAKE2b.authenticate(bytes.span, with: nameKey, byteCount: RecordGroup.byteCount)
                .exposeBytes()
        } catch {
            throw .keyLength(nameKey.count)
        }
        return try RecordGroup(group)
    }

    /// Seals a record under its name.
    package borrowing func seal(
        _ record: borrowing SecretBytes, as name: RecordName, generation: UInt64
    ) throws(StorageError) -> [UInt8] {
        try seal(as: name, generation: generation, byteCount: record.count) { writer in
            record.withSpan { writer.append($0) }
        }
    }

    /// Seals a record of `byteCount` bytes, 1 or more, that `write` writes where it is sealed.
    borrowing func seal(
        as name: RecordName, generation: UInt64, byteCount: Int, _ write: (inout SecretWriter) -> Void
    ) throws(StorageError) -> [UInt8] {
        var value: [UInt8] = []
        // The record lies here until it is sealed; an array that grows would leave a copy behind.
        value.reserveCapacity(byteCount + Self.overheadByteCount)
        value.append(Self.format)
        value.append(u64: generation)
        value.append(zeros: SyntheticNonceAEAD.nonceByteCount)
        value.append(contentsOf: Random.bytes(Self.freshByteCount))
        value.append(secretByteCount: byteCount, write)
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

    /// The record alone.
    package consuming func content() -> SecretBytes { record }
}
