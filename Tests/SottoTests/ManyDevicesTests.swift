import Sotto
import TestSupport
import Testing

/// Rules DS-12, DS-13, DS-17.
@Suite("A user's devices")
struct ManyDevicesTests {
    let network = TestNetwork()
    let alice: [Device]
    let bob: [Device]

    init() throws {
        let network = network
        func devices(_ user: UserID) throws -> [Device] {
            let first = try network.device(user, 1)
            return [first] + (try (2...3).map { try network.device(user, $0, linkedTo: first) })
        }
        alice = try devices("alice")
        bob = try devices("bob")
    }

    /// Starts sessions from one device with all others.
    func connect(_ device: Device) throws {
        for other in alice + bob where other.address != device.address {
            try network.start(device, with: other)
        }
    }

    @Test("all get a message, and the sender's other devices get a copy that says to whom")
    func copies() throws {
        try connect(alice[0])
        let sent = try alice[0].send(Array("hi".utf8), to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == bob.map(\.address) + alice.dropFirst().map(\.address))
        #expect(sent.failures.isEmpty)
        let received = try network.deliver(sent, from: alice[0])
        #expect(received.prefix(3).allSatisfy { $0.content == .message(sent.id, Array("hi".utf8)) })
        #expect(
            received.suffix(2).allSatisfy { $0.content == .sentCopy(sent.id, to: "bob", Array("hi".utf8)) })
    }

    @Test("get notes to self as messages")
    func noteToSelf() throws {
        try connect(alice[0])
        let sent = try alice[0].send([1], to: .user("alice"))
        #expect(
            try network.deliver(sent, from: alice[0]).map(\.content) == [
                .message(sent.id, [1]), .message(sent.id, [1]),
            ])
    }

    @Test("can't be told by others what the user sent")
    func forgedCopy() throws {
        try network.start(alice[0], with: bob[0])
        let forger = try TestDevice("carol")
        let bundle = try PrekeyBundle(try network.server.bundle(of: bob[0].address))
        let session = TestSession(
            try Session.initiate(
                with: try bundle.verified(for: bob[0].address, at: network.clock.now),
                identity: forger.identity, device: forger.device))
        let copy: [UInt8] = [2] + [UInt8](repeating: 9, count: 16) + [3] + Array("eve".utf8) + [1]
        #expect(
            bob[0].refusal(of: try session.seal(copy), from: forger.device.address)
                == .peer(.malformedContent))
    }

    @Test("without a session fail alone, and get their bytes when the message is asked for again")
    func oneMissing() throws {
        for other in [bob[0], bob[1]] { try network.start(alice[0], with: other) }
        let addresses = try alice[0].apply(DeviceReport(user: "bob", missing: [3]))
        #expect(addresses == [bob[2].address])
        let sent = try alice[0].send([1], to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == [bob[0].address, bob[1].address])
        #expect(sent.failures.map(\.address) == [bob[2].address])
        #expect(sent.failures[0].error == .usage(.noSession(bob[2].address)))
        #expect(sent.failures[0].error.recovery == .refreshBundle)
        try network.start(alice[0], with: bob[2])
        let again = try alice[0].send([1], id: sent.id, to: .user("bob"))
        #expect(Array(again.envelopes.prefix(2)) == sent.envelopes)
        #expect(again.envelopes.map(\.address) == bob.map(\.address))
        #expect(try network.deliver(again, from: alice[0]).count == 3)
    }

    @Test("of ten, one bad one leaves nine envelopes and one error")
    func nineOfTen() throws {
        for number in 4...10 {
            let device = try network.device("bob", UInt32(number), linkedTo: bob[0])
            if number != 7 { try network.start(alice[0], with: device) }
        }
        for other in bob { try network.start(alice[0], with: other) }
        _ = try alice[0].apply(DeviceReport(user: "bob", missing: [7]))
        let sent = try alice[0].send([1], to: .user("bob"))
        #expect(sent.envelopes.count == 9)
        #expect(sent.failures.map(\.address.device) == [7])
    }

    @Test("that are gone get nothing, and what they sent before still opens for 30 days")
    func extra() throws {
        try connect(alice[0])
        try network.deliver(try alice[0].send([1], to: .user("bob")), from: alice[0])
        let late = try bob[1].send([2], to: .user("alice"))
        let later = try bob[1].send([3], to: .user("alice"))
        #expect(try alice[0].apply(DeviceReport(user: "bob", extra: [2])) == [])
        #expect(try alice[0].send([4], to: .user("bob")).envelopes.map(\.address.device) == [1, 3, 2, 3])
        #expect(
            try alice[0].receive(late.envelopes[0].bytes, from: bob[1].address).content
                == .message(late.id, [2]))
        network.clock.advance(by: 30 * Int64(day) + 1)
        try alice[0].maintain()
        #expect(
            alice[0].undecryptable(later.envelopes[0].bytes, from: bob[1].address)?.fault == .noSession)
    }

    @Test("that were installed anew get nothing in the old session, which only opens what was on its way")
    func stale() throws {
        try connect(alice[0])
        try network.deliver(try alice[0].send([1], to: .user("bob")), from: alice[0])
        let late = try bob[1].send([2], to: .user("alice"))
        #expect(try alice[0].apply(DeviceReport(user: "bob", stale: [2])) == [bob[1].address])
        #expect(try alice[0].send([3], to: .user("bob")).failures.map(\.address) == [bob[1].address])
        // The message that was on its way began a chain that Alice hadn't seen, so it doesn't open.
        #expect(
            alice[0].undecryptable(late.envelopes[0].bytes, from: bob[1].address)?.fault == .sessionRetired)
        let anew = try network.device("bob", 2, linkedTo: bob[0])
        try network.start(alice[0], with: anew)
        #expect(try network.talk("new", from: alice[0], to: "bob").contains { $0.text == "new" })
    }

    @Test("that tell of a new installation themselves retire the old one's sessions")
    func newInstallation() throws {
        try connect(alice[0])
        try network.deliver(try alice[0].send([1], to: .user("bob")), from: alice[0])
        let anew = try network.device("bob", 2, linkedTo: bob[0])
        try network.start(anew, with: alice[0])
        let received = try network.deliver(
            try anew.send([5], to: .device(alice[0].address)), from: anew)
        #expect(received[0].facts.beganSession?.isNewInstallation == true)
        let sessions = try #require(try alice[0].diagnostics(for: anew.address)).sessions
        #expect(sessions.map(\.isRetired) == [false, true])
    }

    @Test("can't be set back by a first message of an installation that was replaced")
    func withheld() throws {
        try network.start(bob[1], with: alice[0])
        let withheld = try bob[1].send([1], to: .device(alice[0].address))
        let first = try bob[1].send([2], to: .device(alice[0].address))
        try network.start(bob[1], with: alice[0])
        let second = try bob[1].send([3], to: .device(alice[0].address))
        _ = try alice[0].receive(second.envelopes[0].bytes, from: bob[1].address)
        let anew = try network.device("bob", 2, linkedTo: bob[0])
        try network.start(anew, with: alice[0])
        try network.deliver(try anew.send([4], to: .device(alice[0].address)), from: anew)
        let active = try alice[0].diagnostics(for: anew.address)?.active?.transcript
        #expect(
            try alice[0].receive(withheld.envelopes[0].bytes, from: bob[1].address).content
                == .message(withheld.id, [1]))
        _ = try alice[0].receive(first.envelopes[0].bytes, from: bob[1].address)
        #expect(try alice[0].diagnostics(for: anew.address)?.active?.transcript == active)
    }

    @Test("aren't added when their identity is another one")
    func ghost() throws {
        try connect(alice[0])
        let ghost = try Device.inMemory(
            as: Address(user: "bob", device: 9), trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(ghost)
        #expect(try alice[0].apply(DeviceReport(user: "bob", missing: [9])) == [ghost.address])
        #expect(throws: SessionError.self) {
            try alice[0].start(withBundle: try network.server.bundle(of: ghost.address), of: ghost.address)
        }
        let sent = try alice[0].send([1], to: .user("bob"))
        #expect(!sent.envelopes.contains { $0.address == ghost.address })
    }

    @Test("have room for shorter content in envelopes when there are more than 125", arguments: [125, 126])
    func manyEnvelopes(count: UInt32) throws {
        let carol = try network.device("carol")
        try network.certify(alice[0])
        try network.start(alice[0], withAll: 1...count, of: "carol", carol.identity())
        var limit = DeviceLimits.maximumContentByteCount
        do throws(SessionError) {
            _ = try alice[0].send(Self.longest, id: .random(), to: .user("carol"))
        } catch {
            guard case .usage(.contentTooLarge(_, let most)) = error else { throw error }
            limit = most
        }
        #expect((limit < DeviceLimits.maximumContentByteCount) == (count > 125))
        let longest = [UInt8](repeating: 1, count: limit)
        #expect(try alice[0].send(longest, to: .user("carol")).envelopes.allSatisfy { $0.sealing == .sealed })
    }

    @Test("are at most 256, of which one message has room for the longest content below a limit")
    func manyReceivers() throws {
        let carol = try network.device("carol")
        try network.start(alice[0], withAll: 1...256, of: "carol", carol.identity())
        func send(_ byteCount: Int) throws -> Outgoing {
            let sent = try alice[0].send([UInt8](repeating: 1, count: byteCount), to: .user("carol"))
            try alice[0].markSent(sent.id)
            return sent
        }
        var refused: UsageFault?
        do throws(SessionError) { _ = try alice[0].send(Self.longest, to: .user("carol")) } catch {
            if case .usage(let fault) = error { refused = fault }
        }
        guard case .contentTooLarge(DeviceLimits.maximumContentByteCount, let limit) = refused else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect((50_000..<65_000).contains(limit))
        #expect(try alice[0].outbox().isEmpty)
        for byteCount in [limit - 1, limit] { #expect(try send(byteCount).envelopes.count == 256) }
        #expect(throws: SessionError.usage(.contentTooLarge(byteCount: limit + 1, limit: limit))) {
            try send(limit + 1)
        }
        #expect(throws: SessionError.usage(.contentTooLarge(byteCount: 65_000, limit: limit))) {
            try alice[0].send([Draft(Self.longest, to: .user("carol")), Draft([1], to: .user("carol"))])[0]
                .get()
        }
    }

    static let longest = [UInt8](repeating: 1, count: DeviceLimits.maximumContentByteCount)

    @Test("get content of up to 65,000 bytes, however few they are", arguments: [-1, 0, 1, 17_000_000])
    func contentLimit(beyond: Int) throws {
        try connect(alice[0])
        let limit = DeviceLimits.maximumContentByteCount
        let content = [UInt8](repeating: 1, count: limit + beyond)
        guard beyond > 0 else {
            #expect(try alice[0].send(content, to: .user("bob")).envelopes.count == 5)
            return
        }
        #expect(throws: SessionError.usage(.contentTooLarge(byteCount: limit + beyond, limit: limit))) {
            try alice[0].send(content, to: .user("bob"))
        }
    }

    @Test("aren't shut out by a first message of an older installation that nobody had heard of")
    func heldBackFirst() throws {
        try network.start(bob[1], with: alice[0])
        let withheld = try bob[1].send([1], to: .device(alice[0].address))
        let anew = try network.device("bob", 2, linkedTo: bob[0])
        try network.start(alice[0], with: anew)
        try network.talk("hello", from: alice[0], to: "bob")
        _ = try alice[0].receive(withheld.envelopes[0].bytes, from: anew.address)
        let sent = try alice[0].send([2], to: .user("bob"))
        #expect(sent.envelopes.first?.registrationID != (try anew.registrationID()))
        #expect(try alice[0].apply(DeviceReport(user: "bob", stale: [2])) == [anew.address])
        try network.start(alice[0], with: anew)
        let again = try alice[0].send([2], id: sent.id, to: .user("bob"))
        #expect(try network.deliver(again, from: alice[0]).map(\.content) == [.message(sent.id, [2])])
    }

    @Test("of both sides converge when all start at once")
    func crossing() throws {
        for device in alice + bob { try connect(device) }
        let sent = try (alice + bob).map {
            (
                $0,
                try $0.send(
                    Array($0.address.description.utf8),
                    to: .user($0.address.user == "alice" ? "bob" : "alice"))
            )
        }
        for (device, outgoing) in sent { #expect(try network.deliver(outgoing, from: device).count == 5) }
        for round in 0..<3 {
            for device in alice + bob {
                let user: UserID = device.address.user == "alice" ? "bob" : "alice"
                #expect(try network.talk("\(round)", from: device, to: user).count == 5)
            }
        }
        for device in alice + bob {
            for other in alice + bob where other.address != device.address {
                #expect(
                    try device.diagnostics(for: other.address)?.active?.transcript
                        == other.diagnostics(for: device.address)?.active?.transcript)
            }
        }
    }
}
