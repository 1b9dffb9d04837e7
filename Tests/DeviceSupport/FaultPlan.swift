import Foundation
package import SottoSessions
import Synchronization

/// What is to go wrong at which write, and what went wrong.
package final class FaultPlan: Sendable {
    /// Something that happens once, before or after a write is done.
    package struct Fault: Codable, Hashable, Sendable {
        /// Which write: puts, removals and commits are counted from 1.
        package var write: Int
        /// Whether the write is done before it happens.
        package var isAfter: Bool
        /// What happens.
        package var action: Action

        package init(_ action: Action, write: Int, isAfter: Bool) {
            self.action = action
            self.write = write
            self.isAfter = isAfter
        }
    }

    /// What happens to the process.
    package enum Action: String, Codable, Sendable {
        /// The store says that the system below failed.
        case fail
        /// The process is killed at once.
        case kill
        /// The process stands still until it is told to go on.
        case stop
    }

    /// What a fault came upon.
    package enum Strike: Sendable {
        case nothing, write, commit
    }

    private struct State {
        var fault: Fault?
        var writes = 0
        var strike = Strike.nothing
    }

    private let state = Mutex(State())

    package init() {}

    /// Counts from 1 again, up to `fault`.
    package func arm(_ fault: Fault?) { state.withLock { $0 = State(fault: fault) } }

    /// What the fault that was armed last came upon.
    package var strike: Strike { state.withLock { $0.strike } }

    /// How many writes there were since.
    package var writes: Int { state.withLock { $0.writes } }

    /// What the store says when the system below fails.
    package static let error = StorageError.system(5)

    func reach(isAfter: Bool, isCommit: Bool) throws(StorageError) {
        let action = state.withLock { (state) -> Action? in
            if !isAfter { state.writes += 1 }
            guard let fault = state.fault, fault.write == state.writes, fault.isAfter == isAfter else {
                return nil
            }
            state.fault = nil
            state.strike = isCommit ? .commit : .write
            return fault.action
        }
        switch action {
        case .none: return
        case .fail: throw Self.error
        case .kill: kill(getpid(), SIGKILL)
        case .stop: kill(getpid(), SIGSTOP)
        }
    }
}
