public import SottoSessions

/// A transaction of a store that stands before another one: what it doesn't do itself, `base` does.
public protocol ForwardingTransaction: StorageTransaction {
    /// The transaction of the store behind it.
    var base: any StorageTransaction { get }
}

extension ForwardingTransaction {
    /// What `base` has.
    public func value(of name: RecordName) throws(StorageError) -> [UInt8]? { try base.value(of: name) }

    /// What `base` has.
    public func rows(
        in group: RecordGroup, after sequence: UInt64, limit: Int
    ) throws(StorageError) -> [StorageRow] {
        try base.rows(in: group, after: sequence, limit: limit)
    }

    /// Writes to `base`.
    public func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        try base.put(value, as: name, in: group)
    }

    /// Deletes from `base`.
    public func remove(_ name: RecordName) throws(StorageError) { try base.remove(name) }

    /// That of `base`.
    public func changeNumber() throws(StorageError) -> UInt64 { try base.changeNumber() }
}
