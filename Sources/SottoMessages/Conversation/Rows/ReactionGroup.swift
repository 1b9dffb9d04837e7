/// The reactions to a message that look the same.
///
/// Rule CV-37.
public struct ReactionGroup: Hashable, Sendable {
    /// What they look like.
    public let look: ReactionLook
    /// Who reacted so, the earliest first.
    public fileprivate(set) var reactions: [RowReaction]
    /// Whether I am one of them.
    public fileprivate(set) var includesMe: Bool

    /// How many people reacted so.
    public var count: Int { reactions.count }
}

/// What a reaction looks like.
///
/// Rule CV-37.
@nonexhaustive
public enum ReactionLook: Hashable, Sendable {
    /// An emoji.
    case emoji(Emoji)
    /// An emoji of a pack.
    case custom(CustomEmoji)
    /// A picture.
    case image(AttachmentPointer)

    init(_ content: ReactionContent) {
        if let custom = content.custom {
            self = .custom(custom)
        } else if let image = content.image {
            self = .image(image)
        } else {
            self = .emoji(content.emoji)
        }
    }

    /// The emoji to be drawn or spoken; empty when it is none.
    public var text: String {
        if case .emoji(let emoji) = self { emoji.display } else { "" }
    }
}

/// The reaction of one person.
///
/// Rule CV-37.
public struct RowReaction: Hashable, Sendable {
    /// Who reacted.
    public let person: PersonID
    /// Whether that is me.
    public let isMine: Bool
    /// When this device learnt it.
    public let receivedAt: Instant
    /// Whether it is a strong one.
    public let isEmphasized: Bool
}

extension Conversation {
    /// Reactions by what they look like, in the order in which the first of each came.
    func groups(of reactions: [PersonReaction]) -> [ReactionGroup] {
        if reactions.isEmpty { return [] }
        var groups: [ReactionGroup] = []
        var indexes: [ReactionLook: Int] = [:]
        for reaction in reactions {
            let look = ReactionLook(reaction.content)
            let isMine = reaction.person == People.me
            let entry = RowReaction(
                person: people[reaction.person], isMine: isMine, receivedAt: reaction.receivedAt,
                isEmphasized: reaction.content.isEmphasized)
            if let index = indexes[look] {
                groups[index].reactions.append(entry)
                if isMine { groups[index].includesMe = true }
            } else {
                indexes[look] = groups.count
                groups.append(ReactionGroup(look: look, reactions: [entry], includesMe: isMine))
            }
        }
        return groups
    }
}
