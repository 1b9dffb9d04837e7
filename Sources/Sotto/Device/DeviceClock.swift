internal import SottoCrypto

/// Where a device takes the time from.
public struct DeviceClock: Sendable {
    let read: @Sendable () -> UInt64

    /// A clock of the caller's: milliseconds since 1970-01-01T00:00:00Z.
    public init(_ now: @escaping @Sendable () -> UInt64) { read = now }

    /// The system's clock.
    public static var system: DeviceClock { DeviceClock { WallClock.milliseconds() } }
}
