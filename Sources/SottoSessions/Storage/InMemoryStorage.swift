private import Synchronization

/// A store in memory, for tests and for programs that keep nothing.
///
/// Rule ST-1.
public final class InMemoryStorage: SessionStorage {
    private let rows = Mutex(InMemoryRows())

    /// Makes an empty store.
    public init() {}

    /// True: nobody else can reach the rows.
    public var isExclusive: Bool { true }

    /// Runs `body` in one transaction.
    ///
    /// - Throws: What `body` throws; all it wrote is taken back then.
    public func transaction<R>(
        _ kind: StorageTransactionKind, _ body: (any StorageTransaction) throws -> R
    ) throws -> R {
        // Reading and writing take turns: nothing here waits long enough to make that a burden.
        try rows.withLock { rows in
            rows.begin(isWriting: kind == .writing)
            do {
                let result = try body(rows)
                rows.commit()
                return result
            } catch {
                rows.rollBack()
                throw error
            }
        }
    }
}

/// The rows, and what is needed to take a transaction back.
private final class InMemoryRows: StorageTransaction {
    private struct Row {
        let group: RecordGroup
        let sequence: UInt64
        var value: [UInt8]
    }

    private var byName: [RecordName: Row] = [:]
    /// Sequences of each group, rising.
    private var groups: [RecordGroup: [(sequence: UInt64, name: RecordName)]] = [:]
    private var nextSequence: UInt64 = 1
    private var changes: UInt64 = 0
    /// The rows as they were before this transaction, newest last.
    private var undo: [(name: RecordName, row: Row?)] = []
    private var isWriting = false

    func begin(isWriting: Bool) {
        self.isWriting = isWriting
        undo.removeAll(keepingCapacity: true)
    }

    func commit() {
        if !undo.isEmpty { changes += 1 }
        isWriting = false
    }

    func rollBack() {
        for (name, row) in undo.reversed() {
            if let now = byName.removeValue(forKey: name) { leave(now.group, name) }
            guard let row else { continue }
            byName[name] = row
            enter(row.group, row.sequence, name)
        }
        isWriting = false
    }

    func value(of name: RecordName) -> [UInt8]? { byName[name]?.value }

    func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
        let entries = groups[group] ?? []
        let start = entries.partitioningIndex { $0.sequence > sequence }
        return entries[start...].prefix(max(0, limit)).compactMap { entry in
            byName[entry.name].map {
                StorageRow(name: entry.name, sequence: entry.sequence, value: $0.value)
            }
        }
    }

    func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard (1...StorageLimits.maximumValueByteCount).contains(value.count) else {
            throw .valueLength(value.count)
        }
        let old = byName[name]
        undo.append((name, old))
        if old != nil {
            byName[name]?.value = value
        } else {
            byName[name] = Row(group: group, sequence: nextSequence, value: value)
            groups[group, default: []].append((nextSequence, name))
            nextSequence += 1
        }
    }

    func remove(_ name: RecordName) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard let old = byName.removeValue(forKey: name) else { return }
        undo.append((name, old))
        leave(old.group, name)
    }

    func changeNumber() -> UInt64 { changes }

    private func leave(_ group: RecordGroup, _ name: RecordName) {
        groups[group]?.removeAll { $0.name == name }
        if groups[group]?.isEmpty == true { groups[group] = nil }
    }

    private func enter(_ group: RecordGroup, _ sequence: UInt64, _ name: RecordName) {
        let index = groups[group, default: []].partitioningIndex { $0.sequence > sequence }
        groups[group, default: []].insert((sequence, name), at: index)
    }
}

extension Array {
    /// The first index whose element `isSecond` holds for, in an array where it holds for all behind.
    fileprivate func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
