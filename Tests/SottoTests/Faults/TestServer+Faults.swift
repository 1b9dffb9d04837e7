import DeviceSupport
import Sotto

extension TestServer {
    /// Alice over a store that fails when the plan says so, with a session with Bob that nobody has used.
    func aliceAndBob(_ plan: FaultPlan) throws -> (alice: Device, bob: Device) {
        let alice = try Device.create(
            in: FaultyStorage(InMemoryStorage(), plan), key: TestKey.make(),
            as: Address(user: "alice", device: 1), trusting: .onFirstUse)
        let bob = try Device.inMemory(as: Address(user: "bob", device: 1), trusting: .onFirstUse)
        for device in [alice, bob] { try publish(device) }
        try alice.start(withBundle: try bundle(of: bob.address), of: bob.address)
        return (alice, bob)
    }
}
