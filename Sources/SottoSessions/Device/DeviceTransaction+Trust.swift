internal import SottoCrypto
package import SottoIdentity

/// Users: which identity key is trusted, which devices there are.
///
/// Rules SM-9, SM-13, DS-3, DS-17.
extension DeviceTransaction {
    /// What is known of a user.
    package func identityFacts(of id: UserID) throws -> IdentityFacts? {
        guard let user = try knownUser(id), let key = user.identityKey else { return nil }
        return IdentityFacts(
            identityKey: key, knownSince: user.knownSince, verifiedAt: user.verifiedAt,
            change: user.pending.map { IdentityChange(user: id, known: key, received: $0.key) },
            changeSeenAt: user.pending?.seenAt, devices: user.activeDevices)
    }

    /// The users that something is known of, in the order in which they came.
    package func users(after sequence: UInt64, limit: Int) throws -> (users: [UserID], next: UInt64?) {
        let page = try rows.rows(in: state.names.users, after: sequence, limit: limit)
        let users = try page.map { try userRecord($0).user }
        return (users, page.count == limit ? page.last?.sequence : nil)
    }

    func userRecord(_ row: StorageRow) throws -> UserRecord {
        let read = try UserRecord.decoded(
            try state.codec.open(row.value, as: row.name), name: row.name, group: state.names.users)
        if let known = state.users[read.user] { return known }
        state.users[read.user] = read
        return read
    }

    /// Takes note that people compared exactly this key.
    package func markVerified(_ id: UserID, _ key: IdentityPublicKey) throws {
        let user = try otherUser(id)
        guard let current = user.identityKey else { throw SessionError.usage(.unknownUser(id)) }
        guard current == key else { throw SessionError.usage(.otherIdentityKey(id)) }
        change(user)
        user.setVerified(at: now)
    }

    /// Takes note that people compared the number of this key, the one in use or the one that waits, which is accepted by that.
    package func markCompared(_ id: UserID, _ key: IdentityPublicKey) throws {
        let user = try otherUser(id)
        guard let current = user.identityKey else { throw SessionError.usage(.unknownUser(id)) }
        guard key == current || key == user.pending?.key else {
            throw SessionError.usage(.otherIdentityKey(id))
        }
        if key != current { try acceptUnseen(key, for: id) }
        change(user)
        user.setVerified(at: now)
    }

    /// Takes the verification back.
    package func clearVerified(_ id: UserID) throws {
        let user = try otherUser(id)
        guard user.identityKey != nil else { throw SessionError.usage(.unknownUser(id)) }
        change(user)
        user.setVerified(at: nil)
    }

    /// Uses a key that waits for a decision, or stays with the one in use.
    package func accept(_ key: IdentityPublicKey, for id: UserID) throws {
        let user = try otherUser(id)
        guard let current = user.identityKey else { throw SessionError.usage(.unknownUser(id)) }
        let pending = user.pending?.key
        guard key == current || key == pending else {
            throw SessionError.usage(.unseenIdentityKey(id, pending: pending))
        }
        try acceptUnseen(key, for: id)
    }

    /// Uses `key` for a user from now on, wherever it is from.
    ///
    /// Sessions under another key are retired.
    package func acceptUnseen(_ key: IdentityPublicKey, for id: UserID) throws {
        let user = try decidedUser(id)
        change(user)
        let isOther = user.identityKey != nil && user.identityKey != key
        user.accept(key, at: now)
        guard isOther else { return }
        for device in user.devices {
            guard let peer = try knownPeer(try Address(user: id, device: device.number)) else { continue }
            try retireSessions(of: peer) { $0.theirIdentityKey != key }
        }
    }

    /// The user that people decide about; where the record is damaged it begins anew, with what they say.
    private func decidedUser(_ id: UserID) throws -> UserRecord {
        do { return try otherUser(id) } catch StorageError.recordCorrupt { return try makeUser(id) }
    }

    private func otherUser(_ id: UserID) throws -> UserRecord {
        guard try id != device().address.user else { throw SessionError.usage(.ownUser) }
        return try user(id)
    }

    /// Takes the server's word about a user's devices: which to fetch bundles of, which to send nothing to.
    ///
    /// A device is added by its number only; its bundle has to be of the user's identity. One that there is no room for is
    /// added when it is. Of each list the first 256 count.
    ///
    /// - Returns: The devices that bundles are needed of.
    package func apply(_ report: DeviceReport) throws -> [Address] {
        let own = try device().address
        let user = try reportedUser(report.user)
        var result: [Address] = []
        let most = DeviceLimits.maximumDevicesOfUser
        for number in report.extra.prefix(most) where user.devices.contains(where: { $0.number == number }) {
            change(user)
            user.markStale(device: number, at: now)
        }
        for number in report.stale.prefix(most) {
            guard let address = try? Address(user: report.user, device: number), address != own else {
                continue
            }
            if let peer = try knownPeer(address) {
                change(peer)
                try retireSessions(of: peer)
            }
            result.append(address)
        }
        for number in report.missing.prefix(most) {
            guard let address = try? Address(user: report.user, device: number), address != own else {
                continue
            }
            if user.hasRoom(for: number) {
                change(user)
                user.add(device: number)
            }
            let hasSession = try knownPeer(address)?.active?.isUsable(at: now) ?? false
            if !hasSession, !result.contains(address) { result.append(address) }
        }
        return result
    }

    /// The user that a server lists the devices of; of the own one nothing else is known, so a damaged record
    /// begins anew.
    private func reportedUser(_ id: UserID) throws -> UserRecord {
        let isOwn = try id == device().address.user
        do { return try user(id) } catch StorageError.recordCorrupt where isOwn { return try makeUser(id) }
    }

    /// Forgets everything about one device of a peer, damaged records too; its user stays known.
    package func forget(_ address: Address) throws {
        let key = address.encoded
        let group = try state.codec.group(.peer, key)
        try removeAll(in: group)
        state.peers[address] = nil
        do {
            guard let user = try knownUser(address.user) else { return }
            change(user)
            user.remove(device: address.device)
        } catch StorageError.recordCorrupt {
            // What it lists can't be read, and who it trusts isn't to be forgotten by this.
        }
    }
}
