internal import SottoSealedSender

/// The limits of the server's side, each with its reason.
public enum ServerLimits {
    /// The longest lifetime of a sender certificate, in milliseconds: 6 days.
    ///
    /// A day less than recipients take, for clocks. Rule SV-2.
    public static let maximumCertificateLifetime: UInt64 = 6 * 86_400_000

    /// The lifetime of a sender certificate where nothing else is asked for, in milliseconds: 1 day.
    ///
    /// A device that is removed goes on sending under its certificate that long. Rule SV-2.
    public static let usualCertificateLifetime: UInt64 = 86_400_000

    /// The longest sent form, in bytes: 5,000 recipients with the longest addresses, and the longest content.
    ///
    /// What a server has to take in at most before it can say no. Rule SV-6.
    public static let maximumSentByteCount =
        2 + 33 + 2 + SealedSenderLimits.maximumRecipientCount * (260 + 4 + SealedWire.entryTailByteCount)
        + SealedSenderLimits.encryptedContentByteCounts.upperBound
}
