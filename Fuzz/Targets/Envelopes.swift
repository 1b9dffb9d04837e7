import SottoCrypto
import SottoIdentity
import SottoSealedSender
import SottoServer
import SottoWire

/// Decoders of sealed envelopes and certificates, at recipients and at the server.
///
/// Rules SS-2, SS-3, SS-5, SS-8, SS-9, SS-14, SS-15, SS-17, SS-18, SV-5, SV-6.
enum Envelopes {
    static func certificate(_ bytes: [UInt8]) throws {
        let mail = try FixedMail.shared.get()
        let cache = CertificateCache()
        if let server = try? ServerCertificate(bytes) {
            try require(server.bytes == bytes, "a server certificate encodes to other bytes")
            let isValid = (try? mail.trust.verify(server, cache: cache)) != nil
            try require(isValid == (server == mail.server), "another server certificate is believed")
        }
        guard let certificate = try? SenderCertificate(bytes) else { return }
        try require(certificate.bytes == bytes, "a certificate encodes to other bytes")
        let short = certificate.withoutServerCertificate
        try require((try? SenderCertificate(short.bytes)) == short, "a short certificate is none")
        let verified = try? mail.trust.verify(certificate, receivedAt: nil, now: Fixed.now, cache: cache)
        try require(
            verified == nil || short == mail.certificate.withoutServerCertificate,
            "another certificate is believed")
    }

    /// The bytes as an envelope, and as the content of one.
    static func envelope(_ bytes: [UInt8]) throws {
        let mail = try FixedMail.shared.get()
        let refusal = try mail.refusal(bytes)
        if (try? ReceivedEnvelope(bytes)) == nil {
            try require(
                refusal == .malformed || refusal == .unsupportedSuite || refusal == .invalidKey,
                "no envelope was opened")
        } else {
            try require((refusal == nil) == (bytes == mail.envelope), "another envelope is opened")
            try require(refusal == nil || refusal == .notAuthentic, "a forged envelope is told apart")
        }
        guard let content = try? SealedContent(bytes) else { return }
        var written: [UInt8] = []
        let hintOffset = bytes.count - content.message.count - content.groupID.count - 2
        try require(bytes.indices.contains(hintOffset), "a content is longer than its bytes")
        SealedContent.append(
            content.message, hint: bytes[hintOffset], groupID: content.groupID,
            certificate: content.certificate, to: &written)
        try require(written == bytes, "a content encodes to other bytes")
        try require(
            (1...SealedSenderLimits.maximumMessageByteCount).contains(content.message.count)
                && content.groupID.count <= SealedSenderLimits.maximumGroupIDByteCount,
            "a content is outside its limits")
    }

    static func split(_ bytes: [UInt8]) throws {
        guard let parts = try? SplitEnvelope(bytes) else { return }
        try require(
            (1...SealedSenderLimits.maximumRecipientCount).contains(parts.count), "a number of parts")
        var written: [UInt8] = [SealedWire.suite, SealedWire.sentKind]
        written += bytes[2..<35]
        written.append(u16: UInt16(truncatingIfNeeded: parts.count))
        for part in parts {
            try require((try? ReceivedEnvelope(part.bytes)) != nil, "a part is no envelope")
            try require(part.body == parts.body, "parts have different bodies")
            try require(part.head[2..<35] == bytes[2..<35], "a part has another E")
            written += part.address.encoded
            written.append(u32: part.registrationID.value)
            written += part.head[35...]
        }
        try require(written + parts.body == bytes, "parts encode to other bytes")
        let addresses = parts.map(\.address.encoded)
        try require(
            zip(addresses, addresses.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) },
            "addresses don't ascend")
    }
}

/// A server, a sender's certificate and envelopes that are the same in every run.
struct FixedMail: Sendable {
    let trust: CertificateTrust
    let server: ServerCertificate
    let certificate: SenderCertificate
    /// For Bob alone.
    let envelope: [UInt8]
    /// For three devices.
    let sent: [UInt8]
    /// What is encrypted in an envelope.
    let content: [UInt8]

    static let shared: Result<FixedMail, any Error> = Result { try FixedMail() }

    private init() throws {
        let root = try TrustRootKeyPair(seed: Fixed.secret(0x5EA1))
        let key = try CertificateKeyPair(seed: Fixed.secret(0x5EA2))
        server = root.certificate(ServerCertificate.ID(3), for: key.publicKey)
        trust = try CertificateTrust(roots: [root.trustRoot], serverCertificates: [server])
        let alice = try Fixed.identity(1)
        certificate = try CertificateIssuer(key: key, certificate: server).certificate(
            for: Fixed.device("alice", 1).address, identityKey: alice.publicKey, at: Fixed.now)
        func recipient(_ user: String, _ number: UInt32) throws -> SealedRecipient {
            let device = try Fixed.device(user, number)
            return SealedRecipient(
                address: device.address, registrationID: device.registrationID,
                identityKey: try Fixed.identity(user == "bob" ? 2 : 3).publicKey)
        }
        envelope = try SealedSender.seal(
            [1, 2, 3], hint: 1, groupID: [7], certificate: certificate.withoutServerCertificate,
            identity: alice, to: recipient("bob", 2), random: Fixed.secret(0x5EA3))
        sent = try SealedSender.seal(
            [1, 2, 3], hint: 1, groupID: [7], certificate: certificate, identity: alice,
            to: [recipient("bob", 2), recipient("bob", 3), recipient("carol", 1)],
            random: Fixed.secret(0x5EA4))
        var content: [UInt8] = []
        SealedContent.append(
            [1, 2, 3], hint: 2, groupID: [7, 7], certificate: certificate, to: &content)
        self.content = content
    }

    func refusal(_ bytes: [UInt8]) throws -> SealedSenderError? {
        let bob = try Fixed.device("bob", 2)
        let identity = try Fixed.identity(2)
        do throws(SealedSenderError) {
            _ = try SealedSender.open(
                bytes, identity: identity, address: bob.address,
                registrationID: bob.registrationID, trust: trust, receivedAt: nil, now: Fixed.now,
                cache: CertificateCache())
            return nil
        } catch {
            return error
        }
    }
}
