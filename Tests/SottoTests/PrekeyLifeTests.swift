import Sotto
import SottoHandshake
import TestSupport
import Testing

/// Rules HS-9, HS-10, HS-15, HS-18, DS-8.
@Suite("Prekeys of a device")
struct PrekeyLifeTests {
    let network = TestNetwork()

    func unpublished(_ user: UserID, in storage: some SessionStorage) throws -> Device {
        try Device.create(
            in: storage, key: TestNetwork.key(), as: Address(user: user, device: 1), trusting: .onFirstUse,
            clock: network.clock.clock)
    }

    @Test("are repeated byte for byte until the server has them, by a process that opened the store anew too")
    func repeated() throws {
        let storage = InMemoryStorage()
        let bob = try unpublished("bob", in: storage)
        let first = try #require(try bob.prekeyUpload())
        #expect(first.oneTimePrekeys.count == 100)
        #expect(first.isSignatureValid)
        #expect(try bob.prekeyUpload()?.bytes == first.bytes)
        let reopened = try network.reopen(storage)
        network.clock.advance(by: 20 * Int64(day))
        #expect(try reopened.prekeyUpload()?.bytes == first.bytes)
        try reopened.confirm(first)
        try reopened.confirm(first)
        let second = try #require(try reopened.prekeyUpload())
        #expect(second.bytes != first.bytes)
        #expect(throws: SessionError.usage(.otherUpload)) { try reopened.confirm(first) }
    }

    @Test("have ids that rise over refills and restarts")
    func ids() throws {
        let storage = InMemoryStorage()
        var bob = try unpublished("bob", in: storage)
        var last: UInt32 = 0
        for _ in 0..<4 {
            let upload = try #require(try bob.prekeyUpload(remaining: 0))
            let ids = upload.oneTimePrekeys.map(\.id.value)
            #expect(ids.count == 100)
            #expect(ids == ids.sorted())
            #expect((ids.first ?? 0) > last)
            last = ids.last ?? 0
            try bob.confirm(upload)
            bob = try network.reopen(storage)
        }
    }

    @Test("aren't asked for while enough are there")
    func refill() throws {
        let bob = try network.device("bob")
        #expect(try bob.prekeyUpload() == nil)
        #expect(try bob.prekeyUpload(remaining: 50) == nil)
        #expect(try bob.prekeyUpload(remaining: 49)?.oneTimePrekeys.count == 51)
    }

    @Test("are due when fewer than 50 one-time prekeys are left, and a received message says so")
    func refillDue() throws {
        let bob = try network.device("bob")
        var isDue: [Bool] = []
        for number in 0..<52 {
            let user = try UserID("user \(number)")
            let other = try network.device(user)
            try network.start(other, with: bob)
            isDue.append(try network.talk("x", from: other, to: "bob")[0].facts.isUploadDue)
        }
        #expect(isDue == (1...52).map { $0 > 50 })
        #expect(try bob.diagnostics().oneTimePrekeyCount == 48)
        #expect(try bob.prekeyUpload()?.oneTimePrekeys.count == 52)
    }

