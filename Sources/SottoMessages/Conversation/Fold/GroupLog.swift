/// A change of a group, or its creation, with its place.
struct GroupEntry: Sendable {
    let sequence: UInt64
    let record: Int32
    let author: PersonID
    let update: GroupUpdateContent
}

/// The chain of a group's revisions: a function of the set of changes, and of what this device verified.
///
/// It starts at whichever comes first in the order, the creation or a verified snapshot, and follows the hashes of
/// rosters. Where it ends, it goes on at the verified snapshot with the next higher revision.
struct GroupLog: Sendable {
    /// A revision that counts, and since when.
    struct Step: Sendable {
        let sequence: UInt64
        let snapshot: GroupSnapshot
        /// The record that led to it; ``MessageRecord/none`` for a verified snapshot.
        let record: Int32
    }

    /// A revision by its roster's hash and number: the number rises along the chain, so that both name one step.
    private struct Key: Hashable {
        let hash: [UInt8]
        let revision: UInt32
    }

    /// Changes by the revision that they follow.
    private var children: [Key: [GroupEntry]] = [:]
    /// Changes that follow none.
    private var orphans: [GroupEntry] = []
    private var creations: [GroupEntry] = []
    private var anchors: [(sequence: UInt64, snapshot: GroupSnapshot)] = []
    private(set) var steps: [Step] = []
    /// Why changes don't count.
    private(set) var verdicts: [Int32: Refusal.Reason] = [:]
    /// Where in the chain a revision is.
    private var places: [Key: Int] = [:]

    /// What the group was when the event at a place in the order came.
    func snapshot(at sequence: UInt64) -> GroupSnapshot? {
        steps.last { $0.sequence < sequence }?.snapshot
    }

    /// Takes a change; gives the records of which the verdict has to be noted, and from where in the order on the group is another one.
    mutating func insert(_ entry: GroupEntry) -> (records: [Int32], changedFrom: UInt64) {
        if entry.update.action == .create {
            creations.append(entry)
            guard let start = steps.first, start.sequence < entry.sequence else { return walk() }
            return refuse(entry, .superseded)
        }
        guard let parent = Self.parent(of: entry) else {
            orphans.append(entry)
            return refuse(entry, .unknownParent)
        }
        children[parent, default: []].append(entry)
        return insert(entry, after: parent)
    }

    mutating func insert(anchor: GroupSnapshot, _ sequence: UInt64) -> (records: [Int32], changedFrom: UInt64)
    {
        if anchors.contains(where: { $0.sequence == sequence }) { return ([], .max) }
        anchors.append((sequence, anchor))
        return walk()
    }

    mutating func remove(_ entry: GroupEntry) -> (records: [Int32], changedFrom: UInt64) {
        creations.removeAll { $0.sequence == entry.sequence }
        orphans.removeAll { $0.sequence == entry.sequence }
        if let parent = Self.parent(of: entry) {
            children[parent]?.removeAll { $0.sequence == entry.sequence }
        }
        verdicts[entry.record] = nil
        return walk()
    }

    /// The revision that a change follows; nil for the first one, which follows none.
    private static func parent(of entry: GroupEntry) -> Key? {
        let revision = entry.update.revision
        return revision == 0 ? nil : Key(hash: entry.update.parentHash, revision: revision - 1)
    }

    private mutating func refuse(
        _ entry: GroupEntry, _ reason: Refusal.Reason
    ) -> (records: [Int32], changedFrom: UInt64) {
        verdicts[entry.record] = reason
        return ([entry.record], .max)
    }

    /// Takes a change in time that doesn't grow with the chain, or with how many changes don't count.
    private mutating func insert(
        _ entry: GroupEntry, after parent: Key
    ) -> (records: [Int32], changedFrom: UInt64) {
        guard let place = places[parent] else { return refuse(entry, .unknownParent) }
        let snapshot = steps[place].snapshot
        if let reason = snapshot.refusal(of: entry.update, by: entry.author) { return refuse(entry, reason) }
        if place + 1 < steps.count {
            let next = steps[place + 1]
            guard next.record != MessageRecord.none else { return walk() }
            let hash = entry.update.rosterHash
            let wins =
                hash == next.snapshot.hash
                ? entry.sequence < next.sequence : hash.lexicographicallyPrecedes(next.snapshot.hash)
            guard wins else { return refuse(entry, .superseded) }
        }
        guard !anchors.contains(where: { $0.snapshot.revision > snapshot.revision }) else { return walk() }
        return lead(on: entry, from: place)
    }

