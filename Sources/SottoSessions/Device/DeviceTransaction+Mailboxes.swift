internal import SottoCrypto
package import SottoIdentity

/// Inbox and outbox: what was received and not taken over, what was sealed and not handed over.
///
/// Rules DS-9, DS-12.
extension DeviceTransaction {
    /// The messages that were not acknowledged, oldest first.
    package func inbox(limit: Int) throws -> [Received] {
        try rows.rows(in: state.names.inbox, after: 0, limit: limit).compactMap { row in
            let record = try state.codec.open(row.value, as: row.name)
            guard case .waiting(let received, _) = try ReceivedRecord.decoded(record) else { return nil }
            return received
        }
    }

    /// Forgets messages that the app took over; a copy that comes again is still known.
    package func acknowledge(_ ids: [ReceivedID]) throws {
        for id in ids {
            let name = try state.codec.name(.received, id.value.value)
            guard let record = try read(name),
                case .waiting(let received, let fingerprint) = try ReceivedRecord.decoded(record)
            else { continue }
            let totals = try inboxTotals()
            change(totals)
            totals.remove(received.content.byteCount)
            // A row keeps its group as long as it is there.
            try remove(name)
            try put(
                ReceivedRecord.acknowledged(at: now, fingerprint: fingerprint), as: name,
                in: state.names.acknowledged)
        }
    }

    /// What was sealed and not handed to the server, oldest first.
    package func outbox(limit: Int) throws -> [Outgoing] {
        try rows.rows(in: state.names.outbox, after: 0, limit: limit).map { row in
            let record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
            return Outgoing(
                id: record.id, envelopes: try record.copies.filter(isStillWanted).compactMap(\.envelope),
                failures: [])
        }
    }

    /// Whether a copy is for the key in use of a user whose key isn't under a decision.
    private func isStillWanted(_ copy: OutgoingRecord.Copy) throws -> Bool {
        let user = copy.address.user
        if try user == device().address.user { return true }
        do { return try trustedUser(user).identityKey == copy.identityKey } catch is SessionError {
            return false
        }
    }

    /// Notes that the server has a message's bytes: for all devices, or for one.
    package func markSent(_ id: MessageID, to address: Address?) throws {
        let name = try state.codec.name(.outgoing, id.value)
        guard var record = try outgoing(id) else { return }
        record.forgetBytes(for: address)
        try store(record, as: name, moved: true)
    }

    /// Notes that a device has a message: it won't be sent to it again.
    package func noteDelivered(_ id: MessageID, to address: Address) throws {
        let name = try state.codec.name(.outgoing, id.value)
        guard var record = try outgoing(id),
            let index = record.copies.firstIndex(where: { $0.address == address })
        else { return }
        try forgetSent(record.copies[index])
        let wasPending = record.isPending
        record.copies.remove(at: index)
        try store(record, as: name, moved: wasPending != record.isPending)
    }

    private func store(_ record: OutgoingRecord, as name: RecordName, moved: Bool) throws {
        guard !record.copies.isEmpty, record.isPending || record.kind == .message else {
            return try remove(name)
        }
        if moved { try remove(name) }
        try put(
            record, as: name, in: record.isPending ? state.names.outbox : state.names.sentMessages)
    }

    /// Drops sent messages that nobody asked for in 14 days, from the oldest on; at most `limit` at once.
    func deleteOldSentMessages(limit: Int) throws {
        for row in try rows.rows(in: state.names.sentMessages, after: 0, limit: limit) {
            let record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
            guard now > record.createdAt, now - record.createdAt > DeviceLimits.sentMessageLife else {
                return
            }
            for copy in record.copies { try forgetSent(copy) }
            try remove(row.name)
        }
    }

    /// Drops what is remembered of messages received 30 days ago and more; at most `limit` at once.
    func deleteOldReceivedMessages(limit: Int) throws {
        for row in try rows.rows(in: state.names.acknowledged, after: 0, limit: limit) {
            let record = try ReceivedRecord.decoded(try state.codec.open(row.value, as: row.name))
            guard let instant = record.endedAt, now > instant,
                now - instant > DeviceLimits.receivedMessageMemory
            else { return }
            try remove(row.name)
        }
    }

    /// The bytes of a first message under another identity key, kept until the user decided.
    func keepWaiting(_ bytes: [UInt8], of user: UserID) throws {
        let group = try waitingGroup(user)
        let waiting = try rows.rows(in: group, after: 0, limit: DeviceLimits.maximumWaitingOfUser)
        guard waiting.count < DeviceLimits.maximumWaitingOfUser else { return }
        try put(SecretBytes(copying: bytes.span), as: try waitingName(bytes, user), in: group)
    }

    /// The messages that wait for a decision about a user.
    package func waiting(of user: UserID) throws -> [[UInt8]] {
        let page = try rows.rows(
            in: try waitingGroup(user), after: 0, limit: DeviceLimits.maximumWaitingOfUser)
        return try page.map { row in
            try state.codec.open(row.value, as: row.name).record.exposeBytes()
        }
    }

    package func removeWaiting(_ bytes: [UInt8], of user: UserID) throws {
        try remove(try waitingName(bytes, user))
    }

    private func waitingName(_ bytes: [UInt8], _ user: UserID) throws -> RecordName {
        try state.codec.name(.waiting, user.bytes + SHA256.hash(bytes.span).bytes)
    }

    private func waitingGroup(_ user: UserID) throws -> RecordGroup {
        try state.codec.group(.waiting, user.bytes)
    }
}
