public import SottoGroups
public import SottoIdentity
public import SottoSessions

extension Device {
    /// Takes note of who is in a group: a new one, or a change of one.
    ///
    /// Membership is the app's to carry: a roster's bytes go in content, to the members and by the members, and nobody signs
    /// them. A change counts once its author is known to have made it: the session that it came in, or a message of the author in the
    /// group that opened under it. Who makes a change sends it to all members of before, so that who is removed learns it, and
    /// then to the new ones.
    ///
    /// Of two changes of one roster the one with the lower hash stands at all members; the other one is to be made again.
    ///
    /// - Returns: What it was to those that were known, and the messages that opened by it.
    /// - Throws: ``UsageFault/rosterRefused(_:)`` when it doesn't follow one of the last 16 and the own user was
    ///   a member, ``UsageFault/notMember(_:)``
    ///   for a group that isn't known and that the own user isn't in, and what the store throws.
    ///
    /// Rules DS-25, DS-30, GR-4 to GR-8.
    @discardableResult
    public func apply(_ roster: Roster) throws(SessionError) -> AppliedRoster {
        try write { try GroupTransaction($0).apply(roster) }
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
    /// Devices that don't have the own key yet get it in their sessions; ``GroupOutgoing/distributions`` are to be handed over first. The
    /// key is another one when somebody had it who isn't to read on: a member that was removed or left, a device that is gone or has another
    /// identity; and after 1,000 messages or 14 days.
    ///
    /// What is returned is in the outbox before it is returned. Asking again with the same id and content gives the same bytes while
    /// the devices are the same, as long as ``markSent(_:)-5yjgl`` wasn't called.
    ///
    /// - Parameters:
    ///   - content: 0 to 65,000 bytes.
    ///   - id: The message's id; nil makes a random one.
    ///   - group: A group whose roster was given by ``apply(_:)-2e0qf``.
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
    /// - Throws: What the store throws.
    public func groupOutbox(limit: Int = 1_000) throws(SessionError) -> [GroupOutgoing] {
        try read { try GroupTransaction($0).outbox(limit: limit) }
    }

    /// Begins another own key with the next message to a group.
    ///
    /// - Throws: What the store throws.
    public func rotateSenderKey(of group: GroupID) throws(SessionError) {
        try write { try GroupTransaction($0).dropChain(of: group) }
    }

    /// Forgets a group, its keys, and what waits for it.
    ///
    /// - Throws: What the store throws.
    public func forget(_ group: GroupID) throws(SessionError) {
        try write { try GroupTransaction($0).remove(group) }
    }

    /// Asks a member's device for its key and for a message of a group that can't be opened.
    ///
    /// One that waits for its key may be asked for at once; it opens by itself when the key comes in another way. A message is asked for as
    /// ``requestResend(of:withBundle:)`` says.
    ///
    /// - Returns: What to send; it is in the outbox.
    /// - Throws: ``UsageFault/repairLimit(_:)`` when nothing is due, ``UsageFault/bundleRequired(_:)`` when a session with the device is to be
    ///   started first, faults of trust as ``send(_:id:to:)``, and what the store throws.
    ///
    /// Rule DS-31.
    public func requestResend(of message: UndecryptableGroupMessage) throws(SessionError) -> Outgoing {
        try write { try GroupTransaction($0).requestResend(of: message) }
    }

    /// Gives a member's device the own key again, and the message that it asked for, if that is kept and was for it.
    ///
    /// - Returns: What to send; it is in the outbox.
    /// - Throws: ``UsageFault/unknownMessage(_:)`` when there is nothing to give, ``UsageFault/bundleRequired(_:)`` when a session with the
    ///   device is to be started first, ``PeerFault/notMember(_:)``, ``UsageFault/unknownGroup(_:)``, faults of trust, and what the store
    ///   throws.
    ///
    /// Rule DS-31.
    public func resend(_ request: GroupResendRequest) throws(SessionError) -> [Outgoing] {
        try write { try GroupTransaction($0).resend(request) }
    }
}
