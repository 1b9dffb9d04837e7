import SottoCrypto
import SottoIdentity
import SottoSealedSender
import SottoServer

extension SealedSenderVectors {
    static func verifications(_ mail: Mail) throws -> [JSONValue] {
        let full = try mail.certificate("alice")
        let short = full.withoutServerCertificate
        func entry(
            _ id: String, _ bytes: [UInt8], known: Bool = true, _ change: (inout Belief) -> Void = { _ in }
        ) -> JSONValue {
            var belief = Belief(mail, known: known)
            change(&belief)
            return .object(
                [
                    ("id", .string("verify: " + id)), ("kind", .string("verify")),
                    ("certificate", .hex(bytes)),
                ] + belief.fields + [
                    verdict {
                        let certificate = try belief.trust.verify(
                            try SenderCertificate(bytes), receivedAt: belief.receivedAt, now: belief.now,
                            cache: CertificateCache())
                        return .object([
                            ("user", .hex(certificate.address.user.bytes)),
                            ("device", .number(certificate.address.device)),
                            ("identity_key", .hex(certificate.identityKey.encoded)),
                            ("expires_at", .number(certificate.certificate.expiresAt)),
                        ])
                    }
                ])
        }
        func with(_ bytes: [UInt8], _ index: Int, _ value: UInt8) -> [UInt8] {
            var copy = bytes
            copy[index] = value
            return copy
        }
        let end = full.bytes.count - 1
        let expiry = full.expiresAt
        let long = try mail.certificate("alice", lifetime: 6 * day)
        let another = try mail.certificate("alice", other: true)
        return [
            entry("server certificate inside", full.bytes, known: false),
            entry("server certificate known", short.bytes),
            entry("server certificate inside and known", full.bytes),
            entry("server certificate unknown", short.bytes, known: false),
            entry("no roots", full.bytes) { $0.roots = [] },
            entry("another root", another.bytes, known: false),
            entry("a number known with another key", another.bytes) {
                $0.roots.append(TrustRoot(publicKey: mail.otherServer.publicKey))
            },
            entry("two known ones with a number", full.bytes) { $0.known.append(mail.otherServer) },
            entry("revoked", short.bytes) { $0.revoked = [3] },
            entry("revoked, inside", full.bytes, known: false) { $0.revoked = [2, 3] },
            entry("another one revoked", short.bytes) { $0.revoked = [4] },
            entry("signature changed", with(full.bytes, end, full.bytes[end] ^ 1)),
            entry(
                "server certificate's signature changed", with(full.bytes, end - 64, full.bytes[end - 64] ^ 1)
            ),
            entry("user changed", with(full.bytes, 3, 0x62)),
            entry("a millisecond before its expiry", short.bytes) {
                $0.receivedAt = expiry - 1; $0.now = expiry
            },
            entry("at its expiry", short.bytes) {
                $0.receivedAt = expiry; $0.now = expiry
            },
            entry("without the server's time", short.bytes) { $0.now = expiry },
            entry("30 days later", short.bytes) {
                $0.receivedAt = now; $0.now = expiry - 1 + 30 * day
            },
            entry("more than 30 days later", short.bytes) {
                $0.receivedAt = now; $0.now = expiry + 30 * day
            },
            entry("server 10 minutes ahead", short.bytes) {
                $0.receivedAt = expiry; $0.now = expiry - 600_000
            },
            entry("server more than 10 minutes ahead", short.bytes) {
                $0.receivedAt = expiry + day; $0.now = expiry - 600_001
            },
            entry("7 days before its expiry", long.bytes) { $0.receivedAt = now - day },
            entry("more than 7 days before its expiry", long.bytes) { $0.receivedAt = now - day - 1 },
            entry("nothing", []), entry("suite 2", with(short.bytes, 0, 2)),
            entry("kind of the server certificate", with(short.bytes, 1, 8)),
            entry("identity key of another type", with(short.bytes, 12, 6)),
            entry("flag 2", with(short.bytes, 53, 2)), entry("cut", Array(short.bytes.dropLast())),
            entry("something behind", short.bytes + [0]),
        ]
    }

