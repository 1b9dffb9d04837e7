import Foundation
import SottoIdentity
import SottoServer

/// The server between the devices: checks uploads, gives certificates, takes envelopes apart.
///
/// It knows who is logged in. Whoever hands over an envelope that hides its sender isn't.
final class Server {
    /// The public half of the root that vouches for its key; apps come with it.
    let root: [UInt8]
    private let issuer: CertificateIssuer
    private var identityKeys: [Side: IdentityPublicKey] = [:]

    init() throws {
        let root = TrustRootKeyPair()
        let key = CertificateKeyPair()
        let certificate = root.certificate(ServerCertificate.ID(1), for: key.publicKey)
        issuer = try CertificateIssuer(key: key, certificate: certificate)
        self.root = root.trustRoot.bytes
    }

    /// An upload of a device that is logged in, if it is one.
    func checked(_ upload: [UInt8], from side: Side) throws -> PrekeyUpload {
        let verified = try PrekeyUpload(upload).verified(
            from: side.address(), knownIdentityKey: identityKeys[side])
        identityKeys[side] = verified.upload.identityKey
        return verified.upload
    }

    /// A certificate for a device that is logged in, good for a day.
    func certificate(for side: Side) throws -> [UInt8] {
        guard let key = identityKeys[side] else {
            throw DeviceFailure(side: side, words: "the server doesn't know it")
        }
        let now = UInt64(Date().timeIntervalSince1970 * 1_000)
        return try issuer.certificate(for: side.address(), identityKey: key, at: now).bytes
    }

    /// The parts of an envelope for many.
    static func split(_ envelope: [UInt8]) throws -> [(side: Side, bytes: [UInt8])] {
        try SplitEnvelope(envelope).compactMap { part in
            Side(address: part.address.description).map { ($0, part.bytes) }
        }
    }

    /// What it sees of bytes for one device: from whom, if it is told, for whom, when, and how many.
    static func sight(of bytes: [UInt8], from sender: Side?, to receiver: Side) throws -> String {
        let from = try sender?.address().description ?? "?"
        let size = Figures.counted(bytes.count, "byte")
        return try "from \(Figures.padded(from, to: 7)) to \(receiver.address()), \(time()) UTC, \(size)"
    }

    /// The time of day.
    private static func time() -> String {
        let seconds = Int(Date().timeIntervalSince1970) % 86_400
        return [seconds / 3_600, seconds / 60 % 60, seconds % 60]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