    /// Lets a change count after a step, in the place of what came after that.
    private mutating func lead(
        on entry: GroupEntry, from place: Int
    ) -> (records: [Int32], changedFrom: UInt64) {
        var records: Set<Int32> = [entry.record]
        var changedFrom = entry.sequence
        for step in steps[(place + 1)...].reversed() {
            let key = Key(hash: step.snapshot.hash, revision: step.snapshot.revision)
            places[key] = nil
            for child in children[key] ?? [] {
                verdicts[child.record] = .unknownParent
                records.insert(child.record)
            }
            verdicts[step.record] = .superseded
            records.insert(step.record)
            changedFrom = min(changedFrom, step.sequence)
        }
        steps.removeSubrange((place + 1)...)
        verdicts[entry.record] = nil
        append(
            entry.sequence, steps[place].snapshot.changed(by: entry.update, of: entry.author), entry.record)
        follow()
        for step in steps[(place + 1)...] {
            changedFrom = min(changedFrom, step.sequence)
            let key = Key(hash: step.snapshot.hash, revision: step.snapshot.revision)
            for child in children[key] ?? [] { records.insert(child.record) }
        }
        return (records.sorted(), changedFrom)
    }

    private mutating func append(_ sequence: UInt64, _ snapshot: GroupSnapshot, _ record: Int32) {
        places[Key(hash: snapshot.hash, revision: snapshot.revision)] = steps.count
        steps.append(Step(sequence: sequence, snapshot: snapshot, record: record))
    }

    /// Follows the chain from its start.
    private mutating func walk() -> (records: [Int32], changedFrom: UInt64) {
        let old = steps
        let oldVerdicts = verdicts
        steps = []
        places = [:]
        verdicts = [:]
        for creation in creations { verdicts[creation.record] = .superseded }
        for entries in children.values {
            for entry in entries { verdicts[entry.record] = .unknownParent }
        }
        for entry in orphans { verdicts[entry.record] = .unknownParent }
        start()
        follow()
        let changed = Set(verdicts.keys).union(oldVerdicts.keys).filter { verdicts[$0] != oldVerdicts[$0] }
        return (changed.sorted(), Self.firstDifference(old, steps))
    }

    /// Goes on from the last step.
    private mutating func follow() {
        while let last = steps.last?.snapshot {
            if let next = winner(after: last) {
                append(next.sequence, last.changed(by: next.update, of: next.author), next.record)
            } else if let anchor = anchor(after: last.revision) {
                append(anchor.sequence, anchor.snapshot, MessageRecord.none)
            } else {
                break
            }
        }
    }

    private mutating func start() {
        let creation = creations.min { $0.sequence < $1.sequence }
        let anchor = anchors.min { $0.sequence < $1.sequence }
        if let creation, creation.sequence < anchor?.sequence ?? .max {
            verdicts[creation.record] = nil
            append(
                creation.sequence, GroupSnapshot(creating: creation.update, by: creation.author),
                creation.record)
        } else if let anchor {
            append(anchor.sequence, anchor.snapshot, MessageRecord.none)
        }
    }

    /// Of the changes that one revision allows, the one with the lowest hash counts.
    private mutating func winner(after parent: GroupSnapshot) -> GroupEntry? {
        var best: GroupEntry?
        for entry in children[Key(hash: parent.hash, revision: parent.revision)] ?? [] {
            if let reason = parent.refusal(of: entry.update, by: entry.author) {
                verdicts[entry.record] = reason
                continue
            }
            verdicts[entry.record] = .superseded
            if best.map({ entry.precedes($0) }) ?? true { best = entry }
        }
        if let best { verdicts[best.record] = nil }
        return best
    }

    private func anchor(after revision: UInt32) -> (sequence: UInt64, snapshot: GroupSnapshot)? {
        anchors.filter { $0.snapshot.revision > revision }
            .min { ($0.snapshot.revision, $0.sequence) < ($1.snapshot.revision, $1.sequence) }
    }

    private static func firstDifference(_ old: [Step], _ new: [Step]) -> UInt64 {
        var common = 0
        while common < old.count, common < new.count, old[common].sequence == new[common].sequence,
            old[common].snapshot == new[common].snapshot
        {
            common += 1
        }
        return (old[common...] + new[common...]).map(\.sequence).min() ?? .max
    }
}

extension GroupEntry {
    /// Whether it wins over another change of the same revision.
    fileprivate func precedes(_ other: GroupEntry) -> Bool {
        guard update.rosterHash == other.update.rosterHash else {
            return update.rosterHash.lexicographicallyPrecedes(other.update.rosterHash)
        }
        return sequence < other.sequence
    }
}
