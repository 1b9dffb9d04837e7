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

    /// One conversation; how often a process was killed in it.
    private func talk(
        _ faults: FaultyConversation.Faults, seed: UInt64, messages: Int, _ what: String
    ) throws -> Int {
        let folder = try Folder()
        var seats: [String: any Seat] = [:]
        for user in ["alice", "bob"] { seats[user] = try Worker(folder.path(of: user), creating: user) }
        let conversation = FaultyConversation(seats, seed: seed, faults: faults)
        try conversation.run(messages: messages)
        try conversation.finish()
        print("\(what), seed \(seed): \(conversation.counts)")
        #expect(conversation.ledger.violations == [], "\(what), seed \(seed)")
        return conversation.counts.reopenings
    }

    @Test("before or after a write loses nothing and uses nothing twice", arguments: 0..<seeds)
    func atWrites(seed: UInt64) throws {
        let messages = Self.seeds > 1 ? 500 : 80
        let kills = try talk(
            .some(oneIn: 3, .kill), seed: seed, messages: messages, "killed at a write")
        #expect(kills > messages / 4)
    }

    @Test("at any moment loses nothing and uses nothing twice", arguments: 0..<seeds)
    func anyMoment(seed: UInt64) throws {
        let messages = Self.seeds > 1 ? 500 : 60
        // How often a moment is one at work is for the clock to say: more conversations until it was often enough.
        var kills = 0
        for round in 0..<8 as Range<UInt64> where kills <= messages / 4 {
            kills += try talk(
                .anyMoment(oneIn: 3), seed: seed + 1_000 * round, messages: messages, "killed at any moment")
        }
        #expect(kills > messages / 4)
    }
}
