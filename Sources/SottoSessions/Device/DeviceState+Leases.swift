package import SottoIdentity

/// Sending with places that were reserved: one commit for many messages.
///
/// Rule DS-14.
extension DeviceState {
    /// Seals messages; those whose sessions have reserved places cost no commit.
    ///
    /// - Throws: ``UsageFault/storeShared`` unless the store is opened exclusively; what the store throws.
    package func sendLeased(
        _ drafts: [Draft], at instant: UInt64
    ) throws(SessionError) -> [Result<Outgoing, SessionError>] {
        guard storage.isExclusive else { throw .usage(.storeShared) }
        var results: [Result<Outgoing, SessionError>?] = []
        let transaction = DeviceTransaction(self, NoRows(), at: instant)
        for draft in drafts { results.append(quick(draft, transaction)) }
        let missed = drafts.indices.filter { results[$0] == nil }
        if !missed.isEmpty || leases.isDue {
            let slow = try reserveEach(missed.map { drafts[$0] }, at: instant)
            for (index, result) in zip(missed, slow) { results[index] = result }
        }
        return results.map { $0 ?? .failure(.storage(.notWriting)) }
    }

    /// Seals messages with places that are reserved in one transaction, or in one each where a record is damaged: that harms
    /// the messages it concerns.
    private func reserveEach(
        _ drafts: [Draft], at instant: UInt64
    ) throws(SessionError) -> [Result<Outgoing, SessionError>] {
        do throws(SessionError) { return try reserve(drafts, at: instant) } catch {
            guard drafts.count > 1, case .storage(let fault) = error, fault.concernsOneRecord else {
                throw error
            }
            return try drafts.map { (draft) throws(SessionError) in
                do throws(SessionError) { return try reserve([draft], at: instant)[0] } catch {
                    guard case .storage(let fault) = error, fault.concernsOneRecord else { throw error }
                    return .failure(error)
                }
            }
        }
    }

    /// Writes what is to be written, and seals messages with places that are reserved in the same transaction.
    private func reserve(
        _ drafts: [Draft], at instant: UInt64
    ) throws(SessionError) -> [Result<Outgoing, SessionError>] {
        let before = leases.unwritten.count
        do throws(SessionError) {
            let results = try run(.writing, at: instant) { transaction in
                // In this order: an id whose message the server took may have been given to another one since.
                for id in leases.toDelete { try transaction.remove(try codec.name(.outgoing, id.value)) }
                try write(leases.unwritten[...], transaction)
                // What one of them reserves serves those behind it.
                let results = try drafts.map { draft in
                    if let result = quick(draft, transaction) { return LeasedResult(result, nil) }
                    return try transaction.sendReserving(draft)
                }
                try write(leases.unwritten[before...], transaction)
                return results
            }
            leases.unwritten.removeAll()
            leases.outdated.removeAll()
            leases.toDelete.removeAll()
            // Only now: what was sealed in a transaction that failed stands at places that others get.
            for result in results { if let record = result.record { leases.records[record.id] = record } }
            return results.map(\.result)
        } catch {
            // Their places may not be reserved, and nobody has their bytes.
            for id in leases.unwritten[before...] { leases.records[id] = nil }
            leases.unwritten.removeSubrange(before...)
            throw error
        }
    }

    /// Writes what leased sends have left to be written.
    package func flushLeased(at instant: UInt64) throws(SessionError) {
        guard !leases.unwritten.isEmpty || !leases.toDelete.isEmpty else { return }
        _ = try reserve([], at: instant)
    }

    /// Writes what is known of these messages only here, so that the store alone says what was sent with their ids.
    package func settle(_ id: MessageID, at instant: UInt64) throws(SessionError) {
        guard !leases.isSettled else { return }
        try settle([id], at: instant)
    }

    /// The same for many.
    package func settle(_ ids: [MessageID], at instant: UInt64) throws(SessionError) {
        guard !leases.isSettled else { return }
        let leased = ids.filter { leases.records[$0] != nil || leases.toDelete.contains($0) }
        guard !leased.isEmpty else { return }
        try flushLeased(at: instant)
        for id in leased { leases.records[id] = nil }
    }

    /// Starts over after a restore; leased messages that weren't written go with the outbox.
    package func restored(at instant: UInt64) throws(SessionError) {
        try run(.writing, at: instant) { try $0.restored() }
        leases = Leases()
    }

    /// Notes that the server has a leased message, for one device or all; false when it wasn't one.
    package func markLeasedSent(_ id: MessageID, to address: Address? = nil) -> Bool {
        guard var record = leases.records.removeValue(forKey: id) else { return false }
        record.forgetBytes(for: address)
        guard !record.isPending else {
            leases.records[id] = record
            if !leases.unwritten.contains(id) {
                leases.unwritten.append(id)
                leases.outdated.insert(id)
            }
            return true
        }
        if let index = leases.unwritten.firstIndex(of: id) {
            leases.unwritten.remove(at: index)
            guard leases.outdated.remove(id) != nil else { return true }
        }
        leases.toDelete.append(id)
        return true
    }

