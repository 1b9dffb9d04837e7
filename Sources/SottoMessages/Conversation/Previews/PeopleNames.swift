/// What people are called on this device, and which of them is the reader.
///
/// The function is asked for names as the reader's contacts have them, or else as people call themselves. Rule NT-1.
public struct PeopleNames: Sendable {
    /// The reader.
    public let me: PersonID
    /// The words for who has no name.
    public let strings: any ReaderStrings
    private let lookup: @Sendable (PersonID) -> String?

    /// Makes the value.
    ///
    /// - Parameters:
    ///   - me: The reader.
    ///   - strings: The words for who has no name.
    ///   - lookup: The name of a person; nil when it isn't known.
    public init(
        me: PersonID, strings: any ReaderStrings = EnglishStrings(),
        lookup: @escaping @Sendable (PersonID) -> String?
    ) {
        self.me = me
        self.strings = strings
        self.lookup = lookup
    }

    /// A person's name, one line of at most ``byteCount`` bytes.
    ///
    /// Somebody chooses the name that others see, so nothing in it changes the text around it.
    public func name(of person: PersonID) -> String {
        let name = lookup(person).map { TextExcerpt.snippet($0, byteCount: Self.byteCount) } ?? ""
        return name.isEmpty ? strings.title(.unknownPerson) : name
    }

    /// A person in a text.
    public func phrase(for person: PersonID) -> PersonPhrase {
        person == me ? .you : .named(name(of: person))
    }

    /// A person by the bytes that content has.
    func phrase(for user: [UInt8]) -> PersonPhrase {
        PersonID(user).map(phrase(for:)) ?? .named(strings.title(.unknownPerson))
    }

    /// The longest name in a text, in bytes of UTF-8.
    public static let byteCount = 128
}
