internal import SottoCrypto
internal import SottoHandshake
package import SottoIdentity

/// What time does: keys, messages and devices that are over.
///
/// Rule DS-18.
extension DeviceTransaction {
    /// Does the part of the daily work that concerns no peer.
    package func maintain() throws {
        try deleteOldPrekeys()
        try deleteOldSentMessages(limit: .max)
        try deleteOldReceivedMessages(limit: .max)
        try deleteOldFirstMessages(limit: .max)
    }

    /// Does it for some of the users; `next` is where to go on.
    package func maintainUsers(
        after sequence: UInt64, limit: Int
    ) throws -> (lost: [Address: [LostMessages]], next: UInt64?) {
        var lost: [Address: [LostMessages]] = [:]
        let page = try rows.rows(in: state.names.users, after: sequence, limit: limit)
        for row in page {
            guard let user = try readableUser(row) else { continue }
            for device in user.devices {
                let address = try Address(user: user.user, device: device.number)
                if let stale = device.staleSince, now > stale, now - stale > DeviceLimits.staleDeviceLife {
                    try forget(address)
                    continue
                }
                let expired = try maintain(address)
                if !expired.isEmpty { lost[address] = expired }
            }
        }
        return (lost, page.count == limit ? page.last?.sequence : nil)
    }

    /// A user's record; nothing where it is damaged, which is left for who uses it.
    private func readableUser(_ row: StorageRow) throws -> UserRecord? {
        do { return try userRecord(row) } catch StorageError.recordCorrupt { return nil }
    }

    /// Drops what is too old of one device's skipped keys; a damaged record is left for who uses it.
    private func maintain(_ address: Address) throws -> [LostMessages] {
        do {
            guard let peer = try knownPeer(address) else { return [] }
            var lost: [LostMessages] = []
            if let active = peer.active { lost += try dropExpired(of: active, peer) }
            for entry in peer.others { lost += try dropExpired(of: try other(entry, of: peer), peer) }
            return lost
        } catch StorageError.recordCorrupt {
            return []
        } catch StorageError.recordOutdated {
            return []
        }
    }

    /// Starts over after the store was put back from a backup: a new installation, new prekeys, no session in use.
    ///
    /// Rule DS-19.
    package func restored() throws {
        let device = try device()
        change(device)
        var id = RegistrationID.random()
        while id == device.registrationID { id = .random() }
        device.registrationID = id

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
