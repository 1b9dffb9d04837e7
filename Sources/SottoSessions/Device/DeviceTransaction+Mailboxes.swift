internal import SottoCrypto
package import SottoIdentity

/// Inbox and outbox: what was received and not taken over, what was sealed and not handed over.
///
/// Rules DS-9, DS-12.
extension DeviceTransaction {
    /// The messages that were not acknowledged, oldest first.
    package func inbox(limit: Int) throws -> [Received] {
        try readable(in: state.names.inbox, limit: limit) { row in
            let record = try state.codec.open(row.value, as: row.name)
            guard case .waiting(let received, _) = try ReceivedRecord.decoded(record) else { return nil }
            return received
        }
    }

    /// A message that was not acknowledged; nil when there is none with the id, or it was.
    package func inboxEntry(_ id: ReceivedID) throws -> Received? {
        guard let record = try read(try state.codec.name(.received, id.value.value)),
            case .waiting(let received, _) = try ReceivedRecord.decoded(record)
        else { return nil }
        return received
    }

    /// What is made of the rows of a group, without the damaged ones.
    ///
    /// - Throws: ``StorageError/recordCorrupt`` when nothing else is left, so that damage isn't silent.
    private func readable<T>(
        in group: RecordGroup, limit: Int, _ make: (StorageRow) throws -> T?
    ) throws -> [T] {
        var result: [T] = []
        var isDamaged = false
        var last: UInt64 = 0
        while result.count < limit {
            let page = try rows.rows(in: group, after: last, limit: limit - result.count)
            guard let end = page.last else { break }
            last = end.sequence
            for row in page {
                do { if let made = try make(row) { result.append(made) } } catch StorageError.recordCorrupt {
                    isDamaged = true
                }
            }
        }
        if isDamaged, result.isEmpty { throw StorageError.recordCorrupt }
        return result
    }

