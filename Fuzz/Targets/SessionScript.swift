import SottoCrypto
import SottoRatchet
import SottoSessions
import SottoWire

/// Two sessions and a hostile network between them, driven by a script.
///
/// What is genuine and not yet opened opens to what was sealed, as the model says; everything else is
/// refused, and a refusal leaves both archives as they were.
///
/// Rules DR-5 to DR-9, SM-4, SM-5, SM-7, SM-12.
struct SessionScript {
    struct Sent {
        let bytes: [UInt8]
        let content: [UInt8]
        let place: SessionModel.Place
        let previous: UInt32
    }

    /// A session with its model and what it sent.
    final class Side {
        var session: Session
        var model: SessionModel
        var outbox: [Sent] = []
        var ratchetKeys: [Bytes32] = []

        init(_ archive: [UInt8], isInitiator: Bool) throws {
            let skipped = Fixed.noSkippedKeys
            session = try Session.restored(
                from: SessionArchive(
                    session: SecretBytes(copying: archive.span),
                    skipped: SecretBytes(copying: skipped.span)))
            model = SessionModel(isInitiator: isInitiator)
        }
    }

    private static let mostSteps = 400
    private static let mostSealed = 3_000
    private static let mostWaiting = 96
    private static let contentByteCounts = [
        0, 1, 31, 158, 159, 160, 319, 1_118, 1_119, 1_120, 4_159, 4_160, 9_000,
    ]

    private let sides: [Side]
    private var script: Script
    private var now = Fixed.now
    private var sealedCount = 0
    private var keyCount: UInt64 = 100

    static func run(_ bytes: [UInt8]) throws {
        var run = try SessionScript(bytes)
        for _ in 0..<mostSteps where !run.script.isAtEnd { try run.step() }
        try run.finish()
    }

    private init(_ bytes: [UInt8]) throws {
        script = Script(bytes)
        let start = try Fixed.starts.get()[script.next() & 1]
        sides = [
            try Side(start.initiator, isInitiator: true), try Side(start.responder, isInitiator: false),
        ]
    }

    private mutating func step() throws {
        let operation = script.next()
        let from = operation >> 7
        let (sender, receiver) = (sides[from], sides[1 - from])
        switch operation & 0x0F {
        case 0, 1: try seal(sender, byteCount: script.next() & 0x3F)
        case 2:
            try seal(sender, byteCount: Self.contentByteCounts[script.next() % Self.contentByteCounts.count])
        case 3: try lose(sender, script.next() & 0x0F)
        case 4: try lose(sender, script.next() * 10)
        case 5: try deliver(sender.outbox.count - 1, sender, receiver)
        case 6, 7: try deliver(script.next(), sender, receiver)
        case 8: if !sender.outbox.isEmpty { sender.outbox.remove(at: script.next() % sender.outbox.count) }
        case 9: try deliverFlipped(sender, receiver)
        case 10: try deliverCut(sender, receiver)
        case 11: try deliverSpliced(sender, receiver)
        case 12: try deliverWithForgedHeader(sender, receiver)
        case 13: try restore(sender)
        case 14: passTime()
        default: try reflect(sender)
        }
    }

    /// What is still under way comes, then each side is heard by the other.
    private mutating func finish() throws {
        for _ in 0..<2 {
            for from in 0...1 {
                for index in sides[from].outbox.indices { try deliver(index, sides[from], sides[1 - from]) }
            }
        }
        for round in 0..<4 where sides[round & 1].model.canSend {
            let (sender, receiver) = (sides[round & 1], sides[1 - round & 1])
            try seal(sender, byteCount: 3)
            try deliver(sender.outbox.count - 1, sender, receiver)
            try restore(receiver)
        }
    }

