/// What two people compare to know that nobody stands between them: 60 digits, or a code that one scans from the other.
///
/// The digits are the same on both sides. Equal digits say that both sides use these two keys under these two
/// identifiers; nothing less than all 60 says so.
///
/// ```swift
/// let number = SafetyNumber(ours: ours, theirs: theirs)
/// show(number.text())
/// if number.compare(digits: pasted) == .match { … }
/// ```
///
/// Rules SN-3 to SN-9.
public struct SafetyNumber: Sendable {
    /// Our half.
    public let ours: Fingerprint
    /// Their half.
    public let theirs: Fingerprint

    /// The number of digits: 60.
    public static let digitCount = 60

    /// Puts two halves together.
    ///
    /// The digits don't tell whose is which, the codes do: with halves the wrong way round the own code would match.
    public init(ours: Fingerprint, theirs: Fingerprint) {
        self.ours = ours
        self.theirs = theirs
    }

    /// The 60 digits without spaces, the same on both sides.
    ///
    /// Rule SN-3.
    public var digits: String {
        let (ours, theirs) = (ours.digits, theirs.digits)
        return ours < theirs ? ours + theirs : theirs + ours
    }

    /// The 12 groups of 5 digits.
    public var groups: [String] { Self.groups(of: digits) }

    static func groups(of digits: String) -> [String] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 5).map {
            String(digits[$0..<min($0 + 5, digits.count)])
        }
    }

    /// How the groups are laid out.
    public enum Layout: Sendable {
        /// Four lines of three groups.
        case fourLines
        /// Three lines of four groups.
        case threeLines

        var groupsInLine: Int {
            switch self {
            case .fourLines: 3
            case .threeLines: 4
            }
        }
    }

    /// The number for a screen and for the clipboard: groups of five digits, a space between them, a line feed between lines.
    ///
    /// Rule SN-9.
    public func text(_ layout: Layout = .fourLines) -> String {
        let groups = groups
        return stride(from: 0, to: groups.count, by: layout.groupsInLine)
            .map { groups[$0..<min($0 + layout.groupsInLine, groups.count)].joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// The number for a voice: the digits one by one, a comma after each group of five.
    ///
    /// Rule SN-9.
    public var spokenText: String {
        groups.map { $0.map(String.init).joined(separator: " ") }.joined(separator: ", ")
    }
}

extension SafetyNumber: CustomStringConvertible {
    /// The 12 groups in one line.
    public var description: String { groups.joined(separator: " ") }
}
