internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoRatchet
internal import SottoSessions
internal import TestVectors

/// Rules HS-1 to HS-12, SM-1 to SM-12.
@Sendable func runSession(_ vector: SessionVector) throws {
    let responder = try PrekeyOwner(vector)
    let bundle = try responder.checkedBundle(vector)
    let identity = try IdentityKeyPair(secret(vector.initiator.identityPrivate))
    try compare("initiator: identity", identity.publicKey.encoded, vector.initiator.identity)
    let device = try vector.initiator.device(suites: [Suite.x3dh.rawValue])
    try checkHandshake(vector, bundle, identity, device)

    let session = try Session.initiate(
        with: bundle, identity: identity, device: device,
        ephemeralKey: X25519.PrivateKey(secret(vector.ephemeralPrivate)),
        ratchetKey: X25519.PrivateKey(secret(vector.initiatorRatchetPrivate)))
    try compare("transcript", session.transcript.digest.bytes, vector.transcript)
    try compare("selector_to_responder", bigEndian(session.outgoingSelector), vector.selectorToResponder)
    try compare("selector_to_initiator", bigEndian(session.incomingSelector), vector.selectorToInitiator)
    for export in vector.exports {
        try compare("secret of an export", try session.exportSecret(for: export.purpose), export.secret)
    }
    let conversation = Conversation(
        initiator: SessionParty(session, with: bundle.bundle.device.address, own: device.address),
        responder: SessionParty(answering: responder, own: bundle.bundle.device.address))
    try conversation.play(vector.steps)
}

/// Computes the handshake value by value, and again by its public function.
///
/// Rules HS-4 to HS-6.
private func checkHandshake(
    _ vector: SessionVector, _ bundle: VerifiedPrekeyBundle, _ identity: borrowing IdentityKeyPair,
    _ device: DeviceDescription
) throws {
    let their = bundle.bundle
    let ephemeral = try X25519.PrivateKey(secret(vector.ephemeralPrivate))
    try compare("ephemeral", ephemeral.publicKey.encoded, vector.ephemeral)
    var agreements = [
        try identity.sharedSecret(with: their.signedPrekey).exposeBytes(),
        try ephemeral.sharedSecret(with: their.identityKey.key).exposeBytes(),
        try ephemeral.sharedSecret(with: their.signedPrekey).exposeBytes(),
    ]
    if let oneTimePrekey = their.oneTimePrekey {
        agreements.append(try ephemeral.sharedSecret(with: oneTimePrekey.publicKey).exposeBytes())
    }
    try compare("dh1 to dh4", agreements, vector.agreements)
    let input = [UInt8](repeating: 0xFF, count: 32) + agreements.joined()
    let handshakeSecret = try HandshakeSecret(agreements: secret(input))
    try compare("handshake_secret", handshakeSecret.secret, vector.handshakeSecret)

    let initiated = try X3DHAgreement.initiate(
        with: bundle, identity: identity, device: device, ephemeralKey: ephemeral)
    try compare("transcript", initiated.transcript.digest.bytes, vector.transcript)
    try compare("root_key", initiated.secrets.rootKey, vector.rootKey)
    try compare("exporter_secret", initiated.secrets.exporter.secret, vector.exporterSecret)
    let again = try handshakeSecret.sessionSecrets(for: initiated.transcript)
    try compare("root_key (from the secret)", again.rootKey, vector.rootKey)
}

extension SessionVector.Party {
    fileprivate func device(suites: [UInt8]) throws -> DeviceDescription {
        guard let registrationID = RegistrationID(registrationID),
            let capabilities = Capabilities(capabilities)
        else {
            throw CaseFailure("registration_id or capabilities out of range")
        }
        return DeviceDescription(
            address: try Address(user: user, device: device), registrationID: registrationID,
            capabilities: capabilities, suites: suites)
    }
}

