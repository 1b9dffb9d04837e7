/// Records in memory by what they are about.
///
/// Most messages are with the same user and device as the one before: the record that was asked for last is found
/// without a hash.
final class RecordCache<Key: Hashable, Record: AnyObject> {
    private var all: [Key: Record] = [:]
    private var last: (key: Key, record: Record)?
    private(set) var count = 0

    subscript(key: Key) -> Record? {
        get {
            if let last, last.key == key { return last.record }
            guard let record = all[key] else { return nil }
            last = (key, record)
            return record
        }
        set {
            all[key] = newValue
            count = all.count
            last = nil
        }
    }

    func removeAll() {
        all.removeAll(keepingCapacity: true)
        count = 0
        last = nil
    }
}
