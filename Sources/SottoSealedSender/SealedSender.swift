package import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// Envelopes whose sender only the recipients learn.
///
/// Seals here; opens in the extension beside it.
///
/// Rules SS-8 to SS-20.
public enum SealedSender {
    /// Seals a message for one device, in the form that this device gets.
    ///
    /// - Parameters:
    ///   - message: A message of a session or a group: 1 to ``SealedSenderLimits/maximumMessageByteCount`` bytes.
    ///   - hint: What to show when the message inside can't be read.
    ///   - groupID: 0 to ``SealedSenderLimits/maximumGroupIDByteCount`` opaque bytes; none outside groups.
    ///   - certificate: Our own; nobody checks here whether it has expired.
    ///   - identity: S. Borrowed; neither copied nor stored.
    ///   - recipient: Who can open it.
    /// - Returns: The envelope: 103 or 104 bytes more than certificate, group id and message together.
    /// - Throws: The first of ``SealingError/messageLength(_:)``, ``SealingError/groupIDLength(_:)``,
    ///   ``SealingError/certificateOfAnotherKey``, ``SealingError/ownAddress`` that holds.
    /// - Complexity: One base multiplication, two agreements, linear in the message.
    ///
    /// Rules SS-8 to SS-14, SS-16.
    public static func seal(
        _ message: [UInt8], hint: ContentHint, groupID: [UInt8], certificate: SenderCertificate,
        identity: borrowing IdentityKeyPair, to recipient: SealedRecipient
    ) throws(SealingError) -> [UInt8] {
        try seal(
            message, hint: hint.rawValue, groupID: groupID, certificate: certificate, identity: identity,
            to: recipient, random: SecretBytes.random(byteCount: SealedSeed.randomByteCount))
    }

    /// Seals a message once for many devices, in the form that the server splits.
    ///
    /// The bytes don't depend on the order of `recipients`. Devices of one user cost two agreements together.
    ///
    /// - Parameters: As for one recipient; `recipients` are 1 to ``SealedSenderLimits/maximumRecipientCount``.
    /// - Throws: The first of ``SealingError/messageLength(_:)``, ``SealingError/groupIDLength(_:)``,
    ///   ``SealingError/certificateOfAnotherKey``, ``SealingError/recipientCount(_:)``,
    ///   ``SealingError/ownAddress``, ``SealingError/repeatedRecipient(_:)`` that holds.
    /// - Complexity: One base multiplication, two agreements for each identity key, linear in the message.
    ///
    /// Rules SS-8 to SS-13, SS-15, SS-16.
    public static func seal(
        _ message: [UInt8], hint: ContentHint, groupID: [UInt8], certificate: SenderCertificate,
        identity: borrowing IdentityKeyPair, to recipients: [SealedRecipient]
    ) throws(SealingError) -> [UInt8] {
        try seal(
            message, hint: hint.rawValue, groupID: groupID, certificate: certificate, identity: identity,
            to: recipients, random: SecretBytes.random(byteCount: SealedSeed.randomByteCount))
    }

    /// Whether bytes start as an envelope of one recipient does; no more than that.
    ///
    /// Rule EN-9.
    public static func isEnvelope(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [SealedWire.suite, SealedWire.receivedKind])
    }

    /// Seals for one device with the given 32 random bytes and a hint's byte.
    package static func seal(
        _ message: [UInt8], hint: UInt8, groupID: [UInt8], certificate: SenderCertificate,
        identity: borrowing IdentityKeyPair, to recipient: SealedRecipient, random: borrowing SecretBytes
    ) throws(SealingError) -> [UInt8] {
        try check(message, groupID, certificate, identity.publicKey)
        guard recipient.address != certificate.address else { throw .ownAddress }
        return try computed { () throws(CryptoError) -> [UInt8] in
            var sealing = try EnvelopeSealing.started(
                message, hint: hint, groupID: groupID, certificate: certificate, identity: identity,
                random: random)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(SealedWire.receivedHeadByteCount + sealing.encryptedContent.count)
            sealing.appendStart(kind: SealedWire.receivedKind, to: &bytes)
            try sealing.appendSeal(for: recipient, identity: identity, to: &bytes)
            bytes.append(contentsOf: sealing.encryptedContent)
            return bytes
        }
    }

    /// Seals for many devices with the given 32 random bytes and a hint's byte.
    package static func seal(
        _ message: [UInt8], hint: UInt8, groupID: [UInt8], certificate: SenderCertificate,
        identity: borrowing IdentityKeyPair, to recipients: [SealedRecipient], random: borrowing SecretBytes
    ) throws(SealingError) -> [UInt8] {
        try check(message, groupID, certificate, identity.publicKey)
        let recipients = try ordered(recipients, sender: certificate.address)
        return try computed { () throws(CryptoError) -> [UInt8] in
            var sealing = try EnvelopeSealing.started(
                message, hint: hint, groupID: groupID, certificate: certificate, identity: identity,
                random: random)
            var byteCount = 2 + 33 + 2 + sealing.encryptedContent.count
            for recipient in recipients {
                byteCount += recipient.address.encodedByteCount + 4 + SealedWire.entryTailByteCount
            }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(byteCount)
            sealing.appendStart(kind: SealedWire.sentKind, to: &bytes)
            bytes.append(u16: UInt16(truncatingIfNeeded: recipients.count))
            for recipient in recipients {
                recipient.address.append(to: &bytes)
                bytes.append(u32: recipient.registrationID.value)
                try sealing.appendSeal(for: recipient, identity: identity, to: &bytes)
            }
            bytes.append(contentsOf: sealing.encryptedContent)
            return bytes
        }
    }

    private static func check(
        _ message: [UInt8], _ groupID: [UInt8], _ certificate: SenderCertificate, _ key: IdentityPublicKey
    ) throws(SealingError) {
        guard (1...SealedSenderLimits.maximumMessageByteCount).contains(message.count) else {
            throw .messageLength(message.count)
        }
        guard groupID.count <= SealedSenderLimits.maximumGroupIDByteCount else {
            throw .groupIDLength(groupID.count)
        }
        guard certificate.identityKey == key else { throw .certificateOfAnotherKey }
    }

    /// The recipients by their encoded addresses, ascending and each once.
    private static func ordered(
        _ recipients: [SealedRecipient], sender: Address
    ) throws(SealingError) -> [SealedRecipient] {
        guard (1...SealedSenderLimits.maximumRecipientCount).contains(recipients.count) else {
            throw .recipientCount(recipients.count)
        }
        guard !recipients.contains(where: { $0.address == sender }) else { throw .ownAddress }
        let ordered = recipients.sorted { $0.address.precedes($1.address) }
        for (left, right) in zip(ordered, ordered.dropFirst()) where left.address == right.address {
            throw .repeatedRecipient(left.address)
        }
        return ordered
    }

    /// Lengths and keys were checked, so an agreement of zero is all that a primitive can refuse.
    private static func computed(
        _ body: () throws(CryptoError) -> [UInt8]
    ) throws(SealingError) -> [UInt8] {
        do { return try body() } catch { throw .keyNotContributory }
    }
}

extension Address {
    /// Whether the encoded address comes before the other one, byte by byte.
    ///
    /// Rule SS-15.
    package func precedes(_ other: Address) -> Bool {
        let (left, right) = (user.bytes, other.user.bytes)
        if left.count != right.count { return left.count < right.count }
        if left != right { return left.lexicographicallyPrecedes(right) }
        return device < other.device
    }
}
