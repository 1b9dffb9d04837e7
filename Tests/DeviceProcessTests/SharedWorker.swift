import DeviceSupport
import Foundation
import SottoSessions

/// One of the processes that share a device: what it was asked, and what came of it.
///
/// Two threads use it. Its lock is one that the Thread Sanitizer knows: `Mutex` waits in code that it doesn't see into.
final class SharedWorker: @unchecked Sendable {
    let name: String
    private let worker: Worker
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var pending: [Command] = []
        var opened: [Data] = []
        var acknowledged: Set<Data> = []
        var duplicates = 0
        var busy = 0
        var longest = 0
        var calls = 0
        var unexpected: [Reply.Failure] = []
    }

    init(_ name: String, _ path: String) throws {
        self.name = name
        worker = try Worker(path)
    }

    /// The ids of what it received.
    var opened: [Data] { withState { $0.opened } }
    var acknowledged: Set<Data> { withState { $0.acknowledged } }
    var duplicates: Int { withState { $0.duplicates } }
    /// The longest call, in microseconds.
    var longest: Int { withState { $0.longest } }
    var unexpected: [Reply.Failure] { withState { $0.unexpected } }

    var summary: String {
        withState {
            "\(name): \($0.calls) calls, the longest \($0.longest / 1_000) ms, busy \($0.busy) times, "
                + "received \($0.opened.count) first and \($0.duplicates) after another process"
        }
    }

    private func withState<R>(_ body: (inout State) throws -> R) rethrows -> R {
        try lock.withLock { try body(&state) }
    }

    /// Kills it.
    func end() { worker.end() }

    /// Asks for something without waiting for it.
    func post(_ command: Command) throws {
        try withState {
            $0.pending.append(command)
            try worker.write(Request(command, at: 1_800_000_000_000))
        }
    }

    /// Has something done, again while the store is busy.
    func repeating(_ command: Command) throws -> Reply {
        while true {
            let reply = try worker.reply(to: command)
            note(reply)
            if reply.failures != [.storage("\(StorageError.busy)")] { return reply }
        }
    }

    private func note(_ reply: Reply) {
        withState {
            $0.calls += 1
            $0.longest = max($0.longest, reply.microseconds)
            if reply.failures == [.storage("\(StorageError.busy)")] { $0.busy += 1 }
        }
    }

    /// Reads replies until `count` messages were received here or by another process.
    func readAll(_ count: Int) {
        var done = 0
        var waiting: [Data] = []
        while done < count {
            guard let reply = try? worker.read() else { return }
            note(reply)
            let command = withState { $0.pending.removeFirst() }
            if reply.failures == [.storage("\(StorageError.busy)")] {
                try? post(command)
                continue
            }
            guard case .receive = command else { continue }
            done += 1
            withState {
                switch (reply.opened.first, reply.failures.first) {
                case (.some(let opened), _):
                    $0.opened.append(opened.id)
                    waiting.append(opened.id)
                case (_, .some(.duplicate)): $0.duplicates += 1
                default: $0.unexpected += reply.failures
                }
            }
            // The app takes over what it has; an extension leaves it.
            guard name == "app", waiting.count == 10, done < count - 10 else { continue }
            withState { $0.acknowledged.formUnion(waiting) }
            try? post(.acknowledge(waiting))
            waiting = []
        }
    }
}
