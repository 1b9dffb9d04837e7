/// Who learns when the reader read a message, and when the reader was there.
///
/// Rule MR-11.
public struct PrivacySettings<Person: Hashable & Sendable>: Hashable, Sendable {
    /// Who is told that the reader read, viewed or played something.
    public var receipts: Audience<Person>
    /// Whether they aren't told when.
    public var hidesReadTime: Bool
    /// Who learns the exact moment at which the reader was last there, and that the reader is online.
    public var lastSeen: Audience<Person>

    /// What new users have: nothing is told.
    public static var newUser: PrivacySettings {
        PrivacySettings(receipts: Audience(.nobody), hidesReadTime: false, lastSeen: Audience(.nobody))
    }

    /// Makes settings.
    public init(receipts: Audience<Person>, hidesReadTime: Bool, lastSeen: Audience<Person>) {
        self.receipts = receipts
        self.hidesReadTime = hidesReadTime
        self.lastSeen = lastSeen
    }

    /// What a receipt for a person may tell.
    ///
    /// That a message was delivered is always told, without regard to the reader; kinds of a newer version are treated as read.
    public func receipt(_ kind: ReceiptKind, to person: Person, isContact: Bool) -> ReceiptPermission {
        if kind == .delivered { return .withTime }
        guard receipts.includes(person, isContact: isContact) else { return .nothing }
        return hidesReadTime ? .withoutTime : .withTime
    }

    /// Whether the exact moment is shared with a person, and so also whether the reader sees theirs.
    ///
    /// Who hides it from somebody sees of that one the rough forms alone.
    public func sharesLastSeen(with person: Person, isContact: Bool) -> Bool {
        lastSeen.includes(person, isContact: isContact)
    }
}

/// What a receipt may tell.
///
/// Rule MR-11.
public enum ReceiptPermission: Hashable, Sendable {
    /// No receipt.
    case nothing
    /// That it happened.
    case withoutTime
    /// That it happened, and when.
    case withTime
}
