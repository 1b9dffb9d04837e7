import SottoSessions
import TestSupport
import Testing

/// Laws that hold for every order, loss and duplication.
///
/// Rules DR-1, DR-4, DR-5, DR-7, DR-8, SM-5.
@Suite("A conversation")
struct ConversationLaws {
    struct Flight {
        let to: Int
        let bytes: [UInt8]
        let content: [UInt8]
    }

    /// Sends, delivers, repeats and loses at random; returns how many messages opened.
    func converse(_ pair: SessionPair, steps: Int, reloading: Bool, seed: UInt64) throws -> Int {
        var random = SeededGenerator(seed: seed)
        let sides = [pair.alice, pair.bob]
        var flying: [Flight] = []
        var opened: [Flight] = []
        for step in 0..<steps {
            let from = Int.random(in: 0...1, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let content = random.bytes(Int.random(in: 0..<200, using: &random))
                flying.append(Flight(to: 1 - from, bytes: try sides[from].seal(content), content: content))
            case 5..<8:
                guard let index = flying.indices.randomElement(using: &random) else { continue }
                let flight = flying.remove(at: index)
                let content = try sides[flight.to].open(flight.bytes)
                #expect(content == flight.content, "step \(step)")
                opened.append(flight)
            case 8:
                guard let flight = opened.randomElement(using: &random) else { continue }
                let before = sides[flight.to].stored
                #expect(sides[flight.to].refusal(of: flight.bytes) != nil, "a copy was opened, step \(step)")
                #expect(sides[flight.to].isStored(as: before))
            default:
                if random.oneIn(3), let index = flying.indices.randomElement(using: &random) {
                    flying.remove(at: index)
                }
            }
            if reloading { for side in sides { try side.reload() } }
        }
        return opened.count
    }

    @Test(
        "opens every message once in any order, with losses and copies",
        arguments: 1...12 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        let opened = try converse(SessionPair(), steps: 400, reloading: false, seed: seed)
        #expect(opened > 80, "seed \(seed)")
    }

    @Test(
        "goes on when both sides are stored and restored after every step",
        arguments: 101...104 as ClosedRange<UInt64>)
    func storedAfterEveryStep(seed: UInt64) throws {
        let opened = try converse(SessionPair(), steps: 250, reloading: true, seed: seed)
        #expect(opened > 40, "seed \(seed)")
    }

    @Test("goes on when the initiator is stored before it has heard anything")
    func storedBeforeAnswer() throws {
        let bob = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bob)
        try alice.reload()
        let first = try alice.seal("one")
        try alice.reload()
        let answer = try bob.answer(first)
        try answer.open(first)
        try answer.reload()
        try alice.open(try answer.seal("two"))
        try alice.reload()
        #expect(try answer.open(try alice.seal("three")) == Array("three".utf8))
    }

    @Test("stays bounded over 10,000 turns that each leave three unread")
    func boundedState() throws {
        let pair = try SessionPair()
        var largest = 0
        for turn in 0..<10_000 {
            let (from, to) = turn % 2 == 0 ? (pair.alice, pair.bob) : (pair.bob, pair.alice)
            for _ in 0..<3 { _ = try from.seal([]) }
            try to.open(try from.seal([UInt8(truncatingIfNeeded: turn)]))
            largest = max(largest, to.session.skippedKeyCount)
        }
        #expect(largest <= 2_000)
        #expect(pair.alice.session.archive().session.count == 349)
        #expect(pair.bob.session.archive().skipped.count < 2_000 * (32 + 49) + 5)
    }

    @Test(
        "opens three first messages in any order",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func firstMessages(order: [Int]) throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let messages = try (0..<3).map { try alice.seal("message \($0)") }
        let bob = try bobsDevice.answer(messages[order[0]])
        for index in order {
            #expect(try bob.open(messages[index]) == Array("message \(index)".utf8))
        }
        try alice.open(try bob.seal("answer"))
    }
}
