internal import SottoCrypto
internal import SottoWire

/// Turns records into rows and back: sealed for a store, plain where they never leave the process.
///
/// Rules ST-2 to ST-4.
package enum RecordCodec: ~Copyable, Sendable {
    case sealed(RecordSealer)
    /// For a device in memory alone: nobody else sees the rows, and they are wiped when they are dropped.
    case memory

    /// Whether the records never leave the process.
    var isForMemory: Bool {
        switch self {
        case .sealed: false
        case .memory: true
        }
    }

    /// The name of a record.
    package borrowing func name(kind: UInt8, key: [UInt8]) throws(StorageError) -> RecordName {
        switch self {
        case .sealed(let sealer): return try sealer.name(kind: kind, key: key)
        case .memory: return RecordName(Self.plainName(kind, key))
        }
    }

    /// The name of a record whose key is an id; the same as by its bytes in a store, another one in memory.
    borrowing func name(kind: UInt8, id: Bytes16) throws(StorageError) -> RecordName {
        switch self {
        case .sealed(let sealer): return try sealer.name(kind: kind, key: id.bytes)
        case .memory: return RecordName(Bytes32(head: Self.head(kind, 0), id.words))
        }
    }

    /// The name of the record of a place in one of our chains with the device whose address is `address`.
    ///
    /// No two sessions have a ratchet key of ours in common, so in memory 24 bytes of it are enough.
    borrowing func name(
        kind: UInt8, address: [UInt8], ratchetKey: Bytes32, index: UInt32
    ) throws(StorageError) -> RecordName {
        switch self {
        case .sealed(let sealer):
            var key: [UInt8] = []
            key.reserveCapacity(address.count + 36)
            key.append(contentsOf: address)
            ratchetKey.append(to: &key)
            key.append(u32: index)
            return try sealer.name(kind: kind, key: key)
        case .memory: return RecordName(ratchetKey.withHead(Self.head(kind, index)))
        }
    }

    /// What a name in memory begins with that isn't made of the key's bytes: no key has 255 of them in a name.
    private static func head(_ kind: UInt8, _ number: UInt32) -> UInt64 {
        UInt64(kind) << 56 | 0xFF << 48 | UInt64(number)
    }

    /// The group of records that belong together.
    package borrowing func group(kind: UInt8, key: [UInt8]) throws(StorageError) -> RecordGroup {
        switch self {
        case .sealed(let sealer): return try sealer.group(kind: kind, key: key)
        case .memory: return try RecordGroup(Array(SHA256.hash(([kind] + key).span).bytes.prefix(16)))
        }
    }

    /// A row's value.
    package borrowing func close(
        _ record: borrowing SecretBytes, as name: RecordName, generation: UInt64
    ) throws(StorageError) -> [UInt8] {
        try close(as: name, generation: generation, byteCount: record.count) { writer in
            record.withSpan { writer.append($0) }
        }
    }

    /// A row's value, of a record of `byteCount` bytes, 1 or more, that `write` writes where it is to lie.
    borrowing func close(
        as name: RecordName, generation: UInt64, byteCount: Int, _ write: (inout SecretWriter) -> Void
    ) throws(StorageError) -> [UInt8] {
        switch self {
        case .sealed(let sealer):
            return try sealer.seal(as: name, generation: generation, byteCount: byteCount, write)
        case .memory:
            var value: [UInt8] = []
            value.append(secretByteCount: 8 + byteCount) { writer in
                writer.append(u64: generation)
                write(&writer)
            }
            return value
        }
    }

    /// A record from a row's value; `least` is the oldest generation that may stand there.
    ///
    /// - Throws: ``StorageError/recordCorrupt``, ``StorageError/recordOutdated``.
    package borrowing func open(
        _ value: [UInt8], as name: RecordName, atLeast least: UInt64 = 0
    ) throws(StorageError) -> OpenedRecord {
        switch self {
        case .sealed(let sealer): return try sealer.open(value, as: name, atLeast: least)
        case .memory:
            var reader = WireReader(value)
            do {
                let generation = try reader.u64()
                guard generation >= least else { throw StorageError.recordOutdated }
                return OpenedRecord(
                    record: SecretBytes(copying: value.span.extracting(8...)), generation: generation)
            } catch let error as StorageError {
                throw error
            } catch {
                throw .recordCorrupt
            }
        }
    }

    /// Kind, key length and key where they fit, else a hash: two records never have one name.
    private static func plainName(_ kind: UInt8, _ key: [UInt8]) -> Bytes32 {
        if let name = Bytes32(kind, counted: key) { return name }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1 + key.count)
        bytes.append(kind)
        bytes.append(contentsOf: key)
        return SHA256.hash(bytes.span)
    }
}
