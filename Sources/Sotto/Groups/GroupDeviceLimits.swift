/// The limits of a device in groups, each with its reason; ``GroupLimits`` has those of chains and rosters.
public enum GroupDeviceLimits {
    /// How many messages and keys wait in a group for what they need: 500.
    ///
    /// As many wait for all groups together that aren't known.
    public static let maximumWaiting = 500

    /// After how many skipped places no more is opened at once of what waits: 50,000.
    ///
    /// A place takes 0.3 µs, and nobody else writes meanwhile. The rest opens by the daily work.
    public static let maximumSteps: UInt64 = 50_000

    /// How long something waits, in milliseconds: 7 days.
    public static let waitingLife: UInt64 = 7 * 86_400_000
}