    static func seals(_ mail: Mail) throws -> [JSONValue] {
        func entry(
            _ id: String, _ message: [UInt8], hint: UInt8 = 0, groupID: [UInt8] = [], full: Bool = false,
            _ recipients: [SealedRecipient]
        ) throws -> JSONValue {
            let certificate = try mail.certificate("alice")
            let sent = try SealedSender.seal(
                message, hint: hint, groupID: groupID,
                certificate: full ? certificate : certificate.withoutServerCertificate,
                identity: try IdentityKeyPair(Inputs.secret("alice identity")), to: recipients,
                random: Inputs.secret("random of \(id)"))
            return .object([
                ("id", .string("seal: " + id)), ("kind", .string("seal")),
                ("sender_private", .hex(Inputs.bytes("alice identity"))),
                ("certificate", .hex((full ? certificate : certificate.withoutServerCertificate).bytes)),
                ("hint", .number(UInt64(hint))), ("group_id", .hex(groupID)), ("message", .hex(message)),
                ("random", .hex(Inputs.bytes("random of \(id)"))),
                (
                    "recipients",
                    .array(
                        recipients.map {
                            .object([
                                ("user", .hex($0.address.user.bytes)), ("device", .number($0.address.device)),
                                ("registration_id", .number($0.registrationID.value)),
                                ("identity_key", .hex($0.identityKey.encoded)),
                            ])
                        })
                ),
                ("sent", .hex(sent)), ("received", .array(try SplitEnvelope(sent).map { .hex($0.bytes) })),
            ])
        }
        let three = try [
            mail.recipient("carol", registration: 9), mail.recipient("bob", device: 256, registration: 1),
            mail.recipient("bob", device: 2, registration: .max),
        ]
        return try [
            entry("one recipient", Inputs.bytes("message", count: 100), [mail.recipient("bob")]),
            entry(
                "one byte", [0], hint: 2, groupID: Inputs.bytes("group", count: 64), full: true,
                [mail.recipient("bob")]),
            entry(
                "three recipients, unsorted", Inputs.bytes("message", count: 300), hint: 1, groupID: [1],
                three),
            entry("an unknown hint", [1, 2], hint: 200, [mail.recipient("alice", device: 2)]),
        ]
    }

    static func openings(_ mail: Mail) throws -> [JSONValue] {
        let bob = try mail.recipient("bob")
        func seal(_ certificate: SenderCertificate, to recipient: SealedRecipient, hint: UInt8 = 1) throws
            -> [UInt8]
        {
            try SealedSender.seal(
                Inputs.bytes("message", count: 40), hint: hint, groupID: [7], certificate: certificate,
                identity: IdentityKeyPair(Inputs.secret("alice identity")), to: recipient,
                random: Inputs.secret("open random"))
        }
        func entry(
            _ id: String, _ bytes: [UInt8], as recipient: SealedRecipient? = nil, name: String = "bob",
            _ change: (inout Belief) -> Void = { _ in }
        ) throws -> JSONValue {
            var belief = Belief(mail)
            change(&belief)
            let recipient = recipient ?? bob
            let identity = try IdentityKeyPair(Inputs.secret("\(name) identity"))
            let result = verdict {
                let opened = try SealedSender.open(
                    bytes, identity: identity, address: recipient.address,
                    registrationID: recipient.registrationID, trust: belief.trust,
                    receivedAt: belief.receivedAt, now: belief.now, cache: CertificateCache())
                return .object([
                    ("user", .hex(opened.certificate.address.user.bytes)),
                    ("device", .number(opened.certificate.address.device)),
                    ("identity_key", .hex(opened.certificate.identityKey.encoded)),
                    ("hint", .number(UInt64(opened.hint.rawValue))), ("group_id", .hex(opened.groupID)),
                    ("message", .hex(opened.message)),
                ])
            }
            return .object(
                [
                    ("id", .string("open: " + id)), ("kind", .string("open")),
                    ("recipient_private", .hex(Inputs.bytes("\(name) identity"))),
                    ("user", .hex(recipient.address.user.bytes)),
                    ("device", .number(recipient.address.device)),
                    ("registration_id", .number(recipient.registrationID.value)), ("envelope", .hex(bytes)),
                ] + belief.fields + [result])
        }
        let certificate = try mail.certificate("alice")
        let bytes = try seal(certificate.withoutServerCertificate, to: bob)
        func flipped(_ index: Int) -> [UInt8] {
            var copy = bytes
            copy[index] ^= 1
            return copy
        }
        let fromSecond = try seal(mail.certificate("alice", device: 2), to: mail.recipient("alice"))
        return try [
            entry("sealed for this device", bytes),
            entry("server certificate inside", seal(certificate, to: bob)) { $0.known = [] },
            entry("an unknown hint", seal(certificate, to: bob, hint: 3)),
            entry("from the user's other device", fromSecond, as: mail.recipient("alice"), name: "alice"),
            entry(
                "from the user's other device, at that device", fromSecond,
                as: mail.recipient("alice", device: 2), name: "alice"),
            entry("for another user", bytes, as: mail.recipient("carol"), name: "carol"),
            entry("for another device", bytes, as: mail.recipient("bob", device: 2)),
            entry("for another registration", bytes, as: mail.recipient("bob", registration: 78)),
            entry("E changed", flipped(10)), entry("C changed", flipped(35)),
            entry("tag changed", flipped(67)),
            entry("content changed", flipped(84)), entry("content's tag changed", flipped(bytes.count - 1)),
            entry("KEM slot used", flipped(83)), entry("E of another type", flipped(2)),
            entry("suite 0", flipped(0)), entry("another kind", flipped(1)), entry("nothing", []),
            entry("cut", Array(bytes.dropLast())),
            entry("cut to less than a content", Array(bytes.prefix(84 + 137))),
            entry("no roots", bytes) { $0.roots = [] },
            entry("server certificate unknown", bytes) { $0.known = [] },
            entry("revoked", bytes) { $0.revoked = [3] },
            entry("expired", bytes) { $0.now = certificate.expiresAt },
            entry("expired since", bytes) {
                $0.now = certificate.expiresAt
                $0.receivedAt = certificate.expiresAt - 1
            },
            entry("expired and changed", flipped(70)) { $0.now = certificate.expiresAt },
        ]
    }
}