    @Test(
        "work for a first message as long as the signed prekey is kept: 30 days after its successor was confirmed"
    )
    func grace() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        let late = try alice.send(Array("late".utf8), to: .user("bob"))
        let tooLate = try alice.send(Array("too late".utf8), to: .user("bob"))
        let carol = try network.device("carol")
        try network.start(carol, with: bob)
        let never = try carol.send([1], to: .user("bob"))
        network.clock.advance(by: 7 * Int64(day))
        try network.server.publish(bob)
        #expect(try bob.diagnostics().signedPrekeyCount == 2)
        network.clock.advance(by: 7 * Int64(day))
        try network.server.publish(bob)
        network.clock.advance(by: 23 * Int64(day) - 1)
        try bob.maintain()
        #expect(try bob.receive(late.envelopes[0].bytes, from: alice.address).text == "late")
        network.clock.advance(by: 2)
        try bob.maintain()
        #expect(
            bob.undecryptable(never.envelopes[0].bytes, from: carol.address)?.fault == .signedPrekeyUnknown)
        #expect(try bob.receive(tooLate.envelopes[0].bytes, from: alice.address).text == "too late")
    }

    @Test("of one use go with the first message that opened, and with no other")
    func oneUse() throws {
        let bob = try network.device("bob")
        let bundle = try network.server.bundle(of: bob.address)
        var sent: [(Device, Outgoing)] = []
        for user in ["alice", "carol"] as [UserID] {
            let device = try network.device(user)
            try device.start(withBundle: bundle, of: bob.address)
            sent.append((device, try device.send(Array(user.bytes), to: .user("bob"))))
        }
        var broken = sent[0].1.envelopes[0].bytes
        broken[broken.count - 1] ^= 1
        #expect(bob.undecryptable(broken, from: sent[0].0.address)?.fault == .notAuthentic)
        #expect(try bob.receive(sent[0].1.envelopes[0].bytes, from: sent[0].0.address).text == "alice")
        let second = try #require(bob.undecryptable(sent[1].1.envelopes[0].bytes, from: sent[1].0.address))
        #expect(second.fault == .oneTimePrekeyUnknown)
        #expect(second.isRequestDue)
        let request = try bob.requestResend(
            of: second, withBundle: try network.server.bundle(of: sent[1].0.address))
        guard case .resendRequest(let wanted) = try network.deliver(request, from: bob)[0].content else {
            Issue.record("no request")
            return
        }
        let again = try sent[1].0.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        #expect(try network.deliver(again, from: sent[1].0).map(\.text) == ["carol"])
    }

    @Test("say whether a one-time prekey protected the start, on both sides")
    func reducedSecrecy() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        for isProtected in [true, false] {
            let started = try alice.start(
                withBundle: try network.server.bundle(of: bob.address, withOneTimePrekey: isProtected),
                of: bob.address)
            #expect(started.hasOneTimePrekey == isProtected)
            let facts = try network.talk("x", from: alice, to: "bob")[0].facts
            #expect(facts.beganSession?.usedOneTimePrekey == isProtected)
            #expect(facts.beganSession?.isNewDevice == isProtected)
        }
    }

    @Test("without one-time prekeys open a first message once, also when its session is gone")
    func replay() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob, withOneTimePrekey: false)
        let sent = try alice.send([1], to: .user("bob"))
        let first = try bob.receive(sent.envelopes[0].bytes, from: alice.address)
        try bob.forget(alice.address)
        #expect(
            bob.refusal(of: sent.envelopes[0].bytes, from: alice.address) == .peer(.duplicate(first.id)))
    }

    @Test("without one-time prekeys take 16 first messages of an identity, then rotation is due")
    func sixteen() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        for number in 1...16 {
            try network.start(alice, with: bob, withOneTimePrekey: false)
            let facts = try network.talk("x", from: alice, to: "bob")[0].facts
            #expect(facts.isUploadDue == (number == 16))
        }
        try network.start(alice, with: bob, withOneTimePrekey: false)
        let refused = try alice.send([1], to: .user("bob"))
        #expect(
            bob.refusal(of: refused.envelopes[0].bytes, from: alice.address) == .peer(.tooManyFirstMessages))
        try network.server.publish(bob)
        try network.start(alice, with: bob, withOneTimePrekey: false)
        #expect(try network.talk("new", from: alice, to: "bob").map(\.text) == ["new"])
    }

    @Test("of one use are deleted after 90 days")
    func expiry() throws {
        let alice = try network.device("alice")
        let bob = try network.device("bob")
        try network.start(alice, with: bob)
        network.clock.advance(by: 90 * Int64(day))
        try bob.maintain()
        #expect(try bob.diagnostics().oneTimePrekeyCount == 100)
        network.clock.advance(by: 1)
        try bob.maintain()
        #expect(try bob.diagnostics().oneTimePrekeyCount == 0)
        #expect(try bob.prekeyUpload()?.oneTimePrekeys.count == 100)
    }

    @Test("claimed in any order over 30 days all work")
    func anyOrder() throws {
        let bob = try network.device("bob")
        var random = SeededGenerator(seed: 11)
        var bundles: [[UInt8]] = []
        for _ in 0..<40 { bundles.append(try network.server.bundle(of: bob.address)) }
        bundles.shuffle(using: &random)
        for (number, bundle) in bundles.enumerated() {
            network.clock.advance(by: Int64(day) * 3 / 4)
            try network.server.publish(bob)
            let device = try Device.inMemory(
                as: Address(user: UserID("user \(number)"), device: 1), trusting: .onFirstUse,
                clock: network.clock.clock)
            try device.start(withBundle: bundle, of: bob.address)
            let sent = try device.send([1], to: .user("bob"))
            #expect(try bob.receive(sent.envelopes[0].bytes, from: device.address).sender == device.address)
        }
    }
}
