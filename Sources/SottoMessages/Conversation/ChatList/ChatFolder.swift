/// A folder: what it takes by rules, and what it takes and leaves by name.
///
/// Rule CL-7.
public struct ChatFolder: Hashable, Sendable {
    /// The name; conversations whose settings name it are in it.
    public var name: String
    /// What it takes by kind.
    public var kinds: Set<Kind>
    /// What it takes beside that.
    public var includes: Set<ConversationID>
    /// What it never takes, stronger than all others.
    public var excludes: Set<ConversationID>
    /// What it leaves of what it takes by kind.
    public var leaves: Set<Trait>
    /// Who is among the reader's contacts.
    public var contacts: Set<PersonID>

    /// What a folder takes.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Conversations with contacts.
        case contacts
        /// Conversations with others.
        case others
        /// Groups.
        case groups
    }

    /// What a folder leaves.
    public enum Trait: Hashable, Sendable, CaseIterable {
        /// Silent ones.
        case muted
        /// Those without anything unread.
        case read
        /// Those in the archive.
        case archived
    }

    /// Makes a folder.
    public init(
        name: String, kinds: Set<Kind> = [], includes: Set<ConversationID> = [],
        excludes: Set<ConversationID> = [], leaves: Set<Trait> = [.archived], contacts: Set<PersonID> = []
    ) {
        self.name = name
        self.kinds = kinds
        self.includes = includes
        self.excludes = excludes
        self.leaves = leaves
        self.contacts = contacts
    }

    func passes(_ summary: ConversationSummary) -> Bool {
        if excludes.contains(summary.id) { return false }
        if includes.contains(summary.id) || (!name.isEmpty && summary.folder == name) { return true }
        if leaves.contains(.muted) && summary.isMuted { return false }
        if leaves.contains(.read) && !summary.isUnread { return false }
        if leaves.contains(.archived) && summary.isArchived { return false }
        let kind: Kind =
            switch summary.id {
            case .group: .groups
            case .direct(let person): contacts.contains(person) ? .contacts : .others
            }
        return kinds.contains(kind)
    }
}
