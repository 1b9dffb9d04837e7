/// A currency's code of ISO 4217: three letters from A to Z.
///
/// Whether a currency has the code is the app's matter: the list changes. Rule CN-22.
public struct CurrencyCode: Hashable, Sendable, WireText {
    /// The three letters.
    public let letters: String

    /// Takes a code.
    public init(_ letters: String) { self.letters = letters }

    package static let unset = CurrencyCode("")
    package var wire: String { letters }
    package init(wire: String) { self.init(wire) }
    package var isValid: Bool { letters.utf8.count == 3 && letters.utf8.allSatisfy { 0x41...0x5A ~= $0 } }
}
