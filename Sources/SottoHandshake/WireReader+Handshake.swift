internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

extension WireReader {
    /// Reads a key of EN-4; its form is refused as ``HandshakeError/invalidKey``.
    mutating func publicKey() throws -> X25519.PublicKey {
        let encoded = try take(X25519.PublicKey.encodedByteCount)
        do { return try X25519.PublicKey(encoded: encoded) } catch { throw HandshakeError.invalidKey }
    }

    mutating func registrationID() throws(WireError) -> RegistrationID {
        guard let value = RegistrationID(try u32()) else { throw .malformed }
        return value
    }

    mutating func capabilities() throws(WireError) -> Capabilities {
        guard let value = Capabilities(try u8()) else { throw .malformed }
        return value
    }

    /// Reads 1 to 8 suite numbers, ascending.
    mutating func suites() throws(WireError) -> [UInt8] {
        let count = Int(try u8())
        guard (1...8).contains(count) else { throw .malformed }
        let suites = try take(count)
        for (left, right) in zip(suites, suites.dropFirst()) where left >= right { throw .malformed }
        return suites
    }
}
