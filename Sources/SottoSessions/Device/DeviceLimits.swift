/// The limits of a device, each with its reason.
public enum DeviceLimits {
    /// The longest content of one message in bytes: 65,000.
    ///
    /// What a session takes, less the message's id and a name.
    public static let maximumContentByteCount = 65_000

    /// After how long a session that the peer hasn't answered is no longer used for sending: 10 days.
    public static let unansweredSessionLife: UInt64 = 10 * 86_400_000

    /// The most devices of one user that are kept: 256.
    ///
    /// A server could name any number of them.
    public static let maximumDevicesOfUser = 256

    /// How long the sessions of a device are kept that the server no longer knows: 30 days.
    ///
    /// Messages on their way still open.
    public static let staleDeviceLife: UInt64 = 30 * 86_400_000

    /// How many replaced installations of a device are remembered: 4.
    ///
    /// A first message of one of them, held back by somebody, begins no session that is used.
    static let pastRegistrationIDs = 4

    /// The most messages in the inbox: 10,000.
    public static let maximumInboxCount = 10_000

    /// The most bytes of content in the inbox: 64 MiB.
    public static let maximumInboxByteCount = 64 << 20

    /// How long it is remembered that a message was received, in milliseconds: 30 days.
    ///
    /// As long as a skipped key.
    public static let receivedMessageMemory: UInt64 = 30 * 86_400_000

    /// How long a sent message is kept for sending it again, in milliseconds: 14 days.
    public static let sentMessageLife: UInt64 = 14 * 86_400_000

    /// How many one-time prekeys are at the server after a refill: 100.
    public static let oneTimePrekeyCount = 100

    /// Below this many one-time prekeys a refill is due: 50.
    public static let oneTimePrekeysBeforeRefill = 50

    /// How long an unused one-time prekey is kept, in milliseconds: 90 days.
    public static let oneTimePrekeyLife: UInt64 = 90 * 86_400_000

    /// How far ahead an instant may lie that a rule counts from, in milliseconds: 1 day.
    ///
    /// Clocks are set back by little; one that is further ahead was wrong, and what it dated would last for as long.
    public static let clockLead: UInt64 = 86_400_000

    /// How long it is remembered that a first message was opened, in milliseconds: 90 days.
    ///
    /// As long as an unused one-time prekey: beyond that nobody has a bundle with one that isn't deleted.
    public static let openedFirstMessageMemory: UInt64 = 90 * 86_400_000

    /// From this index of a chain on that isn't answered a short message is advised: 50.
    ///
    /// A conversation in one direction has no new keys.
    public static let heartbeatAfter: UInt32 = 50

    /// The most requests to send again to one device in an hour: 5.
    public static let repairsInAnHour = 5

    /// How often one message is asked for, not more than once in an hour: 3 times.
    ///
    /// A request may be lost; a sender that has nothing to answer isn't asked for ever.
    public static let requestsForMessage = 3

    /// How many requests to one device are remembered: 64.
    static let rememberedRepairs = 64

    /// The most messages of one user that wait for a decision about the user's identity: 32.
    public static let maximumWaitingOfUser = 32

    /// How long before its end a sender certificate is no longer used, in milliseconds: 10 minutes.
    ///
    /// What is sealed under it has to reach the server before that.
    public static let certificateMargin: UInt64 = 600_000

    /// Whether a certificate that is good until `end` isn't used any more.
    package static func isOver(_ end: UInt64, at instant: UInt64) -> Bool {
        end <= instant || end - instant <= certificateMargin
    }

    /// How many sending places a lease reserves: 256.
    public static let leaseLength: UInt32 = 256
}
