import Foundation
import SottoSQLite
import SottoSessions
import StorageSupport

/// What a store does for somebody with the rights that its file and its folder give.
///
/// Root has all rights whatever they say, so a process of root first becomes nobody.
enum Rights {
    private static let nobody: UInt32 = 65_534

    static func use(_ path: String, _ call: String) throws {
        if geteuid() == 0 {
            guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else { throw Failure() }
        }
        do {
            let store =
                switch call {
                case "create": try SQLiteStorage.create(at: path)
                case "open": try SQLiteStorage.open(at: path)
                case "exclusive": try SQLiteStorage.open(at: path, exclusively: true)
                default: throw Failure()
                }
            try Counters.advance(in: store)
            StorageWorker.say("written")
        } catch { StorageWorker.say("\(error)") }
    }

    struct Failure: Error {}
}
