import Foundation
import SottoSessions
import TestSupport

/// A random conversation of two devices whose stores fail, and the laws that hold all the same.
///
/// What fails is done again, by the same device object or by one that is opened anew. The same seed gives the same run, but for keys.
package final class FaultyConversation {
    /// Which writes fail.
    package enum Faults: Sendable {
        case none
        /// At each write of each operation: before and after it, or on the side that a coin chooses.
        case everyWrite(bothSides: Bool)
        /// One operation in some, before or after one of its writes.
        case some(oneIn: Int, FaultPlan.Action)
        /// One operation in some is killed while it runs, at any moment.
        case anyMoment(oneIn: Int)
    }

    /// What there was.
    package struct Counts: Sendable {
        package var operations = 0
        package var faults = 0
        package var faultsAtCommit = 0
        package var reopenings = 0
        package var opened = 0
        package var duplicates = 0
        package var repairs = 0
        package var unopened = 0
        package var starts = 0
        package var uploads = 0
    }

    let seats: [String: any Seat]
    let faults: Faults
    let usesLeases: Bool
    var random: SeededGenerator
    var now: UInt64 = 1_800_000_000_000
    /// What was seen of it from outside.
    package var ledger = Ledger()
    /// What there was.
    package var counts = Counts()
    var server = KeyServer()
    var inFlight: [(letter: Reply.Letter, from: String)] = []
    var past: [(letter: Reply.Letter, from: String)] = []
    var unsent: [String: [Data]] = [:]
    var dropped: Set<Data> = []
    var leased: Set<Data> = []
    var bundles: [String: [Data]] = [:]
    var disturbances = 0
    var speaker = "alice"

    package init(
        _ seats: [String: any Seat], seed: UInt64, faults: Faults, usesLeases: Bool = false
    ) {
        self.seats = seats
        self.faults = faults
        self.usesLeases = usesLeases
        random = SeededGenerator(seed: seed)
    }

    static func other(_ user: String) -> String { user == "alice" ? "bob" : "alice" }

    /// Has a command done, whatever goes wrong on the way.
    ///
    /// - Returns: The reply, and whether something went wrong before.
    func perform(_ user: String, _ command: Command) throws -> (reply: Reply, wasStruck: Bool) {
        now += UInt64.random(in: 0...(random.oneIn(100) ? 36_000_000 : 20_000), using: &random)
        counts.operations += 1
        let before = counts.faults
        let reply = try persist(user, command)
        for failure in reply.failures {
            if case .storage(let error) = failure { ledger.fail("\(user): \(error) in \(command)") }
        }
        return (reply, counts.faults > before)
    }

    private func persist(_ user: String, _ command: Command) throws -> Reply {
        switch faults {
        case .none:
            while true { if let reply = try attempt(user, command, nil).reply { return reply } }
        case .everyWrite(let bothSides):
            var write = 1
            let sides = bothSides ? [false, true] : [random.oneIn(2)]
            // A call that was done and said that it wasn't, once: each one more is another session or upload.
            var wasDone = false
            while true {
                if wasDone, !bothSides, let reply = try attempt(user, command, nil).reply { return reply }
                for isAfter in sides where !(isAfter && wasDone) {
                    let fault = FaultPlan.Fault(.fail, write: write, isAfter: isAfter)
                    let result = try attempt(user, command, fault)
                    if let reply = result.reply { return reply }
                    if isAfter, result.wasCommit { wasDone = true }
                }
                // The hundred writes of an upload are all alike.
                write += write < 12 ? 1 : Int.random(in: 1...20, using: &random)
            }
        case .some(let count, let action):
            while true {
                var fault: FaultPlan.Fault?
                if random.oneIn(count) {
                    fault = FaultPlan.Fault(
                        action, write: Int.random(in: 1...6, using: &random), isAfter: random.oneIn(2))
                }
                if let reply = try attempt(user, command, fault).reply { return reply }
            }
        case .anyMoment(let count):
            while true {
                let delay = random.oneIn(count) ? UInt32.random(in: 0...6_000, using: &random) : nil
                if let reply = try attempt(user, command, nil, killedAfter: delay).reply { return reply }
            }
        }
    }

    private func attempt(
        _ user: String, _ command: Command, _ fault: FaultPlan.Fault?, killedAfter delay: UInt32? = nil
    ) throws -> (reply: Reply?, wasCommit: Bool) {
        guard let seat = seats[user] else { return (Reply(), false) }
        switch try seat.run(Request(command, at: now, fault: fault), killedAfter: delay) {
        case .reply(let reply): return (reply, false)
        case .struck(let strike, let reply):
            counts.faults += 1
            if strike == .commit { counts.faultsAtCommit += 1 }
            // A call of many messages goes on by itself.
            if let reply, !reply.isStorageFailure { return (reply, strike == .commit) }
            if let reply, reply.failures.contains(where: { $0 != Self.injected }) {
                ledger.fail("\(user): \(reply.failures) for a store that failed")
            }
            if reply == nil || random.oneIn(4) {
                counts.reopenings += 1
                try seat.reopen()
            }
            return (nil, strike == .commit)
        }
    }

    private static let injected = Reply.Failure.storage("\(FaultPlan.error)")
}
