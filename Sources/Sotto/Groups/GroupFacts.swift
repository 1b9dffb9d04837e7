public import SottoGroups
public import SottoSessions

/// What there is of a group, without anything secret.
public struct GroupFacts: Hashable, Sendable {
    /// Who is in it.
    public let roster: Roster
    /// Whether the own user is in it; nothing can be sent otherwise.
    public let isMember: Bool
    /// The own chain, which gives each message its key; nil before the first message, and after it was dropped.
    public let chain: Chain?

    /// The own chain in a group.
    public struct Chain: Hashable, Sendable {
        /// Its name.
        public let id: SenderChainID
        /// When it was made, in milliseconds since 1970-01-01T00:00:00Z.
        public let createdAt: UInt64
        /// How many messages were sealed.
        public let messageCount: Int
        /// How many devices have the key, or have it on its way.
        public let holderCount: Int
    }
}

/// What taking a roster did.
public struct AppliedRoster: Hashable, Sendable {
    /// What it was to those that were known.
    public let change: RosterChange
    /// Whether it was taken without any that it follows: of a group that isn't known, or that the own user isn't in any more.
    ///
    /// Nothing but its author's word connects it with what was known of the group, so people are to be asked as for an
    /// invitation.
    public let isFirst: Bool
    /// Messages that waited for it and opened; they are in the inbox.
    public let opened: [Received]
    /// Messages that waited and didn't open, which can be asked for from now on.
    ///
    /// They wait on, for their sender's key most often, or can't be opened any more.
    public let unopened: [UndecryptableGroupMessage]

    init(change: RosterChange, isFirst: Bool = false, _ waited: WaitedMessages = WaitedMessages()) {
        self.change = change
        self.isFirst = isFirst
        opened = waited.opened
        unopened = waited.unopened
    }
}
