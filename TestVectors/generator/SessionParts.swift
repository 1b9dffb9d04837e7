import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions

/// The keys and prekeys of a session's two sides, and the values that the handshake gives.
struct SessionParts {
    private let name: String
    private let oneTime: Bool
    private let alice: DeviceDescription
    private let bob: DeviceDescription
    private let bundle: PrekeyBundle
    private let created: UInt64 = 1_800_000_000_000

    init(_ name: String, oneTime: Bool) throws {
        self.name = name
        self.oneTime = oneTime
        guard let aliceID = RegistrationID(1), let bobID = RegistrationID(.max) else {
            throw HandshakeError.malformed
        }
        alice = DeviceDescription(
            address: try Address(user: "alice", device: 1), registrationID: aliceID)
        bob = DeviceDescription(
            address: try Address(user: Array("bob".utf8) + [0xFF, 0], device: 4_000_000_000),
            registrationID: bobID)
        let identity = try IdentityKeyPair(Inputs.secret(name + " bob identity"))
        let fields = SignedFields(
            device: bob, createdAt: created, id: PrekeyID(17),
            publicKey: try Inputs.privateKey(name + " signed prekey").publicKey, lastResortKEMPrekey: nil)
        bundle = PrekeyBundle(
            identityKey: identity.publicKey, device: bob, createdAt: created, signedPrekeyID: PrekeyID(17),
            signedPrekey: fields.publicKey,
            signature: try identity.sign(
                fields.bytes.span, random: Inputs.secret(name + " signature random", count: 64)),
            oneTimePrekey: oneTime
                ? OneTimePrekeyBytes(
                    id: PrekeyID(18), publicKey: try Inputs.privateKey(name + " one-time").publicKey) : nil,
            lastResortKEMPrekey: nil, oneTimeKEMPrekey: nil, proof: [])
    }

    func initiate() throws -> Session {
        try Session.initiate(
            with: try bundle.verified(for: bob.address, at: created),
            identity: try IdentityKeyPair(Inputs.secret(name + " alice identity")), device: alice,
            ephemeralKey: try Inputs.privateKey(name + " ephemeral"),
            ratchetKey: try Inputs.privateKey(name + " ratchet"))
    }

    func respond(to part: HandshakePart) throws(SessionError) -> Session {
        do {
            let identity = try IdentityKeyPair(Inputs.secret(name + " bob identity"))
            guard part.signedPrekeyID == PrekeyID(17) else {
                throw SessionError.peer(.signedPrekeyUnknown)
            }
            let signed = SignedPrekey(
                id: PrekeyID(17), privateKey: try Inputs.privateKey(name + " signed prekey"), device: bob,
                createdAt: created, signature: bundle.signature)
            guard let id = part.oneTimePrekeyID else {
                return try Session.respond(
                    to: part, identity: identity, signedPrekey: signed, oneTimePrekey: nil)
            }
            guard oneTime, id == PrekeyID(18) else { throw SessionError.peer(.oneTimePrekeyUnknown) }
            let prekey = OneTimePrekey(id: id, privateKey: try Inputs.privateKey(name + " one-time"))
            return try Session.respond(
                to: part, identity: identity, signedPrekey: signed, oneTimePrekey: consume prekey)
        } catch let error as SessionError {
            throw error
        } catch {
            throw .peer(.invalidKey)
        }
    }

    func fields() throws -> [(String, JSONValue)] {
        let aliceKey = try Inputs.privateKey(name + " alice identity")
        let bobKey = try Inputs.privateKey(name + " bob identity")
        let ephemeral = try Inputs.privateKey(name + " ephemeral")
        let signed = try Inputs.privateKey(name + " signed prekey")
        let dh1 = try aliceKey.sharedSecret(with: signed.publicKey).exposeBytes()
        let dh2 = try ephemeral.sharedSecret(with: bobKey.publicKey).exposeBytes()
        let dh3 = try ephemeral.sharedSecret(with: signed.publicKey).exposeBytes()
        var dh4: [UInt8]?
        if oneTime {
            dh4 = try ephemeral.sharedSecret(with: Inputs.privateKey(name + " one-time").publicKey)
                .exposeBytes()
        }
        let input = [UInt8](repeating: 0xFF, count: 32) + dh1 + dh2 + dh3 + (dh4 ?? [])
        let secret = try HandshakeSecret(agreements: SecretBytes(copying: input.span))
        let session = try initiate()
        let secrets = try secret.sessionSecrets(for: session.transcript)
        let purposes = [Array("call".utf8), [0], [UInt8](repeating: 0x7A, count: 255)]
        let exports = try purposes.map { purpose in
            JSONValue.object([
                ("purpose", .hex(purpose)),
                ("secret", .hex(try session.exportSecret(for: purpose).exposeBytes())),
            ])
        }
        return [
            ("initiator", .object(party(alice, "alice", aliceKey.publicKey))),
            ("responder", .object(party(bob, "bob", bobKey.publicKey) + (try responderFields()))),
            ("ephemeral_private", .hex(Inputs.bytes(name + " ephemeral"))),
            ("ephemeral", .hex(ephemeral.publicKey.encoded)),
            ("initiator_ratchet_private", .hex(Inputs.bytes(name + " ratchet"))), ("dh1", .hex(dh1)),
            ("dh2", .hex(dh2)), ("dh3", .hex(dh3)), ("dh4", dh4.map { .hex($0) } ?? .null),
            ("handshake_secret", .hex(secret.secret.exposeBytes())),
            ("transcript", .hex(session.transcript.digest.bytes)),
            ("root_key", .hex(secrets.rootKey.exposeBytes())),
            ("exporter_secret", .hex(secrets.exporter.secret.exposeBytes())),
            (
                "selector_to_responder",
                .hex(EncodingVectors.selectorBytes(.toResponder(session.transcript)))
            ),
            (
                "selector_to_initiator",
                .hex(EncodingVectors.selectorBytes(.toInitiator(session.transcript)))
            ), ("exports", .array(exports)),
        ]
    }

    private func party(
        _ device: DeviceDescription, _ who: String, _ identity: X25519.PublicKey
    ) -> [(String, JSONValue)] {
        [
            ("identity_private", .hex(Inputs.bytes("\(name) \(who) identity"))),
            ("identity", .hex(identity.encoded)), ("user", .hex(device.address.user.bytes)),
            ("device", .number(device.address.device)),
            ("registration_id", .number(device.registrationID.value)),
            ("capabilities", .number(UInt64(device.capabilities.lowestRatchetVersion))),
        ]
    }

    private func responderFields() throws -> [(String, JSONValue)] {
        [
            ("signed_prekey_id", .number(UInt64(17))),
            ("signed_prekey_private", .hex(Inputs.bytes(name + " signed prekey"))),
            ("signed_prekey", .hex(bundle.signedPrekey.encoded)), ("created_at", .number(created)),
            ("signature_random", .hex(Inputs.bytes(name + " signature random", count: 64))),
            ("signature", .hex(bundle.signature)),
            ("one_time_prekey_id", oneTime ? .number(UInt64(18)) : .null),
            ("one_time_prekey_private", oneTime ? .hex(Inputs.bytes(name + " one-time")) : .null),
            ("one_time_prekey", bundle.oneTimePrekey.map { .hex($0.publicKey.encoded) } ?? .null),
            ("bundle", .hex(bundle.bytes)),
        ]
    }
}
