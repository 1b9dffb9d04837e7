/// A person: the user of an address, 1 to 255 opaque bytes.
///
/// Rule CV-1.
public struct PersonID: Hashable, Comparable, Sendable {
    /// The user's bytes.
    public let bytes: [UInt8]

    /// Takes the bytes of a user; nil unless there are 1 to 255.
    public init?(_ bytes: [UInt8]) {
        guard ContentLimits.userByteCounts.contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Takes a user's name as UTF-8; nil unless it has 1 to 255 bytes.
    public init?(_ name: String) { self.init(Array(name.utf8)) }

    /// Nobody: who stands behind what this device itself notices.
    package static let nobody = PersonID(unchecked: [])

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Orders people by their bytes.
    public static func < (first: PersonID, second: PersonID) -> Bool {
        first.bytes.lexicographicallyPrecedes(second.bytes)
    }
}

/// What names a message: its author and its id.
///
/// The same id by another author is another message. Rule CV-2.
public struct MessageName: Hashable, Sendable {
    /// Who wrote it; nobody for what this device itself noticed.
    public let author: PersonID
    /// The id that its author gave it.
    public let id: MessageID

    /// Names a message.
    public init(author: PersonID, id: MessageID) {
        self.author = author
        self.id = id
    }
}

/// A conversation as one device knows it.
///
/// Rule CV-1.
public enum ConversationID: Hashable, Sendable {
    /// With one other person, or with oneself.
    case direct(PersonID)
    /// In a group, by the group's id.
    case group([UInt8])
}
