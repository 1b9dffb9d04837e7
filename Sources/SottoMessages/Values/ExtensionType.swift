/// What an extension is: a named type, which any app may read, or one of an app's own.
///
/// Names that start with `sotto.` are kept for named types. Rule CN-22.
public struct ExtensionType: Hashable, Sendable, WireText {
    /// The name, 1 to 256 bytes.
    public let name: String

    /// Takes a name.
    public init(_ name: String) { self.name = name }

    /// A payment, with a ``PaymentBody``.
    public static let payment = ExtensionType("sotto.payment")
    /// A shared activity, with a ``SharedActivityBody``.
    public static let sharedActivity = ExtensionType("sotto.shared-activity")
    /// An app clip or an invitation to a group or to be a friend, with an ``InviteBody``.
    public static let invite = ExtensionType("sotto.invite")
    /// A game session, with a ``GameSessionBody``.
    public static let gameSession = ExtensionType("sotto.game-session")

    package static let unset = ExtensionType("")
    package var wire: String { name }
    package init(wire: String) { self.init(wire) }
    package var isValid: Bool { 1...ContentLimits.lineByteCount ~= name.utf8.count }
}
