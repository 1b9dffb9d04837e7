/// How long a push service keeps a push for a device that is away.
///
/// An encoder has one for all its pushes: the push service sees it.
///
/// Rule PP-6.
public struct PushLifetime: Hashable, Sendable {
    /// The number of seconds, 0 to 2,419,200.
    public let seconds: UInt32

    /// Sets a lifetime of one's own.
    ///
    /// - Throws: ``PushEncodingError/lifetimeOutOfRange(_:)`` for more than four weeks.
    public init(seconds: UInt32) throws(PushEncodingError) {
        guard seconds <= PushLimits.maximumLifetime else { throw .lifetimeOutOfRange(seconds) }
        self.seconds = seconds
    }

    private init(named seconds: UInt32) { self.seconds = seconds }

    /// Four weeks, the most.
    public static let standard = PushLifetime(named: PushLimits.maximumLifetime)

    /// Of a call: 30 seconds, after which nobody waits at the other end.
    public static let call = PushLifetime(named: 30)

    var milliseconds: UInt64 { UInt64(seconds) * 1_000 }

    /// The instant when a lifetime ends that starts now, both in milliseconds since 1970.
    func end(from now: UInt64) -> UInt64 {
        let (end, overflows) = now.addingReportingOverflow(milliseconds)
        return overflows ? .max : end
    }
}
