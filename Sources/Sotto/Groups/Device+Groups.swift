public import SottoGroups
public import SottoIdentity
public import SottoSessions

extension Device {
    /// Takes note of who is in a group, by the own user's wish: a new group, or a change of one.
    ///
    /// The app carries rosters: ``Roster/bytes`` are content like any other. Who makes a change takes note of it here, and
    /// sends it to all members of before, so that who is removed learns it too, and to the new ones; their devices take
    /// note of it with its author. Nothing else is to be done: the next message to the group goes under another key if
    /// somebody is gone.
    ///
    /// Of two changes of one roster the one with the lower hash stands at all members; the other one is to be made
    /// again, as ``RosterChange/loses`` or ``RosterChange/wins(undone:)`` says.
    ///
    /// - Returns: What it was to those that were known, and the messages that waited for it and opened; they are in the inbox too.
    /// - Throws: ``UsageFault/rosterRefused(_:)`` when it doesn't follow one of the last 16 and the own user was
    ///   a member, ``UsageFault/notMember(_:)``
    ///   for a group that isn't known and that the own user isn't in, and what the store throws.
    ///
    /// Rules DS-25, DS-30, GR-4 to GR-8.
    @discardableResult
    public func apply(_ roster: Roster) throws(SessionError) -> AppliedRoster {
        try write { try GroupTransaction($0).apply(roster, by: nil) }
    }

    /// Takes note of a roster that came from somebody.
    ///
    /// Nobody signs a roster, so its author is the user of the session that it came in (``Received/sender``), and has to be a member of the
    /// roster that it changes, and of the group now; of a new group, of the roster itself. Whether all members may change a group
    /// or some, and what, is for the app to check before.
    ///
    /// One whose parent hasn't come is refused; an app tries it again after the next one.
    ///
    /// - Returns: As for a change of the own user.
    /// - Throws: ``PeerFault/notMember(_:)`` when its author isn't, ``UsageFault/rosterRefused(_:)`` when it doesn't follow one of the last 16,
    ///   ``UsageFault/notMember(_:)`` for a group that isn't known and that the own user isn't in, and what the store throws.
    ///
    /// Rules DS-25, DS-30, GR-4 to GR-8.
    @discardableResult
    public func apply(_ roster: Roster, by author: UserID) throws(SessionError) -> AppliedRoster {
        try write { try GroupTransaction($0).apply(roster, by: author) }
    }

    /// The rosters that messages of a group are accepted under, the oldest first: up to 16.
    ///
    /// For a member who missed changes: their bytes, taken in this order, lead from the newest one that the member has to the present one. Who
    /// missed more than 16 takes the present one alone, on the word of a member.
    ///
    /// - Throws: What the store throws.
    ///
    /// Rule DS-25.
    public func rosters(of group: GroupID) throws(SessionError) -> [Roster] {
        try read { try GroupTransaction($0).rosters(of: group) }
    }

    /// What there is of a group; nil when it isn't known.
    ///
    /// - Throws: What the store throws.
    public func group(_ group: GroupID) throws(SessionError) -> GroupFacts? {
        try read { try GroupTransaction($0).facts(of: group) }
    }

    /// The groups that are known, a page at a time.
    ///
    /// - Parameters:
    ///   - sequence: 0, or the `next` of the page before.
    ///   - limit: The most groups of a page.
    /// - Returns: The groups, and where to go on, or nil at the end.
    /// - Throws: What the store throws.
    public func groups(
        after sequence: UInt64 = 0, limit: Int = 1_000
    ) throws(SessionError) -> (groups: [GroupID], next: UInt64?) {
        try read { try GroupTransaction($0).groups(after: sequence, limit: limit) }
    }

