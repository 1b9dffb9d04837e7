/// The limits of sealed envelopes and certificates, each with its reason.
public enum SealedSenderLimits {
    /// The longest message inside an envelope, in bytes: 66,560.
    ///
    /// 64 KiB of padded content, and 1 KiB for what a session's or a group's message has around it. Rule SS-8.
    public static let maximumMessageByteCount = 66_560

    /// The longest group id, in bytes: 64.
    ///
    /// Rule SS-8.
    public static let maximumGroupIDByteCount = 64

    /// The largest number of recipients of one envelope: 5,000 devices.
    ///
    /// The sent form stays below 1.7 MB whatever the addresses. Rule SS-15.
    public static let maximumRecipientCount = 5_000

    /// How long after the server's receipt an envelope may be opened, in milliseconds: 30 days.
    ///
    /// A server's word of an earlier receipt counts as this much: who has an expired certificate and the server's
    /// help gains 30 days, no more. Rule SS-6.
    public static let maximumReceiptAge: UInt64 = 30 * 86_400_000

    /// How far ahead of our clock the server's may be, in milliseconds: 10 minutes.
    ///
    /// Rule SS-6.
    public static let maximumReceiptLead: UInt64 = 10 * 60_000

    /// How far past the server's receipt a certificate's expiry may lie, in milliseconds: 7 days.
    ///
    /// A certificate that was lost with its device, or given out by mistake, is of use that long. Rule SS-6.
    public static let maximumCertificateLifetime: UInt64 = 7 * 86_400_000

    /// How many valid signatures a ``CertificateCache`` remembers: 1,024.
    ///
    /// A few hundred contacts' devices; 40 kB. Rule SS-7.
    public static let maximumCachedSignatures = 1_024
}

extension SealedSenderLimits {
    /// The lengths of a sender certificate: a user of 1 byte without, one of 255 with the server certificate.
    package static let certificateByteCounts =
        2 + 6 + 33 + 8 + 1 + 4 + 64...2 + 260 + 33 + 8 + 1 + ServerCertificate.byteCount + 64

    /// The lengths of encrypted content, tag included.
    package static let encryptedContentByteCounts =
        1 + certificateByteCounts.lowerBound + 1 + 1 + 1 + 16...2 + certificateByteCounts.upperBound
        + 1 + 1 + maximumGroupIDByteCount + maximumMessageByteCount + 16
}
