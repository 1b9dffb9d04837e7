import Foundation
import TestSupport

/// What happens in a conversation, one thing after the other.
extension FaultyConversation {
    /// Sends `count` messages and does everything else that devices do in between.
    package func run(messages count: Int) throws {
        for user in ["alice", "bob"] { try upload(user, isConfirmed: true) }
        try start("alice")
        while ledger.notes.count < count {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<32: try send(many: false)
            case 32..<34: try send(many: true)
            case 34..<72: try deliver()
            case 72..<76: try deliverMany()
            case 76..<80: try deliverAgain()
            case 80..<87: try takeOver(random.oneIn(2) ? "alice" : "bob")
            case 87..<93: try markSent()
            case 93: try disturb { try start(speaker) }
            case 94: try heartbeat()
            case 95: try upload(speaker, isConfirmed: !random.oneIn(3))
            case 96: try disturb { try damage() }
            case 97: if random.oneIn(4) { _ = try perform(speaker, .maintain) }
            case 98: try noteDelivered()
            default: speaker = Self.other(speaker)
            }
            if random.oneIn(12) { speaker = Self.other(speaker) }
        }
    }

    /// Does what begins sessions, and before that delivers all that is in old ones: only so many are kept.
    private func disturb(_ body: () throws -> Void) throws {
        disturbances += 1
        if disturbances.isMultiple(of: 2) {
            for _ in 0..<4 {
                for _ in 0..<inFlight.count { try deliver() }
                for user in ["alice", "bob"] { try takeOver(user) }
            }
        }
        try body()
    }

    func note(to user: String) -> Note {
        let note = Note(
            id: Data(random.bytes(16)),
            content: Data(random.bytes(Int.random(in: 0...300, using: &random))), to: user)
        ledger.add(note)
        return note
    }

    /// Takes what a reply has to send, and what only the outbox has of a call that nobody answered.
    ///
    /// A message that is sent again gives its bytes again; what devices send each other has no id to ask with.
    func post(
        _ result: (reply: Reply, wasStruck: Bool), of user: String, isUnanswered: Bool = true
    ) throws {
        var letters = result.reply.letters
        if result.wasStruck, isUnanswered { letters += try perform(user, .outbox).reply.letters }
        for letter in letters where ledger.release(letter, from: user) {
            inFlight.append((letter, user))
            unsent[user, default: []].append(letter.id)
        }
    }

    private func send(many: Bool) throws {
        let user = speaker
        let peer = Self.other(user)
        let notes = (0..<(many ? Int.random(in: 2...6, using: &random) : 1)).map { _ in note(to: peer) }
        var command = Command.send(notes[0])
        if many {
            let isLeased = usesLeases && random.oneIn(2)
            if isLeased { leased.formUnion(notes.map(\.id)) }
            command = .sendMany(notes, leased: isLeased)
        }
        var result = try perform(user, command)
        if result.reply.letters.isEmpty {
            // Nothing came of the peer yet, or not for ten days.
            try start(user)
            result = try perform(user, command)
        }
        if result.reply.letters.count != notes.count {
            ledger.fail("\(user) couldn't send: \(result.reply.failures)")
        }
        try post(result, of: user, isUnanswered: false)
    }

    func deliver() throws {
        guard !inFlight.isEmpty else { return }
        let (letter, sender) = inFlight.remove(
            at: Int.random(in: 0..<min(inFlight.count, 12), using: &random))
        try deliver(letter, from: sender)
    }

    private func deliver(_ letter: Reply.Letter, from sender: String) throws {
        let user = letter.user
        let (reply, wasStruck) = try perform(user, .receive(letter.bytes, from: sender))
        try judge(reply, wasStruck, letter, from: sender)
        past.append((letter, sender))
        if past.count > 60 { past.removeFirst() }
    }

    /// What came of the delivery of a letter for the first time.
    private func judge(
        _ reply: Reply, _ wasStruck: Bool, _ letter: Reply.Letter, from sender: String
    ) throws {
        switch (reply.opened.first, reply.failures.first) {
        case (.some(let opened), _):
            counts.opened += 1
            ledger.delivered(letter.bytes, to: letter.user)
            if opened.sender != sender { ledger.fail("a message of \(sender) is from \(opened.sender)") }
        case (_, .some(.duplicate)):
            ledger.delivered(letter.bytes, to: letter.user)
            // One that was asked for may have come in its other form.
            if !wasStruck, !ledger.askedFor.contains(letter.id) {
                ledger.fail("\(letter.user) had a message before it came")
            }
        case (_, .some(.undecryptable(let isDue, let fault))):
            counts.unopened += 1
            ledger.fail("\(letter.user) can't open a message: \(fault)")
            if isDue { try ask(for: letter.bytes, letter, from: sender) }
        default: ledger.fail("\(letter.user) refused a message: \(reply.failures)")
        }
    }

    private func deliverMany() throws {
        guard let sender = inFlight.first?.from else { return }
        let chosen = inFlight.filter { $0.from == sender }.prefix(4).map(\.letter)
        inFlight.removeAll { entry in chosen.contains(entry.letter) }
        let (reply, wasStruck) = try perform(
            Self.other(sender), .receiveMany(chosen.map(\.bytes), from: sender))
        counts.opened += reply.opened.count
        let isWhole = reply.opened.count + reply.failures.count == chosen.count
        let wasAskedFor = chosen.contains { ledger.askedFor.contains($0.id) }
        let others = reply.failures.filter {
            if case .duplicate = $0 { !wasStruck && !wasAskedFor } else { true }
        }
        for letter in chosen { ledger.delivered(letter.bytes, to: letter.user) }
        if !isWhole || !others.isEmpty { ledger.fail("many messages: \(reply.failures)") }
    }

    private func deliverAgain() throws {
        guard let (letter, sender) = past.randomElement(using: &random) else { return }
        let (reply, _) = try perform(letter.user, .receive(letter.bytes, from: sender))
        // A session that was dropped for newer ones knows nothing any more.
        if case .some(.undecryptable(_, let fault)) = reply.failures.first,
            fault == "noSession" || fault == "oneTimePrekeyUnknown"
        {
            return
        }
        guard case .some(.duplicate(let row)) = reply.failures.first else {
            return ledger.fail("\(letter.user) took a copy: \(reply.failures) \(reply.opened.count)")
        }
        counts.duplicates += 1
        let isWaiting = try perform(letter.user, .inbox).reply.opened.contains {
            if case .message(letter.id, _) = $0.kind { true } else { $0.id == row }
        }
        let isSeen = ledger.hasSeen(row) || ledger.seen.contains(letter.id)
        if ledger.notes[letter.id] != nil, !isWaiting, !isSeen {
            ledger.fail("\(letter.user) refused a copy of a message that it doesn't have")
        }
    }

    /// The app takes the inbox over, and answers what asks for an answer.
    func takeOver(_ user: String) throws {
        let opened = try perform(user, .inbox).reply.opened
        for opened in opened {
            ledger.see(opened, by: user)
            guard case .resendRequest = opened.kind, let bundle = fetch(Self.other(user)) else { continue }
            try post(try perform(user, .resend(request: opened.id, bundle: bundle)), of: user)
        }
        guard !opened.isEmpty else { return }
        _ = try perform(user, .acknowledge(opened.map(\.id)))
    }

    private func markSent() throws {
        let user = speaker
        for _ in 0..<6 where (unsent[user]?.count ?? 0) > 2 {
            guard let id = unsent[user]?.removeFirst() else { return }
            _ = try perform(user, .markSent(id))
        }
    }

    private func noteDelivered() throws {
        let user = speaker
        let ids = past.filter { $0.from == user && ledger.seen.contains($0.letter.id) }
        guard let id = ids.randomElement(using: &random)?.letter.id else { return }
        _ = try perform(user, .noteDelivered(id, to: Self.other(user)))
    }

    private func heartbeat() throws {
        let result = try perform(speaker, .heartbeat(to: Self.other(speaker)))
        try post(result, of: speaker)
    }

    func fetch(_ user: String) -> Data? {
        let bundle = server.bundle(of: user)
        if let bundle { bundles[user, default: []].append(bundle) }
        return bundle
    }

    func start(_ user: String) throws {
        let peer = Self.other(user)
        guard let bundle = fetch(peer) else { return }
        counts.starts += 1
        let (reply, _) = try perform(user, .start(bundle: bundle, of: peer))
        if !reply.failures.isEmpty { ledger.fail("\(user) can't start: \(reply.failures)") }
    }

    func upload(_ user: String, isConfirmed: Bool) throws {
        let (reply, _) = try perform(user, .upload(remaining: server.remaining(user)))
        if !reply.failures.isEmpty { ledger.fail("\(user) has no upload: \(reply.failures)") }
        guard let upload = reply.upload else { return }
        counts.uploads += 1
        ledger.add(upload, of: user)
        try server.take(upload, of: user)
        guard isConfirmed else { return }
        let (confirmation, _) = try perform(user, .confirm(upload))
        if !confirmation.failures.isEmpty { ledger.fail("\(user) can't confirm: \(confirmation.failures)") }
    }

    /// A message is damaged on its way, and asked for; the genuine one comes later or never.
    private func damage() throws {
        guard
            let index = inFlight.firstIndex(where: {
                ledger.notes[$0.letter.id] != nil && !ledger.askedFor.contains($0.letter.id)
                    && !leased.contains($0.letter.id)
            })
        else { return }
        let (letter, sender) = inFlight[index]
        var bytes = letter.bytes
        bytes[bytes.count - 1] ^= 1
        let (reply, _) = try perform(letter.user, .receive(bytes, from: sender))
        guard case .some(.undecryptable(true, _)) = reply.failures.first else { return }
        try ask(for: bytes, letter, from: sender)
        if random.oneIn(2) {
            inFlight.removeAll { $0.letter == letter }
            dropped.insert(letter.id)
        }
    }

    private func ask(for bytes: Data, _ letter: Reply.Letter, from sender: String) throws {
        counts.repairs += 1
        ledger.askedFor.insert(letter.id)
        let command = Command.requestResend(of: bytes, from: sender, bundle: fetch(sender))
        try post(try perform(letter.user, command), of: letter.user)
    }
}
