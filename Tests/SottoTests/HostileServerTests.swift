import Sotto
import SottoHandshake
import TestSupport
import Testing

/// Rules HS-3, DS-15 to DS-17.
@Suite("A hostile server")
struct HostileServerTests {
    let network = TestNetwork()
    let alice: Device
    let bob: Device
    /// The server's own device, under Bob's address, with an identity of its own.
    let mallory: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        mallory = try Device.inMemory(as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.meet(alice, bob)
    }

    func malloryBundle(oneTime: Bool = true) throws -> PrekeyBundle {
        let upload = try #require(try mallory.prekeyUpload(remaining: 0))
        return upload.bundle(oneTimePrekey: oneTime ? upload.oneTimePrekeys.first : nil)
    }

    @Test(
        "that swaps in a key of its own gets no plaintext, whatever is asked of the device",
        arguments: [1, 2, 3] as [UInt64])
    func ownKey(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bundle = try malloryBundle()
        var sealed: [Envelope] = []
        var requests: [ResendRequest] = []
        for number in 0..<200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: #expect(throws: SessionError.self) { try alice.start(with: bundle, of: bob.address) }
            case 1:
                let report = DeviceReport(user: "bob", missing: [1, 2, 3], extra: [4], stale: [])
                for address in try alice.apply(report) {
                    #expect(throws: SessionError.self) { try alice.start(with: bundle, of: address) }
                }
            case 2:
                let place = UndecryptableMessage(
                    sender: bob.address, ratchetKey: try Bytes32(Random.bytes(32)), index: 3,
                    fault: .notAuthentic,
                    isRequestDue: true)
                #expect(throws: SessionError.self) {
                    try alice.requestResend(of: place, withBundle: bundle.bytes)
                }
            case 3:
                for request in requests {
                    #expect(throws: SessionError.self) { try alice.resend(request, withBundle: bundle.bytes) }
                }
            default:
                guard let outgoing = try? alice.send([UInt8(number & 0xFF)], to: .user("bob")) else {
                    continue
                }
                sealed += outgoing.envelopes
                requests.append(ResendRequest(id: outgoing.id, address: bob.address))
            }
        }
        #expect(!sealed.isEmpty)
        for envelope in sealed {
            #expect(mallory.refusal(of: envelope.bytes, from: alice.address) != nil, "seed \(seed)")
            #expect(try bob.receive(envelope.bytes, from: alice.address).sender == alice.address)
        }
    }

    @Test("can't have a message sent again by repeating a request, nor by a request of a stranger")
    func requests() throws {
        let sent = try alice.send(Array("lost".utf8), to: .user("bob"))
        try alice.markSent(sent.id)
        var broken = sent.envelopes[0].bytes
        broken[broken.count - 1] ^= 1
        let message = try #require(bob.undecryptable(broken, from: alice.address))

        let stranger = try TestDevice("stranger")
        let bundle = try PrekeyBundle(try network.server.bundle(of: alice.address))
        let session = TestSession(
            try Session.initiate(
                with: try bundle.verified(for: alice.address, at: network.clock.now),
                identity: stranger.identity, device: stranger.device))
        var body: [UInt8] = [4] + message.ratchetKey.bytes
        body += (0..<4).map { UInt8(truncatingIfNeeded: message.index >> (24 - 8 * UInt32($0))) }
        let forged = try alice.receive(try session.seal(body), from: stranger.device.address)
        #expect(forged.content == .spentResendRequest)

        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        let first = try alice.receive(request.envelopes[0].bytes, from: bob.address)
        #expect(first.content == .resendRequest(ResendRequest(id: sent.id, address: bob.address)))
        #expect(
            alice.refusal(of: request.envelopes[0].bytes, from: bob.address) == .peer(.duplicate(first.id)))
        try alice.acknowledge(first.id)
        #expect(
            alice.refusal(of: request.envelopes[0].bytes, from: bob.address) == .peer(.duplicate(first.id)))
    }

    @Test("can't reset a session with bytes that nobody authenticated")
    func noReset() throws {
        let before = try bob.diagnostics(for: alice.address)
        var random = SeededGenerator(seed: 8)
        let genuine = try alice.send([1], to: .user("bob")).envelopes[0].bytes
        try alice.start(withBundle: try network.server.bundle(of: bob.address), of: bob.address)
        let first = try alice.send([2], to: .user("bob")).envelopes[0].bytes
        for _ in 0..<200 {
            var bytes = Bool.random(using: &random) ? genuine : first
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if bytes == genuine || bytes == first { continue }
            #expect(bob.refusal(of: bytes, from: alice.address) != nil)
        }
        #expect(try bob.diagnostics(for: alice.address) == before)
        #expect(try bob.receive(genuine, from: alice.address).sender == alice.address)
        #expect(try bob.receive(first, from: alice.address).sender == alice.address)
    }

    @Test("can't pass off a bundle that is too old, of another device, or put together from two")
    func bundles() throws {
        let carol = try network.device("carol")
        let bundle = try PrekeyBundle(try network.server.bundle(of: carol.address))
        #expect(throws: SessionError.peer(.wrongAddress)) { try alice.start(with: bundle, of: bob.address) }

        let bobs = try PrekeyBundle(try network.server.bundle(of: bob.address)).bytes
        let carols = bundle.bytes
        // Both have users of other lengths; the signed prekey and its signature stand before the last parts.
        let tail = 33 + 64 + 38 + 2 + 2
        let mixed = Array(bobs.dropLast(tail)) + carols.suffix(tail)
        #expect(throws: SessionError.self) { try alice.start(withBundle: mixed, of: bob.address) }

        network.clock.advance(by: 37 * Int64(day) + 1)
        #expect(throws: SessionError.peer(.signedPrekeyTooOld)) {
            try alice.start(with: bundle, of: carol.address)
        }
        #expect(try alice.identity(of: "carol") == nil)
    }

    @Test("that repeats and holds back everything gives no message twice and loses none for good")
    func repeating() throws {
        var random = SeededGenerator(seed: 21)
        var held: [[UInt8]] = []
        var expected: Set<MessageID> = []
        var seen: [MessageID] = []
        for number in 0..<150 {
            let sent = try alice.send([UInt8(number & 0xFF)], to: .user("bob"))
            expected.insert(sent.id)
            held.append(sent.envelopes[0].bytes)
            for bytes in held.shuffled(using: &random).prefix(2) {
                guard let received = try? bob.receive(bytes, from: alice.address) else { continue }
                if case .message(let id, _) = received.content { seen.append(id) }
            }
            if number % 10 == 0 { try network.talk("turn", from: bob, to: "alice") }
        }
        for bytes in held {
            guard let received = try? bob.receive(bytes, from: alice.address) else { continue }
            if case .message(let id, _) = received.content { seen.append(id) }
        }
        #expect(Set(seen) == expected)
        #expect(seen.count == expected.count)
    }
}
