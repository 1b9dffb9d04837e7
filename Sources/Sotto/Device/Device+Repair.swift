public import SottoSessions

extension Device {
    /// Asks the sender's device for a message that couldn't be opened.
    ///
    /// The request goes in a session that is started for it and says which message, never why. It becomes the one in use when
    /// the peer answers in it. A message is asked for once in an hour and three times in all, when it comes again, and at most five in an hour of one device.
    ///
    /// - Parameters:
    ///   - message: What ``PeerFault/undecryptable(_:)`` carries.
    ///   - bundle: A bundle of the sender's device, fetched now; not needed while an earlier request isn't answered.
    /// - Returns: What to send; it is in the outbox.
    /// - Throws: ``UsageFault/repairLimit(_:)`` when nothing is due, ``UsageFault/bundleRequired(_:)``, faults of trust as
    ///   ``send(_:id:to:)``, the faults of ``start(withBundle:of:)``, and what the store throws.
    ///
    /// Rule DS-15.
    public func requestResend(
        of message: UndecryptableMessage, withBundle bundle: [UInt8]? = nil
    ) throws(SessionError) -> Outgoing {
        let bundle = try bundle.map { (bytes) throws(SessionError) in try Self.bundle(bytes) }
        return try write { try $0.requestResend(of: message, with: bundle) }.get()
    }

    /// Sends a message again to a device that asked for it, with its id.
    ///
    /// It goes only to the identity key that it was first encrypted to and to the same installation, and never in the session
    /// that the request came in: in one that was there when it was first sent, or in one that is started with `bundle`.
    ///
    /// - Parameters:
    ///   - request: What ``ReceivedContent/resendRequest(_:)`` carries.
    ///   - bundle: A bundle of the device, fetched now; mostly needed, for the session in use is by then the one that the
    ///     request came in.
    /// - Returns: What to send; it is in the outbox.
    /// - Throws: ``UsageFault/bundleRequired(_:)``, ``UsageFault/unknownMessage(_:)``, ``UsageFault/otherIdentityKey(_:)``,
    ///   ``PeerFault/otherRegistration``, the faults of ``start(withBundle:of:)``, and what the store throws.
    ///
    /// Rule DS-16.
    public func resend(
        _ request: ResendRequest, withBundle bundle: [UInt8]? = nil
    ) throws(SessionError) -> Outgoing {
        let bundle = try bundle.map { (bytes) throws(SessionError) in try Self.bundle(bytes) }
        return try write { try $0.resend(request, with: bundle) }.get()
    }

    /// Starts over after the store was put back from a backup.
    ///
    /// Gives a new registration id, replaces all prekeys, empties the outbox, and uses no session any more: each of them only
    /// opens what is on its way. Afterwards ``prekeyUpload(remaining:)`` has something for the server, and sending
    /// needs fresh bundles. Without this call a device that was set back is noticed only by its peers, who then can't open its
    /// messages.
    ///
    /// - Throws: What the store throws.
    ///
    /// Rule DS-19.
    public func restored() throws(SessionError) {
        try withState { (state, now) throws(SessionError) in try state.restored(at: now) }
    }
}
