internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// Starting sessions, and what is learned about users and devices by that.
extension DeviceTransaction {
    /// Starts a session with the owner of `bundle` and uses it.
    ///
    /// - Returns: A refusal that is to be thrown once the transaction has kept what was learned: that another
    ///   identity key came.
    package func start(
        _ bundle: PrekeyBundle, of address: Address
    ) throws -> Result<StartedSession, SessionError> {
        let verified = try verify(bundle, of: address)
        if let change = try identityChange(bundle.identityKey, of: address.user, isNoted: true) {
            return .failure(.peer(.identityChanged(change)))
        }
        let peer = try peer(address)
        let session = try initiate(verified, peer)
        try learn(bundle.identityKey, address)
        try noteRegistration(bundle.device.registrationID, of: peer)
        use(session, of: peer)
        return .success(
            StartedSession(
                address: address, identityKey: bundle.identityKey,
                hasOneTimePrekey: bundle.oneTimePrekey != nil))
    }

    /// Checks a bundle against its own signature, the address, the clock, and what is known of the device.
    func verify(_ bundle: PrekeyBundle, of address: Address) throws -> VerifiedPrekeyBundle {
        let device = try device()
        guard address != device.address else { throw SessionError.usage(.ownAddress) }
        let verified: VerifiedPrekeyBundle
        do { verified = try bundle.verified(for: address, at: now) } catch {
            throw SessionError.peer(PeerFault(inBundle: error))
        }
        return verified
    }

    /// A session started with a verified bundle, its number taken.
    func initiate(_ bundle: VerifiedPrekeyBundle, _ peer: PeerRecord) throws -> StoredSession {
        let device = try device()
        let session = try Session.initiate(
            with: bundle, identity: device.identity, device: device.description)
        guard !peer.collides(with: session) else { throw SessionError.peer(.selectorCollision) }
        change(peer)
        return StoredSession(number: peer.takeSessionNumber(), createdAt: now, session)
    }

    /// The change that another key than the known one is.
    ///
    /// It is noted with the user where the transport says that it is from there; otherwise anybody could
    /// make a contact look changed. A device is this user's own only if its key is: there is nothing to decide about that.
    func identityChange(
        _ key: IdentityPublicKey, of user: UserID, isNoted: Bool
    ) throws -> IdentityChange? {
        let device = try device()
        guard user != device.address.user else {
            guard key == device.identity.publicKey else { throw SessionError.peer(.senderMismatch) }
            return nil
        }
        guard let known = try knownUser(user), let expected = known.identityKey, expected != key else {
            return nil
        }
        if isNoted {
            change(known)
            known.notePending(key, at: now)
        }
        return IdentityChange(user: user, known: expected, received: key)
    }

    /// Takes a user's first key, and the device.
    func learn(_ key: IdentityPublicKey, _ address: Address) throws {
        let user = try user(address.user)
        let isKnown = user.identityKey != nil && user.activeDevices.contains(address.device)
        guard !isKnown else { return }
        change(user)
        user.learn(key, at: now)
        if let number = try deviceToReplace(by: address.device, in: user) { user.remove(device: number) }
        user.add(device: address.device)
    }

    /// The device that goes where there is no room for one that proved to be the user's: one that never did, of which
    /// somebody gave the number; nothing where there is room.
    ///
    /// - Throws: ``UsageFault/tooManyDevices`` when all proved it.
    func deviceToReplace(by number: UInt32, in user: UserRecord) throws -> UInt32? {
        guard !user.hasRoom(for: number) else { return nil }
        let unproven = try user.devices.first {
            try !hasPeerRecord(try Address(user: user.user, device: $0.number))
        }
        guard let unproven else { throw SessionError.usage(.tooManyDevices) }
        return unproven.number
    }

    /// Whether there is a record of a device, damaged or not: it gave a bundle or a message under its user's key.
    private func hasPeerRecord(_ address: Address) throws -> Bool {
        if let known = state.peers[address] { return known.generation > 0 || known.isChanged }
        return try rows.value(of: try state.codec.name(.peer, address.encoded)) != nil
    }

    /// Retires the sessions of a device's older installation when another one is heard of.
    ///
    /// A bundle may name one that was replaced before: a first message that was held back can make a dead installation look
    /// like the newest, and must not shut the living one out.
    func noteRegistration(_ id: RegistrationID, of peer: PeerRecord) throws {
        guard peer.registrationID != id else { return }
        change(peer)
        if peer.registrationID != nil { try retireSessions(of: peer) }
        peer.setRegistrationID(id)
    }
}

/// What starting a session gave.
public struct StartedSession: Hashable, Sendable {
    /// The device.
    public let address: Address
    /// The identity key of its user.
    public let identityKey: IdentityPublicKey
    /// Whether the bundle had a one-time prekey; without one the first message has less forward secrecy, and it
    /// could be replayed to a device that forgot it.
    public let hasOneTimePrekey: Bool
}
