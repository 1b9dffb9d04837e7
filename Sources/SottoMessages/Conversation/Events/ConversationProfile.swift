/// The figures in which messengers differ.
///
/// Rule CV-5.
public struct ConversationProfile: Hashable, Sendable {
    /// The longest gap inside a burst; nil for no limit.
    public var burstGap: TimeSpan?
    /// How long after sending a message may be edited, by the author's clock.
    public var editWindow: TimeSpan
    /// How often a message may be edited.
    public var editCount: Int
    /// How long after sending a message may be deleted for everyone; nil for no limit.
    public var deleteWindow: TimeSpan?
    /// The timers offered, in seconds; empty for none.
    public var timerChoices: [UInt32]
    /// Whether other timers may be chosen.
    public var offersCustomTimer: Bool
    /// When a message of others starts to run.
    public var timerStart: TimerStart
    /// How states of sending are drawn.
    public var receiptStyle: ReceiptStyle
    /// How long nothing was said before the time is told.
    public var timePillGap: TimeSpan

    /// When the timer of a received message starts; that of a sent one starts when it is sent.
    @nonexhaustive
    public enum TimerStart: Hashable, Sendable {
        /// When its reader read it.
        case whenRead
        /// When it came.
        case whenSent
    }

    /// How states of sending are drawn.
    @nonexhaustive
    public enum ReceiptStyle: Hashable, Sendable {
        /// A line of text: "Delivered", "Read 9:41".
        case textLine
        /// A circle: outlined, filled, doubled.
        case circles
        /// Checks, which turn blue when read.
        case blueChecks
        /// One check, then two.
        case checks
    }

    /// This project's own figures.
    public static let sotto = ConversationProfile(
        burstGap: TimeSpan(seconds: 60), editWindow: TimeSpan(seconds: 15 * 60), editCount: 10,
        deleteWindow: TimeSpan(seconds: 24 * 3_600),
        timerChoices: [30, 300, 3_600, 28_800, 86_400, 604_800, 2_678_400], offersCustomTimer: true,
        timerStart: .whenRead, receiptStyle: .textLine)

    /// In the manner of iMessage.
    public static let iMessage = ConversationProfile(
        burstGap: nil, editWindow: TimeSpan(seconds: 15 * 60), editCount: 5,
        deleteWindow: TimeSpan(seconds: 120), timerChoices: [], offersCustomTimer: false,
        timerStart: .whenRead, receiptStyle: .textLine)

    /// In the manner of Signal.
    public static let signal = ConversationProfile(
        burstGap: nil, editWindow: TimeSpan(seconds: 24 * 3_600), editCount: 10,
        deleteWindow: TimeSpan(seconds: 24 * 3_600),
        timerChoices: [30, 300, 3_600, 28_800, 86_400, 604_800], offersCustomTimer: true,
        timerStart: .whenRead, receiptStyle: .circles)

    /// In the manner of WhatsApp.
    public static let whatsApp = ConversationProfile(
        burstGap: TimeSpan(seconds: 60), editWindow: TimeSpan(seconds: 15 * 60), editCount: 10,
        deleteWindow: TimeSpan(seconds: 48 * 3_600),
        timerChoices: [86_400, 604_800, 7_776_000], offersCustomTimer: false,
        timerStart: .whenSent, receiptStyle: .blueChecks)

    /// In the manner of Telegram.
    public static let telegram = ConversationProfile(
        burstGap: TimeSpan(seconds: 60), editWindow: TimeSpan(seconds: 48 * 3_600), editCount: 10,
        deleteWindow: nil, timerChoices: [86_400, 604_800, 2_678_400], offersCustomTimer: false,
        timerStart: .whenSent, receiptStyle: .checks)

    /// Makes a profile.
    public init(
        burstGap: TimeSpan?, editWindow: TimeSpan, editCount: Int, deleteWindow: TimeSpan?,
        timerChoices: [UInt32], offersCustomTimer: Bool, timerStart: TimerStart,
        receiptStyle: ReceiptStyle, timePillGap: TimeSpan = TimeSpan(seconds: 3_600)
    ) {
        self.burstGap = burstGap
        self.editWindow = editWindow
        self.editCount = editCount
        self.deleteWindow = deleteWindow
        self.timerChoices = timerChoices
        self.offersCustomTimer = offersCustomTimer
        self.timerStart = timerStart
        self.receiptStyle = receiptStyle
        self.timePillGap = timePillGap
    }
}
