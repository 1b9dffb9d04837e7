internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// What time does: keys, messages and devices that are over.
///
/// Rule DS-18.
extension DeviceTransaction {
    /// Does one step of the daily work, which touches so few records that others needn't wait long to write.
    package func maintain(_ step: MaintenanceStep) throws -> MaintenanceResult {
        switch step {
        case .prekeys:
            return MaintenanceResult(next: try deleteOldPrekeys() ? .prekeys : .sentMessages(after: 0))
        case .sentMessages(let sequence):
            let next = try deleteOldSentMessages(after: sequence)
            return MaintenanceResult(
                next: next.map { .sentMessages(after: $0) } ?? .receivedMessages(after: 0))
        case .receivedMessages(let sequence):
            let next = try deleteOldReceivedMessages(after: sequence)
            return MaintenanceResult(
                next: next.map { .receivedMessages(after: $0) } ?? .firstMessages(after: 0))
        case .firstMessages(let sequence):
            let next = try deleteOldFirstMessages(after: sequence)
            return MaintenanceResult(
                next: next.map { .firstMessages(after: $0) } ?? .users(after: 0, device: 0))
        case .users(let sequence, let device): return try maintainUsers(after: sequence, device: device)
        case .groups(let step):
            return MaintenanceResult(next: try state.groups?.maintain(step, self).map { .groups($0) })
        }
    }

    /// Goes on behind a device of the first user behind `sequence`.
    private func maintainUsers(after sequence: UInt64, device: UInt32) throws -> MaintenanceResult {
        var result = MaintenanceResult(next: nil)
        var touched = 0
        var (last, device) = (sequence, device)
        let page = try rows.rows(in: state.names.users, after: sequence, limit: Self.maximumUsersInStep)
        for row in page {
            let user = try readableUser(row)
            if let user, user.takeBackDates(to: now) { change(user) }
            for known in user?.devices ?? [] where known.number > device {
                guard touched < MaintenanceStep.recordCount else {
                    result.next = .users(after: last, device: device)
                    return result
                }
                let address = try Address(user: try userRecord(row).user, device: known.number)
                if let stale = known.staleSince, now > stale, now - stale > DeviceLimits.staleDeviceLife {
                    touched += MaintenanceStep.recordCount
                    // The same one again, until nothing of it is left.
                    guard try forgetStep(address) else {
                        result.next = .users(after: last, device: device)
                        return result
                    }
                } else {
                    let (lost, count) = try maintain(address)
                    touched += count
                    if !lost.isEmpty { result.lost[address] = lost }
                }
                device = known.number
            }
            (last, device) = (row.sequence, 0)
        }
        let isAtEnd = page.count < Self.maximumUsersInStep
        result.next = isAtEnd ? .groups(.sentMessages(after: 0)) : .users(after: last, device: 0)
        return result
    }

    private static var maximumUsersInStep: Int { 64 }

    /// Forgets a part of what there is of a device, its sessions first; true when nothing is left.
    ///
    /// It is listed as stale until then, so that the rest goes the next time whatever happens between.
    private func forgetStep(_ address: Address) throws -> Bool {
        let key = address.encoded
        try remove(try state.codec.name(.peer, key))
        state.peers[address] = nil
        guard try removeSome(in: try state.codec.group(.peer, key)) else { return false }
        try forget(address)
        return true
    }

    /// A user's record; nothing where it is damaged, which is left for who uses it.
    private func readableUser(_ row: StorageRow) throws -> UserRecord? {
        do { return try userRecord(row) } catch StorageError.recordCorrupt { return nil }
    }

    /// Drops what is too old of one device's skipped keys; a damaged record is left for who uses it.
    ///
    /// - Returns: What can no longer be opened, and how many records were looked at.
    private func maintain(_ address: Address) throws -> (lost: [LostMessages], recordCount: Int) {
        var count = 1
        do {
            guard let peer = try knownPeer(address) else { return ([], count) }
            var lost: [LostMessages] = []
            if let active = peer.active {
                count += active.skippedKeys.parts.count
                lost += try dropExpired(of: active, peer)
            }
            for entry in peer.others {
                let session = try other(entry, of: peer)
                count += 1 + session.skippedKeys.parts.count
                lost += try dropExpired(of: session, peer)
            }
            return (lost, count)
        } catch StorageError.recordCorrupt {
            return ([], count)
        } catch StorageError.recordOutdated {
            return ([], count)
        }
    }

    /// Starts over after the store was put back from a backup: a new installation, new prekeys, no session in use.
    ///
    /// Rule DS-19.
    package func restored() throws {
        let device = try device()
        change(device)
        var id = RegistrationID.random()
        while id == device.registrationID || device.formerRegistrationIDs.contains(id) { id = .random() }
        device.beginInstallation(id)

        let head = try prekeys()
        change(head)
        for entry in head.signed { try deleteSignedPrekey(entry.id) }
        for batch in head.batches { for id in batch.ids { try remove(try oneTimePrekeyName(id)) } }
        if head.hasPendingUpload { try remove(state.names.upload) }
        head.signed = []
        head.batches = []
        head.currentSigned = nil
        head.hasPendingUpload = false
        head.isRotationDue = false
        head.replacesAll = true
        // What the backup doesn't know of was given out since: far fewer than these.
        _ = try head.takeIDs(Int(1 << 20 + Random.number(below: (1 << 24) - (1 << 20) + 1)))

        for row in try rows.rows(in: state.names.outbox, after: 0, limit: .max) {
            do {
                let record = try OutgoingRecord.decoded(try state.codec.open(row.value, as: row.name))
                for copy in record.copies where record.kind == .message { try forgetSent(copy) }
            } catch StorageError.recordCorrupt {}
            try remove(row.name)
        }
        // What the groups were sent since isn't known: no chain goes on.
        try removeAll(in: state.names.senderChains)
        try removeAll(in: state.names.groupOutbox)
        state.groupCache = nil
        for row in try rows.rows(in: state.names.users, after: 0, limit: .max) {
            let user = try userRecord(row)
            for known in user.devices {
                try endSessions(with: try Address(user: user.user, device: known.number))
            }
        }
    }

    /// Retires all sessions with a device; where a record is damaged all records about it go, as by forgetting it.
    private func endSessions(with address: Address) throws {
        do {
            guard let peer = try knownPeer(address) else { return }
            // Read before anything is changed.
            for entry in peer.others { _ = try other(entry, of: peer) }
            try retireSessions(of: peer)
        } catch let error as StorageError where error == .recordCorrupt || error == .recordOutdated {
            try removeAll(in: try state.codec.group(.peer, address.encoded))
            state.peers[address] = nil
        }
    }
}
