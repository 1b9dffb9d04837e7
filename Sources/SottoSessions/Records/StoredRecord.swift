/// A record that is held in memory between transactions.
///
/// Changed in place within a transaction; when that fails the object is thrown away and read again.
protocol StoredRecord: AnyObject, RecordContent {
    var name: RecordName { get }
    var group: RecordGroup { get }
    /// The generation under which it was written last; 0 before the first time.
    var generation: UInt64 { get set }
    /// Whether it is to be written at the end of the transaction.
    var isChanged: Bool { get set }
    /// Writes what it keeps in records of their own, before it is written itself.
    func writeParts(in transaction: DeviceTransaction) throws
}

extension StoredRecord {
    func writeParts(in transaction: DeviceTransaction) throws {}
}
