internal import SottoCrypto
internal import TestVectors

/// One side of a conversation that is played step by step.
protocol ConversationParty: AnyObject {
    associatedtype Sent: SentValues
    associatedtype Archive: ArchiveValues

    /// The message, with the new ratchet key pair from `freshKey`.
    func seal(_ content: [UInt8], freshKey: () -> X25519.PrivateKey) throws -> [UInt8]
    /// Compares what a message says and came from; `before` is what was stored before it.
    func check(_ sent: Sent, of content: [UInt8], freshPrivate: [UInt8]?, before: [[UInt8]]) throws
    func open(_ bytes: [UInt8], at instant: UInt64) throws -> [UInt8]
    /// Compares the archive and restores from it.
    func check(_ archive: Archive) throws
    /// A secret for other uses.
    func export(_ purpose: [UInt8]) throws -> [UInt8]
    /// Every byte that is stored.
    var stored: [[UInt8]] { get }
}

/// Plays the steps, and checks after a refusal that every stored byte is what it was.
///
/// Rule DR-8.
final class Conversation<Party: ConversationParty> {
    private let parties: [ConversationRole: Party]
    private var messages: [[UInt8]] = []

    init(initiator: Party, responder: Party) { parties = [.initiator: initiator, .responder: responder] }

    func play(_ steps: [ConversationStep<Party.Sent, Party.Archive>]) throws {
        for (index, step) in steps.enumerated() {
            do { try play(step) } catch { throw CaseFailure("step \(index): \(error)") }
        }
    }

    private func play(_ step: ConversationStep<Party.Sent, Party.Archive>) throws {
        switch step {
        case .send(let role, let freshPrivate, let content, let outcome):
            try send(from: try party(role), content, freshPrivate, outcome)
        case .deliver(let role, let index, let instant, let content):
            guard messages.indices.contains(index) else {
                throw CaseFailure("message \(index) wasn't sent yet")
            }
            try deliver(messages[index], to: try party(role), at: instant, content)
        case .deliverBytes(let role, let bytes, let instant, let reason):
            try deliver(bytes, to: try party(role), at: instant, .refused(reason))
        case .archive(let role, let archive):
            try party(role).check(archive)
        case .export(let purpose, let secret):
            for party in parties.values { try compare("secret", party.export(purpose), secret) }
        }
    }

    private func party(_ role: ConversationRole) throws -> Party {
        guard let party = parties[role] else { throw CaseFailure("no \(role)") }
        return party
    }

    private var stored: [[[UInt8]]] {
        [ConversationRole.initiator, .responder].map { parties[$0]?.stored ?? [] }
    }

    private func send(
        from party: Party, _ content: [UInt8], _ freshPrivate: [UInt8]?, _ outcome: Outcome<Party.Sent>
    ) throws {
        let before = stored
        let partyBefore = party.stored
        var isFreshKeyUsed = false
        let seal = {
            try party.seal(content) {
                isFreshKeyUsed = true
                // A key of the file has 32 bytes; a missing one shows in the message.
                guard let freshPrivate, let key = try? X25519.PrivateKey(secret(freshPrivate)) else {
                    return X25519.PrivateKey()
                }
                return key
            }
        }
        switch outcome {
        case .accepted(let sent):
            messages.append(try seal())
            try compare("fresh_private in use", isFreshKeyUsed, freshPrivate != nil)
            try party.check(sent, of: content, freshPrivate: freshPrivate, before: partyBefore)
        case .refused(let reason):
            try checkRefused(reason, seal)
            try compare("what is stored after a refusal", stored, before)
        }
    }

    private func deliver(
        _ bytes: [UInt8], to party: Party, at instant: UInt64, _ outcome: Outcome<[UInt8]>
    ) throws {
        let before = stored
        try compare("content", outcome) { try party.open(bytes, at: instant) }
        if case .refused = outcome { try compare("what is stored after a refusal", stored, before) }
    }
}

/// The secrets in a stored ratchet state, by the offsets of DR-14.
struct StoredRatchet {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws {
        guard bytes.count == 246 else { throw CaseFailure("a stored ratchet of \(bytes.count) bytes") }
        self.bytes = bytes
    }

    var rootKey: [UInt8] { Array(bytes[4..<36]) }
    var sendingChainKey: [UInt8] { Array(bytes[132..<164]) }

    /// The key of the sending chain before the next message: the stored one, or that of a root step.
    ///
    /// Rule DR-1.
    func chainKeyOfNextMessage(freshPrivate: [UInt8]?) throws -> SecretBytes {
        guard let freshPrivate else { return secret(sendingChainKey) }
        let shared = try X25519.PrivateKey(secret(freshPrivate)).sharedSecret(
            with: X25519.PublicKey(Array(bytes[100..<132])))
        let (salt, info) = (rootKey, Array("Sotto/1 root step".utf8))
        let output = try HKDFSHA256.derive(from: shared, salt: salt.span, info: info.span, byteCount: 64)
        return output.duplicate(of: 32..<64)
    }
}
