internal import SottoCrypto

/// A record that is held in memory between transactions.
///
/// Changed in place within a transaction; when that fails the object is thrown away and read again.
///
/// The lists of records stand behind accessors, so that they are read and replaced as a whole. A list that is changed where
/// it lies makes the runtime check each reading of it for another access at the same time, of which an ordinary message
/// would pay some twenty: a tenth of its time in memory.
class StoredRecord {
    final let name: RecordName
    final let group: RecordGroup
    /// The generation under which it was written last; 0 before the first time.
    final var generation: UInt64
    /// Whether it is to be written at the end of the transaction.
    final var isChanged = false

    init(name: RecordName, group: RecordGroup, generation: UInt64 = 0) {
        self.name = name
        self.group = group
        self.generation = generation
    }

    /// Writes what it keeps in records of their own, before it is written itself.
    func writeParts(in transaction: DeviceTransaction) throws {}
}
