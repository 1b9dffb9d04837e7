public import SottoIdentity

/// What an envelope was found to hold; the message inside is still to be opened by its session.
///
/// Rules SS-17, SS-20.
public struct OpenedEnvelope: Hashable, Sendable {
    /// The sender's certificate.
    ///
    /// The inner session's peer must be the same: ``VerifiedSenderCertificate/isOf(_:_:)``.
    public let certificate: VerifiedSenderCertificate
    /// What to show when the message can't be read.
    public let hint: ContentHint
    /// The group that the message belongs to, by the sender's word; no bytes outside groups.
    public let groupID: [UInt8]
    /// The message inside.
    public let message: [UInt8]

    /// What later errors about the message say.
    public var context: SealedContext {
        SealedContext(sender: certificate.address, hint: hint, groupID: groupID)
    }
}

/// What is known of a message from its envelope: carried by the errors of what is inside.
public struct SealedContext: Hashable, Sendable {
    /// The sending device, from a certificate that was checked.
    public let sender: Address
    /// What to show.
    public let hint: ContentHint
    /// The group, or no bytes.
    public let groupID: [UInt8]
}
