internal import SottoCrypto

/// The rows of a store in memory, and what is needed to take a transaction back.
struct InMemoryTable {
    private var byName: [RecordName: Row] = [:]
    private var groups: [RecordGroup: Group] = [:]
    private var nextSequence: UInt64 = 1
    /// How many transactions wrote something.
    private(set) var changes: UInt64 = 0
    /// The changes of this transaction, newest last; empty between transactions.
    private var undo: [Change] = []
    var isWriting = false

    private struct Row {
        let group: Group
        let sequence: UInt64
        var value: [UInt8]
    }

    /// What stood under the name before.
    ///
    /// A row has a value, so no bytes mean that there was no row.
    private struct Change {
        let name: RecordName
        var row: Row
    }

    /// The rows of a group by their sequences, which rise.
    private final class Group {
        let id: RecordGroup
        private(set) var entries: [(sequence: UInt64, name: RecordName)] = []

        init(_ id: RecordGroup) { self.id = id }

        func enter(_ sequence: UInt64, _ name: RecordName) {
            let isLast = entries.isEmpty || entries[entries.count - 1].sequence < sequence
            let index = isLast ? entries.count : entries.partitioningIndex { $0.sequence > sequence }
            entries.insert((sequence, name), at: index)
        }

        func leave(_ sequence: UInt64) {
            let index = entries.partitioningIndex { $0.sequence >= sequence }
            if entries.indices.contains(index) { entries.remove(at: index) }
        }
    }

    // A value can be wiped while this is its only holder; otherwise the wiping would make a copy and wipe that. So
    // each is wiped where it lies, or is moved out first.

    /// Overwrites all values, at the end.
    mutating func wipe() {
        var index = byName.startIndex
        while index != byName.endIndex {
            SecretBytes.wipe(&byName.values[index].value)
            byName.formIndex(after: &index)
        }
    }

    mutating func commit() {
        isWriting = false
        guard !undo.isEmpty else { return }
        changes += 1
        for index in 0..<undo.count where !undo[index].row.value.isEmpty {
            SecretBytes.wipe(&undo[index].row.value)
        }
        undo.removeAll(keepingCapacity: true)
    }

    mutating func rollBack() {
        isWriting = false
        while let change = undo.popLast() {
            if var now = byName.removeValue(forKey: change.name) {
                leave(now)
                SecretBytes.wipe(&now.value)
            }
            guard !change.row.value.isEmpty else { continue }
            byName[change.name] = change.row
            change.row.group.enter(change.row.sequence, change.name)
            groups[change.row.group.id] = change.row.group
        }
    }

    func value(of name: RecordName) -> [UInt8]? { byName[name]?.value }

    func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
        let entries = groups[group]?.entries ?? []
        let start = entries.partitioningIndex { $0.sequence > sequence }
        return entries[start...].prefix(max(0, limit)).compactMap { entry in
            byName[entry.name].map {
                StorageRow(name: entry.name, sequence: entry.sequence, value: $0.value)
            }
        }
    }

    mutating func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard (1...StorageLimits.maximumValueByteCount).contains(value.count) else {
            throw .valueLength(value.count)
        }
        let before = Self.put(value, name, group, nextSequence, &byName[name], &groups)
        if before.value.isEmpty { nextSequence += 1 }
        undo.append(Change(name: name, row: before))
    }

    /// Fills the place of a row, which was looked up once, and gives what stood there.
    private static func put(
        _ value: [UInt8], _ name: RecordName, _ group: RecordGroup, _ sequence: UInt64, _ row: inout Row?,
        _ groups: inout [RecordGroup: Group]
    ) -> Row {
        if let before = row {
            row = Row(group: before.group, sequence: before.sequence, value: value)
            return before
        }
        let group = Self.group(group, &groups[group])
        group.enter(sequence, name)
        row = Row(group: group, sequence: sequence, value: value)
        return Row(group: group, sequence: sequence, value: [])
    }

    private static func group(_ id: RecordGroup, _ place: inout Group?) -> Group {
        if let group = place { return group }
        let group = Group(id)
        place = group
        return group
    }

    mutating func remove(_ name: RecordName) throws(StorageError) {
        guard isWriting else { throw .notWriting }
        guard let old = byName.removeValue(forKey: name) else { return }
        undo.append(Change(name: name, row: old))
        leave(old)
    }

    private mutating func leave(_ row: Row) {
        row.group.leave(row.sequence)
        if row.group.entries.isEmpty { groups[row.group.id] = nil }
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
