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

    private var children: [[UInt8]: [GroupEntry]] = [:]
    private var creations: [GroupEntry] = []
    private var anchors: [(sequence: UInt64, snapshot: GroupSnapshot)] = []
    private(set) var steps: [Step] = []
    /// Why changes don't count.
    private(set) var verdicts: [Int32: Refusal.Reason] = [:]
    /// Where in the chain a roster's hash is.
    private var places: [[UInt8]: Int] = [:]
    /// Whether two revisions have one hash, so that a hash doesn't say where it is.
    private var hasTwins = false

    /// What the group was when the event at a place in the order came.
    func snapshot(at sequence: UInt64) -> GroupSnapshot? {
        steps.last { $0.sequence < sequence }?.snapshot
    }

    /// Takes a change; gives the records of which the verdict has to be noted, and from where in the order on the group is another one.
    mutating func insert(_ entry: GroupEntry) -> (records: [Int32], changedFrom: UInt64) {
        if entry.update.action == .create {
            creations.append(entry)
        } else {
            children[entry.update.parentHash, default: []].append(entry)
            if let quick = insertQuickly(entry) { return quick }
        }
        return walk()
    }

    mutating func insert(anchor: GroupSnapshot, _ sequence: UInt64) -> (records: [Int32], changedFrom: UInt64)
    {
        if anchors.contains(where: { $0.sequence == sequence }) { return ([], .max) }
        anchors.append((sequence, anchor))
        return walk()
    }

    mutating func remove(_ entry: GroupEntry) -> (records: [Int32], changedFrom: UInt64) {
        creations.removeAll { $0.sequence == entry.sequence }
        children[entry.update.parentHash]?.removeAll { $0.sequence == entry.sequence }
        verdicts[entry.record] = nil
        return walk()
    }

    /// A change that leads the newest revision on, or that doesn't count, leaves the rest of the chain as it is.
    private mutating func insertQuickly(_ entry: GroupEntry) -> (records: [Int32], changedFrom: UInt64)? {
        let update = entry.update
        guard let place = places[update.parentHash] else {
            verdicts[entry.record] = .unknownParent
            return ([entry.record], .max)
        }
        let parent = steps[place].snapshot
        if let reason = loss(of: entry, at: place) {
            verdicts[entry.record] = reason
            return ([entry.record], .max)
        }
        guard parent.revision.isFollowed(by: update.revision), place + 1 == steps.count,
            children[update.rosterHash] == nil, places[update.rosterHash] == nil,
            children[update.parentHash]?.count == 1
        else { return nil }
        if let reason = parent.refusal(of: update, by: entry.author) {
            verdicts[entry.record] = reason
            return ([entry.record], .max)
        }
        guard !anchors.contains(where: { $0.snapshot.revision > update.revision }) else { return nil }
        append(entry.sequence, parent.changed(by: update, of: entry.author), entry.record)
        return ([entry.record], entry.sequence)
    }

    /// Why a change of an earlier revision doesn't count; nil when it may.
    private func loss(of entry: GroupEntry, at place: Int) -> Refusal.Reason? {
        let parent = steps[place].snapshot
        guard !hasTwins, place + 1 < steps.count else { return nil }
        let next = steps[place + 1]
        guard next.record != MessageRecord.none else { return nil }
        guard parent.revision.isFollowed(by: entry.update.revision) else { return .unknownParent }
        if let reason = parent.refusal(of: entry.update, by: entry.author) { return reason }
        let hash = entry.update.rosterHash
        let wins =
            hash == next.snapshot.hash
            ? entry.sequence < next.sequence : hash.lexicographicallyPrecedes(next.snapshot.hash)
        return wins ? nil : .superseded
    }

    private mutating func append(_ sequence: UInt64, _ snapshot: GroupSnapshot, _ record: Int32) {
        if places.updateValue(steps.count, forKey: snapshot.hash) != nil { hasTwins = true }
        steps.append(Step(sequence: sequence, snapshot: snapshot, record: record))
    }

    /// Follows the chain from its start.
    private mutating func walk() -> (records: [Int32], changedFrom: UInt64) {
        let old = steps
        let oldVerdicts = verdicts
        steps = []
        places = [:]
        hasTwins = false
        verdicts = [:]
        for creation in creations { verdicts[creation.record] = .superseded }
        for entries in children.values {
            for entry in entries { verdicts[entry.record] = .unknownParent }
        }
        start()
        while let last = steps.last?.snapshot {
            if let next = winner(after: last) {
                append(next.sequence, last.changed(by: next.update, of: next.author), next.record)
            } else if let anchor = anchor(after: last.revision) {
                append(anchor.sequence, anchor.snapshot, MessageRecord.none)
            } else {
                break
            }
        }
        let changed = Set(verdicts.keys).union(oldVerdicts.keys).filter { verdicts[$0] != oldVerdicts[$0] }
        return (changed.sorted(), Self.firstDifference(old, steps))
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
        for entry in children[parent.hash] ?? [] where parent.revision.isFollowed(by: entry.update.revision) {
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

extension UInt32 {
    fileprivate func isFollowed(by other: UInt32) -> Bool { other > self && other - self == 1 }
}
