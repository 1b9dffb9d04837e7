import DeviceSupport
import Foundation
import Sotto
import Testing

/// Devices in processes that are killed: before and after a write, and at any moment.
///
/// A reply that the test read is what left the process. `SOTTO_FAULT_SEEDS` says how many conversations there are of
/// each kind.
///
/// Rules DS-8, DS-9, DS-12, DS-15.
@Suite("A device whose process is killed", .serialized)
struct KilledDeviceTests {
    static let seeds = UInt64(ProcessInfo.processInfo.environment["SOTTO_FAULT_SEEDS"] ?? "") ?? 1

    private func talk(
        _ faults: Conversation.Faults, seed: UInt64, messages: Int, kills: Int, _ what: String
    ) throws {
        let folder = try Folder()
        var seats: [String: any Seat] = [:]
        for user in ["alice", "bob"] { seats[user] = try Worker(folder.path(of: user), creating: user) }
        let conversation = Conversation(seats, seed: seed, faults: faults)
        try conversation.run(messages: messages)
        try conversation.finish()
        print("\(what), seed \(seed): \(conversation.counts)")
        #expect(conversation.ledger.violations == [], "\(what), seed \(seed)")
        #expect(conversation.counts.reopenings > kills)
    }

    @Test("before or after a write loses nothing and uses nothing twice", arguments: 0..<seeds)
    func atWrites(seed: UInt64) throws {
        let messages = Self.seeds > 1 ? 500 : 80
        try talk(
            .some(oneIn: 3, .kill), seed: seed, messages: messages, kills: messages / 4, "killed at a write")
    }

    @Test("at any moment loses nothing and uses nothing twice", arguments: 0..<seeds)
    func anyMoment(seed: UInt64) throws {
        let messages = Self.seeds > 1 ? 500 : 60
        // How often the moment is one at work is for the clock to say.
        try talk(.anyMoment(oneIn: 3), seed: seed, messages: messages, kills: 0, "killed at any moment")
    }
}
