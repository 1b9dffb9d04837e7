/// How many bytes a push may have: what its service counts, measured on the final bytes, after base64 and JSON.
///
/// A server that knows of a smaller limit on the way makes a budget of its own. The maxima are there to be named by a
/// server that wants the last byte; nothing uses one by itself.
///
/// Rule PP-5.
public struct PushBudget: Hashable, Sendable {
    /// The number of bytes, 1 to 5,120.
    public let byteCount: Int

    /// Sets a budget of one's own.
    ///
    /// - Throws: ``PushEncodingError/budgetOutOfRange(_:)`` for less than 1 byte or more than 5,120.
    public init(byteCount: Int) throws(PushEncodingError) {
        guard (1...PushLimits.maximumByteCount).contains(byteCount) else {
            throw .budgetOutOfRange(byteCount)
        }
        self.byteCount = byteCount
    }

    private init(named byteCount: Int) { self.byteCount = byteCount }

    /// Under four kilobytes: 4,095 bytes.
    public static let standard = PushBudget(named: 4_095)

    /// The body of a Web Push message before its encryption: 3,993 bytes.
    ///
    /// A push service has to take 4,096 bytes (RFC 8030 §7.2). Of those the encryption needs 103: salt 16, record size 4,
    /// key length 1, key 65, delimiter 1, tag 16 (RFC 8188 §2, RFC 8291 §4).
    public static let webPush = PushBudget(named: 3_993)

    /// The most that APNs takes for anything but a call: 4,096 bytes.
    ///
    /// Source: Apple, *Generating a remote notification*, 4 KB.
    public static let apnsMaximum = PushBudget(named: 4_096)

    /// The most that APNs takes for a VoIP push: 5,120 bytes.
    ///
    /// Source: Apple, *Generating a remote notification*, 5 KB.
    public static let voIPMaximum = PushBudget(named: 5_120)

    /// The most that FCM takes in `data`: 4,096 bytes.
    ///
    /// Source: Firebase, *About FCM messages*: 4,096 bytes for most messages.
    public static let fcmMaximum = PushBudget(named: 4_096)
}
