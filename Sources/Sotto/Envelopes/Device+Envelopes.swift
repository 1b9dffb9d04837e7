public import SottoSealedSender
public import SottoSessions

extension Device {
    /// Uses a sender certificate from now on: what is sent hides this device from the server.
    ///
    /// It is kept in the store, for all processes of the app, and used until it is over; ``senderCertificate()`` says when
    /// that is. Servers give them for a day to six, so an app asks for one when it starts and once a day. Without one that is good,
    /// messages to users and devices go without hiding anything, as ``Envelope/sealing`` says, and messages to groups not at all.
    ///
    /// What waits in the outboxes when its certificate is over gets another envelope, when it is asked for: so hand over what ``outbox(limit:)``
    /// and ``groupOutbox(limit:)`` give then, not bytes that were kept. In its last 10 minutes a certificate isn't used any more.
    ///
    /// Who receives needs a root of it too: ``create(in:key:as:trusting:identity:certificates:clock:)`` and
    /// ``open(in:key:certificates:clock:)`` take them, and ``certificateTrust`` changes them.
    ///
    /// - Parameter bytes: A ``SenderCertificate`` of this device's address and identity key, under a root that was named when
    ///   the device was created or opened.
    /// - Throws: ``UsageFault/certificateRefused(_:)`` for another one, and what the store throws.
    ///
    /// Rule DS-23.
    public func setSenderCertificate(_ bytes: [UInt8]) throws(SessionError) {
        try write { transaction in
            do throws(CertificateFault) {
                try envelopes.check(bytes, of: address, identityKey, at: transaction.instant)
            } catch {
                throw SessionError.usage(.certificateRefused(error))
            }
            try transaction.setSenderCertificate(bytes)
        }
    }

    /// Sends without hiding this device from now on; messages to groups need another certificate first.
    ///
    /// - Throws: What the store throws.
    public func removeSenderCertificate() throws(SessionError) {
        try write { try $0.setSenderCertificate(nil) }
    }

    /// The sender certificate that was set, nil without one; it may be over, see ``SenderCertificate/expiresAt``.
    ///
    /// - Throws: What the store throws.
    public func senderCertificate() throws(SessionError) -> SenderCertificate? {
        guard let bytes = try read({ try $0.senderCertificate() }) else { return nil }
        do { return try SenderCertificate(bytes) } catch { throw .storage(.recordCorrupt) }
    }

    /// What is believed of certificates; an app changes it when roots or revocations changed.
    ///
    /// It isn't kept in the store: each start names it anew.
    public var certificateTrust: CertificateTrust {
        get { envelopes.trust }
        set { envelopes.trust = newValue }
    }
}

extension EnvelopeFacts {
    /// What to show people when the message inside can't be opened, by the word of its sender.
    public var hint: ContentHint { ContentHint(rawValue: hintNumber) ?? .default }
}
