/// A place that is told again for a while.
///
/// Rule CV-19.
public struct LiveLocation: Hashable, Sendable {
    /// The newest point.
    public let point: GeoPoint?
    /// How far off it may be, in meters; 0 for unknown.
    public let accuracy: Distance
    /// What is there; empty for unknown.
    public let name: String
    /// When this device learnt the newest point.
    public let updatedAt: Instant
    /// When it stops by itself.
    public let endsAt: Instant
    /// Whether its author stopped it.
    public let isStopped: Bool

    /// Whether it is still told at a moment.
    public func isLive(at moment: Instant) -> Bool { !isStopped && moment < endsAt }
}
