import SottoCrypto
import SottoIdentity
import SottoRatchet
import SottoSafetyNumbers
import SottoSessions

/// The operations of the Swift implementation, under the same names as the floor's.
///
/// Messages go through ``Session``: with padding, headers and parsing, as they would go over a wire.
enum SottoSuite {
    static func operations() throws -> [Operation] {
        try inChain() + [roundTrip()] + establish() + skipped() + parts()
    }

    private static let contentByteCounts = [32, 256, 1024, 16384]

    private static func inChain() throws -> [Operation] {
        let start = try Conversation.start(inChain: true)
        let encrypt = try contentByteCounts.map { byteCount in
            let live = Live(try start.resumed())
            let content = Random.bytes(byteCount)
            return Operation(
                implementation: "sotto", name: "encrypt-\(byteCount)",
                wireBytes: try start.wireByteCount(content),
                prepare: { _ in try live.resume(start) },
                call: { _ in _ = try live.sealByAlice(content) })
        }
        let decrypt = try contentByteCounts.map { byteCount in
            let live = Live(try start.resumed())
            let content = Random.bytes(byteCount)
            return Operation(
                implementation: "sotto", name: "decrypt-\(byteCount)",
                wireBytes: try start.wireByteCount(content), largestBatch: 128,
                prepare: { count in
                    try live.resume(start)
                    live.messages = try (0..<count).map { _ in try live.sealByAlice(content) }
                },
                call: { try live.openByBob(live.messages[$0]) })
        }
        return encrypt + decrypt
    }

    private static func roundTrip() throws -> Operation {
        let start = try Conversation.start(inChain: false)
        let live = Live(try start.resumed())
        let content = Random.bytes(256)
        return Operation(
            implementation: "sotto", name: "round-trip-256",
            wireBytes: 2 * (try start.wireByteCount(content)),
            prepare: { _ in try live.resume(start) },
            call: { _ in
                try live.openByBob(try live.sealByAlice(content))
                try live.openByAlice(try live.sealByBob(content))
            })
    }

    private static func establish() throws -> [Operation] {
        let parties = try Parties()
        let content = Random.bytes(32)
        let first = try parties.initiate(content).message
        return [
            Operation(
                implementation: "sotto", name: "establish", wireBytes: first.count,
                call: { _ in _ = try parties.respond(to: try parties.initiate(content).message) }),
            Operation(
                implementation: "sotto", name: "establish-initiator", wireBytes: first.count,
                call: { _ in _ = try parties.initiate(content) }),
            Operation(
                implementation: "sotto", name: "establish-responder", wireBytes: first.count,
                call: { _ in _ = try parties.respond(to: first) }),
        ]
    }

    private static func skipped() throws -> [Operation] {
        [try firstAfterSkipped()] + [try skippedOpen(kept: 1000), try skippedOpen(kept: 2000)]
    }

    private static func firstAfterSkipped() throws -> Operation {
        let start = try Conversation.start(inChain: true)
        var sender = try start.resumed()
        var last: [UInt8] = []
        for _ in 0...1000 { last = try sender.alice.seal(Random.bytes(256)) }
        let message = last
        let receivers = Receivers()
        return Operation(
            implementation: "sotto", name: "skip-1000", wireBytes: message.count, largestBatch: 16,
            prepare: { count in receivers.all = try (0..<count).map { _ in Live(try start.resumed()) } },
            call: { try receivers.all[$0].openByBob(message) })
    }

    private static func skippedOpen(kept: Int) throws -> Operation {
        let live = Live(try Conversation.start(inChain: true).resumed())
        live.messages = try (0..<kept).map { _ in try live.sealByAlice(Random.bytes(256)) }
        try live.openByBob(try live.sealByAlice(Random.bytes(256)))
        let before = live.stored()
        return Operation(
            implementation: "sotto", name: kept == 1000 ? "skipped-open" : "skipped-open-\(kept)",
            wireBytes: live.messages[kept - 1].count, largestBatch: 1000,
            prepare: { _ in try live.resume(before) },
            call: { try live.openByBob(live.messages[$0]) })
    }

    private static func parts() throws -> [Operation] {
        let signer = Signer(try XEdDSA.PrivateKey())
        let message = Random.bytes(Int(signedByteCount))
        let signature = signer.key.sign(message.span)
        let steps = try Steps()
        return [
            Operation(
                implementation: "sotto", name: "sign",
                call: { _ in _ = signer.key.sign(message.span) }),
            Operation(
                implementation: "sotto", name: "verify",
                call: { _ in
                    guard XEdDSA.isValid(signature.span, for: message.span, by: signer.key.publicKey) else {
                        throw BenchmarkError("a signature of our own does not verify")
                    }
                }),
            Operation(
                implementation: "sotto", name: "key-pair",
                call: { _ in _ = X25519.PrivateKey() }),
            Operation(implementation: "sotto", name: "root-step", call: { _ in steps.root() }),
            Operation(implementation: "sotto", name: "chain-step", call: { _ in steps.chain() }),
            safetyNumber(try IdentityKeyPair().publicKey, try IdentityKeyPair().publicKey),
        ]
    }

    /// The digits of two keys and two users of 16 bytes.
    private static func safetyNumber(
        _ ours: IdentityPublicKey, _ theirs: IdentityPublicKey
    ) -> Operation {
        Operation(
            implementation: "sotto", name: "safety-number",
            call: { _ in
                let number = SafetyNumber(
                    ours: Fingerprint(of: ours, user: DevicePair.Side.alice.user),
                    theirs: Fingerprint(of: theirs, user: DevicePair.Side.bob.user))
                guard number.digits.utf8.count == 60 else { throw BenchmarkError("a number has 60 digits") }
            })
    }

    /// The length of the list that a prekey signature covers, for a user of 16 bytes.
    private static let signedByteCount = 136
}

/// Holds a conversation for closures to change, and messages on their way.
///
/// One thread uses it. The check that no two do at once is the holder's and not the session's, so it is
/// left out of what is measured.
private final class Live {
    var messages: [[UInt8]] = []
    @exclusivity(unchecked) private var conversation: Conversation

    init(_ conversation: consuming Conversation) { unsafe self.conversation = conversation }

    func resume(_ stored: StoredConversation) throws { unsafe conversation = try stored.resumed() }

    func stored() -> StoredConversation { unsafe StoredConversation(conversation) }

    func sealByAlice(_ content: [UInt8]) throws -> [UInt8] { unsafe try conversation.alice.seal(content) }

    func sealByBob(_ content: [UInt8]) throws -> [UInt8] { unsafe try conversation.bob.seal(content) }

    func openByAlice(_ message: [UInt8]) throws {
        _ = unsafe try conversation.alice.open(message, at: Conversation.instant)
    }

    func openByBob(_ message: [UInt8]) throws {
        _ = unsafe try conversation.bob.open(message, at: Conversation.instant)
    }
}

private final class Receivers {
    var all: [Live] = []
}

private final class Signer {
    let key: XEdDSA.PrivateKey

    init(_ key: consuming XEdDSA.PrivateKey) { self.key = key }
}

/// The two key derivations of the ratchet, by themselves.
private final class Steps {
    private var chainKey = SecretBytes.random(byteCount: 32)
    private var rootKey: RootKey
    private let sharedSecret = SecretBytes.random(byteCount: 32)

    init() throws { rootKey = try RootKey(SecretBytes.random(byteCount: 32)) }

    func chain() { chainKey = BLAKE2bChainKDF.step(chainKey) }

    func root() { rootKey = rootKey.advanced(by: sharedSecret).takeRootKey() }
}
