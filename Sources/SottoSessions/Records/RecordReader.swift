package import SottoCrypto
internal import SottoHandshake
package import SottoIdentity
internal import SottoRatchet
internal import SottoWire

/// Parts of records; whatever doesn't have its form is a corrupt record.
extension SecretReader {
    package mutating func format(_ expected: UInt8 = 1) throws(Corrupt) {
        guard try u8() == expected else { throw Corrupt() }
    }

    package mutating func address() throws(Corrupt) -> Address {
        let user = try bytes(Int(try u8()))
        let device = try u32()
        do { return try Address(user: user, device: device) } catch { throw Corrupt() }
    }

    package mutating func user() throws(Corrupt) -> UserID {
        let bytes = try bytes(Int(try u8()))
        do { return try UserID(bytes) } catch { throw Corrupt() }
    }

    package mutating func identityKey() throws(Corrupt) -> IdentityPublicKey {
        let bytes = try bytes(IdentityPublicKey.encodedByteCount)
        do { return try IdentityPublicKey(encoded: bytes) } catch { throw Corrupt() }
    }

    package mutating func optionalInstant() throws(Corrupt) -> UInt64? {
        let value = try u64()
        return value == 0 ? nil : value
    }

    /// Bytes behind a `u32` length.
    package mutating func counted() throws(Corrupt) -> [UInt8] {
        let count = try u32()
        guard Int(count) <= remaining else { throw Corrupt() }
        return try bytes(Int(count))
    }
}

extension SecretWriter {
    package mutating func append(_ address: Address) {
        append(address.user)
        append(u32: address.device)
    }

    package mutating func append(_ user: UserID) {
        append(u8: UInt8(truncatingIfNeeded: user.bytes.count))
        append(user.bytes)
    }

    package mutating func append(_ key: IdentityPublicKey) {
        append(u8: 0x05)
        append(key.key.bytes)
    }

    package mutating func append(counted bytes: [UInt8]) {
        append(u32: UInt32(truncatingIfNeeded: bytes.count))
        append(bytes)
    }
}
