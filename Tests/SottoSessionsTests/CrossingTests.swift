import SottoSessions
import TestSupport
import Testing

/// Which of several sessions with one device is used.
///
/// Rules SM-10, SM-11, SM-4.
@Suite("Several sessions with one device")
struct CrossingTests {
    let alice: InMemorySessionStore
    let bob: InMemorySessionStore

    init() throws {
        alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
    }

    func start(_ from: InMemorySessionStore, _ to: InMemorySessionStore) throws {
        try from.start(withBundle: to.makeBundle(at: testInstant).bytes, of: to.address, at: testInstant)
    }

    func send(_ from: InMemorySessionStore, _ to: InMemorySessionStore, _ text: String) throws {
        let bytes = try from.seal(Array(text.utf8), to: to.address)
        let received = try to.open(bytes, from: from.address, at: testInstant)
        #expect(received.content == Array(text.utf8))
    }

    var active: (HandshakeTranscript?, HandshakeTranscript?) {
        (
            alice.diagnostics(for: bob.address).activeTranscript,
            bob.diagnostics(for: alice.address).activeTranscript
        )
    }

    // Which transcript is lower is a matter of chance, so every order runs often enough for both.
    @Test("that crossed converge on the lower transcript, whatever arrives first", arguments: 0..<12)
    func crossing(run: Int) throws {
        try start(alice, bob)
        try start(bob, alice)
        let started = [active.0, active.1].compactMap { $0 }
        let toBob = try alice.seal([1], to: bob.address)
        let toAlice = try bob.seal([2], to: alice.address)
        if run % 2 == 0 {
            _ = try bob.open(toBob, from: alice.address, at: testInstant)
            _ = try alice.open(toAlice, from: bob.address, at: testInstant)
        } else {
            _ = try alice.open(toAlice, from: bob.address, at: testInstant)
            _ = try bob.open(toBob, from: alice.address, at: testInstant)
        }
        #expect(active.0 == started.min())
        #expect(active.1 == started.min())
        for round in 0..<10 {
            try send(alice, bob, "from alice \(round)")
            try send(bob, alice, "from bob \(round)")
        }
        #expect(active.0 == started.min() && active.1 == started.min())
    }

    @Test(
        "that crossed converge when one first message is answered before the other arrives", arguments: 0..<8)
    func lateCrossing(run: Int) throws {
        try start(alice, bob)
        try start(bob, alice)
        let late = try alice.seal([1], to: bob.address)
        try send(bob, alice, "bob's first")
        for round in 0..<2 {
            try send(alice, bob, "\(round)")
            if round == 0 { _ = try bob.open(late, from: alice.address, at: testInstant) }
            try send(bob, alice, "\(round)")
        }
        #expect(active.0 == active.1)
        for round in 0..<10 {
            try send(alice, bob, "from alice \(round)")
            try send(bob, alice, "from bob \(round)")
        }
        #expect(active.0 == active.1)
    }

    @Test("are used for sending in the order in which they last opened something new")
    func lastOpened() throws {
        try start(alice, bob)
        try send(alice, bob, "one")
        try send(bob, alice, "one")
        let old = active.0
        let delayed = try bob.seal([1], to: alice.address)
        try start(alice, bob)
        try send(alice, bob, "two")
        #expect(active.0 != old && active.0 == active.1)
        _ = try alice.open(delayed, from: bob.address, at: testInstant)
        #expect(active.0 == old)
        try send(bob, alice, "two")
        #expect(active.0 == active.1)
    }

    @Test("aren't chosen by a message that a skipped key opens")
    func skippedKeyChoosesNothing() throws {
        try start(alice, bob)
        try send(alice, bob, "one")
        let late = try bob.seal([1], to: alice.address)
        try send(bob, alice, "one")
        try start(alice, bob)
        try send(alice, bob, "two")
        let new = active.0
        _ = try alice.open(late, from: bob.address, at: testInstant)
        #expect(active.0 == new)
    }

    @Test("are at most the one in use and five others")
    func bounded() throws {
        for count in 1...9 {
            try start(alice, bob)
            try send(alice, bob, "hello")
            #expect(alice.diagnostics(for: bob.address).otherSessionCount == min(count - 1, 5))
            #expect(bob.diagnostics(for: alice.address).otherSessionCount == min(count - 1, 5))
        }
    }

    /// One side starts once and the other twice, so each side sees other pairs of them cross.
    @Test("come down to one used by both sides when more than two crossed", arguments: 0..<40)
    func threeCrossed(run: Int) throws {
        try start(alice, bob)
        let fromAlice = try alice.seal([1], to: bob.address)
        var fromBob: [[UInt8]] = []
        for _ in 0..<2 {
            try start(bob, alice)
            fromBob.append(try bob.seal([2], to: alice.address))
        }
        _ = try bob.open(fromAlice, from: alice.address, at: testInstant)
        for message in fromBob { _ = try alice.open(message, from: bob.address, at: testInstant) }
        for _ in 0..<2 {
            try send(alice, bob, "three")
            try send(bob, alice, "four")
        }
        #expect(active.0 == active.1)
    }
}

/// Crossings with a session that the peer can't open.
///
/// Rule SM-10.
@Suite("A crossing with a session that the peer can't open")
struct UnopenableCrossing {
    @Test("ends with the other one in use on both sides", arguments: 0..<10)
    func ends(run: Int) throws {
        let alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        let bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
        let bundle = bob.makeBundle(at: testInstant)
        try alice.start(withBundle: bundle.bytes, of: bob.address, at: testInstant)
        bob.deleteSignedPrekey(bundle.signedPrekeyID)
        try bob.start(
            withBundle: alice.makeBundle(at: testInstant).bytes, of: alice.address, at: testInstant)
        var answered = false
        for _ in 0..<SessionLimits.messagesBesideUnanswered + 1 {
            _ = try alice.open(
                try bob.seal([1], to: alice.address), from: bob.address, at: testInstant)
            let answer = try alice.seal([2], to: bob.address)
            answered = (try? bob.open(answer, from: alice.address, at: testInstant)) != nil
        }
        #expect(answered)
        #expect(
            alice.diagnostics(for: bob.address).activeTranscript
                == bob.diagnostics(for: alice.address).activeTranscript)
    }
}
