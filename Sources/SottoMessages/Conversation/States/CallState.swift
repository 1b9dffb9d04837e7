/// A call, as its events tell it.
///
/// Rule CV-17.
public struct CallState: Hashable, Sendable {
    /// Where a call stands.
    @nonexhaustive
    public enum Phase: UInt8, Hashable, Sendable {
        /// Nobody answered yet.
        case ringing = 0
        /// Somebody answered, or a group's call is open.
        case ongoing = 1
        /// It is over.
        case ended = 2
    }

    /// Who called.
    public var caller: PersonID
    /// When this device learnt of it.
    public var startedAt: Instant
    /// Whether it is a group's.
    public var isGroup = false
    /// Whether it is with video, from the start or later.
    public var isVideo = false
    /// Where it stands.
    public var phase = Phase.ringing
    /// When it was answered first.
    public var answeredAt: Instant?
    /// Who answered first.
    public var answeredBy: PersonID?
    /// Which device of theirs; 0 when that isn't known.
    public var answeredDevice: UInt32 = 0
    /// When it ended.
    public var endedAt: Instant?
    /// Why it ended.
    public var endReason: CallEndReason?
    /// How long it was, as told by who ended it.
    public var duration: TimeSpan?
    /// Whether it ended before I answered it, and without my declining it.
    public var isMissed = false
    /// Who is muted, ascending.
    public var muted: [PersonID] = []
    /// Who is in a group's call, ascending.
    public var participants: [PersonID] = []

    package init(caller: PersonID, startedAt: Instant) {
        self.caller = caller
        self.startedAt = startedAt
    }
}
