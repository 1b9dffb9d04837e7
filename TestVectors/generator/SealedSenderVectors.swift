import SottoCrypto
import SottoIdentity
import SottoSealedSender
import SottoServer

/// Values for `Specs/SealedSender.md` and for splitting.
enum SealedSenderVectors {
    static let now: UInt64 = 1_800_000_000_000
    static let day: UInt64 = 86_400_000

    static func cases() throws -> [JSONValue] {
        let mail = try Mail()
        return try [
            certificate("certificates", mail, try Address(user: "a user of 16 by.", device: 1)),
            certificate(
                "certificates, long user", mail,
                try Address(user: Inputs.bytes("long user", count: 255), device: .max)),
            certificate("certificates, short user", mail, try Address(user: [0], device: 1)),
            access(),
        ] + verifications(mail) + seals(mail) + openings(mail) + splits(mail)
    }

    /// A server, its certificate, and the devices that seal and open.
    struct Mail {
        let alice = try? Address(user: "alice", device: 1)
        let rootSeed = Inputs.bytes("trust root")
        let serverSeed = Inputs.bytes("server key")
        let root: TrustRoot
        let server: ServerCertificate
        let otherServer: ServerCertificate

        init() throws {
            root = try TrustRootKeyPair(seed: Inputs.secret("trust root")).trustRoot
            server = try Self.server("trust root", "server key")
            otherServer = try Self.server("another trust root", "another server key")
        }

        static func server(_ root: String, _ key: String) throws -> ServerCertificate {
            let key = try CertificateKeyPair(seed: Inputs.secret(key))
            let root = try TrustRootKeyPair(seed: Inputs.secret(root))
            return root.certificate(ServerCertificate.ID(3), for: key.publicKey)
        }

        func certificate(
            _ user: String, device: UInt32 = 1, lifetime: UInt64 = day, other: Bool = false
        ) throws -> SenderCertificate {
            let key = try CertificateKeyPair(
                seed: Inputs.secret(other ? "another server key" : "server key"))
            let issuer = try CertificateIssuer(key: key, certificate: other ? otherServer : server)
            return try issuer.certificate(
                for: try Address(user: user, device: device),
                identityKey: try IdentityKeyPair(Inputs.secret("\(user) identity")).publicKey, at: now,
                lifetime: lifetime)
        }

        func recipient(_ user: String, device: UInt32 = 1, registration: UInt32 = 77) throws
            -> SealedRecipient
        {
            guard let registration = RegistrationID(registration) else { throw AddressError.deviceZero }
            return SealedRecipient(
                address: try Address(user: user, device: device), registrationID: registration,
                identityKey: try IdentityKeyPair(Inputs.secret("\(user) identity")).publicKey)
        }
    }

    /// What is believed, and when.
    struct Belief {
        var roots: [TrustRoot]
        var known: [ServerCertificate]
        var revoked: [UInt32] = []
        var receivedAt: UInt64?
        var now = SealedSenderVectors.now

        init(_ mail: Mail, known: Bool = true) {
            roots = [mail.root]
            self.known = known ? [mail.server] : []
        }

        var trust: CertificateTrust {
            get throws {
                try CertificateTrust(
                    roots: roots, serverCertificates: known,
                    revoked: Set(revoked.map { ServerCertificate.ID($0) }))
            }
        }

        var fields: [(String, JSONValue)] {
            [
                ("roots", .array(roots.map { .hex($0.bytes) })),
                ("known", .array(known.map { .hex($0.bytes) })),
                ("revoked", .array(revoked.map { .number($0) })),
                ("received_at", receivedAt.map { .number($0) } ?? .null), ("now", .number(now)),
            ]
        }
    }

    static func verdict(_ body: () throws -> JSONValue) -> (String, JSONValue) {
        do { return ("accepted", try body()) } catch {
            return ("refused", .string(Refusal.name(ofSealed: error)))
        }
    }

    private static func certificate(_ id: String, _ mail: Mail, _ address: Address) throws -> JSONValue {
        let key = try CertificateKeyPair(seed: Inputs.secret("server key"))
        let issuer = try CertificateIssuer(key: key, certificate: mail.server)
        let identity = try IdentityKeyPair(Inputs.secret("alice identity")).publicKey
        let full = try issuer.certificate(for: address, identityKey: identity, at: now)
        return .object([
            ("id", .string(id)), ("kind", .string("certificate")), ("root_seed", .hex(mail.rootSeed)),
            ("server_seed", .hex(mail.serverSeed)), ("server_id", .number(mail.server.id.value)),
            ("user", .hex(address.user.bytes)), ("device", .number(address.device)),
            ("identity_key", .hex(identity.encoded)), ("expires_at", .number(full.expiresAt)),
            ("root", .hex(mail.root.bytes)), ("root_id", .string(mail.root.id.description)),
            ("server_certificate", .hex(mail.server.bytes)), ("full", .hex(full.bytes)),
            ("short", .hex(full.withoutServerCertificate.bytes)),
        ])
    }

    private static func access() throws -> JSONValue {
        let profile = try ProfileKey(Inputs.secret("profile key"))
        let key = profile.accessKey()
        return .object([
            ("id", .string("access key")), ("kind", .string("access")),
            ("profile_key", .hex(Inputs.bytes("profile key"))),
            ("access_key", .hex(key.exposeBytes().exposeBytes())), ("token", .hex(key.exposeToken())),
        ])
    }

    private static func splits(_ mail: Mail) throws -> [JSONValue] {
        let sent = try sent(mail, [mail.recipient("bob"), mail.recipient("bob", device: 2)])
        func entry(_ id: String, _ bytes: [UInt8]) -> JSONValue {
            .object([
                ("id", .string(id)), ("kind", .string("split")), ("sent", .hex(bytes)),
                verdict { .array(try SplitEnvelope(bytes).map { .hex($0.bytes) }) },
            ])
        }
        func with(_ index: Int, _ value: UInt8) -> [UInt8] {
            var copy = sent
            copy[index] = value
            return copy
        }
        return [
            entry("split", sent), entry("split: nothing", []), entry("split: suite 2", with(0, 2)),
            entry("split: the received form's kind", with(1, 5)),
            entry("split: E of another type", with(2, 4)), entry("split: E not canonical", with(34, 0xFF)),
            entry("split: no recipients", with(36, 0)), entry("split: more entries than bytes", with(35, 1)),
            entry("split: too many entries", with(35, 0x13) + [UInt8](repeating: 0, count: 8)),
            entry("split: device 0", with(44, 0)), entry("split: one device twice", with(44, 2)),
            entry("split: devices descend", with(44, 3)),
            entry("split: registration id 0", with(48, 0)),
            entry("split: something in the KEM slot", with(97, 1)),
            entry("split: content cut, which the server doesn't see", Array(sent.prefix(sent.count - 8))),
            entry("split: content too short", Array(sent.prefix(35 + 2 + 2 * 61 + 137))),
        ]
    }

    static func sent(_ mail: Mail, _ recipients: [SealedRecipient]) throws -> [UInt8] {
        try SealedSender.seal(
            [1], hint: 0, groupID: [], certificate: mail.certificate("alice"),
            identity: IdentityKeyPair(Inputs.secret("alice identity")), to: recipients,
            random: Inputs.secret("split random"))
    }
}

extension Refusal {
    /// The name of an envelope's or a certificate's fault in Specs/SealedSender.md.
    static func name(ofSealed error: any Error) -> String {
        let text: String
        switch error {
        case SealedSenderError.certificate(let fault): text = "\(fault)"
        default: text = "\(error)"
        }
        return String(text.prefix { $0 != "(" })
    }
}
