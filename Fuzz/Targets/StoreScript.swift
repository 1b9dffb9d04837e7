import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions

/// Two stores and a hostile network between them, driven by a script: sessions start on either side, cross,
/// and repeat prekeys.
///
/// Rules HS-8 to HS-11, SM-4, SM-8 to SM-11.
struct StoreScript {
    struct Mail {
        let bytes: [UInt8]
        let content: [UInt8]
        let transcript: HandshakeTranscript
        var isOpened = false
    }

    /// What is known of one session from outside.
    struct Known {
        let initiator: Int
        let signedPrekey: PrekeyID
        let oneTimePrekey: PrekeyID?
        var isAnswered = false
    }

    final class Side {
        let store: InMemorySessionStore
        var outbox: [Mail] = []
        var usedPrekeys: Set<PrekeyID> = []
        var deletedPrekeys: Set<PrekeyID> = []
        var lastBundle: PrekeyBundle?

        init(_ store: InMemorySessionStore) { self.store = store }
    }

    private static let mostSteps = 120
    /// One in use and five others: none is dropped.
    private static let mostSessions = 6
    private static let mostWaiting = 48

    private let sides: [Side]
    private let stranger: InMemorySessionStore
    private var known: [HandshakeTranscript: Known] = [:]
    private var script: Script
    private var now = Fixed.now
    private var contentNumber: UInt8 = 0

    static func run(_ bytes: [UInt8]) throws {
        var run = try StoreScript(bytes)
        for _ in 0..<mostSteps where !run.script.isAtEnd { try run.step() }
        try run.finish()
    }

    private init(_ bytes: [UInt8]) throws {
        script = Script(bytes)
        let isOneUser = script.next() & 1 == 1
        let bob = try Address(user: isOneUser ? "alice" : "bob", device: 2)
        sides = [
            Side(
                InMemorySessionStore(
                    identity: try Fixed.identity(1), address: try Address(user: "alice", device: 1))),
            Side(InMemorySessionStore(identity: try Fixed.identity(isOneUser ? 1 : 2), address: bob)),
        ]
        // Claims to be Bob's device, with an identity key of its own.
        stranger = InMemorySessionStore(identity: try Fixed.identity(3), address: bob)
    }

    private mutating func step() throws {
        let operation = script.next()
        let from = operation >> 7
        let (sender, receiver) = (sides[from], sides[1 - from])
        switch operation & 0x0F {
        case 0, 1, 2: try seal(sender, receiver)
        case 3: try start(from, withOneTimePrekey: true)
        case 4: try start(from, withOneTimePrekey: false)
        case 5: try start(from, again: true)
        case 6: try deliver(sender.outbox.count - 1, from)
        case 7, 8: try deliver(script.next(), from)
        case 9: try deliverAll(from)
        case 10: if !sender.outbox.isEmpty { sender.outbox.remove(at: script.next() % sender.outbox.count) }
        case 11: try deliverFlipped(sender, receiver)
        case 12: try deliverWithWrongHint(sender, receiver)
        case 13: rotate(sender)
        case 14: try deliverFromStranger()
        default: try deliverArbitrary(sender, receiver)
        }
    }

    /// What is under way comes; then both sides talk, and in the end use the same session.
    private mutating func finish() throws {
        for _ in 0..<2 {
            for from in 0...1 { try deliverAll(from) }
        }
        let canMeet = known.values.allSatisfy(\.isAnswered)
        for round in 0..<6 {
            let from = round & 1
            guard active(sides[from], sides[1 - from]) != nil else { continue }
            try seal(sides[from], sides[1 - from])
            try deliver(sides[from].outbox.count - 1, from)
        }
        guard canMeet, !known.isEmpty else { return }
        let (left, right) = (active(sides[0], sides[1]), active(sides[1], sides[0]))
        try require(left == right, "the two sides don't come to use one session")
    }

    private func active(_ side: Side, _ other: Side) -> HandshakeTranscript? {
        side.store.diagnostics(for: other.store.address).activeTranscript
    }

    private mutating func start(_ from: Int, withOneTimePrekey: Bool = true, again: Bool = false) throws {
        guard known.count < Self.mostSessions else { return }
        let (starter, other) = (sides[from], sides[1 - from])
        let bundle: PrekeyBundle
        if again {
            guard let last = other.lastBundle else { return }
            bundle = last
        } else {
            bundle = other.store.makeBundle(at: now, withOneTimePrekey: withOneTimePrekey)
        }
        other.lastBundle = bundle
        do { try starter.store.start(withBundle: bundle.bytes, of: other.store.address, at: now) } catch {
            throw BrokenLaw("a session can't be started: \(error)")
        }
        guard let transcript = active(starter, other), known[transcript] == nil else {
            throw BrokenLaw("a started session isn't in use")
        }
        known[transcript] = Known(
            initiator: from, signedPrekey: bundle.signedPrekeyID, oneTimePrekey: bundle.oneTimePrekey?.id)
    }