    /// Seals a message for all devices of a group's members: once, whatever their number, in one envelope that hides this
    /// device and that the server splits.
    ///
    /// Devices that don't have the own key yet get it in their sessions: ``GroupOutgoing/distributions``, to be handed over before the
    /// envelope, each marked as sent by its own id. The key is another one when somebody had it who isn't to read on, a member that was removed or
    /// left, a device that is gone or has another identity; and after 1,000 messages or 14 days.
    ///
    /// What is returned is in the outboxes before it is returned, the distributions in ``outbox(limit:)`` and the envelope in
    /// ``groupOutbox(limit:)``. The simplest way to hand over is to empty the first and then the second. Asking again with the same id
    /// and content gives the same envelope while the devices are the same, as long as it wasn't marked as sent; devices that there was no
    /// session with get theirs then. What is asked for again comes with every distribution that wasn't marked as sent; another message
    /// doesn't repeat them.
    ///
    /// - Parameters:
    ///   - content: 0 to 65,000 bytes.
    ///   - id: The message's id; nil makes a random one.
    ///   - group: A group whose roster this device has taken note of, with the own user in it.
    /// - Returns: What to hand over, and whom it couldn't be sealed for.
    /// - Throws: ``UsageFault/unknownGroup(_:)``, ``UsageFault/notMember(_:)``, ``UsageFault/certificateRequired``,
    ///   ``UsageFault/contentTooLarge(byteCount:limit:)``, ``UsageFault/messageIDReused(_:)``, ``UsageFault/alreadySent(_:)``,
    ///   ``UsageFault/tooManyRecipients(count:limit:)``; the first failure when it can be sealed for nobody; what the store throws.
    ///
    /// Rules DS-26 to DS-28.
    public func send(
        _ content: [UInt8], id: MessageID? = nil, toGroup group: GroupID
    ) throws(SessionError) -> GroupOutgoing {
        let id = id ?? .random()
        let envelopes = envelopes
        return try write { try GroupTransaction($0).send(content, id: id, to: group, with: envelopes) }
    }

    /// The messages to groups that the server doesn't have yet, oldest first; to be sent at each start, after ``outbox(limit:)``,
    /// which has the keys for them.
    ///
    /// Their distributions are empty for that reason. Contents aren't there: what is to be asked for again, for devices that the server
    /// names, the app keeps until it is sent.
    ///
    /// - Throws: What the store throws.
    public func groupOutbox(limit: Int = 1_000) throws(SessionError) -> [GroupOutgoing] {
        let envelopes = envelopes
        if try read({ try GroupTransaction($0).hasExpired(limit: limit) }) {
            try write { try GroupTransaction($0).renewOutbox(limit: limit, envelopes) }
        }
        return try read { try GroupTransaction($0).outbox(limit: limit) }
    }

    /// Begins another own key with the next message to a group, as a user may wish who fears that the device was looked into.
    ///
    /// - Throws: What the store throws.
    public func rotateSenderKey(of group: GroupID) throws(SessionError) {
        try write { try GroupTransaction($0).dropChain(of: group) }
    }

    /// Forgets a group, its keys, what waits for it, and what was sent to it, also what the server doesn't have yet.
    ///
    /// - Throws: What the store throws.
    public func forget(_ group: GroupID) throws(SessionError) {
        try write { try GroupTransaction($0).remove(group) }
    }

    /// Asks a member's device for its key in a group and for a message that couldn't be opened.
    ///
    /// A message that waits for its key (``UndecryptableGroupMessage/isWaiting``) may be asked for at once or after a while: it opens by itself when
    /// the key comes late. One that waits for a roster is better not asked for: a request brings key and message, and no roster. One is asked
    /// for as often as ``requestResend(of:withBundle:)`` says.
    ///
    /// - Parameter message: What ``PeerFault/undecryptableInGroup(_:)`` carries.
    ///
    /// - Returns: What to send; it is in the outbox.
    /// - Throws: ``PeerFault/notMember(_:)`` as long as the sender isn't a member by the roster that is known here: its answer would count for
    ///   nothing; ``UsageFault/repairLimit(_:)`` when nothing is due, ``UsageFault/bundleRequired(_:)`` when a session with the device is to be
    ///   started first; faults of trust as ``send(_:id:to:)``, and what the store throws.
    ///
    /// Rule DS-31.
    public func requestResend(of message: UndecryptableGroupMessage) throws(SessionError) -> Outgoing {
        try write { try GroupTransaction($0).requestResend(of: message) }
    }

    /// Gives a member's device the own key again, and the message that it asked for, if that is kept and was for it.
    ///
    /// - Parameter request: What ``ReceivedContent/groupResendRequest(_:)`` carries.
    /// - Returns: What to send; it is in the outbox. Empty when the device has the key by now.
    /// - Throws: ``UsageFault/unknownMessage(_:)`` when there is nothing to give, ``UsageFault/bundleRequired(_:)`` when a session with the
    ///   device is to be started first, ``PeerFault/notMember(_:)``, ``UsageFault/unknownGroup(_:)``, faults of trust, and what the store
    ///   throws.
    ///
    /// Rule DS-31.
    public func resend(_ request: GroupResendRequest) throws(SessionError) -> [Outgoing] {
        try write { try GroupTransaction($0).resend(request) }
    }
}
