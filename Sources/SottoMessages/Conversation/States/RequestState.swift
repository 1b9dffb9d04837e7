/// Whether I agreed that somebody writes to me.
///
/// Rule CV-26.
@nonexhaustive
public enum RequestState: UInt8, Hashable, Sendable {
    /// Nobody wrote yet.
    case none = 0
    /// They wrote, and I have to decide.
    case pending = 1
    /// I agreed, or wrote myself.
    case accepted = 2
    /// I deleted the request.
    case deleted = 3
    /// I blocked who sent it.
    case blocked = 4
}
