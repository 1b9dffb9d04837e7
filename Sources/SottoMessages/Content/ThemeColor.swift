/// A colour that a group or a conversation has; what it looks like is the app's matter.
///
/// Rule CN-5.
public struct ThemeColor: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "ThemeColor" }

    /// Red.
    public static let red = ThemeColor(rawValue: 1)
    /// Orange.
    public static let orange = ThemeColor(rawValue: 2)
    /// Yellow.
    public static let yellow = ThemeColor(rawValue: 3)
    /// Green.
    public static let green = ThemeColor(rawValue: 4)
    /// Mint.
    public static let mint = ThemeColor(rawValue: 5)
    /// Teal.
    public static let teal = ThemeColor(rawValue: 6)
    /// Blue.
    public static let blue = ThemeColor(rawValue: 7)
    /// Indigo.
    public static let indigo = ThemeColor(rawValue: 8)
    /// Purple.
    public static let purple = ThemeColor(rawValue: 9)
    /// Pink.
    public static let pink = ThemeColor(rawValue: 10)
    /// Brown.
    public static let brown = ThemeColor(rawValue: 11)
}