    private mutating func seal(_ sender: Side, _ receiver: Side) throws {
        let address = receiver.store.address
        guard let transcript = active(sender, receiver) else {
            do {
                _ = try sender.store.seal([], to: address)
                throw BrokenLaw("something was sealed without a session")
            } catch let error as SessionError {
                return try require(
                    error == .usage(.noSession(address)), "sealing without a session: \(error)")
            }
        }
        contentNumber &+= 1
        let content = [UInt8](repeating: contentNumber, count: Int(contentNumber) % 5)
        let bytes = try sender.store.seal(content, to: address)
        if sender.outbox.count >= Self.mostWaiting { sender.outbox.removeFirst() }
        sender.outbox.append(Mail(bytes: bytes, content: content, transcript: transcript))
    }

    private mutating func deliverAll(_ from: Int) throws {
        for index in sides[from].outbox.indices { try deliver(index, from) }
    }

    private mutating func deliver(_ index: Int, _ from: Int) throws {
        let (sender, receiver) = (sides[from], sides[1 - from])
        guard index >= 0, !sender.outbox.isEmpty else { return }
        let position = index % sender.outbox.count
        let mail = sender.outbox[position]
        guard var session = known[mail.transcript] else { throw BrokenLaw("a session from nowhere") }
        let isFirst = session.initiator == from && !session.isAnswered
        let isPrekeyMissing =
            receiver.deletedPrekeys.contains(session.signedPrekey)
            || session.oneTimePrekey.map { receiver.usedPrekeys.contains($0) } ?? false
        if mail.isOpened || isFirst && isPrekeyMissing { return try refuse(mail.bytes, sender, receiver) }

        let message: ReceivedMessage
        do { message = try receiver.store.open(mail.bytes, from: sender.store.address, at: now) } catch {
            throw BrokenLaw("a genuine message was refused: \(error)")
        }
        try require(message.content == mail.content, "a message opened to something else")
        try require(message.sender == sender.store.address, "a message has another sender")
        try require(message.senderIdentityKey == sender.store.identityKey, "a message has another identity")
        try require(message.transcript == mail.transcript, "a message was opened in another session")
        try require((message.firstContact != nil) == isFirst, "first contact is reported wrongly")
        if let contact = message.firstContact {
            try require(contact.signedPrekeyID == session.signedPrekey, "another signed prekey is reported")
            try require(
                contact.oneTimePrekeyID == session.oneTimePrekey, "another one-time prekey is reported")
            session.isAnswered = true
            known[mail.transcript] = session
            if let used = session.oneTimePrekey { receiver.usedPrekeys.insert(used) }
        }
        sender.outbox[position].isOpened = true
    }

    private func refuse(_ bytes: [UInt8], _ sender: Side, _ receiver: Side, from hint: Address? = nil) throws
    {
        let before = receiver.store.diagnostics(for: sender.store.address)
        do {
            _ = try receiver.store.open(bytes, from: hint ?? sender.store.address, at: now)
            throw BrokenLaw("a message that must be refused was opened")
        } catch let error as SessionError {
            guard case .peer = error else { throw BrokenLaw("a refusal is not the peer's fault: \(error)") }
        }
        let after = receiver.store.diagnostics(for: sender.store.address)
        try require(after == before, "a refusal changed the store")
    }

    private mutating func chosen(_ sender: Side) -> Mail? {
        let index = script.next()
        return sender.outbox.isEmpty ? nil : sender.outbox[index % sender.outbox.count]
    }

    private mutating func deliverFlipped(_ sender: Side, _ receiver: Side) throws {
        guard let mail = chosen(sender) else { return }
        let position = script.next16()
        var bytes = mail.bytes
        bytes[(position >> 3) % bytes.count] ^= 1 << UInt8(position & 7)
        try refuse(bytes, sender, receiver)
    }

    private mutating func deliverWithWrongHint(_ sender: Side, _ receiver: Side) throws {
        guard let mail = chosen(sender) else { return }
        let wrong = try Address(user: "carol", device: UInt32(script.next()) + 1)
        try refuse(mail.bytes, sender, receiver, from: wrong)
        // And back to where it came from.
        try refuse(mail.bytes, receiver, sender)
    }

    private mutating func rotate(_ side: Side) {
        let old = side.store.makeBundle(at: now, withOneTimePrekey: false).signedPrekeyID
        side.store.rotateSignedPrekey(at: now)
        if script.next() & 1 == 1 {
            side.store.deleteSignedPrekey(old)
            side.deletedPrekeys.insert(old)
            side.lastBundle = nil
        }
    }

    /// Someone else under Bob's address is refused by an Alice who knows Bob's identity key.
    private mutating func deliverFromStranger() throws {
        let (alice, bob) = (sides[0], sides[1])
        guard active(alice, bob) != nil else { return }
        let bundle = alice.store.makeBundle(at: now, withOneTimePrekey: script.next() & 1 == 1)
        do { try stranger.start(withBundle: bundle.bytes, of: alice.store.address, at: now) } catch {
            // Devices of one user know their identity key.
            return try require(
                stranger.address.user == alice.store.address.user, "a stranger can't start: \(error)")
        }
        try refuse(try stranger.seal([1], to: alice.store.address), bob, alice)
    }

    private mutating func deliverArbitrary(_ sender: Side, _ receiver: Side) throws {
        let bytes = script.take(script.next())
        guard (try? ReceivedBytes(bytes)) == nil else { return }
        try refuse(bytes, sender, receiver)
    }
}
