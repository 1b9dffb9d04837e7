import Sotto
import TestSupport
import Testing

/// Rules DS-10, DS-15, DS-19.
@Suite("A device that was put back from a backup")
struct RestoreTests {
    let network = TestNetwork()
    let storage = BackupStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
        try network.meet(alice, bob)
    }

    @Test("has another registration id, other prekeys, an empty outbox, and sends nothing in old sessions")
    func declared() throws {
        let id = try alice.registrationID()
        _ = try alice.send([1], to: .user("bob"))
        try alice.restored()
        #expect(try alice.registrationID() != id)
        #expect(try alice.outbox().isEmpty)
        #expect(throws: SessionError.usage(.noSession(bob.address))) { try alice.send([2], to: .user("bob")) }
        let upload = try #require(try alice.prekeyUpload())
        #expect(upload.replacesAll)
        #expect(upload.signedPrekeyID.value > 1 << 20)
        #expect(upload.oneTimePrekeys.count == 100)
        network.server.take(upload)
        try alice.confirm(upload)
        try network.start(alice, with: bob)
        let received = try network.talk("back", from: alice, to: "bob")[0]
        #expect(received.facts.beganSession?.isNewInstallation == true)
        #expect(try network.talk("welcome", from: bob, to: "alice").map(\.text) == ["welcome"])
    }

    @Test("uploads by the server's word of what was before, which holds again from the confirmation on")
    func uploadAfterRestore() throws {
        let before = try #require(network.server.status(of: alice.address))
        try alice.restored()
        let upload = try #require(try alice.prekeyUpload(server: before))
        #expect(upload.replacesAll)
        #expect(upload.oneTimePrekeys.count == 100)
        #expect(try alice.prekeyUpload(server: before) == upload)
        network.server.take(upload)
        try alice.confirm(upload)
        #expect(throws: SessionError.storage(.otherInstallation)) { try alice.prekeyUpload(server: before) }
        let after = try #require(network.server.status(of: alice.address))
        #expect(try alice.prekeyUpload(server: after) == nil)
    }

    @Test("is told by newer prekeys at the server, where it wasn't said")
    func newerPrekeys() throws {
        storage.save()
        network.clock.advance(by: 8 * Int64(day))
        try network.server.publish(alice)
        let status = try #require(network.server.status(of: alice.address))
        #expect(try alice.prekeyUpload(server: status) == nil)
        storage.putBack()
        let old = try network.reopen(storage)
        #expect(throws: SessionError.storage(.rolledBack)) { try old.prekeyUpload(server: status) }
        try old.restored()
        #expect(try old.prekeyUpload(server: status)?.replacesAll == true)
    }

    @Test("that is new at an address uploads whatever the server had there, in place of it")
    func newAtAddress() throws {
        let status = try #require(network.server.status(of: alice.address))
        let anew = try Device.inMemory(
            as: alice.address, trusting: .onFirstUse, clock: network.clock.clock)
        let upload = try #require(try anew.prekeyUpload(server: status))
        #expect(upload.replacesAll)
        network.server.take(upload)
        try anew.confirm(upload)
        let now = try #require(network.server.status(of: alice.address))
        #expect(try anew.prekeyUpload(server: now) == nil)
        #expect(throws: SessionError.storage(.otherInstallation)) { try alice.prekeyUpload(server: now) }
    }

    @Test("opens what was on its way in chains that it has, and no new chain")
    func onItsWay() throws {
        let late = try bob.send([1], to: .user("alice"))
        let next = try bob.send([2], to: .user("alice"))
        _ = try alice.receive(next.envelopes[0].bytes, from: bob.address)
        try alice.restored()
        #expect(
            try alice.receive(late.envelopes[0].bytes, from: bob.address).content == .message(late.id, [1]))
        let after = try bob.send([3], to: .user("alice"))
        #expect(
            try alice.receive(after.envelopes[0].bytes, from: bob.address).content == .message(after.id, [3]))
        #expect(try alice.diagnostics(for: bob.address)?.active == nil)
    }

    @Test(
        "without saying so is noticed through the peer, and one handshake repairs both directions",
        arguments: [1, 20, 21])
    func undeclared(messages: Int) throws {
        storage.save()
        var sealed: [[UInt8]] = []
        for number in 0..<messages {
            let sent = try alice.send(Array("a\(number)".utf8), to: .user("bob"))
            sealed.append(sent.envelopes[0].bytes)
            try network.deliver(sent, from: alice)
            if number % 2 == 1 { try network.talk("b\(number)", from: bob, to: "alice") }
        }
        storage.putBack()
        let old = try network.reopen(storage)
        let lost = try old.send(Array("after".utf8), to: .user("bob"))
        let message = try #require(bob.undecryptable(lost.envelopes[0].bytes, from: alice.address))
        #expect(message.isRequestDue)
        // The same place in the chain may carry another message: then the cipher key and nonce differ.
        #expect(!sealed.contains(lost.envelopes[0].bytes))
        try old.markSent(lost.id)
        let request = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        guard case .resendRequest(let wanted) = try network.deliver(request, from: bob)[0].content else {
            Issue.record("no request")
            return
        }
        let again = try old.resend(wanted, withBundle: try network.server.bundle(of: bob.address))
        #expect(try network.deliver(again, from: old).map(\.text) == ["after"])
        #expect(try network.talk("b", from: bob, to: "alice").map(\.text) == ["b"])
        #expect(try network.talk("a", from: old, to: "bob").map(\.text) == ["a"])
    }

    @Test("without saying so and seals the same content again, tells no more than that it is the same")
    func sameContent() throws {
        storage.save()
        let id = MessageID.random()
        let first = try alice.send([1, 2, 3], id: id, to: .user("bob")).envelopes[0].bytes
        storage.putBack()
        let old = try network.reopen(storage)
        let same = try old.send([1, 2, 3], id: id, to: .user("bob")).envelopes[0].bytes
        let isMidChain = try old.diagnostics(for: bob.address)?.active?.nextSendingIndex == 2
        if isMidChain { #expect(same == first) }
        storage.putBack()
        let other = try network.reopen(storage).send([1, 2, 4], id: id, to: .user("bob")).envelopes[0].bytes
        // The nonce stands behind the header, 24 bytes before ciphertext and tag of 176.
        #expect(other.suffix(200).prefix(24) != first.suffix(200).prefix(24))
    }
}
