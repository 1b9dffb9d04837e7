/// Rule CN-21.
extension CallEvent {
    /// Whether this version knows what it is.
    var isNamed: Bool { CallEvent.offer.rawValue...CallEvent.groupClosed.rawValue ~= rawValue }

    /// Whether bytes of the app's calls come with it.
    var hasPayload: Bool { self == .offer || self == .answer || self == .candidates }

    /// Whether the call is over.
    var isEnd: Bool { self == .hangUp || self == .groupClosed }
}
