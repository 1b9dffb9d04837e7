internal import SottoCrypto

/// The rows of a store in memory, and what is needed to take a transaction back.
struct InMemoryTable {
    private var byName: [Key: Row] = [:]
    private var groups: [Key: Group] = [:]
    private var nextSequence: UInt64 = 1
    /// The changes of this transaction, newest last; empty between transactions.
    private var undo: [Change] = []
    var isWriting = false

    /// A name or a group in the table, folded to eight bytes with a secret, which is a hash already.
    private struct Key: Hashable {
        let bytes: Bytes32

        init(_ name: RecordName) { bytes = name.bytes }

        init(_ group: RecordGroup) { bytes = Bytes32(head: 0, group.words) }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes.folded(with: Self.secret)) }

        /// What a dictionary asks a key for; where it asked by the function above alone, that would only cost more.
        // swift-format-ignore: NoLeadingUnderscores
        func _rawHashValue(seed: Int) -> Int {
            let seed = UInt64(truncatingIfNeeded: seed)
            return Int(truncatingIfNeeded: bytes.folded(with: Self.secret ^ seed))
        }

        private static let secret = UInt64.random(in: .min ... .max)
    }

    private struct Row {
        let group: Group
        let sequence: UInt64
        var value: [UInt8]

        /// Gives the value that was there.
        mutating func replace(with value: [UInt8]) -> [UInt8] {
            var taken = value
            swap(&taken, &self.value)
            return taken
        }
    }

    /// What stood under the name before.
    ///
    /// A row has a value, so no bytes mean that there was no row.
    private struct Change {
        let name: RecordName
        var value: [UInt8]
        /// Group and sequence of a row that was removed.
        var place: (group: Group, sequence: UInt64)?
    }

    /// The rows of a group.
    private final class Group {
        let id: RecordGroup
        var entries = Entries()

        init(_ id: RecordGroup) { self.id = id }
    }

    /// Names by their sequences, which rise.
    private struct Entries {
        private(set) var all: [(sequence: UInt64, name: RecordName)] = []

        mutating func enter(_ sequence: UInt64, _ name: RecordName) {
            if let last = all.last, last.sequence > sequence {
                all.insert((sequence, name), at: all.partitioningIndex { $0.sequence > sequence })
            } else {
                all.append((sequence, name))
            }
        }

        /// Says whether none is left.
        mutating func leave(_ sequence: UInt64) -> Bool {
            let index = all.partitioningIndex { $0.sequence >= sequence }
            if all.indices.contains(index) { all.remove(at: index) }
            return all.isEmpty
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

    /// Keeps what this transaction did; says whether that was anything.
    mutating func commit() -> Bool {
        guard !undo.isEmpty else { return false }
        while var change = undo.popLast() { if !change.value.isEmpty { SecretBytes.wipe(&change.value) } }
        return true
    }

    mutating func rollBack() {
        while let change = undo.popLast() {
            if let (group, sequence) = change.place {
                byName[Key(change.name)] = Row(group: group, sequence: sequence, value: change.value)
                group.entries.enter(sequence, change.name)
                groups[Key(group.id)] = group
            } else if change.value.isEmpty {
                guard var added = byName.removeValue(forKey: Key(change.name)) else { continue }
                leave(added)
                SecretBytes.wipe(&added.value)
            } else if let index = byName.index(forKey: Key(change.name)) {
                SecretBytes.wipe(&byName.values[index].value)
                byName.values[index].value = change.value
            }
        }
    }

    func value(of name: RecordName) -> [UInt8]? { byName[Key(name)]?.value }

    func rows(in group: RecordGroup, after sequence: UInt64, limit: Int) -> [StorageRow] {
        let entries = groups[Key(group)]?.entries.all ?? []
        let start = entries.partitioningIndex { $0.sequence > sequence }
        return entries[start...].prefix(max(0, limit)).compactMap { entry in
            byName[Key(entry.name)].map {
                StorageRow(name: entry.name, sequence: entry.sequence, value: $0.value)
            }
        }
    }

    mutating func put(_ value: [UInt8], as name: RecordName, in group: RecordGroup) {
        let before = Self.put(value, name, group, nextSequence, &byName[Key(name)], &groups)
        if before.isEmpty { nextSequence += 1 }
        undo.append(Change(name: name, value: before))
    }

    /// Fills the place of a row, which was looked up once, and gives the value that was there.
    private static func put(
        _ value: [UInt8], _ name: RecordName, _ group: RecordGroup, _ sequence: UInt64, _ row: inout Row?,
        _ groups: inout [Key: Group]
    ) -> [UInt8] {
        if let before = row?.replace(with: value) { return before }
        let group = Self.group(group, &groups[Key(group)])
        group.entries.enter(sequence, name)
        row = Row(group: group, sequence: sequence, value: value)
        return []
    }

    private static func group(_ id: RecordGroup, _ place: inout Group?) -> Group {
        if let group = place { return group }
        let group = Group(id)
        place = group
        return group
    }

    mutating func remove(_ name: RecordName) {
        guard let old = byName.removeValue(forKey: Key(name)) else { return }
        undo.append(Change(name: name, value: old.value, place: (old.group, old.sequence)))
        leave(old)
    }

    private mutating func leave(_ row: Row) {
        if row.group.entries.leave(row.sequence) { groups[Key(row.group.id)] = nil }
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
