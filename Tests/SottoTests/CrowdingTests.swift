import Sotto
import TestSupport
import Testing

/// A server, or whoever it lets write, that fills up what is bounded.
///
/// Rule DS-17.
@Suite("What a hostile server names")
struct CrowdingTests {
    let network = TestNetwork()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        _ = try alice.apply(DeviceReport(user: "bob", missing: Array(2...256)))
        #expect(try alice.identity(of: "bob")?.devices.count == 256)
    }

    @Test("doesn't crowd out a device whose bundle is the user's")
    func bundle() throws {
        let genuine = try network.device("bob", 300, linkedTo: bob)
        #expect(try alice.apply(DeviceReport(user: "bob", missing: [300])) == [genuine.address])
        try network.start(alice, with: genuine)
        let sent = try alice.send([1], to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == [bob.address, genuine.address])
        #expect(try alice.identity(of: "bob")?.devices.count == 256)
    }

    @Test("doesn't crowd out a device that writes first")
    func firstMessage() throws {
        let genuine = try network.device("bob", 300, linkedTo: bob)
        try network.start(genuine, with: alice)
        #expect(try network.talk("hi", from: genuine, to: "alice").map(\.text) == ["hi"])
        let sent = try alice.send([1], to: .user("bob"))
        #expect(sent.envelopes.map(\.address) == [bob.address, genuine.address])
    }

    @Test("beyond the room is named to the caller, and the rest of the report holds")
    func longReport() throws {
        let report = DeviceReport(user: "bob", missing: Array(257...600), extra: [2], stale: [1])
        #expect(try alice.apply(report).count == 1 + 256)
        let facts = try alice.identity(of: "bob")
        #expect(facts?.devices.contains(2) == false)
        #expect(try alice.diagnostics(for: bob.address)?.active == nil)
    }

    /// Fills Alice's box: first messages under Bob's name, of an identity that isn't his.
    @Test(
        "in first messages of one device takes no place of another device's, whose user waits for a decision")
    func waiting() throws {
        let mallory = try Device.inMemory(as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        let other = try Device.inMemory(
            as: Address(user: "bob", device: 2), trusting: .onFirstUse, identity: try mallory.identity(),
            clock: network.clock.clock)
        func send(_ device: Device, _ text: String) throws -> IdentityChange {
            let bytes = try device.send(Array(text.utf8), to: .user("alice")).envelopes[0].bytes
            guard case .peer(.identityChanged(let change)) = alice.refusal(of: bytes, from: device.address)
            else { throw Device.OtherContent() }
            // The same bytes again take no place.
            #expect(alice.refusal(of: bytes, from: device.address) != nil)
            return change
        }
        for device in [mallory, other] { try network.start(device, with: alice) }
        #expect(try send(other, "first").dropped == nil)
        for number in 0..<40 {
            #expect(try send(mallory, "\(number)").dropped == (number < 31 ? nil : bob.address))
        }
        #expect(try send(other, "last").dropped == bob.address)
        try alice.accept(mallory.identityKey, for: "bob")
        let texts = try alice.receiveWaiting(of: "bob").map { try $0.get().text }
        #expect(texts == ["first"] + (10..<40).map { "\($0)" } + ["last"])
    }

    @Test("ends where all places are of devices that proved to be the user's")
    func full() throws {
        let carol = try network.device("carol")
        try network.start(alice, withAll: 1...256, of: "carol", carol.identity())
        let last = try network.device("carol", 257, linkedTo: carol)
        #expect(throws: SessionError.usage(.tooManyDevices)) { try network.start(alice, with: last) }
        #expect(try alice.apply(DeviceReport(user: "carol", missing: [257])) == [last.address])
        #expect(try alice.identity(of: "carol")?.devices == Array(1...256))
    }
}
