/// Why the ratchet refused; its state is then what it was.
@nonexhaustive
public enum RatchetError: Error, Hashable, Sendable {
    /// A responder can't send before it has opened a message.
    case cannotSendYet
    /// The sending chain is at 2^31 − 1; sending goes on after the peer's next ratchet key.
    case chainExhausted
    /// The message skips more than it may.
    case gapTooLarge(gap: UInt64, limit: UInt32)
    /// The message was opened before, or its key was dropped.
    case messageKeyUnavailable
    /// The message begins a chain, and the session only opens messages of chains that it has.
    case newChainRefused
    /// The tag doesn't verify, or the header can't belong to this session.
    case notAuthentic
    /// The tag verified and the content doesn't have its form.
    case malformedContent
    /// The cipher refused to seal; only one of the caller's own can.
    case cipherRefused
    /// A stored state doesn't have its form.
    case archiveCorrupt
}
