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
///     storage-worker make PATH            says so, makes it, and counts until it is killed
///     storage-worker full PATH LIMIT      counts until no file can have more than LIMIT bytes, then without a limit
///     storage-worker stubborn PATH LIMIT  the same in one transaction that takes no notice of errors
///     storage-worker rights PATH CALL     makes or opens it as somebody who isn't root
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
        let path = arguments[1]
        let option = arguments.count > 2 ? arguments[2] : ""
        switch arguments[0] {
        case "count":
            let store = try SQLiteStorage.open(at: path)
            for _ in 0..<(Int(option) ?? 0) { try Counters.advance(in: store) }
        case "forever":
            let store = try SQLiteStorage.open(at: path)
            say("ready")
            while true { try Counters.advance(in: store) }
        case "hold":
            try SQLiteStorage.open(at: path).transaction(.writing) { transaction in
                try Counters.set(1_000_000, .first, in: transaction)
                say("ready")
                while true { sleep(60) }
            }
        case "exclusive":
            let store = try SQLiteStorage.open(at: path, exclusively: true)
            try Counters.advance(in: store)
            say("ready")
            while true { sleep(60) }
        case "make":
            say("ready")
            let store = try SQLiteStorage.create(at: path)
            while true { try Counters.advance(in: store) }
        case "full": try FullDisk.count(at: path, limit: Int(option) ?? 0)
        case "stubborn": try FullDisk.stubborn(at: path, limit: Int(option) ?? 0)
        case "rights": try Rights.use(path, option)
        default: exit(2)
        }
    }

    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
