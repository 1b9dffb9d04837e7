internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoRatchet
internal import SottoSessions
internal import TestVectors

/// One device with at most one session.
final class SessionParty: ConversationParty {
    private final class Box {
        var session: Session
        init(_ session: consuming Session) { self.session = session }
    }

    private let own: Address
    private let prekeys: PrekeyOwner?
    private var peer: Address?
    private var box: Box?
    private var lastMessage: [UInt8] = []

    init(_ session: consuming Session, with peer: Address, own: Address) {
        self.own = own
        self.peer = peer
        prekeys = nil
        box = Box(session)
    }

    init(answering prekeys: PrekeyOwner, own: Address) {
        self.own = own
        self.prekeys = prekeys
    }

    var stored: [[UInt8]] {
        guard let archive = box?.session.archive() else { return [] }
        return [archive.session.exposeBytes(), archive.skipped.exposeBytes()]
    }

    func seal(_ content: [UInt8], freshKey: () -> X25519.PrivateKey) throws -> [UInt8] {
        guard let box else { throw UsageFault.cannotSendYet }
        lastMessage = try box.session.seal(content, freshKey: freshKey)
        return lastMessage
    }

    func check(
        _ sent: SessionVector.Sent, of content: [UInt8], freshPrivate: [UInt8]?, before: [[UInt8]]
    ) throws {
        try compare("message", lastMessage, sent.message)
        try compare("kind", lastMessage[1], sent.kind)
        try compare("padded", pad(content), sent.padded)
        // The state of DR-14 stands in the stored session from byte 101 on.
        let ratchet = try StoredRatchet(Array(before[0][101..<347]))
        let step = BLAKE2bChainKDF.step(try ratchet.chainKeyOfNextMessage(freshPrivate: freshPrivate))
        try compare("message_key", step.duplicate(of: 32..<64), sent.messageKey)
        let keys = try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoMK1"), from: step, at: 32)
        try compare("cipher_key", keys.duplicate(of: 0..<32), sent.cipherKey)
        try compare("nonce_key", keys.duplicate(of: 32..<64), sent.nonceKey)
    }

    /// Rules SM-8, HS-8, HS-9, HS-11.
    func open(_ bytes: [UInt8], at instant: UInt64) throws -> [UInt8] {
        let received = try ReceivedBytes(bytes)
        let isOurs = box.map { $0.session.incomingSelector == received.selector } ?? false
        guard let part = received.handshake else {
            guard let box, isOurs, let peer else { throw PeerFault.noSession }
            return try open(bytes, in: box, of: peer, at: instant)
        }
        let sender = part.device.address
        if let box, isOurs, sender == peer { return try open(bytes, in: box, of: sender, at: instant) }
        if let box, sender.user == peer?.user, box.session.theirIdentityKey != part.identityKey {
            throw CaseRefusal("identityChanged")
        }
        guard let prekeys else { throw PeerFault.signedPrekeyUnknown }
        let fresh = Box(try prekeys.answer(part))
        guard fresh.session.incomingSelector == received.selector else { throw PeerFault.malformed }
        let content = try open(bytes, in: fresh, of: sender, at: instant)
        if part.oneTimePrekeyID != nil { prekeys.deleteOneTimePrekey() }
        (box, peer) = (fresh, sender)
        return content
    }

    private func open(
        _ bytes: [UInt8], in box: Box, of sender: Address, at instant: UInt64
    ) throws -> [UInt8] {
        try box.session.open(bytes, at: instant, betweenOwnDevices: sender.user == own.user).content
    }

    func check(_ archive: SessionVector.Archive) throws {
        guard let box else { throw CaseFailure("there is no session yet") }
        try compare("session", stored.first ?? [], archive.session)
        try compare("skipped", stored.last ?? [], archive.skipped)
        box.session = try Session.restored(
            from: SessionArchive(session: secret(archive.session), skipped: secret(archive.skipped)))
        try compare("session (restored)", stored.first ?? [], archive.session)
        try compare("skipped (restored)", stored.last ?? [], archive.skipped)
    }

    func export(_ purpose: [UInt8]) throws -> [UInt8] {
        guard let box else { throw CaseFailure("there is no session yet") }
        return try box.session.exportSecret(for: purpose).exposeBytes()
    }
}