    private mutating func seal(_ side: Side, byteCount: Int) throws {
        guard sealedCount < Self.mostSealed + 16 else { return }
        sealedCount += 1
        keyCount += 1
        let number = keyCount
        var content = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: byteCount)
        if byteCount > 1 { content[byteCount - 1] = number & 2 == 0 ? 0 : Padding.marker }
        guard side.model.canSend else {
            let before = side.session.archive()
            do {
                _ = try side.session.seal(content, freshKey: { Fixed.freshKey(number) })
                throw BrokenLaw("a responder sent before it opened anything")
            } catch let error as SessionError {
                try require(error == .usage(.cannotSendYet), "a responder that can't send: \(error)")
            }
            return try require(
                side.session.archive().isEqual(to: before), "refusing to send changed the session")
        }
        let (place, previous) = side.model.send()
        let bytes = try side.session.seal(content, freshKey: { Fixed.freshKey(number) })
        let received = try ReceivedBytes(bytes)
        let header = received.ratchetHeader
        try require(header.index == place.index, "N is wrong")
        try require(header.previousChainLength == previous, "PN is wrong")
        try require((received.handshake != nil) == side.session.isUnanswered, "a message of the wrong kind")
        if side.ratchetKeys.count == place.chain { side.ratchetKeys.append(header.ratchetKey.key.bytes) }
        try require(side.ratchetKeys.count == place.chain + 1, "a chain was started out of turn")
        try require(side.ratchetKeys[place.chain] == header.ratchetKey.key.bytes, "a chain has two keys")
        if side.outbox.count >= Self.mostWaiting { side.outbox.removeFirst() }
        side.outbox.append(Sent(bytes: bytes, content: content, place: place, previous: previous))
    }

    /// Seals messages that never come; all but the last unseen, for the sake of speed.
    private mutating func lose(_ side: Side, _ count: Int) throws {
        guard side.model.canSend, count > 0, sealedCount + count <= Self.mostSealed else { return }
        try seal(side, byteCount: 0)
        for _ in 1..<count {
            _ = try side.session.seal([])
            _ = side.model.send()
        }
        sealedCount += count - 1
        side.outbox.removeLast()
    }

    private func deliver(_ index: Int, _ sender: Side, _ receiver: Side) throws {
        guard index >= 0, !sender.outbox.isEmpty else { return }
        let sent = sender.outbox[index % sender.outbox.count]
        guard let expected = receiver.model.open(sent.place, previous: sent.previous, at: now) else {
            return try refuse(sent.bytes, receiver)
        }
        let opened: OpenedContent
        do { opened = try receiver.session.open(sent.bytes, at: now) } catch {
            throw BrokenLaw("a genuine message was refused: \(error)")
        }
        try require(opened.content == sent.content, "a message opened to something else")
        try require(opened.isFromNewestChain == expected.isFromNewestChain, "the newest chain is wrong")
        let lost = opened.lost.flatMap { lost in
            lost.indices.map { index in
                SessionModel.Place(
                    chain: sender.ratchetKeys.firstIndex(of: lost.ratchetKey) ?? -1, index: index)
            }
        }
        try require(lost.sorted() == expected.lost, "lost messages are reported wrongly")
        try require(
            receiver.session.skippedKeyCount == receiver.model.keptCount, "the skipped keys are wrong")
        try require(
            receiver.session.skippedKeyCount <= RatchetLimits.maximumSkippedKeys, "too many skipped keys")
    }

    private func refuse(_ bytes: [UInt8], _ side: Side) throws {
        let before = side.session.archive()
        do {
            _ = try side.session.open(bytes, at: now)
            throw BrokenLaw("a message that must be refused was opened")
        } catch let error as SessionError {
            guard case .peer = error else { throw BrokenLaw("a refusal is not the peer's fault: \(error)") }
        }
        try require(side.session.archive().isEqual(to: before), "a refusal changed the session")
    }

    private mutating func chosen(_ sender: Side) -> Sent? {
        let index = script.next()
        return sender.outbox.isEmpty ? nil : sender.outbox[index % sender.outbox.count]
    }

    private mutating func deliverFlipped(_ sender: Side, _ receiver: Side) throws {
        guard let sent = chosen(sender) else { return }
        var bytes = sent.bytes
        let position = script.next16()
        // Half of the positions are in the header, though it is short.
        let limit = position & 1 == 0 ? min(200, bytes.count) : bytes.count
        bytes[(position >> 4) % limit] ^= 1 << UInt8((position >> 1) & 7)
        try refuse(bytes, receiver)
    }

    private mutating func deliverCut(_ sender: Side, _ receiver: Side) throws {
        guard let sent = chosen(sender) else { return }
        let change = script.next()
        if change < 128 {
            // Whole blocks too: those have a length that messages have.
            let count = change < 64 ? change + 1 : (change - 63) * 160
            try refuse(Array(sent.bytes.dropLast(count)), receiver)
        } else {
            let count = change < 192 ? change - 127 : (change - 191) * 160
            try refuse(sent.bytes + [UInt8](repeating: 0, count: count), receiver)
        }
    }

    private mutating func deliverSpliced(_ sender: Side, _ receiver: Side) throws {
        guard let first = chosen(sender), let second = chosen(sender), first.bytes != second.bytes else {
            return
        }
        let header = try ReceivedBytes(first.bytes).headerByteCount
        let body = try ReceivedBytes(second.bytes).headerByteCount
        let cut = [0, 24, 24 + 80, second.bytes.count - body - 16][script.next() & 3]
        let head = first.bytes.prefix(header + min(cut, first.bytes.count - header))
        try refuse(Array(head) + second.bytes.dropFirst(body + cut), receiver)
    }

    private mutating func deliverWithForgedHeader(_ sender: Side, _ receiver: Side) throws {
        guard let sent = chosen(sender) else { return }
        let received = try ReceivedBytes(sent.bytes)
        let choice = script.next()
        let (amount, wide) = (script.next32(), choice & 0x10 != 0)
        let value = wide ? amount & WireLimits.maximumVarint : amount & 0x7FF
        var index = received.ratchetHeader.index
        var previous = received.ratchetHeader.previousChainLength
        var ratchetKey = received.ratchetHeader.ratchetKey.key
        if choice & 1 != 0 { index = value }
        if choice & 2 != 0 { previous = value }
        if choice & 4 != 0 { ratchetKey = try Fixed.privateKey(UInt64(choice >> 5)).publicKey }
        if choice & 8 != 0, let other = receiver.ratchetKeys.last ?? sender.ratchetKeys.first {
            ratchetKey = try X25519.PublicKey(other)
        }
        var bytes = Array(sent.bytes.prefix(6))
        bytes.append(varint: index)
        bytes.append(varint: previous)
        ratchetKey.bytes.append(to: &bytes)
        received.handshake?.append(to: &bytes)
        bytes += sent.bytes.dropFirst(received.headerByteCount)
        if bytes != sent.bytes { try refuse(bytes, receiver) }
    }

    private func restore(_ side: Side) throws {
        let archive = side.session.archive()
        side.session = try Session.restored(
            from: SessionArchive(session: archive.session.duplicate(), skipped: archive.skipped.duplicate()))
        try require(side.session.archive().isEqual(to: archive), "a session changes when it is restored")
        try require(
            side.session.skippedKeyCount == side.model.keptCount, "skipped keys get lost in the archive")
    }

    private mutating func passTime() {
        let step = script.next()
        // Steps of four hours; the clock may go back too.
        let duration = UInt64(step & 0x7F) * 14_400_000
        now = step < 128 || now < duration ? now + duration : now - duration
    }

    /// A message comes back to its sender.
    private mutating func reflect(_ side: Side) throws {
        if let sent = chosen(side) { try refuse(sent.bytes, side) }
    }
}
