internal import SottoWire

/// The limits of groups, each with its reason.
public enum GroupLimits {
    /// The most members of a group: 1,000.
    ///
    /// An envelope has at most 5,000 recipients, five devices for each. Rule GR-2.
    public static let maximumMembers = 1_000

    /// The most bytes of a roster's details: 4,096.
    ///
    /// Pictures and long texts go elsewhere; the details name them. Rule GR-2.
    public static let maximumDetailsByteCount = 4_096

    /// The longest roster in bytes: 61,440.
    ///
    /// With what a message needs around it a roster goes into one message. Rule GR-2.
    public static let maximumRosterByteCount = 61_440

    /// How many rosters messages are accepted under: 16, the present one among them.
    ///
    /// Rule GR-6.
    public static let keptRosters = 16

    /// The longest content of one message: 65,535 bytes.
    ///
    /// Larger things go as attachments.
    public static let maximumContentByteCount = Padding.byteCounts.upperBound - 1

    /// The most messages that one message may skip: 25,000.
    ///
    /// Each costs one BLAKE2b compression; 25,000 take about 8 ms. Rule GR-17.
    public static let maximumGap: UInt32 = 25_000

    /// The most skipped keys kept of one chain: 2,000.
    ///
    /// Rule GR-18.
    public static let maximumSkippedKeys = 2_000

    /// How long a skipped key is kept, in milliseconds: 30 days.
    ///
    /// Rule GR-18.
    public static let maximumSkippedKeyAge: UInt64 = 30 * 86_400_000

    /// The most chains kept of one sending device in one group: 5.
    ///
    /// Each member that can't be reached yet may still get messages of the last few. Rule GR-20.
    public static let maximumStates = 5

    /// After how many messages a chain is replaced: 1,000.
    ///
    /// Who gets hold of a chain's key reads what follows in it, no more than this. Rule GR-21.
    public static let maximumMessages: UInt32 = 1_000

    /// After how long a chain is replaced, in milliseconds: 14 days.
    ///
    /// Rule GR-21.
    public static let maximumChainAge: UInt64 = 14 * 86_400_000

    /// How far in the future a chain's beginning may lie, in milliseconds: 1 day.
    ///
    /// Further, the clock was wrong when the chain was made, and its age can't be told. Rule GR-21.
    public static let maximumClockError: UInt64 = 86_400_000

    /// The largest number of messages in a chain: 2^31 − 1.
    ///
    /// Rule GR-11.
    public static let maximumIteration: UInt32 = WireLimits.maximumVarint
}
