internal import SottoCrypto
internal import SottoIdentity
internal import SottoSealedSender
internal import SottoServer
internal import TestVectors

/// Rules SS-1 to SS-19, SS-21, SV-1, SV-2, SV-5, SV-6.
@Sendable func runSealedSender(_ vector: SealedSenderVector) throws {
    switch vector {
    case .certificate(let values): try check(values)
    case .access(let profileKey, let accessKey, let token):
        let key = try ProfileKey(secret(profileKey)).accessKey()
        try compare("access_key", key.exposeBytes(), accessKey)
        try compare("token", key.exposeToken(), token)
    case .verify(let certificate, let belief, let outcome):
        try compare("certificate", outcome) {
            let read = try SenderCertificate(certificate)
            try compare("bytes", read.bytes, certificate)
            let verified = try belief.trust.verify(
                read, receivedAt: belief.receivedAt, now: belief.now, cache: CertificateCache())
            return SealedSenderVector.Sender(
                address: AddressValue(verified.address), identityKey: verified.identityKey.encoded,
                expiresAt: verified.certificate.expiresAt)
        }
    case .seal(let values): try check(values)
    case .open(let recipient, let envelope, let belief, let outcome):
        let identity = try IdentityKeyPair(secret(recipient.privateKey))
        try compare("opened", outcome) {
            let opened = try SealedSender.open(
                envelope, identity: identity, address: try recipient.address.address,
                registrationID: try registrationID(recipient.registrationID), trust: try belief.trust,
                receivedAt: belief.receivedAt, now: belief.now, cache: CertificateCache())
            return SealedSenderVector.Opened(
                sender: AddressValue(opened.certificate.address),
                identityKey: opened.certificate.identityKey.encoded, hint: opened.hint.rawValue,
                groupID: opened.groupID, message: opened.message)
        }
    case .split(let sent, let outcome):
        try compare("received", outcome) { try SplitEnvelope(sent).map(\.bytes) }
    }
}

private func check(_ values: SealedSenderVector.Certificates) throws {
    let root = try TrustRootKeyPair(seed: secret(values.rootSeed))
    try compare("root", root.trustRoot.bytes, values.root)
    try compare("root_id", root.trustRoot.id.description, Hex.encode(values.rootID.span))
    let key = try CertificateKeyPair(seed: secret(values.serverSeed))
    let server = root.certificate(ServerCertificate.ID(values.serverID), for: key.publicKey)
    try compare("server_certificate", server.bytes, values.serverCertificate)
    let issuer = try CertificateIssuer(key: key, certificate: server)
    let full = try issuer.certificate(
        for: try values.address.address,
        identityKey: try IdentityPublicKey(encoded: values.identityKey), at: values.expiresAt - 1, lifetime: 1
    )
    try compare("full", full.bytes, values.full)
    try compare("short", full.withoutServerCertificate.bytes, values.short)
}

private func check(_ values: SealedSenderVector.Sealing) throws {
    let identity = try IdentityKeyPair(secret(values.senderPrivate))
    let certificate = try SenderCertificate(values.certificate)
    let recipients = try values.recipients.map {
        SealedRecipient(
            address: try $0.address.address, registrationID: try registrationID($0.registrationID),
            identityKey: try IdentityPublicKey(encoded: $0.identityKey))
    }
    let sent = try SealedSender.seal(
        values.message, hint: values.hint, groupID: values.groupID, certificate: certificate,
        identity: identity, to: recipients, random: secret(values.random))
    try compare("sent", sent, values.sent)
    try compare("received", try SplitEnvelope(sent).map(\.bytes), values.received)
    for recipient in recipients {
        let one = try SealedSender.seal(
            values.message, hint: values.hint, groupID: values.groupID, certificate: certificate,
            identity: identity, to: recipient, random: secret(values.random))
        try compare("received contains the form for one", values.received.contains(one), true)
    }
}

private func registrationID(_ value: UInt32) throws -> RegistrationID {
    guard let id = RegistrationID(value) else { throw CaseFailure("registration id 0") }
    return id
}

extension SealedSenderVector.Belief {
    fileprivate var trust: CertificateTrust {
        get throws {
            try CertificateTrust(
                roots: try roots.map { try TrustRoot($0) },
                serverCertificates: try known.map { try ServerCertificate($0) },
                revoked: Set(revoked.map { ServerCertificate.ID($0) }))
        }
    }
}

extension AddressValue {
    fileprivate init(_ address: Address) { self.init(user: address.user.bytes, device: address.device) }

    fileprivate var address: Address { get throws { try Address(user: user, device: device) } }
}
