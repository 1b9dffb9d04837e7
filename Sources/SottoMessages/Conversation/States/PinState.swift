/// That a message is pinned.
///
/// Rule CV-21.
public struct PinState: Hashable, Sendable {
    /// Who pinned it.
    public let person: PersonID
    /// When this device learnt it.
    public let since: Instant
    /// Until when; nil for no end.
    public let until: Instant?

    /// Whether it is pinned at a moment.
    public func isPinned(at moment: Instant) -> Bool { until.map { moment < $0 } ?? true }
}
