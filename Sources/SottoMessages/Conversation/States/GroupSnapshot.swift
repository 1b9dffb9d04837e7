/// What a group is at one revision.
///
/// A device that joins a group takes it, verified, as the start of what it knows. Rule CV-23.
public struct GroupSnapshot: Hashable, Sendable {
    /// The roster's revision.
    public var revision: UInt32
    /// The roster's hash, without meaning here.
    public var hash: [UInt8]
    /// The name; empty for none.
    public var name: String
    /// The description; empty for none.
    public var summary: String
    /// The avatar.
    public var avatar: GroupAvatar?
    /// The colour.
    public var color: ThemeColor
    /// The invite link; empty for none.
    public var link: String
    /// Who may do what.
    public var permissions: GroupPermissions
    /// All members, ascending.
    public var members: [PersonID]
    /// Those who are admins, ascending.
    public var admins: [PersonID]

    /// Makes a snapshot.
    public init(
        revision: UInt32, hash: [UInt8], name: String = "", summary: String = "",
        avatar: GroupAvatar? = nil, color: ThemeColor = ThemeColor(rawValue: 0), link: String = "",
        permissions: GroupPermissions = GroupPermissions(
            adding: .members, editing: .members, sending: .members, pinning: .members), members: [PersonID],
        admins: [PersonID]
    ) {
        self.revision = revision
        self.hash = hash
        self.name = name
        self.summary = summary
        self.avatar = avatar
        self.color = color
        self.link = link
        self.permissions = permissions
        self.members = Array(Set(members).sorted().prefix(ContentLimits.memberCount))
        let all = Set(self.members)
        self.admins = Set(admins).intersection(all).sorted()
    }

    /// What a group may restrict.
    @nonexhaustive
    public enum Deed: UInt8, Hashable, Sendable {
        /// Adding members.
        case adding = 0
        /// Changing the name, the description, the avatar and the colour.
        case editing = 1
        /// Sending messages.
        case sending = 2
        /// Pinning messages.
        case pinning = 3
    }

    /// Whether a person is a member.
    public func isMember(_ person: PersonID) -> Bool { members.containsSorted(person) }

    /// Whether a person is an admin.
    public func isAdmin(_ person: PersonID) -> Bool { admins.containsSorted(person) }

    /// Whether a person may do something; what isn't restricted, all members may.
    public func allows(_ deed: Deed, by person: PersonID) -> Bool {
        let audience =
            switch deed {
            case .adding: permissions.adding
            case .editing: permissions.editing
            case .sending: permissions.sending
            case .pinning: permissions.pinning
            }
        switch audience {
        case .nobody: return false
        case .admins: return isAdmin(person)
        default: return isMember(person)
        }
    }
}

extension [PersonID] {
    /// Whether a sorted list has a person.
    func containsSorted(_ person: PersonID) -> Bool {
        let index = lowerBound(of: person)
        return index < count && self[index] == person
    }

    /// Inserts a person into a sorted list, once.
    mutating func insertSorted(_ person: PersonID) {
        let index = lowerBound(of: person)
        if index == count || self[index] != person { insert(person, at: index) }
    }

    /// Removes a person from a sorted list.
    mutating func removeSorted(_ person: PersonID) {
        let index = lowerBound(of: person)
        if index < count, self[index] == person { remove(at: index) }
    }

    private func lowerBound(of person: PersonID) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < person { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
