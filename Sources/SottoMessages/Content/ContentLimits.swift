/// What content may hold; lengths in bytes.
///
/// Rule CN-4.
public enum ContentLimits {
    /// Encoded content: what fits into the largest padded message.
    public static let byteCount = 64_000
    /// The body of a text, or a transcript.
    public static let bodyByteCount = 32_768
    /// A caption, or the summary of a page.
    public static let captionByteCount = 4_096
    /// A line: a title, a snippet, a media type.
    public static let lineByteCount = 256
    /// An address of a page.
    public static let urlByteCount = 2_048
    /// An emoji without variation selectors: the longest one in Unicode has 35.
    public static let emojiByteCount = 64
    /// Parts of a text that look different.
    public static let styleCount = 512
    /// Parts of a text that name people.
    public static let mentionCount = 256
    /// Link previews of a text.
    public static let previewCount = 4
    /// Telephone numbers, or e-mail addresses, of a contact: more than a person has.
    public static let contactCount = 16
    /// Options of a poll: what fits on a screen; there are 2 or more.
    public static let optionCount = 12
    /// Texts that are offered to the reader: what fits in a row.
    public static let suggestionCount = 3
    /// Members that a change of a group names: the largest group has as many.
    public static let memberCount = 1_000
    /// Channels of a space.
    public static let channelCount = 256
    /// Users in a voice channel or a group's call: more than can talk to each other.
    public static let participantCount = 256
    /// Messages of a report: enough to show what happened.
    public static let reportCount = 64
    /// Marks, messages or conversations that one device tells another of at once.
    public static let syncCount = 1_000
    /// Users, or groups, that are blocked: with users of 16 bytes they fit into content.
    public static let blockCount = 3_000
    /// Languages that are translated in a conversation.
    public static let languageCount = 32
    /// Meters of a distance: once around the earth at the equator.
    public static let meters: UInt32 = 40_075_017
    /// Media of an album; there are 2 or more.
    public static let albumCount = 32
    /// Seconds for which media may be looked at.
    public static let viewSeconds: ClosedRange<UInt32> = 1...10
    /// Bars of a waveform.
    public static let barCounts = 60...80
    /// The largest moment: the end of the year 9999, in milliseconds.
    public static let instant: UInt64 = 253_402_300_799_999
    /// The longest time span: 100 years of 366 days, in milliseconds.
    public static let timeSpan: UInt64 = 3_162_240_000_000

    package static let userByteCounts = 1...255
    package static let groupByteCounts = 1...32
    package static let pointerByteCounts = 1...64
    package static let attachmentKeyByteCounts = 32...64
    package static let digestByteCounts = 32...32
    package static let blurByteCounts = 1...64
    package static let provenanceByteCounts = 1...16_384
    package static let barByteCounts = 38...50
    package static let receiptCounts = 1...1_000
    package static let nullByteCounts = 1...32_768
    package static let packByteCounts = 1...32
    package static let packKeyByteCounts = 32...32
    package static let rosterHashByteCounts = 32...32
    package static let styleByteCounts = 1...4_096
    package static let callByteCounts = 1...32_768
    package static let extensionByteCounts = 1...32_768
    package static let referenceByteCounts = 1...256
    package static let proofByteCounts = 1...1_024
    package static let nestedByteCounts = 1...byteCount
    package static let identityKeyByteCounts = 32...64
    package static let profileKeyByteCounts = 32...32
}
