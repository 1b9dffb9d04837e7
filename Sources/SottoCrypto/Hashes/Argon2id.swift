internal import Clibsodium

/// Argon2id version 1.3 (RFC 9106): a key from a passphrase.
public enum Argon2id {
    /// The salt's length in bytes.
    public static let saltByteCount = 16

    /// Memory and passes, between a floor that still costs an attacker and a ceiling that a phone bears.
    public struct Cost: Hashable, Sendable {
        /// Memory in KiB.
        public let memoryKiB: Int
        /// Passes over the memory.
        public let passes: Int

        /// The allowed memory: 19 MiB to 1 GiB, in KiB.
        public static let memoryRange = 19_456...1_048_576
        /// The allowed passes.
        public static let passRange = 2...16

        /// 64 MiB and 3 passes: RFC 9106's second recommended choice, with one lane.
        public static let interactive = Cost(unchecked: 65_536, passes: 3)
        /// 256 MiB and 4 passes.
        public static let moderate = Cost(unchecked: 262_144, passes: 4)

        /// Takes a cost within the bounds.
        ///
        /// - Throws: ``CryptoError/outOfRange`` for memory or passes outside them.
        public init(memoryKiB: Int, passes: Int) throws(CryptoError) {
            guard Self.memoryRange.contains(memoryKiB), Self.passRange.contains(passes) else {
                throw .outOfRange
            }
            self.init(unchecked: memoryKiB, passes: passes)
        }

        private init(unchecked memoryKiB: Int, passes: Int) {
            self.memoryKiB = memoryKiB
            self.passes = passes
        }
    }

    /// Derives `byteCount` bytes from `passphrase`.
    ///
    /// - Parameters:
    ///   - passphrase: Any bytes; text should be normalised by the caller.
    ///   - salt: 16 bytes, random for each key.
    ///   - cost: Memory and passes; one lane.
    ///   - byteCount: 16 to 64.
    /// - Throws: ``CryptoError/wrongLength(expected:actual:)`` for another salt,
    ///   ``CryptoError/outOfRange`` for another `byteCount`, ``CryptoError/outOfMemory`` when the memory
    ///   isn't there.
    public static func derive(
        from passphrase: borrowing SecretBytes, salt: Span<UInt8>, cost: Cost, byteCount: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        guard salt.count == saltByteCount else {
            throw .wrongLength(expected: saltByteCount, actual: salt.count)
        }
        guard (16...64).contains(byteCount) else { throw .outOfRange }
        Sodium.start()
        let base = unsafe passphrase.base
        let count = passphrase.count
        var status: Int32 = -1
        let key = unsafe SecretBytes(byteCount: byteCount) { output in
            unsafe salt.withPointer { saltBase in
                unsafe base.withMemoryRebound(to: CChar.self, capacity: count) {
                    status = unsafe crypto_pwhash(
                        output, UInt64(byteCount), $0, UInt64(count), saltBase, UInt64(cost.passes),
                        cost.memoryKiB * 1024, crypto_pwhash_ALG_ARGON2ID13)
                    Sodium.wipeStack(8_192)
                }
            }
        }
        guard status == 0 else { throw .outOfMemory }
        return key
    }
}