/// The responder's keys: one signed prekey and at most one one-time prekey.
final class PrekeyOwner {
    private let identity: IdentityKeyPair
    private let signedPrekey: SignedPrekey
    private var oneTimePrekey: OneTimePrekey?

    init(_ vector: SessionVector) throws {
        identity = try IdentityKeyPair(secret(vector.responder.identityPrivate))
        try compare("responder: identity", identity.publicKey.encoded, vector.responder.identity)
        let bundle = try PrekeyBundle(vector.prekeys.bundle)
        let key = try X25519.PrivateKey(secret(vector.prekeys.signedPrekeyPrivate))
        try compare("signed_prekey", key.publicKey.encoded, vector.prekeys.signedPrekey)
        signedPrekey = SignedPrekey(
            id: PrekeyID(vector.prekeys.signedPrekeyID), privateKey: key,
            device: try vector.responder.device(suites: bundle.device.suites),
            createdAt: vector.prekeys.createdAt,
            signature: vector.prekeys.signature)
        if let values = vector.prekeys.oneTimePrekey {
            let prekey = OneTimePrekey(
                id: PrekeyID(values.id), privateKey: try X25519.PrivateKey(secret(values.privateKey)))
            try compare("one_time_prekey", prekey.publicKey.encoded, values.publicKey)
            oneTimePrekey = consume prekey
        } else {
            oneTimePrekey = nil
        }
    }

    /// The bundle, whose bytes must be what these keys give.
    ///
    /// Rules HS-1, HS-2.
    func checkedBundle(_ vector: SessionVector) throws -> VerifiedPrekeyBundle {
        let given = try PrekeyBundle(vector.prekeys.bundle)
        let fields = SignedFields(
            device: signedPrekey.device, createdAt: signedPrekey.createdAt, id: signedPrekey.id,
            publicKey: signedPrekey.publicKey, lastResortKEMPrekey: given.lastResortKEMPrekey)
        let signedBytes = fields.bytes
        let signature = try identity.sign(signedBytes.span, random: secret(vector.prekeys.signatureRandom))
        try compare("signature", signature, vector.prekeys.signature)
        let oneTime = try vector.prekeys.oneTimePrekey.map {
            OneTimePrekeyBytes(
                id: PrekeyID($0.id), publicKey: try X25519.PublicKey(encoded: $0.publicKey))
        }
        let made = PrekeyBundle(
            identityKey: identity.publicKey, device: signedPrekey.device, createdAt: signedPrekey.createdAt,
            signedPrekeyID: signedPrekey.id, signedPrekey: signedPrekey.publicKey, signature: signature,
            oneTimePrekey: oneTime, lastResortKEMPrekey: given.lastResortKEMPrekey,
            oneTimeKEMPrekey: given.oneTimeKEMPrekey, proof: given.proof)
        try compare("bundle", made.bytes, vector.prekeys.bundle)
        return try made.verified(for: signedPrekey.device.address, at: signedPrekey.createdAt)
    }

    /// The session that a first message proposes.
    ///
    /// Rule HS-8.
    func answer(_ part: HandshakePart) throws -> Session {
        guard part.signedPrekeyID == signedPrekey.id else { throw PeerFault.signedPrekeyUnknown }
        guard let named = part.oneTimePrekeyID else {
            return try Session.respond(
                to: part, identity: identity, signedPrekey: signedPrekey, oneTimePrekey: nil)
        }
        guard oneTimePrekeyID == named else { throw PeerFault.oneTimePrekeyUnknown }
        return try Session.respond(
            to: part, identity: identity, signedPrekey: signedPrekey, oneTimePrekey: oneTimePrekey)
    }

    private var oneTimePrekeyID: PrekeyID? {
        switch oneTimePrekey {
        case .some(let prekey): prekey.id
        case .none: nil
        }
    }

    /// Rule HS-9.
    func deleteOneTimePrekey() { oneTimePrekey = nil }
}
