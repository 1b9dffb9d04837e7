package import SottoIdentity

/// What puts messages into envelopes that hide the sender, and takes them out.
///
/// It works inside a device's transactions, so that what is written down is what is sent.
package protocol EnvelopeLayer: Sendable {
    /// Seals a message for one device.
    ///
    /// - Parameters:
    ///   - hint: What the receiver is to do when it can't open the message: the number of a content hint.
    ///   - certificate: The bytes of the certificate that the store has.
    /// - Returns: The envelope and until when its certificate is good, or nothing when that is over.
    func seal(
        _ message: [UInt8], hint: UInt8, for receiver: EnvelopeReceiver, certificate: [UInt8],
        by identity: borrowing IdentityKeyPair, at now: UInt64
    ) throws -> (bytes: [UInt8], goodUntil: UInt64)?

    /// Opens an envelope and checks who sent it.
    ///
    /// - Parameter formerly: The installations that this device was before it was restored.
    func open(
        _ bytes: [UInt8], receivedAt: UInt64?, as receiver: EnvelopeReceiver, formerly: [RegistrationID],
        identity: borrowing IdentityKeyPair, at now: UInt64
    ) throws -> EnvelopeContent
}

/// A device that an envelope is for.
package struct EnvelopeReceiver: Hashable, Sendable {
    package let address: Address
    package let registrationID: RegistrationID
    package let identityKey: IdentityPublicKey

    package init(address: Address, registrationID: RegistrationID, identityKey: IdentityPublicKey) {
        self.address = address
        self.registrationID = registrationID
        self.identityKey = identityKey
    }
}

/// What was in an envelope, its sender checked.
package struct EnvelopeContent {
    package let sender: Address
    package let identityKey: IdentityPublicKey
    package let facts: EnvelopeFacts
    package let message: [UInt8]

    package init(sender: Address, identityKey: IdentityPublicKey, facts: EnvelopeFacts, message: [UInt8]) {
        self.sender = sender
        self.identityKey = identityKey
        self.facts = facts
        self.message = message
    }
}

/// Who a message says it is from, and what of that was checked before it is opened.
struct MessageOrigin {
    /// Who the transport or an envelope says it is from.
    let hint: Address?
    /// The key that an envelope's certificate vouches for.
    let identityKey: IdentityPublicKey?
    /// What stood in the envelope.
    let envelope: EnvelopeFacts?

    static func transport(_ hint: Address?) -> MessageOrigin {
        MessageOrigin(hint: hint, identityKey: nil, envelope: nil)
    }

    init(hint: Address?, identityKey: IdentityPublicKey?, envelope: EnvelopeFacts?) {
        self.hint = hint
        self.identityKey = identityKey
        self.envelope = envelope
    }

    init(_ opened: EnvelopeContent) {
        self.init(hint: opened.sender, identityKey: opened.identityKey, envelope: opened.facts)
    }
}

extension DeviceTransaction {
    /// The device's sender certificate, or nothing.
    package func senderCertificate() throws -> [UInt8]? {
        if let known = state.senderCertificate { return known.isEmpty ? nil : known }
        let record = try read(state.names.senderCertificate)
        var bytes: [UInt8] = []
        if let record {
            bytes = record.record.exposeBytes()
            guard bytes.first == 1, bytes.count > 1 else { throw StorageError.recordCorrupt }
            bytes.removeFirst()
        }
        state.senderCertificate = bytes
        return bytes.isEmpty ? nil : bytes
    }

    /// Replaces the device's sender certificate, or removes it.
    package func setSenderCertificate(_ bytes: [UInt8]?) throws {
        if let bytes {
            try put(
                SecretBytes(copying: ([1] + bytes).span), as: state.names.senderCertificate,
                in: state.names.deviceGroup)
        } else {
            try remove(state.names.senderCertificate)
        }
        state.senderCertificate = bytes ?? []
    }

    /// Puts a message for one device into an envelope, if that can be.
    func enclose(
        _ message: [UInt8], hint: UInt8, for address: Address, _ registrationID: RegistrationID?,
        _ identityKey: IdentityPublicKey
    ) throws -> EnclosedBytes {
        // Known of most devices that have none, without asking for it.
        if state.senderCertificate?.isEmpty ?? false { return EnclosedBytes(message, .noCertificate) }
        guard let envelopes = state.envelopes, let certificate = try senderCertificate() else {
            return EnclosedBytes(message, .noCertificate)
        }
        guard let registrationID else { return EnclosedBytes(message, .installationUnknown) }
        let receiver = EnvelopeReceiver(
            address: address, registrationID: registrationID, identityKey: identityKey)
        let sealed = try envelopes.seal(
            message, hint: hint, for: receiver, certificate: certificate, by: try device().identity, at: now)
        guard let sealed else { return EnclosedBytes(message, .certificateExpired) }
        return EnclosedBytes(
            bytes: sealed.bytes, sealing: .sealed,
            enclosed: OutgoingRecord.Enclosed(
                message: message, hint: hint, goodUntil: sealed.goodUntil))
    }

    /// Runs `body` with the device's identity and what an envelope for it names.
    package func withIdentity<R>(
        _ body: (borrowing IdentityKeyPair, EnvelopeReceiver) throws -> R
    ) throws -> R {
        let device = try device()
        return try body(
            device.identity,
            EnvelopeReceiver(
                address: device.address, registrationID: device.registrationID,
                identityKey: device.identity.publicKey))
    }
}

/// A message as it goes to the server: in an envelope, or as it is.
struct EnclosedBytes {
    let bytes: [UInt8]
    let sealing: Sealing
    let enclosed: OutgoingRecord.Enclosed?

    init(bytes: [UInt8], sealing: Sealing, enclosed: OutgoingRecord.Enclosed?) {
        self.bytes = bytes
        self.sealing = sealing
        self.enclosed = enclosed
    }

    init(_ message: [UInt8], _ reason: UnsealedReason) {
        self.init(bytes: message, sealing: .unsealed(reason), enclosed: nil)
    }
}
