/// Whether somebody is there.
///
/// Rule MR-14.
public enum Availability: Hashable, Sendable, CaseIterable {
    /// There.
    case online
    /// There, but away from the device.
    case idle
    /// There, and not to be disturbed.
    case doNotDisturb
    /// Not there.
    case offline
    /// There for the own devices alone.
    case invisible

    /// What others are told: who is invisible is offline.
    public var forOthers: Availability { self == .invisible ? .offline : self }

    /// The text's phrase.
    public var label: LabelPhrase {
        switch self {
        case .online: .online
        case .idle: .idle
        case .doNotDisturb: .doNotDisturb
        case .offline: .offline
        case .invisible: .invisible
        }
    }

    /// Whether nothing is told of messages that come in; calls are told, and marked to be ended (NT-10).
    public var silencesNotifications: Bool { self == .doNotDisturb }

    /// Whether somebody counts as "active now".
    public var isActive: Bool { self == .online || self == .idle || self == .doNotDisturb }
}

/// What is known of one person.
///
/// Rule MR-14.
public struct PersonPresence: Hashable, Sendable {
    /// Whether they are there.
    public var availability: Availability
    /// What they say of themselves: an emoji and a text; empty for nothing.
    public var status: String
    /// When the status ends; nil for not at all.
    public var statusEndsAt: Instant?
    /// When they were last there, if they tell.
    public var seenAt: Instant?
    /// Roughly when they were last there.
    public var seenStep: SeenStep?

    /// Makes the value.
    public init(
        availability: Availability, status: String = "", statusEndsAt: Instant? = nil, seenAt: Instant? = nil,
        seenStep: SeenStep? = nil
    ) {
        self.availability = availability
        self.status = status
        self.statusEndsAt = statusEndsAt
        self.seenAt = seenAt
        self.seenStep = seenStep
    }

    /// The status at a moment; empty from its end on.
    public func status(at now: Instant) -> String {
        if let statusEndsAt, now >= statusEndsAt { return "" }
        return status
    }
}

/// What is known of many people, of at most ``PeopleLimits/presences``.
///
/// Rule MR-14.
public struct PresenceBook<Person: Hashable & Sendable>: Hashable, Sendable {
    private struct Entry: Hashable {
        var presence: PersonPresence
        var order: UInt64
    }

    private var entries: [Person: Entry] = [:]
    private var next: UInt64 = 0
    private let limit: Int

    /// Starts with nobody.
    public init() { limit = PeopleLimits.presences }

    /// A small book, for tests.
    package init(limit: Int) { self.limit = max(limit, 1) }

    /// How many people are known.
    public var count: Int { entries.count }

    /// What is known of a person.
    public subscript(person: Person) -> PersonPresence? { entries[person]?.presence }

    /// Takes news of a person; of others it is offline that invisible means.
    ///
    /// A full book forgets the quarter of which there was no news for longest.
    ///
    /// - Complexity: O(1), but for one in limit / 4 additions.
    public mutating func update(_ person: Person, _ presence: PersonPresence) {
        if entries.count >= limit, entries[person] == nil { sweep() }
        var presence = presence
        presence.availability = presence.availability.forOthers
        entries[person] = Entry(presence: presence, order: next)
        next += 1
    }

    /// Forgets a person, as when somebody is blocked.
    public mutating func remove(_ person: Person) { entries[person] = nil }

    private mutating func sweep() {
        let orders = entries.values.map(\.order).sorted()
        let bound = orders[min(max(limit / 4, 1), orders.count) - 1]
        entries = entries.filter { $0.value.order > bound }
    }
}
