import Sotto
import TestSupport
import Testing

/// Which of several sessions with one device is used.
///
/// Rules SM-10, SM-11, SM-4.
@Suite("Several sessions with one device")
struct CrossingTests {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    func active() throws -> (HandshakeTranscript?, HandshakeTranscript?) {
        (try alice.active(with: bob), try bob.active(with: alice))
    }

    func useOneSession() throws -> Bool {
        let (alices, bobs) = try active()
        return alices != nil && alices == bobs
    }

    // Which transcript is lower is a matter of chance, so every order runs often enough for both.
    @Test("that crossed converge on the lower transcript, whatever arrives first", arguments: 0..<12)
    func crossing(run: Int) throws {
        try two.start(alice, bob)
        try two.start(bob, alice)
        let (alices, bobs) = try active()
        let lower = try #require([alices, bobs].compactMap { $0 }.min())
        let toBob = try alice.seal([1], to: bob.address)
        let toAlice = try bob.seal([2], to: alice.address)
        if run % 2 == 0 {
            try bob.open(toBob, from: alice.address)
            try alice.open(toAlice, from: bob.address)
        } else {
            try alice.open(toAlice, from: bob.address)
            try bob.open(toBob, from: alice.address)
        }
        #expect(try active() == (lower, lower))
        for round in 0..<10 {
            try two.send(alice, bob, "from alice \(round)")
            try two.send(bob, alice, "from bob \(round)")
        }
        #expect(try active() == (lower, lower))
    }

    @Test(
        "that crossed converge when one first message is answered before the other arrives", arguments: 0..<8)
    func lateCrossing(run: Int) throws {
        try two.start(alice, bob)
        try two.start(bob, alice)
        let late = try alice.seal([1], to: bob.address)
        try two.send(bob, alice, "bob's first")
        for round in 0..<2 {
            try two.send(alice, bob, "\(round)")
            if round == 0 { try bob.open(late, from: alice.address) }
            try two.send(bob, alice, "\(round)")
        }
        #expect(try useOneSession())
        for round in 0..<10 {
            try two.send(alice, bob, "from alice \(round)")
            try two.send(bob, alice, "from bob \(round)")
        }
        #expect(try useOneSession())
    }

    @Test("are used for sending in the order in which they last opened something new")
    func lastOpened() throws {
        try two.start(alice, bob)
        try two.send(alice, bob, "one")
        try two.send(bob, alice, "one")
        let old = try alice.active(with: bob)
        let delayed = try bob.seal([1], to: alice.address)
        try two.start(alice, bob)
        try two.send(alice, bob, "two")
        #expect(try useOneSession())
        #expect(try alice.active(with: bob) != old)
        try alice.open(delayed, from: bob.address)
        #expect(try alice.active(with: bob) == old)
        try two.send(bob, alice, "two")
        #expect(try useOneSession())
    }

    @Test("aren't chosen by a message that a skipped key opens")
    func skippedKeyChoosesNothing() throws {
        try two.start(alice, bob)
        try two.send(alice, bob, "one")
        let late = try bob.seal([1], to: alice.address)
        try two.send(bob, alice, "one")
        try two.start(alice, bob)
        try two.send(alice, bob, "two")
        let new = try alice.active(with: bob)
        try alice.open(late, from: bob.address)
        #expect(try alice.active(with: bob) == new)
    }

    @Test("are at most the one in use and five others")
    func bounded() throws {
        for count in 1...9 {
            try two.start(alice, bob)
            try two.send(alice, bob, "hello")
            #expect(try alice.otherSessionCount(with: bob) == min(count - 1, 5))
            #expect(try bob.otherSessionCount(with: alice) == min(count - 1, 5))
        }
    }

    /// One side starts once and the other twice, so each side sees other pairs of them cross.
    @Test("come down to one used by both sides when more than two crossed", arguments: 0..<40)
    func threeCrossed(run: Int) throws {
        try two.start(alice, bob)
        let fromAlice = try alice.seal([1], to: bob.address)
        var fromBob: [[UInt8]] = []
        for _ in 0..<2 {
            try two.start(bob, alice)
            fromBob.append(try bob.seal([2], to: alice.address))
        }
        try bob.open(fromAlice, from: alice.address)
        for message in fromBob { try alice.open(message, from: bob.address) }
        for _ in 0..<2 {
            try two.send(alice, bob, "three")
            try two.send(bob, alice, "four")
        }
        #expect(try useOneSession())
    }

    /// Carol takes the one-time prekey that Alice's session needs, so Bob can't open it.
    @Test("that crossed, one of them never to be opened, end with the other in use", arguments: 0..<10)
    func unopenable(run: Int) throws {
        let bundle = try two.server.bundle(of: bob.address)
        try alice.start(withBundle: bundle, of: bob.address)
        let carol = try two.device("carol")
        try carol.start(withBundle: bundle, of: bob.address)
        try bob.open(try carol.seal([0], to: bob.address), from: carol.address)
        try two.start(bob, alice)
        var answered = false
        for _ in 0..<SessionLimits.messagesBesideUnanswered + 1 {
            try alice.open(try bob.seal([1], to: alice.address), from: bob.address)
            let answer = try alice.seal([2], to: bob.address)
            answered = (try? bob.open(answer, from: alice.address)) != nil
        }
        #expect(answered)
        #expect(try useOneSession())
    }

    @Test("lose the one longest unused; one that opens late messages is in use")
    func lateMessages() throws {
        try two.start(alice, bob)
        try two.send(alice, bob, "one")
        try two.send(bob, alice, "one")
        let late = try (0..<8).map { _ in try bob.seal([2], to: alice.address) }
        try two.send(bob, alice, "two")
        for message in late {
            try two.start(alice, bob)
            #expect(try alice.open(message, from: bob.address) == [2])
        }
    }
}
