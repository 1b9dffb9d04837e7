public import SottoCrypto
public import SottoHandshake
public import SottoIdentity
public import SottoSessions

extension Device {
    /// This installation; ``restored()`` makes it another one.
    ///
    /// - Throws: What the store throws.
    public func registrationID() throws(SessionError) -> RegistrationID {
        try read { try $0.registrationID() }
    }

    /// Starts a session with a device, from the bundle that the server gave for it.
    ///
    /// The device is from now on one that messages to its user go to. A session that was in use is kept for what is
    /// on its way. Nothing is sent by this.
    ///
    /// - Parameters:
    ///   - bytes: The bundle.
    ///   - address: The device that the server was asked for.
    /// - Throws: ``PeerFault/identityChanged(_:)`` when its identity key is another one than the user's, which is noted;
    ///   ``PeerFault/signatureInvalid``, ``PeerFault/wrongAddress``,
    ///   ``PeerFault/signedPrekeyTooOld`` and the other faults of a bundle; ``UsageFault/ownAddress``;
    ///   ``UsageFault/tooManyDevices`` beyond 256 of a user with sessions; what the store throws.
    ///
    /// Rules HS-2 to HS-7, SM-9, SM-10.
    @discardableResult
    public func start(withBundle bytes: [UInt8], of address: Address) throws(SessionError) -> StartedSession {
        try start(with: try Self.bundle(bytes), of: address)
    }

    /// The same with a bundle that was parsed.
    ///
    /// - Throws: As ``start(withBundle:of:)``.
    @discardableResult
    public func start(with bundle: PrekeyBundle, of address: Address) throws(SessionError) -> StartedSession {
        try write { try $0.start(bundle, of: address) }.get()
    }

    static func bundle(_ bytes: [UInt8]) throws(SessionError) -> PrekeyBundle {
        do { return try PrekeyBundle(bytes) } catch { throw .peer(PeerFault(inBundle: error)) }
    }

    /// Takes the server's word about a user's devices: when it refused a message because some are missing, gone, or
    /// installed anew, or when it was asked which there are.
    ///
    /// A device that is named so is nothing but a number: its bundle has to be of the user's identity. Messages no
    /// longer go to devices that are gone; what they sent still opens for 30 days. Works for the own user too; this device's
    /// own number is passed over.
    ///
    /// Of each list the first 256 count. A device that there is no room for is returned and not listed; it takes the place of
    /// one that was named and never proved to be the user's when a session with it is started.
    ///
    /// - Returns: The devices to fetch bundles of and to ``start(withBundle:of:)`` with.
    /// - Throws: What the store throws.
    ///
    /// Rule DS-17.
    public func apply(_ report: DeviceReport) throws(SessionError) -> [Address] {
        try write { try $0.apply(report) }
    }

    /// Forgets everything about one device of a peer, its sessions and their keys: for a damaged record, or a device
    /// that the user wants gone.
    ///
    /// What it sends in the old sessions can't be opened any more. The user and the trust in the user stay.
    ///
    /// - Throws: What the store throws.
    public func forget(_ address: Address) throws(SessionError) { try write { try $0.forget(address) } }

    /// A secret for a purpose of 1 to 255 bytes from the session in use with a device, 32 bytes.
    ///
    /// The device at the other end of that session has the same one. It comes from the handshake and doesn't heal with the
    /// ratchet; a session started anew has another one.
    ///
    /// - Throws: ``UsageFault/noSession(_:)``, ``UsageFault/purposeLength(_:)``, and what the store throws.
    ///
    /// Rule HS-12.
    public func exportSecret(for purpose: [UInt8], with address: Address) throws(SessionError) -> SecretBytes
    {
        try read { try $0.exportSecret(for: purpose, with: address) }.bytes.duplicate()
    }
}
