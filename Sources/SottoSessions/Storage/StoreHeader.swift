package import SottoCrypto
internal import SottoWire

/// The one row that isn't a record: the data key, wrapped.
///
/// Rules ST-6 to ST-8.
package enum StoreHeader {
    /// 32 zero bytes.
    package static let name = RecordName(zeros)
    private static let zeros = Bytes32.zero

    private static let magic = Array("SottoST1".utf8)
    private static let checkContext = KDFBLAKE2b.Context("SottoKC1")
    private static let wrapContext = KDFBLAKE2b.Context("SottoKW1")
    private static let checkByteCount = 16
    private static let saltByteCount = Argon2id.saltByteCount
    private static let openByteCount = 8 + 1 + 4 + 1 + 16 + 16
    private static let byteCount = openByteCount + 24 + 32 + 16 + 32

    /// The group of the header: 16 zero bytes.
    package static func group() throws(StorageError) -> RecordGroup {
        try RecordGroup([UInt8](repeating: 0, count: RecordGroup.byteCount))
    }

    /// Wraps a data key.
    ///
    /// - Throws: ``StorageError/keyLength(_:)``, ``StorageError/outOfMemory``.
    package static func wrap(
        _ dataKey: borrowing SecretBytes, with key: borrowing StorageKey, cost: Argon2id.Cost
    ) throws(StorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        // The data key lies here until it is sealed; an array that grows would leave a copy behind.
        bytes.reserveCapacity(byteCount)
        bytes.append(contentsOf: magic)
        let salt: [UInt8]
        if key.isPassphrase {
            salt = Random.bytes(saltByteCount)
            bytes.append(2)
            bytes.append(u32: UInt32(truncatingIfNeeded: cost.memoryKiB))
            bytes.append(UInt8(truncatingIfNeeded: cost.passes))
        } else {
            salt = [UInt8](repeating: 0, count: saltByteCount)
            bytes.append(1)
            bytes.append(u32: 0)
            bytes.append(0)
        }
        bytes.append(contentsOf: salt)
        let wrapping = try wrappingKey(key, salt: salt, cost: cost)
        do {
            bytes.append(contentsOf: try check(of: wrapping))
            let context = try Bytes32(BLAKE2b.hash(bytes.span, byteCount: 32))
            bytes.append(zeros: SyntheticNonceAEAD.nonceByteCount)
            dataKey.withSpan { for index in $0.indices { bytes.append($0[index]) } }
            bytes.append(zeros: SyntheticNonceAEAD.tagByteCount)
            try SyntheticNonceAEAD.seal(
                &bytes, headerByteCount: openByteCount, context: context, label: wrapContext, key: wrapping)
            bytes.append(contentsOf: try BLAKE2b.hash(bytes.span, byteCount: 32))
            return bytes
        } catch {
            SecretBytes.wipe(&bytes)
            throw .headerCorrupt
        }
    }

    /// Whether a newer version of this library wrote the header.
    private static func isNewer(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= magic.count, bytes.starts(with: magic.dropLast()), let newest = magic.last else {
            return false
        }
        return (newest + 1...UInt8(ascii: "9")).contains(bytes[magic.count - 1])
    }

    /// Unwraps the data key, 32 bytes.
    ///
    /// - Throws: ``StorageError/newerFormat``, ``StorageError/headerCorrupt``, ``StorageError/wrongKey``, ``StorageError/keyLength(_:)``,
    ///   ``StorageError/outOfMemory``.
    package static func unwrap(
        _ bytes: [UInt8], with key: borrowing StorageKey
    ) throws(StorageError) -> SecretBytes {
        if isNewer(bytes) { throw .newerFormat }
        guard bytes.count == byteCount, Array(bytes[..<magic.count]) == magic else { throw .headerCorrupt }
        let body = Array(bytes[..<(byteCount - 32)])
        do {
            guard try BLAKE2b.hash(body.span, byteCount: 32) == Array(bytes[(byteCount - 32)...]) else {
                throw StorageError.headerCorrupt
            }
        } catch {
            throw .headerCorrupt
        }
        let fields = try Fields(body)
        guard fields.isPassphrase == key.isPassphrase else { throw .wrongKey }
        let wrapping = try wrappingKey(key, salt: fields.salt, cost: fields.cost)
        do {
            let own = try check(of: wrapping)
            guard ConstantTime.isEqual(own.span, fields.check.span) else { throw StorageError.wrongKey }
            let header = Array(body[..<openByteCount])
            var plaintext = try SyntheticNonceAEAD.open(
                body, headerByteCount: openByteCount,
                context: try Bytes32(BLAKE2b.hash(header.span, byteCount: 32)), label: wrapContext,
                key: wrapping)
            return SecretBytes(consuming: &plaintext)
        } catch let error as StorageError {
            throw error
        } catch {
            throw .headerCorrupt
        }
    }

    private static func check(of wrapping: borrowing SecretBytes) throws(CryptoError) -> [UInt8] {
        try KDFBLAKE2b.derive(byteCount: 64, id: 1, context: checkContext, from: wrapping)
            .duplicate(of: 0..<checkByteCount).exposeBytes()
    }

    private static func wrappingKey(
        _ key: borrowing StorageKey, salt: [UInt8], cost: Argon2id.Cost
    ) throws(StorageError) -> SecretBytes {
        let secret = key.duplicate()
        guard key.isPassphrase else {
            guard secret.count == StorageKey.byteCount else { throw .keyLength(secret.count) }
            return secret
        }
        guard (1...StorageKey.maximumPassphraseByteCount).contains(secret.count) else {
            throw .keyLength(secret.count)
        }
        do { return try Argon2id.derive(from: secret, salt: salt.span, cost: cost) } catch {
            throw .outOfMemory
        }
    }

    private struct Fields {
        let isPassphrase: Bool
        let cost: Argon2id.Cost
        let salt: [UInt8]
        let check: [UInt8]

        init(_ body: [UInt8]) throws(StorageError) {
            var reader = WireReader(body, at: magic.count)
            do {
                let kind = try reader.u8()
                let memory = Int(try reader.u32())
                let passes = Int(try reader.u8())
                salt = try reader.take(saltByteCount)
                check = try reader.take(checkByteCount)
                switch kind {
                case 1:
                    guard memory == 0, passes == 0, salt.allSatisfy({ $0 == 0 }) else {
                        throw StorageError.headerCorrupt
                    }
                    (isPassphrase, cost) = (false, .interactive)
                case 2: (isPassphrase, cost) = (true, try Argon2id.Cost(memoryKiB: memory, passes: passes))
                default: throw StorageError.headerCorrupt
                }
            } catch {
                throw .headerCorrupt
            }
        }
    }
}
