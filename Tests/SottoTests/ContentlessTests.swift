import Foundation
import Sotto
import TestSupport
import Testing

/// Messages that say nothing to the user, of which only ids are kept.
///
/// Rule DS-9.
@Suite("A message without content")
struct ContentlessTests {
    @Test("leaves less in a store than came over the wire: its id, for 30 days")
    func size() throws {
        let network = TestNetwork()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sotto-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("alice.sqlite").path
        let bob = try network.device("bob")
        let count = 2_000
        func byteCount() throws -> Int {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try names.reduce(0) {
                let file = folder.appendingPathComponent($1).path
                return try $0 + ((FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? 0)
            }
        }
        func make() throws -> Address {
            let alice = try Device.create(
                in: try SQLiteStorage.create(at: path), key: TestNetwork.key(),
                as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: network.clock.clock)
            try network.server.publish(alice)
            try network.start(bob, with: alice)
            let first = try bob.send([1], to: .user("alice")).envelopes[0].bytes
            try alice.acknowledge(alice.receive(first, from: bob.address).id)
            let answer = try alice.send([1], to: .user("bob")).envelopes[0].bytes
            _ = try bob.receive(answer, from: alice.address)
            return alice.address
        }
        let address = try make()
        let before = try byteCount()
        let heartbeats = try (0..<count).map { _ in try bob.heartbeat(to: address).envelopes[0].bytes }
        func receive() throws {
            let alice = try Device.open(
                in: try SQLiteStorage.open(at: path), key: TestNetwork.key(), clock: network.clock.clock)
            for result in alice.receive(heartbeats.map { Incoming($0, from: bob.address) }) {
                #expect(try result.get().content == .heartbeat)
            }
            #expect(try alice.diagnostics().inboxCount == 0)
        }
        try receive()
        #expect(heartbeats.allSatisfy { $0.count >= 240 })
        #expect((150..<240).contains((try byteCount() - before) / count))
    }
}
