/// What names a notification on this device.
///
/// The app takes away that of a message which its conversation no longer shows, because it expired or was deleted.
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
