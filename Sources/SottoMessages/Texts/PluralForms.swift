/// Which form of a word goes with a count, in the six classes that the languages of the world need.
///
/// Source: Unicode Technical Standard 35, part 3, plural rules. Rule MR-2.
public enum PluralForm: Hashable, Sendable {
    /// A form of its own for nothing.
    case zero
    /// The singular.
    case one
    /// The dual.
    case two
    /// A small number.
    case few
    /// A large number.
    case many
    /// All others; every language has it.
    case other
}

/// The forms of one text, from which a count chooses.
///
/// Those that a language doesn't have are left out; the count then takes ``other``. Rule MR-2.
public struct PluralForms: Hashable, Sendable {
    /// The form for nothing.
    public var zero: String?
    /// The singular.
    public var one: String?
    /// The dual.
    public var two: String?
    /// The form for a small number.
    public var few: String?
    /// The form for a large number.
    public var many: String?
    /// The form for all others.
    public var other: String

    /// Takes the forms that the language has.
    public init(
        zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil, many: String? = nil,
        other: String
    ) {
        self.zero = zero
        self.one = one
        self.two = two
        self.few = few
        self.many = many
        self.other = other
    }

    /// The text of a form.
    public subscript(form: PluralForm) -> String {
        switch form {
        case .zero: zero ?? other
        case .one: one ?? other
        case .two: two ?? other
        case .few: few ?? other
        case .many: many ?? other
        case .other: other
        }
    }
}

/// Rule MR-2.
extension ReaderStrings {
    /// A count and the form of the word that goes with it: "1 photo", "3 photos".
    public func counted(_ count: Int, _ forms: PluralForms) -> String {
        "\(count) \(forms[pluralForm(of: count)])"
    }

    /// The English default's count, whatever forms the app's language has for other phrases.
    func englishCount(_ count: Int, _ one: String, _ other: String) -> String {
        "\(count) \(count == 1 ? one : other)"
    }
}
