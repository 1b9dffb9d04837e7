package import SottoIdentity

/// Where the daily work goes on; each step is a transaction.
///
/// Rule DS-18.
package enum MaintenanceStep: Sendable {
    case prekeys
    case sentMessages(after: UInt64)
    case receivedMessages(after: UInt64)
    case firstMessages(after: UInt64)
    /// Behind a device, or 0, of the first user behind a sequence.
    case users(after: UInt64, device: UInt32)
    case groups(GroupMaintenanceStep)

    /// After how many records a step ends: 256.
    ///
    /// Others can't write while a step lasts, and give up after 2 s.
    package static let recordCount = 256
}

/// Where the daily work goes on among the records of groups.
package enum GroupMaintenanceStep: Sendable {
    case sentMessages(after: UInt64)
    /// What waits of groups that aren't known.
    case unknownGroups
    /// The group behind a sequence.
    case groups(after: UInt64)
    /// The keys of a group's members, behind a sequence; `place` is that of the group.
    case memberKeys(of: GroupID, at: UInt64, after: UInt64)
}

/// What one step of the daily work gave.
package struct MaintenanceResult: Sendable {
    /// Messages that can no longer be opened.
    package var lost: [Address: [LostMessages]] = [:]
    /// Where to go on.
    package var next: MaintenanceStep?

    init(next: MaintenanceStep?) { self.next = next }
}
