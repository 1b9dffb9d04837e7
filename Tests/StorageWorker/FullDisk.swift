import Foundation
import SottoCrypto
import SottoSQLite
import SottoSessions
import StorageSupport

/// What a store does when no file of this process can grow.
enum FullDisk {
    /// Counts until that fails and says how, then whether it goes on without the limit.
    static func count(at path: String, limit: Int) throws {
        try FileLimit.set(limit)
        var count = 0
        do {
            let store = try SQLiteStorage.open(at: path)
            do {
                while true {
                    try Counters.advance(in: store)
                    count += 1
                }
            } catch { StorageWorker.say("\(error) \(count)") }
            try FileLimit.set(nil)
            try Counters.advance(in: store)
            StorageWorker.say("\(try store.transaction(.reading) { try Counters.value(.first, in: $0) })")
        } catch { StorageWorker.say("\(error) at opening") }
    }

    /// Writes more than fits in one transaction and takes no notice of errors, then something small.
    static func stubborn(at path: String, limit: Int) throws {
        let store = try SQLiteStorage.open(at: path)
        try FileLimit.set(limit)
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
                try FileLimit.set(nil)
                do { try Counters.set(1_000, .first, in: transaction) } catch { failures += 1 }
            }
            StorageWorker.say("committed")
        } catch { StorageWorker.say("\(error) \(failures > 1)") }
        try Counters.advance(in: store)
    }
}
