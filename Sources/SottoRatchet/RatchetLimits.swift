/// The limits of a ratchet, each with its reason.
public enum RatchetLimits {
    /// The most messages that one message may skip, in both its chains together: 25,000.
    ///
    /// Each costs one BLAKE2b compression before the tag can be checked; 25,000 take about 8 ms. Rule DR-6.
    public static let maximumGap: UInt32 = 25_000

    /// The same between devices of one user, which send each other copies of everything: 100,000.
    public static let maximumGapBetweenOwnDevices: UInt32 = 100_000

    /// The most skipped keys that a session keeps: 2,000.
    ///
    /// Rule DR-7.
    public static let maximumSkippedKeys = 2_000

    /// How long a skipped key is kept, in milliseconds: 30 days.
    ///
    /// Rule DR-7.
    public static let maximumSkippedKeyAge: UInt64 = 30 * 86_400_000

    /// The largest counter: 2^31 − 1.
    ///
    /// Rule DR-9.
    public static let maximumIndex: UInt32 = 0x7FFF_FFFF
}
