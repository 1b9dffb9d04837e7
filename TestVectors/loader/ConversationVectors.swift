/// The two sides of a conversation.
package enum ConversationRole: String, Sendable {
    case initiator
    case responder

    init(_ fields: Fields, _ name: String) throws(VectorError) {
        guard let role = ConversationRole(rawValue: try fields.text(name)) else {
            throw VectorError("\(name) is no side")
        }
        self = role
    }
}

/// One step of a conversation; `Sent` and `Archive` are what a suite says of a message and of a state.
package enum ConversationStep<Sent: SentValues, Archive: ArchiveValues>: Sendable {
    case send(from: ConversationRole, freshPrivate: [UInt8]?, content: [UInt8], outcome: Outcome<Sent>)
    case deliver(to: ConversationRole, message: Int, instant: UInt64, content: Outcome<[UInt8]>)
    case deliverBytes(to: ConversationRole, bytes: [UInt8], instant: UInt64, refused: String)
    case archive(of: ConversationRole, Archive)
    case export(purpose: [UInt8], secret: [UInt8])

    init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("op", "send", "deliver", "deliver-bytes", "archive", "export") {
        case "send":
            self = .send(
                from: try ConversationRole(fields, "from"),
                freshPrivate: try fields.optionalHex("fresh_private", 32),
                content: try fields.hex("content"),
                outcome: try Outcome(fields) { f throws(VectorError) in try Sent(f) })
        case "deliver":
            self = .deliver(
                to: try ConversationRole(fields, "to"), message: try fields.number("message"),
                instant: try fields.number("instant"),
                content: try Outcome(fields) { f throws(VectorError) in try f.hex("content") })
        case "deliver-bytes":
            self = .deliverBytes(
                to: try ConversationRole(fields, "to"), bytes: try fields.hex("bytes"),
                instant: try fields.number("instant"), refused: try fields.text("refused"))
        case "export":
            self = .export(purpose: try fields.hex("purpose"), secret: try fields.hex("secret", 32))
        default:
            self = .archive(of: try ConversationRole(fields, "of"), try Archive(fields))
        }
    }
}

package protocol SentValues: Sendable {
    init(_ fields: Fields) throws(VectorError)
}

package protocol ArchiveValues: Sendable {
    init(_ fields: Fields) throws(VectorError)
}

/// Cases of TestVectors/protocol/ratchet.json.
package struct RatchetVector: VectorCase {
    package enum Cipher: String, Sendable {
        case sotto
        case plain
    }

    package struct Sent: SentValues {
        package let header: [UInt8]
        package let message: [UInt8]
        package let messageKey: [UInt8]
        package let rootKey: [UInt8]
        package let chainKey: [UInt8]

        package init(_ fields: Fields) throws(VectorError) {
            header = try fields.hex("header")
            message = try fields.hex("message")
            messageKey = try fields.hex("message_key", 32)
            rootKey = try fields.hex("root_key", 32)
            chainKey = try fields.hex("chain_key", 32)
        }
    }

    package struct Archive: ArchiveValues {
        package let state: [UInt8]
        package let skipped: [UInt8]

        package init(_ fields: Fields) throws(VectorError) {
            state = try fields.hex("state", 246)
            skipped = try fields.hex("skipped")
        }
    }

    package let cipher: Cipher
    package let root: [UInt8]
    package let context: [UInt8]
    package let initiatorRatchetPrivate: [UInt8]
    package let responderRatchetPrivate: [UInt8]
    package let steps: [ConversationStep<Sent, Archive>]

    package static let suite = "ratchet"

    package init(_ fields: Fields) throws(VectorError) {
        guard let cipher = Cipher(rawValue: try fields.text("cipher")) else {
            throw VectorError("an unknown cipher")
        }
        self.cipher = cipher
        root = try fields.hex("root", 32)
        context = try fields.hex("context", 32)
        initiatorRatchetPrivate = try fields.hex("initiator_ratchet_private", 32)
        responderRatchetPrivate = try fields.hex("responder_ratchet_private", 32)
        steps = try fields.objects("steps") { f throws(VectorError) in try ConversationStep(f) }
    }
}

