/// Who did something.
///
/// Rule MR-1.
public enum PersonPhrase: Hashable, Sendable {
    /// The reader.
    case you
    /// Somebody else, by the name to be shown.
    case named(String)

    /// The name in an English sentence that starts with it.
    var english: String {
        switch self {
        case .you: "You"
        case .named(let name): name
        }
    }

    /// The name in an English sentence that something else starts.
    var englishObject: String {
        switch self {
        case .you: "you"
        case .named(let name): name
        }
    }
}

/// Names in a list.
///
/// Rule MR-1.
@nonexhaustive
public enum NamesPhrase: Hashable, Sendable {
    /// All names, joined with "and".
    case all([String])
    /// Names, and how many more there are.
    case andOthers([String], othersCount: Int)
    /// Names with commas only, as the title of a group without one.
    case commas([String])
}

/// Rule MR-1.
extension ReaderStrings {
    /// The names in English.
    public func english(_ phrase: NamesPhrase) -> String {
        switch phrase {
        case .all(let names):
            guard let last = names.last else { return "" }
            let others = names.dropLast()
            return others.isEmpty ? last : "\(others.joined(separator: ", ")) and \(last)"
        case .andOthers(let names, let count):
            guard count > 0, !names.isEmpty else { return english(.all(names)) }
            return "\(names.joined(separator: ", ")) and \(englishCount(count, "other", "others"))"
        case .commas(let names): return names.joined(separator: ", ")
        }
    }
}
