/// The limits of pushes, each with its reason.
public enum PushLimits {
    /// The most bytes that a decoder looks at: 5,120.
    ///
    /// No service carries more (``PushBudget/voIPMaximum``). Rule PP-16.
    public static let maximumByteCount = 5_120

    /// The longest envelope that goes in whole in every push of the usual budget, whatever its service and alert, with a server time: 2,916 bytes.
    ///
    /// A sender doesn't know what pushes its receivers' devices get: around a longer envelope it makes a preview. Rule PP-17.
    public static let certainEnvelopeByteCount = 2_916

    /// The longest id of something to fetch, in bytes: 64.
    ///
    /// Room for two random ids of 32 bytes; it has to fit whatever the budget. Rule PP-2.
    public static let maximumFetchIDByteCount = 64

    /// The longest text of an alert, in bytes of JSON: 128.
    ///
    /// Each 4 of them are 3 of an envelope, so the text takes at most 96 bytes of it. Rule PP-8.
    public static let maximumAlertByteCount = 128

    /// The longest token of a device, in bytes: 4,096.
    ///
    /// FCM names no limit; tokens have some 170. Rule PP-10.
    public static let maximumTokenByteCount = 4_096

    /// How long a service may keep a push at most, in seconds: four weeks.
    ///
    /// FCM keeps none longer, and APNs keeps 30 days. Rule PP-6.
    public static let maximumLifetime: UInt32 = 28 * 86_400

    /// How deep JSON may be nested: 8 levels, the outermost counted.
    ///
    /// A push has two; what a service adds has no more. Rule PP-14.
    public static let maximumDepth = 8

    /// How many members an object of JSON may have: 64.
    ///
    /// Looking for duplicate keys stays cheap. Rule PP-14.
    public static let maximumMemberCount = 64
}

extension PushLimits {
    /// The least room for the binary form: the longest head, and the longest id of something to fetch.
    package static let minimumCapacity = PushFrame.maximumHeadByteCount + maximumFetchIDByteCount
}
