import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import StorageSupport

/// A process of its own that works on a store, for tests that kill it, stop it, or run several.
///
///     storage-worker count PATH TIMES     adds 1 to both counters TIMES times, each in one transaction
///     storage-worker forever PATH         the same until it is killed
///     storage-worker hold PATH            begins to write, says so, and waits to be killed
///     storage-worker exclusive PATH       opens it exclusively, writes, says so, and waits to be killed
@main
enum StorageWorker {
    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    static func run(_ arguments: [String]) throws {
        guard arguments.count >= 2 else { exit(2) }
        let store = try SQLiteStorage.open(at: arguments[1], exclusively: arguments[0] == "exclusive")
        switch arguments[0] {
        case "count":
            for _ in 0..<(arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0) {
                try Counters.advance(in: store)
            }
        case "forever":
            say("ready")
            while true { try Counters.advance(in: store) }
        case "hold":
            try store.transaction(.writing) { transaction in
                try Counters.set(1_000_000, .first, in: transaction)
                say("ready")
                while true { sleep(60) }
            }
        case "exclusive":
            try Counters.advance(in: store)
            say("ready")
            while true { sleep(60) }
        default: exit(2)
        }
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
