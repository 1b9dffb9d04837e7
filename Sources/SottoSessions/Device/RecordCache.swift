/// Records in memory by what they are about.
///
/// Most messages are with the same user and device as the one before: the record that was asked for last is found
/// without a hash.
struct RecordCache<Key: Hashable, Record: AnyObject> {
    private var all: [Key: Record] = [:]
    private var last: (key: Key, record: Record)?

    var count: Int { all.count }

    subscript(key: Key) -> Record? {
        mutating get {
            if let last, last.key == key { return last.record }
            guard let record = all[key] else { return nil }
            last = (key, record)
            return record
        }
        set {
            all[key] = newValue
            last = nil
        }
    }

    mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
        last = nil
    }
}
