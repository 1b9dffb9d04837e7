internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

extension Roster {
    /// Reads a roster.
    ///
    /// - Throws: ``RosterError/unsupportedSuite``, ``RosterError/malformed`` for bytes that ``bytes`` of no
    ///   roster are.
    ///
    /// Rules GR-1, GR-2.
    public init(_ bytes: [UInt8]) throws(RosterError) {
        guard bytes.count <= GroupLimits.maximumRosterByteCount else { throw .malformed }
        switch GroupFormat.start(of: bytes, kind: GroupFormat.rosterKind) {
        case .known: break
        case .unsupportedSuite: throw .unsupportedSuite
        case .malformed: throw .malformed
        }
        do throws(WireError) { try self.init(parsing: bytes) } catch { throw .malformed }
    }

    private init(parsing bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes, at: GroupFormat.startByteCount)
        let group = try GroupID(from: &reader)
        let revision = try reader.u32()
        guard let parentBytes = Bytes32(bytes, at: try reader.skip(Bytes32.byteCount)) else {
            throw .malformed
        }
        guard (revision == 0) == (parentBytes == .zero) else { throw .malformed }
        let count = Int(try reader.u16())
        guard (1...GroupLimits.maximumMembers).contains(count) else { throw .malformed }
        var members: [UserID] = []
        members.reserveCapacity(min(count, reader.remaining))
        for _ in 0..<count {
            let user = try UserID(from: &reader)
            if let last = members.last, !UserID.precedes(last, user) { throw .malformed }
            members.append(user)
        }
        let detailsCount = try reader.u32()
        guard detailsCount <= UInt32(GroupLimits.maximumDetailsByteCount) else { throw .malformed }
        let details = try reader.take(Int(detailsCount))
        try reader.finish()
        self.init(
            group: group, revision: revision, parent: revision == 0 ? nil : RosterHash(parentBytes),
            members: members, details: details, bytes: bytes)
    }

    static func encode(
        _ group: GroupID, _ revision: UInt32, _ parent: RosterHash?, _ members: [UserID], _ details: [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = [GroupFormat.suite, GroupFormat.rosterKind]
        bytes.reserveCapacity(64 + details.count + members.reduce(0) { $0 + 1 + $1.bytes.count })
        group.append(to: &bytes)
        bytes.append(u32: revision)
        (parent?.bytes ?? .zero).append(to: &bytes)
        bytes.append(u16: UInt16(truncatingIfNeeded: members.count))
        for member in members { member.append(to: &bytes) }
        bytes.append(u32: UInt32(truncatingIfNeeded: details.count))
        bytes.append(contentsOf: details)
        return bytes
    }
}

extension UserID {
    init(from reader: inout WireReader) throws(WireError) {
        let bytes = try reader.take(Int(try reader.u8()))
        do { try self.init(bytes) } catch { throw .malformed }
    }

    func append(to target: inout [UInt8]) {
        target.append(UInt8(truncatingIfNeeded: bytes.count))
        target.append(contentsOf: bytes)
    }
}
