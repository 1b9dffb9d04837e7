public import SottoIdentity
internal import SottoSafetyNumbers
public import SottoSessions

extension Device {
    /// The safety number with a user under the key in use.
    ///
    /// All devices of a user share an identity, so there is one number with each user. Both fingerprints are kept in memory:
    /// the first number with a user takes some 3 ms, the next ones nothing.
    ///
    /// - Throws: ``UsageFault/unknownUser(_:)`` for a user whose key isn't known, ``UsageFault/ownUser``, and what the store throws.
    ///
    /// Rules SN-1 to SN-3, DS-17.
    public func safetyNumber(with user: UserID) throws(SessionError) -> UserSafetyNumber {
        guard user != address.user else { throw .usage(.ownUser) }
        guard let facts = try identity(of: user) else { throw .usage(.unknownUser(user)) }
        return safetyNumber(
            with: user, facts.identityKey, isOfKeyInUse: true, knownSince: facts.knownSince,
            verifiedAt: facts.verifiedAt, facts.change)
    }

    /// The safety number under the key of a change that waits for a decision: for comparing before it is accepted.
    ///
    /// - Throws: ``UsageFault/unseenIdentityKey(_:pending:)`` when that key doesn't wait any more, ``UsageFault/unknownUser(_:)``,
    ///   ``UsageFault/ownUser``, and what the store throws.
    public func safetyNumber(after change: IdentityChange) throws(SessionError) -> UserSafetyNumber {
        guard change.user != address.user else { throw .usage(.ownUser) }
        guard let facts = try identity(of: change.user) else { throw .usage(.unknownUser(change.user)) }
        guard let seenAt = facts.changeSeenAt, facts.change?.received == change.received else {
            throw .usage(.unseenIdentityKey(change.user, pending: facts.change?.received))
        }
        return safetyNumber(
            with: change.user, change.received, isOfKeyInUse: false, knownSince: seenAt,
            verifiedAt: nil, nil)
    }

    private func safetyNumber(
        with user: UserID, _ key: IdentityPublicKey, isOfKeyInUse: Bool, knownSince: UInt64,
        verifiedAt: UInt64?, _ change: IdentityChange?
    ) -> UserSafetyNumber {
        UserSafetyNumber(
            user: user,
            number: SafetyNumber(
                ours: fingerprints.fingerprint(of: identityKey, address.user),
                theirs: fingerprints.fingerprint(of: key, user)),
            ourUser: address.user, ourIdentityKey: identityKey, theirIdentityKey: key,
            isOfKeyInUse: isOfKeyInUse,
            knownSince: knownSince, verifiedAt: verifiedAt, change: change)
    }

    /// Takes note that a number was compared and found right: the call for a screen where people verify each other.
    ///
    /// Holds for the very key that the number is of. When that is a key that waits for a decision, it is accepted by this, and an older
    /// key that was verified isn't any more. When it is the key in use and another one waits, that goes on waiting, and messages with it. When another key comes later, ``PeerFault/identityChanged(_:)`` says so and sending stops.
    ///
    /// - Throws: ``UsageFault/otherIdentityKey(_:)`` when the key isn't the one in use or the one that waits any more, or when the number is one
    ///   of another user or identity than this device's, ``UsageFault/unknownUser(_:)``, and what the store throws.
    ///
    /// Rule DS-17.
    public func markVerified(_ compared: ComparedSafetyNumber) throws(SessionError) {
        let (user, key) = (compared.number.user, compared.number.theirIdentityKey)
        guard compared.number.ourUser == address.user, compared.number.ourIdentityKey == identityKey else {
            throw .usage(.otherIdentityKey(user))
        }
        try write { try $0.markCompared(user, key) }
    }
}
