/// How far a message of mine is; never backwards, but for one that failed.
///
/// In a group the least of all recipients. Rule CV-11.
@nonexhaustive
public enum SendState: Hashable, Sendable {
    /// It waits to be sent.
    case queued
    /// It is on its way to the server.
    case sending
    /// The server has it.
    case sent
    /// All recipients have it.
    case delivered
    /// All recipients read it.
    case read
    /// All recipients looked at it, or played it.
    case viewed
    /// It couldn't be sent.
    case failed(SendFailure)
}
