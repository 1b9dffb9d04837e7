/// What changes of a group lead to.
extension GroupSnapshot {
    /// What a group is when it is created: whoever creates it is a member and an admin.
    init(creating update: GroupUpdateContent, by author: PersonID) {
        self.init(
            revision: update.revision, hash: update.rosterHash, name: update.name,
            summary: update.summary, avatar: update.avatar, color: update.color, link: update.link,
            permissions: update.permissions ?? GroupPermissions(),
            members: update.users.compactMap { PersonID($0) }.filter { $0 != author }
                .sorted().prefix(ContentLimits.memberCount - 1) + [author],
            admins: [author])
    }

    /// Why a person may not change the group so; nil when they may.
    func refusal(of update: GroupUpdateContent, by person: PersonID) -> Refusal.Reason? {
        guard isMember(person) else { return .notAMember }
        switch update.action {
        case .rename, .describe, .setAvatar, .setColor:
            return allows(.editing, by: person) ? nil : .notAnAdmin
        case .add:
            guard allows(.adding, by: person) else { return .notAnAdmin }
            let added = Set(update.users.compactMap { PersonID($0) }).filter { !isMember($0) }
            return members.count + added.count > ContentLimits.memberCount ? .tooMany : nil
        case .remove, .promote, .demote, .setInviteLink, .setPermissions:
            return isAdmin(person) ? nil : .notAnAdmin
        // Leaving, and what a newer version knows to do.
        default: return nil
        }
    }

    /// The group after a change.
    func changed(by update: GroupUpdateContent, of person: PersonID) -> GroupSnapshot {
        var next = self
        next.revision = update.revision
        next.hash = update.rosterHash
        switch update.action {
        case .rename: next.name = update.name
        case .describe: next.summary = update.summary
        case .setAvatar: next.avatar = update.avatar
        case .setColor: next.color = update.color
        case .setInviteLink: next.link = update.link
        case .setPermissions: next.permissions = update.permissions ?? permissions
        case .leave:
            next.members.removeSorted(person)
            next.admins.removeSorted(person)
        default: next.changeMembers(by: update)
        }
        return next
    }

    private mutating func changeMembers(by update: GroupUpdateContent) {
        for user in update.users.compactMap({ PersonID($0) }) {
            switch update.action {
            case .add: members.insertSorted(user)
            case .remove:
                members.removeSorted(user)
                admins.removeSorted(user)
            case .promote: if isMember(user) { admins.insertSorted(user) }
            case .demote: admins.removeSorted(user)
            default: break
            }
        }
    }
}
