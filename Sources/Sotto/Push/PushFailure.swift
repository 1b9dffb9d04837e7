public import SottoMessages
public import SottoPushPayload
public import SottoSessions

/// Why a push told nothing of its message: the neutral text is shown, and nothing of this.
///
/// Rule PD-9.
@nonexhaustive
public enum PushFailure: Error, Hashable, Sendable {
    /// It is no push of ours, or damaged.
    case payload(PushDecodingError)
    /// The storage key isn't to be had, as before the first unlocking of a device.
    case keyUnavailable
    /// The store couldn't be opened, or the message.
    case session(SessionError)
    /// What was opened is no content.
    case content(ContentError)
    /// It was opened, and is of a kind that this version doesn't know.
    case unknownKind(UInt8)

    /// What the app does when it runs; the extension does nothing about it.
    public var recovery: Recovery {
        switch self {
        case .payload, .content: .ignore
        case .keyUnavailable: .tryAgain
        case .session(let error): error.recovery
        case .unknownKind: .updateSoftware
        }
    }
}