    /// Writes where the sessions with reserved places stand, which takes the places that are left back.
    func endLeases(in transaction: DeviceTransaction) {
        for address in leases.peers {
            guard let peer = peers[address], let active = peer.active, active.leaseEnd > 0 else { continue }
            transaction.change(peer)
            active.leaseEnd = 0
        }
        leases.peers.removeAll()
    }

    private func write(_ ids: ArraySlice<MessageID>, _ transaction: DeviceTransaction) throws {
        for id in ids {
            guard let record = leases.records[id] else { continue }
            do {
                try transaction.put(record, as: try codec.name(.outgoing, id.value), in: names.outbox)
            } catch StorageError.valueLength {
                // Its bytes are out; one that no store takes must not hold up the others for good.
            }
        }
    }

    /// Seals a message without the store, or nothing when something would have to be read or reserved.
    private func quick(
        _ draft: Draft, _ transaction: DeviceTransaction
    ) -> Result<Outgoing, SessionError>? {
        do {
            if let known = leases.records[draft.id] {
                return try transaction.repeated(known, as: draft).map(Result.success)
            }
            return try transaction.sendReserved(draft).map(Result.success)
        } catch let error as SessionError {
            return .failure(error)
        } catch {
            return nil
        }
    }
}

/// What sealing with places reserved gave, and the record that the store has of it.
struct LeasedResult {
    let result: Result<Outgoing, SessionError>
    let record: OutgoingRecord?

    init(_ result: Result<Outgoing, SessionError>, _ record: OutgoingRecord?) {
        self.result = result
        self.record = record
    }
}

extension DeviceTransaction {
    /// The bytes of a leased message again; nothing when some are to be replaced or added.
    ///
    /// - Throws: ``UsageFault/messageIDReused(_:)`` when it isn't the same message, and where trust is missing.
    func repeated(_ record: OutgoingRecord, as draft: Draft) throws -> Outgoing? {
        guard record.destination == draft.destination, record.content == draft.content else {
            throw SessionError.usage(.messageIDReused(draft.id))
        }
        for receiver in try receivers(of: draft.destination) {
            guard let copy = record.copies.first(where: { $0.address == receiver.address }),
                try !isOutdated(copy, receiver), !copy.isExpired(at: now)
            else { return nil }
        }
        return Outgoing(id: record.id, envelopes: record.envelopes, failures: [])
    }

    /// Seals a message with reserved places; nothing when one of its sessions has none left.
    func sendReserved(_ draft: Draft) throws -> Outgoing? {
        try checkLength(draft)
        let receivers = try receivers(of: draft.destination)
        guard !receivers.isEmpty else { return nil }
        var sessions: [ReservedSession] = []
        for receiver in receivers {
            guard let session = reservedSession(for: receiver) else { return nil }
            sessions.append(session)
        }
        var record = OutgoingRecord(
            id: draft.id, createdAt: now, destination: draft.destination, kind: .message,
            content: draft.content)
        try checkRoom(for: record, receivers)
        for session in sessions {
            let body = session.receiver.body(of: record)
            record.copies.append(
                try sealed(body, hint: EnvelopeFacts.plain, in: session.stored, of: session.peer))
        }
        state.leases.records[draft.id] = record
        state.leases.unwritten.append(draft.id)
        return Outgoing(id: draft.id, envelopes: record.envelopes, failures: [])
    }

    /// A session that a message can go in without the store.
    private struct ReservedSession {
        let receiver: Receiver
        let peer: PeerRecord
        let stored: StoredSession
    }

    private func reservedSession(for receiver: Receiver) -> ReservedSession? {
        guard let peer = state.peers[receiver.address], let stored = peer.active, stored.isUsable(at: now)
        else { return nil }
        guard stored.hasReservedPlace, stored.theirIdentityKey == receiver.identityKey else {
            return nil
        }
        return ReservedSession(receiver: receiver, peer: peer, stored: stored)
    }

    /// Seals a message and reserves more places in its sessions, in this transaction.
    ///
    /// - Returns: The message and its record, or why there is none.
    func sendReserving(_ draft: Draft) throws -> LeasedResult {
        do throws(SessionError) {
            return try reserve(draft)
        } catch {
            if case .storage = error { throw error }
            return LeasedResult(.failure(error), nil)
        }
    }

    private func reserve(_ draft: Draft) throws(SessionError) -> LeasedResult {
        do {
            let outgoing = try send(draft, isLogged: false)
            for envelope in outgoing.envelopes {
                guard let peer = try knownPeer(envelope.address), let active = peer.active,
                    let next = active.session.ratchet.nextSendingIndex
                else { continue }
                change(peer)
                state.leases.peers.insert(envelope.address)
                active.leaseEnd = max(active.leaseEnd, next + DeviceLimits.leaseLength)
            }
            return LeasedResult(.success(outgoing), try self.outgoing(draft.id))
        } catch {
            throw DeviceState.sessionError(error)
        }
    }
}