/// Cases of TestVectors/protocol/sessions.json.
package struct SessionVector: VectorCase {
    package struct Party: Sendable {
        package let identityPrivate: [UInt8]
        package let identity: [UInt8]
        package let user: [UInt8]
        package let device: UInt32
        package let registrationID: UInt32
        package let capabilities: UInt8

        init(_ fields: Fields) throws(VectorError) {
            identityPrivate = try fields.hex("identity_private", 32)
            identity = try fields.hex("identity", 33)
            user = try fields.hex("user")
            device = try fields.number("device")
            registrationID = try fields.number("registration_id")
            capabilities = try fields.number("capabilities")
        }
    }

    package struct OneTimePrekey: Sendable {
        package let id: UInt32
        package let privateKey: [UInt8]
        package let publicKey: [UInt8]

        init?(_ fields: Fields) throws(VectorError) {
            let id: UInt32? = try fields.optionalNumber("one_time_prekey_id")
            let privateKey = try fields.optionalHex("one_time_prekey_private", 32)
            let publicKey = try fields.optionalHex("one_time_prekey", 33)
            switch (id, privateKey, publicKey) {
            case (let id?, let privateKey?, let publicKey?):
                self.id = id
                self.privateKey = privateKey
                self.publicKey = publicKey
            case (nil, nil, nil): return nil
            default: throw VectorError("a part of the one-time prekey is missing")
            }
        }
    }

    package struct Prekeys: Sendable {
        package let signedPrekeyID: UInt32
        package let signedPrekeyPrivate: [UInt8]
        package let signedPrekey: [UInt8]
        package let createdAt: UInt64
        package let signatureRandom: [UInt8]
        package let signature: [UInt8]
        package let oneTimePrekey: OneTimePrekey?
        package let bundle: [UInt8]

        init(_ fields: Fields) throws(VectorError) {
            signedPrekeyID = try fields.number("signed_prekey_id")
            signedPrekeyPrivate = try fields.hex("signed_prekey_private", 32)
            signedPrekey = try fields.hex("signed_prekey", 33)
            createdAt = try fields.number("created_at")
            signatureRandom = try fields.hex("signature_random", 64)
            signature = try fields.hex("signature", 64)
            oneTimePrekey = try OneTimePrekey(fields)
            bundle = try fields.hex("bundle")
        }
    }

    package struct Export: Sendable {
        package let purpose: [UInt8]
        package let secret: [UInt8]
    }

    package struct Sent: SentValues {
        package let kind: UInt8
        package let message: [UInt8]
        package let messageKey: [UInt8]
        package let cipherKey: [UInt8]
        package let nonceKey: [UInt8]
        package let padded: [UInt8]

        package init(_ fields: Fields) throws(VectorError) {
            kind = try fields.number("kind")
            message = try fields.hex("message")
            messageKey = try fields.hex("message_key", 32)
            cipherKey = try fields.hex("cipher_key", 32)
            nonceKey = try fields.hex("nonce_key", 32)
            padded = try fields.hex("padded")
        }
    }

    package struct Archive: ArchiveValues {
        package let session: [UInt8]
        package let skipped: [UInt8]

        package init(_ fields: Fields) throws(VectorError) {
            session = try fields.hex("session")
            skipped = try fields.hex("skipped")
        }
    }

    package let initiator: Party
    package let responder: Party
    package let prekeys: Prekeys
    package let ephemeralPrivate: [UInt8]
    package let ephemeral: [UInt8]
    package let initiatorRatchetPrivate: [UInt8]
    /// DH1 to DH4, of which the last may be absent.
    package let agreements: [[UInt8]]
    package let handshakeSecret: [UInt8]
    package let transcript: [UInt8]
    package let rootKey: [UInt8]
    package let exporterSecret: [UInt8]
    package let selectorToResponder: [UInt8]
    package let selectorToInitiator: [UInt8]
    package let exports: [Export]
    package let steps: [ConversationStep<Sent, Archive>]

    package static let suite = "sessions"

    package init(_ fields: Fields) throws(VectorError) {
        let initiatorFields = try fields.object("initiator")
        initiator = try Party(initiatorFields)
        try initiatorFields.finish()
        let responderFields = try fields.object("responder")
        responder = try Party(responderFields)
        prekeys = try Prekeys(responderFields)
        try responderFields.finish()
        ephemeralPrivate = try fields.hex("ephemeral_private", 32)
        ephemeral = try fields.hex("ephemeral", 33)
        initiatorRatchetPrivate = try fields.hex("initiator_ratchet_private", 32)
        var agreements: [[UInt8]] = []
        for name in ["dh1", "dh2", "dh3"] { agreements.append(try fields.hex(name, 32)) }
        if let last = try fields.optionalHex("dh4", 32) { agreements.append(last) }
        self.agreements = agreements
        handshakeSecret = try fields.hex("handshake_secret", 32)
        transcript = try fields.hex("transcript", 32)
        rootKey = try fields.hex("root_key", 32)
        exporterSecret = try fields.hex("exporter_secret", 32)
        selectorToResponder = try fields.hex("selector_to_responder", 4)
        selectorToInitiator = try fields.hex("selector_to_initiator", 4)
        exports = try fields.objects("exports") { f throws(VectorError) in
            Export(purpose: try f.hex("purpose"), secret: try f.hex("secret", 32))
        }
        steps = try fields.objects("steps") { f throws(VectorError) in try ConversationStep(f) }
    }
}
