import Sotto
import Testing

/// Many repairs one after the other between two devices.
///
/// Rules DS-15 and DS-16.
@Suite("Repair after repair")
struct RepeatedRepairTests {
    let clock = TestClock()
    let server = TestServer()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try Device.inMemory(
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: clock.clock)
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: clock.clock)
        for device in [alice, bob] { try server.publish(device) }
    }

    /// Delivers a damaged message and returns what it is.
    func damaged(_ outgoing: Outgoing) throws -> UndecryptableMessage? {
        var bytes = outgoing.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        do { _ = try bob.receive(bytes, from: alice.address) } catch {
            if case .peer(let fault) = error, case .undecryptable(let message) = fault { return message }
        }
        return nil
    }

    /// Alice begins a session and bob answers in it.
    func begin() throws {
        try alice.start(withBundle: try server.bundle(of: bob.address), of: bob.address)
        let hello = try alice.send([0], to: .user("bob"))
        _ = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        let answer = try bob.send([1], to: .user("alice"))
        _ = try alice.receive(answer.envelopes[0].bytes, from: bob.address)
    }

    @Test(
        "reaches the sender, however many sessions were begun since the one before", arguments: [0, 1, 6, 8])
    func everyRequestOpens(sessionsBetween: Int) throws {
        try begin()
        for round in 2...12 as ClosedRange<UInt8> {
            clock.advance(by: 3_600_001)
            for _ in 0..<sessionsBetween { try begin() }
            let lost = try alice.send([round], to: .user("bob"))
            let message = try #require(try damaged(lost), "round \(round)")
            let request = try bob.requestResend(
                of: message, withBundle: try server.bundle(of: alice.address))
            let asked = try alice.receive(request.envelopes[0].bytes, from: bob.address)
            guard case .resendRequest(let resend) = asked.content else {
                Issue.record("round \(round): \(asked.content)")
                return
            }
            let again = try alice.resend(resend, withBundle: try server.bundle(of: bob.address))
            let received = try bob.receive(again.envelopes[0].bytes, from: alice.address)
            #expect(received.content == .message(lost.id, [round]), "round \(round)")
        }
    }

    @Test("begins one session, not one for each message that is sent again")
    func oneSession() throws {
        try begin()
        let lost = try (0..<4).map { try alice.send([$0], to: .user("bob")) }
        let requests = try lost.map { outgoing in
            try bob.requestResend(
                of: try #require(try damaged(outgoing)), withBundle: try server.bundle(of: alice.address))
        }
        let asked = try requests.map { request in
            try alice.receive(request.envelopes[0].bytes, from: bob.address).content
        }
        for (content, outgoing) in zip(asked, lost) {
            guard case .resendRequest(let resend) = content else {
                Issue.record("\(content)")
                continue
            }
            let again = try alice.resend(resend, withBundle: try server.bundle(of: bob.address))
            let received = try bob.receive(again.envelopes[0].bytes, from: alice.address)
            guard case .message(outgoing.id, _) = received.content else {
                Issue.record("\(received.content)")
                continue
            }
        }
        // The first one, the one that the requests came in, and the one that the answers went in.
        #expect(try alice.diagnostics(for: bob.address)?.sessions.count == 3)
        #expect(try bob.diagnostics(for: alice.address)?.sessions.count == 3)
    }
}
