internal import SottoIdentity
internal import SottoWire

extension RosterHistory {
    private static let format: UInt8 = 1

    /// The history as bytes, in the layout of GR-8; they are not secret by themselves.
    public func archive() -> [UInt8] {
        var bytes: [UInt8] = [Self.format]
        bytes.append(u32: UInt32(truncatingIfNeeded: current.bytes.count))
        bytes.append(contentsOf: current.bytes)
        bytes.append(UInt8(truncatingIfNeeded: olderHashes.count))
        for hash in olderHashes { hash.bytes.append(to: &bytes) }
        if !olderHashes.isEmpty { (oldestParent?.bytes ?? .zero).append(to: &bytes) }
        var former: [Presence] = []
        for each in presence {
            if each.rosters & 1 == 1 { bytes.append(u16: each.rosters) } else { former.append(each) }
        }
        bytes.append(u32: UInt32(truncatingIfNeeded: former.count))
        for each in former {
            each.user.append(to: &bytes)
            bytes.append(u16: each.rosters)
        }
        return bytes
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``RosterError/archiveCorrupt`` for any other bytes.
    public init(archive: [UInt8]) throws(RosterError) {
        do throws(WireError) { try self.init(parsing: archive) } catch { throw .archiveCorrupt }
    }

    private init(parsing archive: [UInt8]) throws(WireError) {
        var reader = WireReader(archive)
        guard try reader.u8() == Self.format else { throw .malformed }
        let rosterByteCount = try reader.u32()
        guard rosterByteCount <= UInt32(GroupLimits.maximumRosterByteCount) else { throw .malformed }
        let rosterBytes = try reader.take(Int(rosterByteCount))
        guard let current = try? Roster(rosterBytes) else { throw .malformed }
        let olderCount = Int(try reader.u8())
        guard olderCount < GroupLimits.keptRosters, olderCount <= current.revision else { throw .malformed }
        var hashes: [RosterHash] = []
        for _ in 0..<olderCount { hashes.append(try RosterHash(from: &reader)) }
        // Zeros stand for no parent, and are no roster's hash.
        guard !hashes.contains(RosterHash(.zero)) else { throw .malformed }
        var oldestParent = current.parent
        if let first = hashes.first {
            guard first == current.parent, Set(hashes).count == olderCount else { throw .malformed }
            let parent = try RosterHash(from: &reader)
            guard (parent.bytes == .zero) == (UInt32(olderCount) == current.revision) else {
                throw .malformed
            }
            oldestParent = parent.bytes == .zero ? nil : parent
        }
        let presence = try Self.presence(from: &reader, of: current, rosterCount: olderCount + 1)
        try reader.finish()
        self.init(
            current: current, olderHashes: hashes, oldestParent: oldestParent, presence: presence)
    }

    /// Members in the order of the roster, then those who left, and all in one order.
    private static func presence(
        from reader: inout WireReader, of current: Roster, rosterCount: Int
    ) throws(WireError) -> [Presence] {
        let known = UInt32(1) << UInt32(rosterCount) - 1
        var result: [Presence] = []
        for user in current.members {
            let rosters = try reader.u16()
            guard rosters & 1 == 1, UInt32(rosters) <= known else { throw .malformed }
            result.append(Presence(user: user, rosters: rosters))
        }
        var last: UserID?
        for _ in 0..<(try reader.u32()) {
            let user = try UserID(from: &reader)
            let rosters = try reader.u16()
            guard rosters & 1 == 0, rosters != 0, UInt32(rosters) <= known, !current.contains(user) else {
                throw .malformed
            }
            if let last, !UserID.precedes(last, user) { throw .malformed }
            last = user
            result.append(Presence(user: user, rosters: rosters))
        }
        result.sort { UserID.precedes($0.user, $1.user) }
        return result
    }
}

extension RosterHash {
    fileprivate init(from reader: inout WireReader) throws(WireError) {
        guard let bytes = Bytes32(reader.bytes, at: try reader.skip(Bytes32.byteCount)) else {
            throw .malformed
        }
        self.init(bytes)
    }
}
