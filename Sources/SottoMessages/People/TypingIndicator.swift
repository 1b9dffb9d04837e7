/// Who is shown as typing, in one conversation or thread.
///
/// Rule MR-13.
public struct TypingIndicator<Person: Hashable & Sendable>: Hashable, Sendable {
    private struct Typist: Hashable {
        let person: Person
        var end: UInt64
    }

    /// In the order in which they began.
    private var typists: [Typist] = []

    /// How long somebody is shown after the last news: 3 seconds.
    public static var lifetime: TimeSpan { TimeSpan(milliseconds: 3_000) }
    /// How much longer than the sender's interval, if that is longer than usual: 1 second.
    public static var slack: TimeSpan { TimeSpan(milliseconds: 1_000) }
    /// The longest lifetime, whatever the sender's interval: 10 seconds.
    public static var longestLifetime: TimeSpan { TimeSpan(milliseconds: 10_000) }
    /// How long those who are shown stay after the connection was lost: 4 seconds.
    public static var dropLifetime: TimeSpan { TimeSpan(milliseconds: 4_000) }

    /// Starts with nobody typing.
    public init() {}

    /// Takes that somebody types, or stopped, at the moment at which the news came.
    ///
    /// A longer interval than usual between two news makes them last a second longer than that. When
    /// ``PeopleLimits/typists`` others type, the one whose end is next makes room.
    public mutating func received(
        _ signal: TypingSignal, from person: Person, at now: Instant,
        repeatInterval: TimeSpan = TypingAnnouncer.repeatInterval
    ) {
        removeEnded(at: now)
        guard signal == .started else { return messageArrived(from: person) }
        let (wanted, isTooLarge) = repeatInterval.milliseconds.addingReportingOverflow(
            Self.slack.milliseconds)
        let longest = Self.longestLifetime.milliseconds
        let lifetime = isTooLarge ? longest : min(max(wanted, Self.lifetime.milliseconds), longest)
        let end = Self.sum(now, lifetime)
        if let index = typists.firstIndex(where: { $0.person == person }) {
            typists[index].end = max(typists[index].end, end)
            return
        }
        if typists.count >= PeopleLimits.typists,
            let next = typists.indices.min(by: { typists[$0].end < typists[$1].end })
        {
            typists.remove(at: next)
        }
        typists.append(Typist(person: person, end: end))
    }

    /// Takes that a message of somebody arrived: they no longer type it.
    public mutating func messageArrived(from person: Person) { typists.removeAll { $0.person == person } }

    /// Takes that the connection was lost: news may be on their way.
    public mutating func connectionLost(at now: Instant) {
        removeEnded(at: now)
        let end = Self.sum(now, Self.dropLifetime.milliseconds)
        for index in typists.indices { typists[index].end = max(typists[index].end, end) }
    }

    /// Who types at a moment, in the order in which they began.
    public func people(at now: Instant) -> [Person] {
        typists.filter { now.milliseconds < $0.end }.map(\.person)
    }

    /// When somebody stops being shown without further news.
    public var deadline: Instant? { typists.map(\.end).min().map { Instant(milliseconds: $0) } }

    /// Forgets those who are no longer shown.
    public mutating func removeEnded(at now: Instant) { typists.removeAll { $0.end <= now.milliseconds } }

    /// The phrase for those who type at a moment; nil for nobody.
    public func phrase(at now: Instant, isGroup: Bool, name: (Person) -> String) -> TypingPhrase? {
        let people = people(at: now)
        guard let first = people.first else { return nil }
        if !isGroup { return .theOther }
        switch people.count {
        case 1: return .one(name(first))
        case 2: return .two(name(first), name(people[1]))
        default: return .many(name(first), othersCount: people.count - 1)
        }
    }

    private static func sum(_ moment: Instant, _ milliseconds: UInt64) -> UInt64 {
        let (sum, isTooLarge) = moment.milliseconds.addingReportingOverflow(milliseconds)
        return isTooLarge ? .max : sum
    }
}
