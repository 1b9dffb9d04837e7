/// What a push carries of a message.
///
/// Rules PP-2, PP-4.
public enum PushForm: UInt8, Hashable, Sendable, CaseIterable {
    /// The whole sealed envelope.
    case inline = 1
    /// The envelope of a second, small message that says what a notification needs of one that is too long.
    case preview = 2
    /// Nothing but an id to fetch the message by.
    case fetch = 3
}
