import Sotto
import TestSupport
import Testing

/// What a device sends after it was set back without saying so.
///
/// Rules DS-10, DS-11, DS-15, DS-16.
@Suite("A message of a sender that was set back, in a place that it used before")
struct SetBackSenderTests {
    @Test(
        "is asked for and then opens, and the one that stood there before isn't given twice",
        arguments: [false, true])
    func pairwise(isSealed: Bool) throws {
        let network = TestNetwork()
        let storage = BackupStorage()
        let alice = try network.device("alice", in: storage)
        if isSealed { try network.certify(alice) }
        let bob = try network.device("bob")
        try network.meet(alice, bob)
        try network.talk("zero", from: alice, to: "bob")
        storage.save()
        try network.talk("first", from: alice, to: "bob")
        storage.putBack()
        let sent = try alice.send(Array("second".utf8), to: .user("bob"))
        let lost = try #require(bob.undecryptable(sent.envelopes[0].bytes, from: alice.address))
        #expect(lost.fault == .placeUsedTwice)
        try alice.markSent(sent.id)
        try network.server.publish(alice)
        let asked = try bob.requestResend(of: lost, withBundle: try network.server.bundle(of: alice.address))
        let got = try alice.receive(asked.envelopes[0].bytes, from: bob.address)
        guard case .resendRequest(let request) = got.content else {
            Issue.record("\(got.content)")
            return
        }
        let answer = try alice.resend(request, withBundle: try network.server.bundle(of: bob.address))
        #expect(try bob.receive(answer.envelopes[0].bytes, from: alice.address).text == "second")
        #expect(bob.refusal(of: answer.envelopes[0].bytes, from: alice.address)?.duplicate != nil)
        #expect(try bob.inbox().compactMap(\.text).filter { $0 == "first" }.count == 1)
    }
}
