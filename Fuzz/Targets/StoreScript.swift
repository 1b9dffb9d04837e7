import Sotto
import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions

/// Two devices over stores and a hostile network between them, driven by a script: sessions start on either side,
/// cross, and repeat prekeys.
///
/// Rules HS-8 to HS-11, SM-4, SM-8 to SM-11, DS-9, DS-10.
struct StoreScript {
    struct Mail {
        let bytes: [UInt8]
        let content: ReceivedContent
        let transcript: HandshakeTranscript
        /// The id that the receiver gave it.
        var received: ReceivedID?
    }

    /// What is known of one session from outside.
    struct Known {
        let initiator: Int
        let signedPrekey: PrekeyID
        let oneTimePrekey: PrekeyID?
        var isAnswered = false
    }

    private static let mostSteps = 120
    /// One in use and five others: none is dropped.
    private static let mostSessions = 6
    private static let mostWaiting = 48

    private let sides: [StoreSide]
    private let stranger: StoreSide
    private var known: [HandshakeTranscript: Known] = [:]
    private var script: Script
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
            try StoreSide(try Address(user: "alice", device: 1), identity: try Fixed.identity(1)),
            try StoreSide(bob, identity: try Fixed.identity(isOneUser ? 1 : 2)),
        ]
        // Claims to be Bob's device, with an identity key of its own.
        stranger = try StoreSide(bob, identity: try Fixed.identity(3))
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
        case 13: try rotate(sender)
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
            guard try sides[from].active(with: sides[1 - from]) != nil else { continue }
            try seal(sides[from], sides[1 - from])
            try deliver(sides[from].outbox.count - 1, from)
        }
        guard canMeet, !known.isEmpty else { return }
        let (left, right) = (try sides[0].active(with: sides[1]), try sides[1].active(with: sides[0]))
        try require(left == right, "the two sides don't come to use one session")
    }

    private mutating func start(_ from: Int, withOneTimePrekey: Bool = true, again: Bool = false) throws {
        guard known.count < Self.mostSessions else { return }
        let (starter, other) = (sides[from], sides[1 - from])
        let bundle: PrekeyBundle
        if again {
            guard let last = other.lastBundle else { return }
            bundle = last
        } else {
            bundle = try other.makeBundle(withOneTimePrekey: withOneTimePrekey)
        }
        other.lastBundle = bundle
        do { try starter.device.start(withBundle: bundle.bytes, of: other.address) } catch {
            throw BrokenLaw("a session can't be started: \(error)")
        }
        guard let transcript = try starter.active(with: other), known[transcript] == nil else {
            throw BrokenLaw("a started session isn't in use")
        }
        known[transcript] = Known(
            initiator: from, signedPrekey: bundle.signedPrekeyID, oneTimePrekey: bundle.oneTimePrekey?.id)
    }

    private mutating func seal(_ sender: StoreSide, _ receiver: StoreSide) throws {
        let address = receiver.address
        guard let transcript = try sender.active(with: receiver) else {
            do {
                _ = try sender.device.send([], to: .device(address))
                throw BrokenLaw("something was sealed without a session")
            } catch let error as SessionError {
                return try require(
                    error == .usage(.noSession(address)) || error == .usage(.unknownUser(address.user)),
                    "sealing without a session: \(error)")
            }
        }
        contentNumber &+= 1
        let content = [UInt8](repeating: contentNumber, count: Int(contentNumber) % 5)
        let outgoing = try sender.device.send(content, to: .device(address))
        try require(outgoing.envelopes.map(\.address) == [address], "a message for one device isn't")
        if sender.outbox.count >= Self.mostWaiting { sender.outbox.removeFirst() }
        sender.outbox.append(
            Mail(
                bytes: outgoing.envelopes[0].bytes, content: .message(outgoing.id, content),
                transcript: transcript))
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
        if let id = mail.received {
            let error = try refuse(mail.bytes, sender, receiver)
            return try require(error == .peer(.duplicate(id)), "a copy is no duplicate: \(error)")
        }
        if isFirst && isPrekeyMissing { return _ = try refuse(mail.bytes, sender, receiver) }

        let message: Received
        do { message = try receiver.device.receive(mail.bytes, from: sender.address) } catch {
            throw BrokenLaw("a genuine message was refused: \(error)")
        }
        try require(message.content == mail.content, "a message opened to something else")
        try require(message.sender == sender.address, "a message has another sender")
        try require(message.senderIdentityKey == sender.device.identityKey, "a message has another identity")
        try require(
            message.id == ReceivedID(try ReceivedBytes(mail.bytes), mail.transcript),
            "a message was opened in another session")
        try require((message.facts.beganSession != nil) == isFirst, "first contact is reported wrongly")
        if let beginning = message.facts.beganSession {
            try require(
                beginning.usedOneTimePrekey == (session.oneTimePrekey != nil),
                "a one-time prekey is reported wrongly")
            session.isAnswered = true
            known[mail.transcript] = session
            if let used = session.oneTimePrekey { receiver.usedPrekeys.insert(used) }
        }
        sender.outbox[position].received = message.id
        // Every other one is taken over; its copies are known all the same.
        if message.id.bytes[0] & 1 == 1 { try receiver.device.acknowledge(message.id) }
    }

    @discardableResult
    private func refuse(
        _ bytes: [UInt8], _ sender: StoreSide, _ receiver: StoreSide, from hint: Address? = nil
    ) throws -> SessionError {
        let before = try receiver.device.diagnostics(for: sender.address)
        let allBefore = try receiver.device.diagnostics()
        do {
            _ = try receiver.device.receive(bytes, from: hint ?? sender.address)
            throw BrokenLaw("a message that must be refused was opened")
        } catch let error as SessionError {
            guard case .peer = error else { throw BrokenLaw("a refusal is not the peer's fault: \(error)") }
            try require(
                try receiver.device.diagnostics(for: sender.address) == before, "a refusal changed sessions")
            try require(try receiver.device.diagnostics() == allBefore, "a refusal changed the device")
            return error
        }
    }

    private mutating func chosen(_ sender: StoreSide) -> Mail? {
        let index = script.next()
        return sender.outbox.isEmpty ? nil : sender.outbox[index % sender.outbox.count]
    }

    private mutating func deliverFlipped(_ sender: StoreSide, _ receiver: StoreSide) throws {
        guard let mail = chosen(sender) else { return }
        let position = script.next16()
        var bytes = mail.bytes
        bytes[(position >> 3) % bytes.count] ^= 1 << UInt8(position & 7)
        try refuse(bytes, sender, receiver)
    }

    private mutating func deliverWithWrongHint(_ sender: StoreSide, _ receiver: StoreSide) throws {
        guard let mail = chosen(sender) else { return }
        let wrong = try Address(user: "carol", device: UInt32(script.next()) + 1)
        try refuse(mail.bytes, sender, receiver, from: wrong)
        // And back to where it came from.
        try refuse(mail.bytes, receiver, sender)
    }

    private mutating func rotate(_ side: StoreSide) throws {
        try side.rotate()
        if script.next() & 1 == 1 { try side.deleteReplacedPrekeys() }
    }

    /// Someone else under Bob's address is refused by an Alice who knows Bob's identity key.
    private mutating func deliverFromStranger() throws {
        let (alice, bob) = (sides[0], sides[1])
        guard try alice.active(with: bob) != nil else { return }
        let bundle = try alice.makeBundle(withOneTimePrekey: script.next() & 1 == 1)
        do { try stranger.device.start(withBundle: bundle.bytes, of: alice.address) } catch {
            // Devices of one user know their identity key.
            return try require(
                stranger.address.user == alice.address.user, "a stranger can't start: \(error)")
        }
        let outgoing = try stranger.device.send([1], to: .device(alice.address))
        try refuse(outgoing.envelopes[0].bytes, bob, alice)
    }

    private mutating func deliverArbitrary(_ sender: StoreSide, _ receiver: StoreSide) throws {
        let bytes = script.take(script.next())
        guard (try? ReceivedBytes(bytes)) == nil else { return }
        try refuse(bytes, sender, receiver)
    }
}
