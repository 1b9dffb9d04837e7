/// What a notification shows, and how loudly.
///
/// All of it is worked out on this device after opening: the push had nothing but a random number. Rules NT-10 to NT-15.
public struct NotificationValue: Hashable, Sendable {
    /// What names it on this device.
    public var id: NotificationID
    /// The earlier one that it takes the place of.
    public var replaces: NotificationID?
    /// Whom it is from.
    public var title: String
    /// What is special about it, such as that it answers the reader; empty for nothing.
    public var subtitle: String
    /// What it is.
    public var body: String
    /// All of it as one line, for a place that has no title.
    public var line: String
    /// How much it interrupts.
    public var level: NotificationLevel
    /// What is heard.
    public var sound: NotificationSound
    /// Why nothing is heard, or less than might be; in the order of the cases.
    public var hushes: [NotificationHush]
    /// What groups notifications of one conversation: the conversation's name on this device; empty when nobody may see
    /// which belong together.
    public var thread: String
    /// The number on the app's icon; nil leaves it.
    public var badge: Int?
    /// What a system's communication notification needs; nil when the sender isn't told.
    public var communication: CommunicationDetails?
    /// How many messages it stands for.
    public var messageCount: Int
}

/// How much a notification interrupts; there is no level that passes a system's own silence.
///
/// Rule NT-12.
public enum NotificationLevel: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// It waits in the list.
    case passive
    /// It shows itself.
    case active
    /// It passes what the reader set up against interruptions, if the reader allows that.
    case timeSensitive

    /// Whether the first interrupts less.
    public static func < (first: NotificationLevel, second: NotificationLevel) -> Bool {
        first.rawValue < second.rawValue
    }
}

/// What is heard of a notification.
///
/// Rule NT-12.
public enum NotificationSound: Hashable, Sendable {
    /// Nothing.
    case none
    /// The sound of messages.
    case message
    /// The sound of calls.
    case ringtone
}

/// Why less is heard of a notification than might be.
///
/// Rule NT-12.
@nonexhaustive
public enum NotificationHush: Int, Hashable, Sendable, CaseIterable {
    /// Its kind makes no sound.
    case level
    /// The conversation is muted.
    case muted
    /// It is night.
    case quietHours
    /// The reader is about something else.
    case focus
    /// There was a sound a short time ago.
    case cluster
}

/// What names a notification on this device.
///
/// Rule NT-15.
public struct NotificationID: Hashable, Sendable {
    /// What it is about.
    public enum Subject: String, Hashable, Sendable {
        /// A message.
        case message = "m"
        /// The reaction of the author to the message that has the id.
        case reaction = "r"
        /// The author's call.
        case call = "c"
        /// Something that couldn't be opened.
        case fallback = "f"
        /// The summary in the morning.
        case summary = "s"
    }

    /// What it is about.
    public let subject: Subject
    /// The message or the call.
    public let name: MessageName

    /// Names a notification.
    public init(_ subject: Subject, _ name: MessageName) {
        self.subject = subject
        self.name = name
    }

    /// The name as text, the same in every process: the subject's letter, the author, the id.
    public var text: String { "\(subject.rawValue)-\(name.author.bytes.hex)-\(name.id.bytes.hex)" }
}

/// What a system needs to show a notification as one of a person.
///
/// Rule NT-11.
public struct CommunicationDetails: Hashable, Sendable {
    /// The sender's handle.
    public var sender: PersonID
    /// The sender's name.
    public var senderName: String
    /// The sender's picture.
    public var avatar: AttachmentPointer?
    /// The group's name, to be spoken; nil in a direct conversation.
    public var groupName: String?
    /// The conversation on this device.
    public var conversation: ConversationID
    /// To whom it was sent: the reader, and the other members of a group.
    public var recipients: [PersonID]
}

/// What becomes of what came.
///
/// Rule NT-10.
@nonexhaustive
public enum NotificationDecision: Hashable, Sendable {
    /// It is shown, perhaps without a sound.
    case show(NotificationValue)
    /// Nothing is shown, and these are taken away.
    case silence(SilenceReason, withdraws: [NotificationID])

    /// What is shown.
    public var value: NotificationValue? {
        if case .show(let value) = self { value } else { nil }
    }

    /// Why nothing is shown.
    public var reason: SilenceReason? {
        if case .silence(let reason, _) = self { reason } else { nil }
    }
}

/// Why nothing is shown.
///
/// Rule NT-10.
@nonexhaustive
public enum SilenceReason: Hashable, Sendable {
    /// The reader sent it.
    case mine
    /// The reader blocked who sent it.
    case blocked
    /// The reader isn't to be disturbed.
    case doNotDisturb
    /// Its kind tells the device something, not the reader.
    case neverShown
    /// It changes a message, or ends a call, and takes notifications of that away.
    case takesBack
    /// It doesn't concern the reader: a reaction to somebody else's message, a change of a group.
    case notForMe
    /// It was shown before.
    case alreadyShown
}

extension ConversationID {
    /// The conversation's name on this device as text; it never leaves the device.
    public var threadText: String {
        switch self {
        case .direct(let person): "d-\(person.bytes.hex)"
        case .group(let bytes): "g-\(bytes.hex)"
        }
    }
}

extension [UInt8] {
    /// Two lowercase digits for each byte.
    fileprivate var hex: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * count)
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
