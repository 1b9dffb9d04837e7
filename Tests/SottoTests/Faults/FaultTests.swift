import DeviceSupport
import Foundation
import Sotto
import Testing

/// Two devices whose stores fail at each write of each operation.
///
/// `SOTTO_FAULT_SEEDS` says how many conversations there are of each kind; from two on the store fails before and
/// after each write, with one on one of the two sides.
///
/// Rules DS-2, DS-8, DS-9, DS-10, DS-12, DS-14, DS-15 and DS-16.
@Suite("A conversation whose stores fail at every write")
struct FaultTests {
    static let seeds = UInt64(ProcessInfo.processInfo.environment["SOTTO_FAULT_SEEDS"] ?? "") ?? 1

    /// What a conversation is held over.
    enum Kind: String, CaseIterable, Sendable {
        case memory, file
        /// With places that are reserved and bytes that are released before they are written.
        case leases
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let kind: Kind
        let seed: UInt64

        static let all = Kind.allCases.flatMap { kind in (0..<seeds).map { Case(kind: kind, seed: $0) } }

        var testDescription: String { "\(kind), seed \(seed)" }
        var messages: Int { kind == .memory || FaultTests.seeds > 1 ? 500 : 80 }
    }

    @Test("loses nothing, uses nothing twice, and goes on", arguments: Case.all)
    func everyWrite(run: Case) throws {
        let folder = try Folder()
        var seats: [String: any Seat] = [:]
        for user in ["alice", "bob"] {
            switch run.kind {
            case .memory, .leases:
                let store = InMemoryStorage()
                seats[user] = try LocalSeat(user) { store }
            case .file:
                let path = folder.path(of: user)
                _ = try SQLiteStorage.create(at: path)
                seats[user] = try LocalSeat(user) { try SQLiteStorage.open(at: path) }
            }
        }
        let conversation = FaultyConversation(
            seats, seed: run.seed, faults: .everyWrite(bothSides: Self.seeds > 1),
            usesLeases: run.kind == .leases)
        try conversation.run(messages: run.messages)
        try conversation.finish()
        print("\(run.testDescription): \(conversation.counts)")
        #expect(conversation.ledger.violations == [], "\(run.testDescription)")
        #expect(conversation.counts.faults > 5 * run.messages)
        #expect(conversation.counts.faultsAtCommit > run.messages)
        #expect(conversation.counts.unopened == 0)
    }

    @Test("loses nothing where nothing fails", arguments: 0..<seeds)
    func noFault(seed: UInt64) throws {
        var seats: [String: any Seat] = [:]
        for user in ["alice", "bob"] {
            let store = InMemoryStorage()
            seats[user] = try LocalSeat(user) { store }
        }
        let conversation = FaultyConversation(seats, seed: seed, faults: .none, usesLeases: true)
        try conversation.run(messages: 300)
        try conversation.finish()
        #expect(conversation.ledger.violations == [], "seed \(seed)")
    }
}