    /// Forgets messages that the app took over; a copy that comes again is still known.
    package func acknowledge(_ ids: [ReceivedID]) throws {
        for id in ids {
            let name = try state.codec.name(.received, id.value.value)
            guard let record = try read(name),
                case .waiting(let received, let fingerprint) = try ReceivedRecord.decoded(record)
            else { continue }
            let totals = try inboxTotals()
            noteChange(of: totals)
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
        try readable(in: state.names.outbox, limit: limit) { row in
            let record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
            return Outgoing(
                id: record.id, envelopes: try record.copies.filter(isStillWanted).compactMap(\.envelope),
                failures: [])
        }
    }

    /// Whether something in the outbox lies in an envelope that its receiver would no longer open.
    package func hasExpiredEnvelopes(limit: Int) throws -> Bool {
        // What is damaged is said by who reads it.
        try rows.rows(in: state.names.outbox, after: 0, limit: limit).contains { row in
            let record = try? OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
            return record?.copies.contains { $0.isExpired(at: now) } ?? false
        }
    }

    /// Puts what lies in such envelopes into others, or hands it out as it is where there is no certificate.
    ///
    /// The message is the same and stands in the same place of its chain.
    package func renewEnvelopes(limit: Int) throws {
        for row in try rows.rows(in: state.names.outbox, after: 0, limit: limit) {
            do {
                var record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
                var isChanged = false
                for index in record.copies.indices where try renew(&record.copies[index]) { isChanged = true }
                if isChanged { try put(record, as: row.name, in: state.names.outbox) }
            } catch StorageError.recordCorrupt {}
        }
    }

    /// The same for one copy; says whether it was one.
    func renew(_ copy: inout OutgoingRecord.Copy) throws -> Bool {
        guard copy.isExpired(at: now), let enclosed = copy.enclosed else { return false }
        let again = try enclose(
            enclosed.message, hint: enclosed.hint, for: copy.address, copy.registrationID, copy.identityKey)
        (copy.bytes, copy.sealing, copy.enclosed) = (again.bytes, again.sealing, again.enclosed)
        return true
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
    ///
    /// - Returns: Whether there is one with this id.
    package func markSent(_ id: MessageID, to address: Address?) throws -> Bool {
        let name = try state.codec.name(.outgoing, id.value)
        guard var record = try outgoing(id) else { return false }
        record.forgetBytes(for: address)
        try store(record, as: name, moved: true)
        return true
    }

    /// Notes that a device has a message: it won't be sent to it again.
    ///
    /// - Returns: Whether there is one with this id.
    package func noteDelivered(_ id: MessageID, to address: Address) throws -> Bool {
        let name = try state.codec.name(.outgoing, id.value)
        guard var record = try outgoing(id) else { return false }
        guard let index = record.copies.firstIndex(where: { $0.address == address }) else { return true }
        try forgetSent(record.copies[index])
        let wasPending = record.isPending
        record.copies[index].forgetBytes()
        record.copies[index].wasRequested = false
        // While bytes for others wait it stays: a message that is asked for again isn't sealed for it anew.
        if !record.isPending { record.copies = try record.copies.filter(hasPlace) }
        try store(record, as: name, moved: wasPending != record.isPending)
        return true
    }

    /// Whether a device isn't known to have its copy.
    private func hasPlace(_ copy: OutgoingRecord.Copy) throws -> Bool {
        let name = try sentName(copy.address.encoded, copy.ratchetKey, copy.index)
        return try rows.value(of: name) != nil
    }

    private func store(_ record: OutgoingRecord, as name: RecordName, moved: Bool) throws {
        guard !record.copies.isEmpty, record.isPending || record.kind == .message else {
            return try remove(name)
        }
        if moved { try remove(name) }
        try put(
            record, as: name, in: record.isPending ? state.names.outbox : state.names.sentMessages)
    }

    /// Drops sent messages that nobody asked for in 14 days, from the oldest behind `sequence` on.
    func deleteOldSentMessages(after sequence: UInt64) throws -> UInt64? {
        try removeOld(in: state.names.sentMessages, after: sequence, life: DeviceLimits.sentMessageLife) {
            row in
            var record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
            let instant = record.createdAt
            record.createdAt = now
            return DatedRecord(instant: instant, ofNow: record) {
                for copy in record.copies { try self.forgetSent(copy) }
            }
        }
    }

    /// Drops what is remembered of messages received 30 days ago and more.
    func deleteOldReceivedMessages(after sequence: UInt64) throws -> UInt64? {
        try removeOld(in: state.names.acknowledged, after: sequence, life: DeviceLimits.receivedMessageMemory)
        { row in
            let record = try ReceivedRecord.decoded(try state.codec.open(row.value, as: row.name))
            return DatedRecord(instant: record.endedAt ?? now, ofNow: record.ended(at: now))
        }
    }

    /// Drops what is remembered of first messages opened 90 days ago and more.
    func deleteOldFirstMessages(after sequence: UInt64) throws -> UInt64? {
        try removeOld(
            in: state.names.openedFirstMessages, after: sequence, life: DeviceLimits.openedFirstMessageMemory
        ) { row in
            let record = try OpenedFirstMessage.decoded(try state.codec.open(row.value, as: row.name))
            return DatedRecord(
                instant: record.openedAt,
                ofNow: OpenedFirstMessage(openedAt: now, transcript: record.transcript))
        }
    }

    /// Removes the rows of a group that are older than `life`, up to the first that isn't, or until enough was done.
    ///
    /// A damaged row ends nothing, and neither does one of a clock that was ahead: else one would keep all behind it. The
    /// latter is dated now and goes to the end of the group.
    ///
    /// - Returns: Where to go on, or nothing at the end.
    private func removeOld(
        in group: RecordGroup, after sequence: UInt64, life: UInt64,
        _ read: (StorageRow) throws -> DatedRecord
    ) throws -> UInt64? {
        let most = MaintenanceStep.recordCount
        let before = changeCount
        let page = try rows.rows(in: group, after: sequence, limit: most)
        for row in page {
            do {
                let record = try read(row)
                if record.instant > now {
                    try remove(row.name)
                    try put(record.ofNow, as: row.name, in: group)
                } else {
                    guard now - record.instant > life else { return nil }
                    try record.removeParts()
                    try remove(row.name)
                }
            } catch StorageError.recordCorrupt {}
            if changeCount - before >= most { return row.sequence }
        }
        return page.count == most ? page.last?.sequence : nil
    }

    /// The bytes of a first message under another identity key, kept until the user decided.
    ///
    /// Where there is no room the oldest of the device that has most goes, so that one device takes no place of another.
    ///
    /// - Returns: The device whose message was dropped.
    func keepWaiting(_ message: WaitingMessage, from sender: Address) throws -> Address? {
        let group = try waitingGroup(sender.user)
        let name = try waitingName(message.bytes, sender.user)
        let waiting = try rows.rows(in: group, after: 0, limit: DeviceLimits.maximumWaitingOfUser)
        guard !waiting.contains(where: { $0.name == name }) else { return nil }
        var dropped: Address?
        if waiting.count >= DeviceLimits.maximumWaitingOfUser {
            let senders = try waiting.map(senderOfWaiting)
            var counts: [Address: Int] = [sender: 1]
            for case let sender? in senders { counts[sender, default: 0] += 1 }
            let most = counts.values.max()
            // A damaged one, of nobody, goes before all others.
            let index =
                senders.firstIndex(of: nil)
                ?? senders.firstIndex { $0.flatMap { counts[$0] } == most } ?? 0
            try remove(waiting[index].name)
            dropped = senders[index]
        }
        try put(message, as: name, in: group)
        return dropped
    }

    private func senderOfWaiting(_ row: StorageRow) throws -> Address? {
        do {
            let message = try WaitingMessage.decoded(try state.codec.open(row.value, as: row.name))
            return try ReceivedBytes(message.bytes).handshake?.device.address
        } catch StorageError.recordCorrupt {
            return nil
        }
    }

    /// The messages that wait for a decision about a user.
    package func waiting(of user: UserID) throws -> [WaitingMessage] {
        try readable(in: try waitingGroup(user), limit: DeviceLimits.maximumWaitingOfUser) { row in
            try WaitingMessage.decoded(try state.codec.open(row.value, as: row.name))
        }
    }

    package func removeWaiting(_ message: WaitingMessage, of user: UserID) throws {
        try remove(try waitingName(message.bytes, user))
    }

    private func waitingName(_ bytes: [UInt8], _ user: UserID) throws -> RecordName {
        try state.codec.name(.waiting, user.bytes + SHA256.hash(bytes.span).bytes)
    }

    private func waitingGroup(_ user: UserID) throws -> RecordGroup {
        try state.codec.group(.waiting, user.bytes)
    }
}

/// A record that has its time.
private struct DatedRecord {
    let instant: UInt64
    /// The same of now.
    let ofNow: any RecordContent
    let removeParts: () throws -> Void

    init(instant: UInt64, ofNow: any RecordContent, removeParts: @escaping () throws -> Void = {}) {
        self.instant = instant
        self.ofNow = ofNow
        self.removeParts = removeParts
    }
}
