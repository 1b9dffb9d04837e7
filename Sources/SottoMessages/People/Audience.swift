/// Who gets something of the reader's: all, those known, or nobody; and exceptions.
///
/// An exception is stronger than the rule, and a person is on one of the two lists at most. Rule MR-11.
public struct Audience<Person: Hashable & Sendable>: Hashable, Sendable {
    /// Who is in it without an exception.
    public enum Base: Hashable, Sendable {
        /// All.
        case everybody
        /// Those that the reader has as contacts.
        case contacts
        /// Nobody.
        case nobody
    }

    /// Who is in it without an exception.
    public var base: Base
    /// Who is in it whatever the base.
    public private(set) var always: Set<Person> = []
    /// Who isn't in it whatever the base.
    public private(set) var never: Set<Person> = []

    /// Makes an audience without exceptions.
    public init(_ base: Base) { self.base = base }

    /// Whether a person is in it.
    public func includes(_ person: Person, isContact: Bool) -> Bool {
        if never.contains(person) { return false }
        if always.contains(person) { return true }
        return switch base {
        case .everybody: true
        case .contacts: isContact
        case .nobody: false
        }
    }

    /// Always shares with a person; false, and nothing changes, when there are ``PeopleLimits/exceptions`` others.
    public mutating func alwaysShare(with person: Person) -> Bool {
        except(person, in: \.always, not: \.never)
    }

    /// Never shares with a person; false, and nothing changes, when there are ``PeopleLimits/exceptions`` others.
    public mutating func neverShare(with person: Person) -> Bool {
        except(person, in: \.never, not: \.always)
    }

    /// Takes an exception back.
    public mutating func removeException(for person: Person) {
        always.remove(person)
        never.remove(person)
    }

    private mutating func except(
        _ person: Person, in list: WritableKeyPath<Self, Set<Person>>,
        not other: WritableKeyPath<Self, Set<Person>>
    ) -> Bool {
        let isKnown = always.contains(person) || never.contains(person)
        guard isKnown || always.count + never.count < PeopleLimits.exceptions else { return false }
        self[keyPath: other].remove(person)
        self[keyPath: list].insert(person)
        return true
    }
}

/// How many people are kept.
///
/// Rules MR-11, MR-13 and MR-14.
public enum PeopleLimits {
    /// Exceptions of an audience.
    public static let exceptions = 5_000
    /// People who type in one conversation or thread.
    public static let typists = 256
    /// People whose presence is known.
    public static let presences = 10_000
}
