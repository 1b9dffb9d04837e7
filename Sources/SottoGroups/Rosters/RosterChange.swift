/// What a roster is to a history of rosters.
///
/// Rules GR-4, GR-5.
public enum RosterChange: Hashable, Sendable {
    /// It changes the present roster.
    case applies
    /// It has the parent of a known roster and the lower hash: it takes the place of that one and of what
    /// followed, `undone` rosters in all, whose changes are to be made again.
    case wins(undone: Int)
    /// A known roster has the same parent and stands: the change is to be made again.
    case loses
    /// It is among the last 16.
    case alreadyThere
    /// Its parent is none of the last 16: it can wait for its parent, or is too old.
    case unknownParent
    /// It is another group's, or its revision isn't the one after its parent's.
    case contradicts
}

/// Whether messages of a sender under a roster open.
///
/// Rule GR-7.
public enum SenderStanding: Hashable, Sendable {
    /// The sender is a member there and now.
    case member
    /// The sender isn't a member there, or not now.
    case notMember
    /// The roster isn't among the last 16.
    case unknownRoster
}
