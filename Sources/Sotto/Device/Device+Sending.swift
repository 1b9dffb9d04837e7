public import SottoIdentity
public import SottoSessions

extension Device {
    /// Seals a message for each device that is to get it: the devices of the user and the own other ones, or one device.
    ///
    /// Devices are those that are known: by `apply(_:)`, ``start(withBundle:of:)`` or a message of theirs. That holds for the
    /// own ones too, so an app asks its server for its own user's devices as well.
    ///
    /// What is returned is in the outbox before it is returned. Asking again with the same id, to the same destination and with
    /// the same content, gives the same bytes and moves nothing, as long as `markSent(_:)` wasn't called; devices that there was
    /// no session with are sealed for then. So a message whose sending failed is simply asked for again.
    ///
    /// - Parameters:
    ///   - content: 0 to 65,000 bytes; to more than 251 devices, or 125 in envelopes, somewhat less, as the error says.
    ///   - id: The message's id; nil makes a random one.
    ///   - destination: `.user` or `.device`.
    /// - Returns: Bytes for each device, and the devices that it couldn't be sealed for: without a session, or with a
    ///   damaged record, which `forget(_:)` removes. The own address among them says that the list of the own devices is
    ///   damaged, which `apply(_:)` with the server's makes anew.
    /// - Throws: When no device can be sealed for: ``UsageFault/unknownUser(_:)``, ``UsageFault/noSession(_:)``,
    ///   ``PeerFault/identityChanged(_:)`` and ``UsageFault/notVerified(_:)`` where trust is missing. Further
    ///   ``UsageFault/contentTooLarge(byteCount:limit:)``, ``UsageFault/messageIDReused(_:)``, ``UsageFault/alreadySent(_:)``, and
    ///   what the store throws.
    ///
    /// Rules DS-11 to DS-13.
    public func send(
        _ content: [UInt8], id: MessageID? = nil, to destination: Destination
    ) throws(SessionError) -> Outgoing {
        let draft = Draft(content, id: id ?? .random(), to: destination)
        return try withState { (state, now) throws(SessionError) in
            try state.settle(draft.id, at: now)
            return try state.run(.writing, at: now) { try $0.send(draft) }
        }
    }

    /// Seals many messages in one transaction; each has a result of its own.
    ///
    /// When the store fails, all of them have its error.
    public func send(_ drafts: [Draft]) -> [Result<Outgoing, SessionError>] {
        withState { state, now in
            do throws(SessionError) { try state.settle(drafts.map(\.id), at: now) } catch {
                return drafts.map { _ in .failure(error) }
            }
            return state.each(of: drafts, at: now) { .success(try $0.send($1)) }
        }
    }

    /// Seals messages with places that are reserved, 256 for a session at a time, so that one commit serves many.
    ///
    /// For a server that sends much and whose store is opened exclusively. It gives up one promise: the bytes are released
    /// before they are written. After a crash no place is used twice, but a message asked for again gets
    /// other bytes, and it isn't sent again when a device asks for it. ``flush()`` writes what is left.
    ///
    /// - Throws: ``UsageFault/storeShared`` unless the store is exclusive; what the store throws.
    ///
    /// Rule DS-14.
    public func sendLeased(_ drafts: [Draft]) throws(SessionError) -> [Result<Outgoing, SessionError>] {
        try withState { (state, now) throws(SessionError) in try state.sendLeased(drafts, at: now) }
    }

    /// Writes the leased messages that the store doesn't have yet.
    ///
    /// - Throws: What the store throws; they are then written by the next call.
    public func flush() throws(SessionError) {
        try withState { (state, now) throws(SessionError) in try state.flushLeased(at: now) }
    }

    /// Notes that the server has a message, for all its devices; the outbox forgets its bytes.
    ///
    /// Its content is kept for 14 days, or until ``noteDelivered(_:to:)`` says that all devices have it, in case that one
    /// of them can't open it.
    ///
    /// - Throws: What the store throws.
    public func markSent(_ id: MessageID) throws(SessionError) { try markSent([id]) }

    /// The same for many, in one transaction.
    ///
    /// - Throws: What the store throws.
    public func markSent(_ ids: [MessageID]) throws(SessionError) {
        try withState { (state, now) throws(SessionError) in
            let others = ids.filter { !state.markLeasedSent($0) }
            guard !others.isEmpty else { return }
            try state.run(.writing, at: now) { transaction in
                for id in others where try !transaction.markSent(id, to: nil) {
                    try GroupTransaction(transaction).markSent(id)
                }
            }
        }
    }

    /// Notes that the server has a message for one device.
    ///
    /// - Throws: What the store throws.
    public func markSent(_ id: MessageID, to address: Address) throws(SessionError) {
        try withState { (state, now) throws(SessionError) in
            guard !state.markLeasedSent(id, to: address) else { return }
            try state.run(.writing, at: now) { _ = try $0.markSent(id, to: address) }
        }
    }

    /// Notes that a device has a message, as its receipt said: it is never sent to it again.
    ///
    /// - Throws: What the store throws.
    public func noteDelivered(_ id: MessageID, to address: Address) throws(SessionError) {
        try withState { (state, now) throws(SessionError) in
            // A leased message is never sent again, so what was delivered only has to leave the outbox.
            guard !state.markLeasedSent(id, to: address) else { return }
            try state.run(.writing, at: now) { transaction in
                if try !transaction.noteDelivered(id, to: address) {
                    try GroupTransaction(transaction).noteDelivered(id, to: address)
                }
            }
        }
    }

    /// The messages that the server doesn't have yet, oldest first; to be sent at each start.
    ///
    /// Without the bytes for users whose changed identity waits for a decision.
    ///
    /// Damaged ones are passed over, until nothing else is left: then it says ``StorageError/recordCorrupt``.
    ///
    /// - Throws: What the store throws.
    public func outbox(limit: Int = 1_000) throws(SessionError) -> [Outgoing] {
        // An envelope whose certificate is over would be refused by its receiver, who couldn't say by whom it was.
        if try read({ try $0.hasExpiredEnvelopes(limit: limit) }) {
            try write { try $0.renewEnvelopes(limit: limit) }
        }
        return try read { try $0.outbox(limit: limit) }
    }

    /// A message that says nothing, for new keys in a conversation that goes one way; see ``ReceivedFacts/isHeartbeatDue``.
    ///
    /// - Throws: ``UsageFault/noSession(_:)``, faults of trust as ``send(_:id:to:)``, and what the store throws.
    public func heartbeat(to address: Address) throws(SessionError) -> Outgoing {
        try write { try $0.heartbeat(to: address) }
    }
}
