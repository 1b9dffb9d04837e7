import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import StorageSupport

/// What a store does when no file of this process can grow.
///
/// The limit needs no rights and is the same for everybody. Past it the system refuses to write, in the way in
/// which it refuses on a full disk.
enum FullDisk {
    /// Counts until that fails and says how, then whether it goes on without the limit.
    static func count(at path: String, limit: Int) throws {
        try setLimit(limit)
        var count = 0
        do {
            let store = try SQLiteStorage.open(at: path)
            do {
                while true {
                    try Counters.advance(in: store)
                    count += 1
                }
            } catch { StorageWorker.say("\(error) \(count)") }
            try setLimit(nil)
            try Counters.advance(in: store)
            StorageWorker.say("\(try store.transaction(.reading) { try Counters.value(.first, in: $0) })")
        } catch { StorageWorker.say("\(error) at opening") }
    }

    /// Writes more than fits in one transaction and takes no notice of errors, then something small.
    static func stubborn(at path: String, limit: Int) throws {
        let store = try SQLiteStorage.open(at: path)
        try setLimit(limit)
        var failures = 0
        do {
            try store.transaction(.writing) { transaction in
                for number in 0..<8 as Range<UInt8> {
                    do {
                        try transaction.put(
                            [UInt8](repeating: number, count: 1_000_000),
                            as: RecordName(SHA256.hash([number].span)),
                            in: RecordGroup([UInt8](repeating: 9, count: RecordGroup.byteCount)))
                    } catch { failures += 1 }
                }
                // Without the limit this one would fit.
                try setLimit(nil)
                do { try Counters.set(1_000, .first, in: transaction) } catch { failures += 1 }
            }
            StorageWorker.say("committed")
        } catch { StorageWorker.say("\(error) \(failures > 1)") }
        try Counters.advance(in: store)
    }

    private static func setLimit(_ byteCount: Int?) throws {
        signal(SIGXFSZ, SIG_IGN)
        #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { throw Failure() }
        limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
        guard unsafe setrlimit(resource, &limit) == 0 else { throw Failure() }
    }

    struct Failure: Error {}
}
