public import SottoCrypto
internal import SottoWire

/// SK of the specification.
package struct HandshakeSecret: ~Copyable {
    package let secret: SecretBytes

    private static let info = Array("Sotto/1 X3DH".utf8)
    private static let zeroSalt = [UInt8](repeating: 0, count: 32)

    /// Derives SK from F and the agreements.
    ///
    /// Rule HS-4.
    package init(agreements: consuming SecretBytes) throws(CryptoError) {
        let info = Self.info
        let salt = Self.zeroSalt
        secret = try HKDFSHA256.derive(from: agreements, salt: salt.span, info: info.span, byteCount: 32)
    }

    /// Derives what the session starts from.
    ///
    /// Rule HS-6.
    package borrowing func sessionSecrets(
        for transcript: HandshakeTranscript
    ) throws(CryptoError) -> SessionSecrets {
        var info = LabelledList("Sotto/1 session secrets")
        info.item(byteCount: 32) { transcript.digest.append(to: &$0) }
        let bytes = info.bytes
        let salt = Self.zeroSalt
        let output = try HKDFSHA256.derive(from: secret, salt: salt.span, info: bytes.span, byteCount: 64)
        return SessionSecrets(
            rootKey: output.duplicate(of: 0..<32),
            exporter: ExporterSecret(output.duplicate(of: 32..<64), transcript: transcript))
    }
}

/// The first root key and the exporter secret of a session.
public struct SessionSecrets: ~Copyable, Sendable {
    /// The first root key of the ratchet, 32 bytes.
    public let rootKey: SecretBytes
    /// What secrets for other uses come from.
    public let exporter: ExporterSecret
}

/// What secrets for other uses come from; it stays the same for the life of the session.
public struct ExporterSecret: ~Copyable, Sendable {
    package let secret: SecretBytes
    private let transcript: HandshakeTranscript

    private static let zeroSalt = [UInt8](repeating: 0, count: 32)

    package init(_ secret: consuming SecretBytes, transcript: HandshakeTranscript) {
        self.secret = secret
        self.transcript = transcript
    }

    package borrowing func duplicate() -> ExporterSecret {
        ExporterSecret(secret.duplicate(), transcript: transcript)
    }

    /// A secret for one purpose of 1 to 255 bytes; 32 bytes.
    ///
    /// Rule HS-12.
    public borrowing func export(for purpose: [UInt8]) throws(CryptoError) -> SecretBytes {
        guard (1...255).contains(purpose.count) else { throw .outOfRange }
        var info = LabelledList("Sotto/1 exporter")
        info.item(byteCount: 32) { transcript.digest.append(to: &$0) }
        info.item(purpose)
        let bytes = info.bytes
        let salt = Self.zeroSalt
        return try HKDFSHA256.derive(from: secret, salt: salt.span, info: bytes.span, byteCount: 32)
    }
}
