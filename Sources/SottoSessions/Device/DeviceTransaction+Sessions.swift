internal import SottoCrypto
internal import SottoHandshake
internal import SottoWire

/// The sessions of one device of a peer: which one is used, which others are kept.
///
/// Rules SM-10 and SM-11.
extension DeviceTransaction {
    /// A session of `peer` that isn't in use.
    ///
    /// - Throws: ``StorageError/recordOutdated`` when the record is another one than the peer's record lists.
    func other(_ entry: PeerRecord.SessionEntry, of peer: PeerRecord) throws -> StoredSession {
        if let loaded = peer.loaded[entry.number] { return loaded }
        let name = try sessionName(entry.number, peer)
        guard let value = try rows.value(of: name) else { throw StorageError.recordOutdated }
        let record = try state.codec.open(value, as: name, atLeast: entry.generation)
        guard record.generation == entry.generation else { throw StorageError.recordOutdated }
        let session = try StoredSession.decoded(record)
        // Generations begin anew when a device is forgotten, and by chance a number comes again.
        guard session.number == entry.number, session.incomingSelector == entry.incoming else {
            throw StorageError.recordOutdated
        }
        peer.loaded[entry.number] = session
        return session
    }

    /// The session that messages with this selector belong to.
    func session(withIncoming selector: SessionSelector, of peer: PeerRecord) throws -> StoredSession? {
        if let active = peer.active, active.incomingSelector == selector { return active }
        guard let entry = peer.others.first(where: { $0.incoming == selector }) else { return nil }
        return try other(entry, of: peer)
    }

    /// Uses a session that was started or answered here.
    func use(_ session: StoredSession, of peer: PeerRecord) {
        change(peer)
        endRepair(of: peer)
        if let active = peer.active { pushBack(active, of: peer) }
        peer.active = session
        peer.openedBesideUnanswered = 0
        trim(peer)
    }

    /// Adds a session that a first message opened, and chooses between it and the one in use.
    ///
    /// A session of an installation that was replaced is never used.
    func add(answered session: StoredSession, of peer: PeerRecord) {
        change(peer)
        guard !session.session.isRetired else { return keepBeside(session, of: peer) }
        guard let active = peer.active, active.session.isUnanswered, active.isUsable(at: now) else {
            return use(session, of: peer)
        }
        if session.transcript < active.transcript {
            active.session.lostCrossing = true
            use(session, of: peer)
        } else {
            session.session.lostCrossing = true
            endRepair(of: peer)
            keepBeside(session, of: peer)
        }
    }

    /// Asks no more in the session that was started for requests, once there is a newer one.
    ///
    /// A peer that answered by another session may have dropped that one for newer ones, and what comes in it then can
    /// never be opened.
    private func endRepair(of peer: PeerRecord) { peer.repairSession = 0 }

    /// Keeps a session that isn't used.
    func keepBeside(_ session: StoredSession, of peer: PeerRecord) {
        pushBack(session, of: peer)
        trim(peer)
    }

    /// Uses `session` from now on if it opened a message of its newest chain and nothing speaks against it.
    ///
    /// With three sessions or more each side may have seen another crossing; of two sides that use different
    /// sessions, the one that uses the higher transcript gives way. An unanswered session gives way in any
    /// case when enough was opened beside it. A session that asked for a repair is used once it was answered.
    func noteOpened(_ session: StoredSession, of peer: PeerRecord, isFromNewestChain: Bool) {
        change(peer)
        if peer.repairSession == session.number { peer.repairSession = 0 }
        guard session !== peer.active else { return }
        session.isChanged = true
        guard let index = peer.others.firstIndex(where: { $0.number == session.number }) else { return }
        let entry = peer.others.remove(at: index)
        if isFromNewestChain, isToBeUsed(session, of: peer) {
            peer.loaded[session.number] = nil
            peer.rowsToRemove.append(session.number)
            use(session, of: peer)
        } else {
            peer.others.insert(entry, at: 0)
        }
    }

    private func isToBeUsed(_ session: StoredSession, of peer: PeerRecord) -> Bool {
        guard !session.session.isRetired else { return false }
        guard session.session.lostCrossing, let active = peer.active, active.isUsable(at: now),
            active.transcript < session.transcript
        else { return true }
        guard active.session.isUnanswered else { return false }
        peer.openedBesideUnanswered = min(peer.openedBesideUnanswered, .max - 1) + 1
        return Int(peer.openedBesideUnanswered) >= SessionLimits.messagesBesideUnanswered
    }

    private func pushBack(_ session: StoredSession, of peer: PeerRecord) {
        session.isChanged = true
        peer.loaded[session.number] = session
        peer.others.insert(
            PeerRecord.SessionEntry(
                number: session.number, generation: 0, incoming: session.incomingSelector,
                outgoing: session.outgoingSelector), at: 0)
    }

    private func trim(_ peer: PeerRecord) {
        while peer.others.filter({ $0.number != peer.repairSession }).count
            > SessionLimits.maximumOtherSessions,
            let index = peer.others.lastIndex(where: { $0.number != peer.repairSession })
        {
            peer.numbersToDrop.append(peer.others.remove(at: index))
        }
    }

    /// Retires every session that `isToRetire` holds for.
    func retireSessions(of peer: PeerRecord, where isToRetire: (borrowing Session) -> Bool = { _ in true })
        throws
    {
        if let active = peer.active, isToRetire(active.session) {
            change(peer)
            active.session.retire()
            peer.active = nil
            pushBack(active, of: peer)
        }
        for entry in peer.others {
            let session = try other(entry, of: peer)
            guard !session.session.isRetired, isToRetire(session.session) else { continue }
            change(peer)
            session.session.retire()
            session.isChanged = true
            if peer.repairSession == session.number { peer.repairSession = 0 }
        }
        trim(peer)
    }

    /// Writes the changed sessions that aren't in use, and deletes what is no longer listed.
    func writeSessions(of peer: PeerRecord) throws {
        for entry in peer.numbersToDrop {
            // A record that can't be read is deleted without its skipped keys.
            let session = peer.loaded[entry.number] ?? (try? other(entry, of: peer))
            for part in session?.skippedKeys.parts ?? [] {
                try remove(try skippedKeyName(part, entry.number, peer))
            }
            peer.loaded[entry.number] = nil
            peer.rowsToRemove.append(entry.number)
        }
        for number in peer.rowsToRemove { try remove(try sessionName(number, peer)) }
        peer.numbersToDrop.removeAll()
        peer.rowsToRemove.removeAll()
        for index in peer.others.indices {
            guard let session = peer.loaded[peer.others[index].number], session.isChanged else { continue }
            let number = peer.others[index].number
            peer.others[index].generation = peer.nextGeneration
            try put(
                StoredSession.OwnRecord(session: session), as: try sessionName(number, peer), in: peer.group,
                generation: peer.nextGeneration)
            session.isChanged = false
        }
    }

    private func sessionName(_ number: UInt32, _ peer: PeerRecord) throws -> RecordName {
        var key = peer.key
        key.append(u32: number)
        return try state.codec.name(.session, key)
    }

    func skippedKeyName(_ part: Int, _ number: UInt32, _ peer: PeerRecord) throws -> RecordName {
        var key = peer.key
        key.append(u32: number)
        key.append(UInt8(truncatingIfNeeded: part))
        return try state.codec.name(.skippedKeys, key)
    }
}
