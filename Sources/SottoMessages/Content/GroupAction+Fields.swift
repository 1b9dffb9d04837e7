/// Rule CN-19.
extension GroupAction {
    /// Whether this version knows what it is.
    var isNamed: Bool { GroupAction.create.rawValue...GroupAction.setPermissions.rawValue ~= rawValue }

    /// Whether it is done to some of the members.
    var concernsMembers: Bool {
        self == .add || self == .remove || self == .promote || self == .demote
    }
}
