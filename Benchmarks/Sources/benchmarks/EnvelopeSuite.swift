import SottoCrypto
import SottoIdentity
import SottoSealedSender
import SottoServer

/// Sealed envelopes, under the same names as the floor's.
enum EnvelopeSuite {
    static func operations() throws -> [Operation] {
        let mail = try Mail()
        return [seal(mail), open(mail), openNew(mail), sealMany(mail), split(mail)]
    }

    private static func seal(_ mail: Mail) -> Operation {
        Operation(
            implementation: "sotto", name: "envelope-seal", wireBytes: mail.envelope.count,
            call: { _ in _ = try mail.seal() })
    }

    /// Of a sender whose certificate was checked before.
    private static func open(_ mail: Mail) -> Operation {
        let cache = CertificateCache()
        return Operation(
            implementation: "sotto", name: "envelope-open", wireBytes: mail.envelope.count,
            call: { _ in try mail.open(cache) })
    }

    /// Of a sender whose certificate is new.
    private static func openNew(_ mail: Mail) -> Operation {
        Operation(
            implementation: "sotto", name: "envelope-open-new", wireBytes: mail.envelope.count,
            call: { _ in try mail.open(CertificateCache()) })
    }

    /// The figure is per recipient.
    private static func sealMany(_ mail: Mail) -> Operation {
        Operation(
            implementation: "sotto", name: "envelope-seal-1000", largestBatch: 4, messages: 1_000,
            call: { _ in _ = try mail.sealMany() })
    }

    /// The figure is for all parts together.
    private static func split(_ mail: Mail) -> Operation {
        Operation(
            implementation: "sotto", name: "envelope-split-1000",
            prepare: { _ in _ = try mail.sentForm() },
            call: { _ in
                var byteCount = 0
                for part in try SplitEnvelope(mail.sentForm()) {
                    byteCount += part.head.count + part.body.count
                }
                guard byteCount > 0 else { throw BenchmarkError("nothing was split") }
            })
    }

    /// A sender, a recipient, and 999 more, with what they need.
    private final class Mail {
        private let sender: IdentityKeyPair
        private let recipient: IdentityKeyPair
        private let address: Address
        private let registrationID = RegistrationID.random()
        private let certificate: SenderCertificate
        private let trust: CertificateTrust
        /// Made when they are needed: 1,000 key pairs.
        private lazy var everybody = Self.thousand()
        /// As long as a session message of 256 bytes.
        private let message = Random.bytes(404)
        private let now: UInt64 = 1_800_000_000_000
        private(set) lazy var envelope = (try? seal()) ?? []

        init() throws {
            sender = try IdentityKeyPair()
            recipient = try IdentityKeyPair()
            address = try Address(user: "bob-has-sixteen!", device: 1)
            let root = TrustRootKeyPair()
            let key = CertificateKeyPair()
            let server = root.certificate(ServerCertificate.ID(1), for: key.publicKey)
            let issuer = try CertificateIssuer(key: key, certificate: server)
            certificate = try issuer.certificate(
                for: try Address(user: "alice-of-sixteen", device: 1), identityKey: sender.publicKey, at: now
            ).withoutServerCertificate
            trust = try CertificateTrust(roots: [root.trustRoot], serverCertificates: [server])
        }

        private static func thousand() -> [SealedRecipient] {
            (1...1_000).compactMap { number in
                guard let address = try? Address(user: "one-of-\(100_000_000 + number)", device: 1),
                    let identity = try? IdentityKeyPair()
                else { return nil }
                return SealedRecipient(
                    address: address, registrationID: .random(), identityKey: identity.publicKey)
            }
        }

        func seal() throws -> [UInt8] {
            return try SealedSender.seal(
                message, hint: .resendable, groupID: [], certificate: certificate, identity: sender,
                to: SealedRecipient(
                    address: address, registrationID: registrationID, identityKey: recipient.publicKey))
        }

        func sealMany() throws -> [UInt8] {
            return try SealedSender.seal(
                message, hint: .resendable, groupID: [], certificate: certificate, identity: sender,
                to: everybody)
        }

        private var sent: [UInt8] = []

        /// An envelope for everybody, made once.
        func sentForm() throws -> [UInt8] {
            if sent.isEmpty { sent = try sealMany() }
            return sent
        }

        func open(_ cache: CertificateCache) throws {
            _ = try SealedSender.open(
                envelope, identity: recipient, address: address, registrationID: registrationID, trust: trust,
                receivedAt: nil, now: now, cache: cache)
        }
    }
}
