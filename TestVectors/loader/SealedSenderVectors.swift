/// Cases of TestVectors/protocol/sealed-sender.json.
package enum SealedSenderVector: VectorCase {
    case certificate(Certificates)
    case access(profileKey: [UInt8], accessKey: [UInt8], token: [UInt8])
    case verify(certificate: [UInt8], Belief, Outcome<Sender>)
    case seal(Sealing)
    case open(Opening, envelope: [UInt8], Belief, Outcome<Opened>)
    case split(sent: [UInt8], Outcome<[[UInt8]]>)

    package static let suite = "sealed-sender"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "certificate", "access", "verify", "seal", "open", "split") {
        case "certificate": self = .certificate(try Certificates(fields))
        case "access":
            self = .access(
                profileKey: try fields.hex("profile_key", 32), accessKey: try fields.hex("access_key", 16),
                token: try fields.hex("token", 18))
        case "verify":
            self = .verify(
                certificate: try fields.hex("certificate"), try Belief(fields),
                try Outcome(fields) { f throws(VectorError) in
                    let accepted = try f.object("accepted")
                    let sender = try Sender(accepted)
                    try accepted.finish()
                    return sender
                })
        case "seal": self = .seal(try Sealing(fields))
        case "open":
            self = .open(
                try Opening(fields), envelope: try fields.hex("envelope"), try Belief(fields),
                try Outcome(fields) { f throws(VectorError) in
                    let accepted = try f.object("accepted")
                    let opened = try Opened(accepted)
                    try accepted.finish()
                    return opened
                })
        default:
            self = .split(
                sent: try fields.hex("sent"),
                try Outcome(fields) { f throws(VectorError) in try f.hexArray("accepted") })
        }
    }
}

extension SealedSenderVector {
    /// What an issuer makes of its keys.
    package struct Certificates: Sendable {
        package let rootSeed, serverSeed: [UInt8]
        package let serverID: UInt32
        package let address: AddressValue
        package let identityKey: [UInt8]
        package let expiresAt: UInt64
        package let root, rootID, serverCertificate, full, short: [UInt8]

        init(_ fields: Fields) throws(VectorError) {
            rootSeed = try fields.hex("root_seed", 32)
            serverSeed = try fields.hex("server_seed", 32)
            serverID = try fields.number("server_id")
            address = AddressValue(user: try fields.hex("user"), device: try fields.number("device"))
            identityKey = try fields.hex("identity_key", 33)
            expiresAt = try fields.number("expires_at")
            root = try fields.hex("root", 32)
            rootID = try fields.hex("root_id", 8)
            serverCertificate = try fields.hex("server_certificate", 110)
            full = try fields.hex("full")
            short = try fields.hex("short")
        }
    }

    /// What is believed of certificates, and when.
    package struct Belief: Sendable {
        package let roots: [[UInt8]]
        package let known: [[UInt8]]
        package let revoked: [UInt32]
        package let receivedAt: UInt64?
        package let now: UInt64

        init(_ fields: Fields) throws(VectorError) {
            roots = try fields.hexArray("roots")
            known = try fields.hexArray("known")
            revoked = try fields.numberArray("revoked")
            receivedAt = try fields.optionalNumber("received_at")
            now = try fields.number("now")
        }
    }

    /// Whom a checked certificate names.
    package struct Sender: Hashable, Sendable {
        package let address: AddressValue
        package let identityKey: [UInt8]
        package let expiresAt: UInt64

        package init(address: AddressValue, identityKey: [UInt8], expiresAt: UInt64) {
            self.address = address
            self.identityKey = identityKey
            self.expiresAt = expiresAt
        }

        init(_ fields: Fields) throws(VectorError) {
            address = AddressValue(user: try fields.hex("user"), device: try fields.number("device"))
            identityKey = try fields.hex("identity_key", 33)
            expiresAt = try fields.number("expires_at")
        }
    }

    /// A device that an envelope is for.
    package struct Recipient: Sendable {
        package let address: AddressValue
        package let registrationID: UInt32
        package let identityKey: [UInt8]
    }

    /// What goes into an envelope, and what it is then.
    package struct Sealing: Sendable {
        package let senderPrivate, certificate: [UInt8]
        package let hint: UInt8
        package let groupID, message, random: [UInt8]
        package let recipients: [Recipient]
        package let sent: [UInt8]
        package let received: [[UInt8]]

        init(_ fields: Fields) throws(VectorError) {
            senderPrivate = try fields.hex("sender_private", 32)
            certificate = try fields.hex("certificate")
            hint = try fields.number("hint")
            groupID = try fields.hex("group_id")
            message = try fields.hex("message")
            random = try fields.hex("random", 32)
            recipients = try fields.objects("recipients") { f throws(VectorError) in
                Recipient(
                    address: AddressValue(user: try f.hex("user"), device: try f.number("device")),
                    registrationID: try f.number("registration_id"),
                    identityKey: try f.hex("identity_key", 33))
            }
            sent = try fields.hex("sent")
            received = try fields.hexArray("received")
        }
    }

    /// Who opens.
    package struct Opening: Sendable {
        package let privateKey: [UInt8]
        package let address: AddressValue
        package let registrationID: UInt32

        init(_ fields: Fields) throws(VectorError) {
            privateKey = try fields.hex("recipient_private", 32)
            address = AddressValue(user: try fields.hex("user"), device: try fields.number("device"))
            registrationID = try fields.number("registration_id")
        }
    }

    /// What an envelope holds.
    package struct Opened: Hashable, Sendable {
        package let sender: AddressValue
        package let identityKey: [UInt8]
        package let hint: UInt8
        package let groupID, message: [UInt8]

        package init(
            sender: AddressValue, identityKey: [UInt8], hint: UInt8, groupID: [UInt8], message: [UInt8]
        ) {
            self.sender = sender
            self.identityKey = identityKey
            self.hint = hint
            self.groupID = groupID
            self.message = message
        }

        init(_ fields: Fields) throws(VectorError) {
            sender = AddressValue(user: try fields.hex("user"), device: try fields.number("device"))
            identityKey = try fields.hex("identity_key", 33)
            hint = try fields.number("hint")
            groupID = try fields.hex("group_id")
            message = try fields.hex("message")
        }
    }
}
