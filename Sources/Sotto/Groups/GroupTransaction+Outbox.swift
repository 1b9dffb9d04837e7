internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSealedSender
internal import SottoSessions

/// What was sent to groups: until the server has it, and until it was delivered.
///
/// Rule DS-28.
extension GroupTransaction {
    func sent(_ id: MessageID) throws -> OutgoingGroupRecord? {
        guard let record = try transaction.record(.groupMessage, id.bytes) else { return nil }
        return try OutgoingGroupRecord(record)
    }

    /// The message at a place of an own chain.
    func sent(at place: GroupPlace) throws -> OutgoingGroupRecord? {
        let key = OutgoingGroupRecord.placeKey(place)
        guard let record = try transaction.record(.groupPlace, key) else { return nil }
        return try sent(try GroupPlaceRecord(record).id)
    }

    /// Writes a message down, among those that wait for the server or those that it has.
    func keep(_ record: OutgoingGroupRecord, isNew: Bool = false) throws {
        let group = try transaction.recordGroup(record.isPending ? .groupOutbox : .sentGroupMessages)
        if isNew {
            try transaction.put(
                GroupPlaceRecord(id: record.id), .groupPlace, record.placeKey,
                in: try transaction.recordGroup(.groupPlaces, record.group.bytes))
        }
        try transaction.move(record, .groupMessage, record.id.bytes, to: group)
    }

    /// Writes a message down again; one that all have is forgotten, unless its envelope still waits.
    ///
    /// One device's word doesn't keep the envelope from the others.
    func update(_ record: OutgoingGroupRecord) throws {
        let isOver = !record.isPending && record.recipients.allSatisfy { $0.state == .done }
        if isOver { try forget(record) } else { try put(record) }
    }

    private func put(_ record: OutgoingGroupRecord) throws {
        let group = try transaction.recordGroup(record.isPending ? .groupOutbox : .sentGroupMessages)
        try transaction.put(record, .groupMessage, record.id.bytes, in: group)
    }

    func forget(_ record: OutgoingGroupRecord) throws {
        try transaction.remove(.groupPlace, record.placeKey)
        try transaction.remove(.groupMessage, record.id.bytes)
    }

    /// Forgets what was sent to a group, also what the server doesn't have yet; each message has its place.
    func dropSent(to group: GroupID) throws {
        let places = try transaction.recordGroup(.groupPlaces, group.bytes)
        var last: UInt64 = 0
        while true {
            let page = try transaction.listed(in: places, after: last, limit: MaintenanceStep.recordCount)
            guard let end = page.last else { return }
            last = end.sequence
            for row in page {
                // Of a damaged one it isn't known what stood there: time removes that.
                if let place = try? GroupPlaceRecord(try transaction.open(row)) {
                    try transaction.remove(.groupMessage, place.id.bytes)
                }
                try transaction.remove(row)
            }
        }
    }

    /// Notes that the server has a message.
    func markSent(_ id: MessageID) throws {
        guard var record = try sent(id), record.isPending else { return }
        record.envelope = []
        record.message = []
        guard record.recipients.contains(where: { $0.state != .done }) else { return try forget(record) }
        try keep(record)
    }

    /// Notes that a device has a message: it isn't sent to it again.
    func noteDelivered(_ id: MessageID, to address: Address) throws {
        guard var record = try sent(id),
            let index = record.recipients.firstIndex(where: { $0.receiver.address == address })
        else { return }
        record.recipients[index].state = .done
        try update(record)
    }

    /// Puts a message into another envelope when that one's certificate is over; it stands in the same place of its chain.
    func renew(
        _ record: inout OutgoingGroupRecord, _ certificate: SenderCertificate, _ envelopes: SealedEnvelopes
    ) throws {
        guard record.isExpired(at: transaction.instant) else { return }
        let (message, receivers) = (record.message, record.recipients.map(\.receiver))
        let group = record.group
        record.envelope = try transaction.withIdentity { identity, _ in
            try envelopes.seal(message, for: receivers, in: group, certificate, by: identity)
        }
        record.goodUntil = certificate.expiresAt
        try put(record)
    }

    /// Renews what waits for the server, where there is a certificate to do it with.
    func renewOutbox(limit: Int, _ envelopes: SealedEnvelopes) throws {
        guard let bytes = try transaction.senderCertificate(),
            let certificate = try envelopes.certificate(bytes, at: transaction.instant)
        else { return }
        for row in try transaction.listed(in: try transaction.recordGroup(.groupOutbox), limit: limit) {
            guard var record = try? OutgoingGroupRecord(try transaction.open(row)) else { continue }
            try renew(&record, certificate, envelopes)
        }
    }

    /// Whether something in the outbox lies in an envelope that its receivers would no longer open.
    func hasExpired(limit: Int) throws -> Bool {
        try transaction.listed(in: try transaction.recordGroup(.groupOutbox), limit: limit).contains { row in
            (try? OutgoingGroupRecord(try transaction.open(row)))?.isExpired(at: transaction.instant) ?? false
        }
    }

    /// Forgets what waits for the server of a group that is forgotten.
    func dropOutbox(of group: GroupID) throws {
        var last: UInt64 = 0
        while true {
            let page = try transaction.listed(
                in: try transaction.recordGroup(.groupOutbox), after: last, limit: MaintenanceStep.recordCount
            )
            guard let end = page.last else { return }
            last = end.sequence
            for row in page {
                guard let record = try? OutgoingGroupRecord(try transaction.open(row)), record.group == group
                else { continue }
                try forget(record)
            }
        }
    }

    /// The messages that the server doesn't have, oldest first.
    func outbox(limit: Int) throws -> [GroupOutgoing] {
        let rows = try transaction.listed(in: try transaction.recordGroup(.groupOutbox), limit: limit)
        var isDamaged = false
        let result = try rows.compactMap { row -> GroupOutgoing? in
            do {
                let record = try OutgoingGroupRecord(try transaction.open(row))
                // Nobody would open it: it waits for a certificate.
                guard !record.isExpired(at: transaction.instant) else { return nil }
                return GroupOutgoing(
                    id: record.id, group: record.group, distributions: [], envelope: record.groupEnvelope,
                    failures: [])
            } catch StorageError.recordCorrupt {
                isDamaged = true
                return nil
            }
        }
        if isDamaged, result.isEmpty { throw StorageError.recordCorrupt }
        return result
    }
}
