public import SottoCrypto
public import SottoIdentity
public import SottoSessions

extension Device {
    /// What is known of a user's identity; nil for a user that nothing is known of.
    ///
    /// - Throws: What the store throws.
    public func identity(of user: UserID) throws(SessionError) -> IdentityFacts? {
        try read { try $0.identityFacts(of: user) }
    }

    /// Takes note that people compared exactly this key and found it right, in another way than by the safety number.
    ///
    /// For a key that an app has as bytes, from a business card or another list of its own; for what people compare on their screens there is
    /// ``markVerified(_:)``, which also takes a key that waits. This one refuses that.
    /// It holds for these bytes alone: when another key comes, sending stops until ``accept(_:for:)``.
    ///
    /// - Throws: ``UsageFault/otherIdentityKey(_:)`` when it isn't the key in use, ``UsageFault/unknownUser(_:)``,
    ///   ``UsageFault/ownUser``, and what the store throws.
    public func markVerified(_ user: UserID, identityKey: IdentityPublicKey) throws(SessionError) {
        try write { try $0.markVerified(user, identityKey) }
    }

    /// Takes a verification back.
    ///
    /// - Throws: ``UsageFault/unknownUser(_:)``, ``UsageFault/ownUser``, and what the store throws.
    public func clearVerified(_ user: UserID) throws(SessionError) {
        try write { try $0.clearVerified(user) }
    }

    /// Decides about a changed identity: uses `key` for the user from now on.
    ///
    /// With the key that waits, ``IdentityFacts/change``, sessions under the old one are retired, messages of the outbox are sealed anew when
    /// they are asked for again, and ``receiveWaiting(of:)`` opens what waited. With the known key the change is dismissed. Any
    /// other key is refused, one that waited when people were asked and doesn't any more too.
    ///
    /// - Throws: ``UsageFault/unseenIdentityKey(_:pending:)`` with the key that waits now, ``UsageFault/unknownUser(_:)``,
    ///   ``UsageFault/ownUser``, and what the store throws.
    ///
    /// Rules SM-9, SM-13, DS-17.
    public func accept(_ key: IdentityPublicKey, for user: UserID) throws(SessionError) {
        try write { try $0.accept(key, for: user) }
    }

    /// Uses a key that this device was never sent: one that people read from each other's screens.
    ///
    /// Does what ``accept(_:for:)`` does with the key that waits, for any key, and for a user that nothing is known of as well. Nothing
    /// checks the key, and it doesn't count as verified until ``markVerified(_:identityKey:)``. Never give it a key that came
    /// over the network. Where the record of the user is
    /// damaged it begins anew with this key, not verified and without devices, and ``start(withBundle:of:)`` adds those; no other
    /// call replaces it.
    ///
    /// - Throws: ``UsageFault/ownUser``, and what the store throws.
    ///
    /// Rules SM-13, DS-17.
    public func acceptUnseen(_ key: IdentityPublicKey, for user: UserID) throws(SessionError) {
        try write { try $0.acceptUnseen(key, for: user) }
    }

    /// A copy of the user's private identity key, 32 bytes, for linking another device.
    ///
    /// Hand it over a channel that nobody else reads; there `IdentityKeyPair(_:)` takes it, and
    /// ``create(in:key:as:trusting:identity:certificates:clock:)`` the key pair. Who has it is this user.
    ///
    /// - Throws: What the store throws.
    public func exposePrivateIdentityKey() throws(SessionError) -> SecretBytes {
        try read { try $0.exposePrivateKey() }.bytes.duplicate()
    }
}
