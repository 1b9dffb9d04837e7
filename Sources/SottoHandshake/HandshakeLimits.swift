/// The limits of the handshake, each with its reason.
public enum HandshakeLimits {
    /// The oldest signed prekey that an initiator accepts, in milliseconds: 37 days.
    ///
    /// The 7 days of rotation and the 30 for which a replaced prekey is kept. Rule HS-3.
    public static let maximumSignedPrekeyAge: UInt64 = 37 * 86_400_000

    /// How far ahead of our clock a signed prekey may be, in milliseconds: 7 days.
    ///
    /// A clock that is years ahead would otherwise sign a prekey that never ages. Rule HS-3.
    public static let maximumSignedPrekeyLead: UInt64 = 7 * 86_400_000

    /// After how long a signed prekey is replaced, in milliseconds: 7 days.
    public static let signedPrekeyRotation: UInt64 = 7 * 86_400_000

    /// How long a replaced signed prekey goes on opening first messages, in milliseconds: 30 days.
    ///
    /// 10 days of a session that isn't answered and 20 in a server's queue.
    public static let replacedSignedPrekeyKept: UInt64 = 30 * 86_400_000

    /// How many first messages without a one-time prekey are remembered for one identity and prekey: 16.
    ///
    /// Rule HS-10.
    public static let maximumFirstMessagesOfIdentity = 16

    /// How many first messages without a one-time prekey are remembered for a prekey: 4,096.
    ///
    /// Rule HS-10.
    public static let maximumFirstMessages = 4_096

    /// From this many on the signed prekey is due for rotation: 3,000.
    ///
    /// Rule HS-10.
    public static let firstMessagesBeforeRotation = 3_000

    /// How many one-time prekeys an upload holds at most: 1,000.
    ///
    /// An upload stays below 38,000 bytes, and a server knows how much it has to take at once. Rule HS-16.
    public static let maximumUploadedPrekeys = 1_000

    /// The longest KEM key or ciphertext that a format takes, in bytes.
    public static let maximumKEMByteCount = 2_048

    /// The longest transparency proof in a bundle, in bytes.
    public static let maximumProofByteCount = 4_096
}
