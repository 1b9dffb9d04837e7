import Sotto
import Testing

/// A member whose identity was given up, and whoever has the device of before.
///
/// Rule DS-29.
@Suite("The device of an identity that was given up")
struct GroupIdentityTests {
    @Test("begins no chain in a group and ends none of the new identity's")
    func oldDevice() throws {
        let network = TestNetwork()
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, old) = (try group["alice"], try group["bob"])
        try group.talk("old", from: old)
        let new = try network.sealedDevice("bob")
        try new.apply(group.roster)
        _ = try? network.start(alice, with: new)
        try alice.accept(new.identityKey, for: "bob")
        try network.start(new, with: alice)
        try network.talk("new", from: new, to: "alice")
        try group.talk("of the new one", from: new)
        // It goes on in the session that it had: what is on its way in that still opens.
        try old.rotateSenderKey(of: group.group)
        let late = try group.send("of the old one", from: old)
        #expect(
            try alice.receive(try late.key(for: alice), from: nil).content == .senderKey(of: group.group))
        let refused = alice.undecryptableInGroup(try late.part(for: alice))
        #expect(refused?.reason == .needsSenderKey)
        let next = try group.send("next", from: new)
        #expect(try alice.receive(try next.part(for: alice), from: nil).groupText == "next")
    }
}
