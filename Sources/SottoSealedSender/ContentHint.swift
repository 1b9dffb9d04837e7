/// What a recipient should show when a message's envelope opens and the message inside doesn't.
///
/// It comes under the sealing tag, so it is the sender's word.
///
/// Rule SS-9.
public enum ContentHint: UInt8, Hashable, Sendable {
    /// Something that a person wrote: show at once that a message can't be read.
    case `default` = 0
    /// The sender can send it again: show nothing until that fails.
    case resendable = 1
    /// Nothing that a person sees, a receipt say: show nothing.
    case implicit = 2

    /// Reads a hint's byte; an unknown one is ``default``.
    init(received byte: UInt8) { self = ContentHint(rawValue: byte) ?? .default }
}
