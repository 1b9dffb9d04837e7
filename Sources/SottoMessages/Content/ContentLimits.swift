/// What content may hold; lengths in bytes.
///
/// Each limit keeps a message cheap to show and content inside one padded message. Rule CN-4.
public enum ContentLimits {
    /// Encoded content: what fits into the largest padded message.
    public static let byteCount = 64_000
    /// The body of a text, or a transcript: half of content, so that styles and mentions fit beside it.
    public static let bodyByteCount = 32_768
    /// A caption, a description or the summary of a page: more than is read at once.
    public static let captionByteCount = 4_096
    /// A line, such as a title, a name, a snippet or a media type: more isn't shown in a row.
    public static let lineByteCount = 256
    /// An address of a page: what browsers and servers take.
    public static let urlByteCount = 2_048
    /// An emoji without variation selectors: the longest one in Unicode has 35.
    public static let emojiByteCount = 64
    /// Parts of a text that look different: one for every tenth word of the longest body.
    public static let styleCount = 512
    /// Parts of a text that name people: nobody reads more names.
    public static let mentionCount = 256
    /// Users that a preview names: a reader has to find itself among them, and a push is small.
    public static let previewMentionCount = 8
    /// Link previews of a text: what fits on a screen.
    public static let previewCount = 4
    /// Media of an album, what people choose at once; there are 2 or more.
    public static let albumCount = 32
    /// Telephone numbers, or e-mail addresses, of a contact: more than a person has.
    public static let contactCount = 16
    /// Options of a poll: what fits on a screen; there are 2 or more.
    public static let optionCount = 12
    /// Texts that are offered to the reader: what fits in a row.
    public static let suggestionCount = 3
    /// Members that a change of a group names: the largest group has as many.
    public static let memberCount = 1_000
    /// Channels of a space: a list that can be looked through.
    public static let channelCount = 256
    /// Users in a voice channel or a group's call: more than can talk to each other.
    public static let participantCount = 256
    /// Messages of a report: enough to show what happened.
    public static let reportCount = 64
    /// Marks, messages or conversations that one device tells another of at once: what fits into content.
    public static let syncCount = 1_000
    /// Users, or groups, that are blocked: with users of 16 bytes they fit into content.
    public static let blockCount = 3_000
    /// Languages that are translated in a conversation: more than a person meets there.
    public static let languageCount = 32
    /// Seconds for which media may be looked at.
    public static let viewSeconds: ClosedRange<UInt32> = 1...10
    /// Bars of a waveform: as many as can be told apart in a bubble.
    public static let barCounts = 60...80
    /// Meters of a distance: once around the earth at the equator.
    public static let meters: UInt32 = 40_075_017
    /// The largest moment: the end of the year 9999, in milliseconds.
    public static let instant: UInt64 = 253_402_300_799_999
    /// The longest time span: 100 years of 366 days, in milliseconds.
    public static let timeSpan: UInt64 = 3_162_240_000_000

    /// A user of an address, as EN-5 allows.
    package static let userByteCounts = 1...255
    /// A group, or a space: as long as a hash.
    package static let groupByteCounts = 1...32
    /// What a server calls a file.
    package static let pointerByteCounts = 1...64
    /// The key of a file, and a second one for its authentication.
    package static let attachmentKeyByteCounts = 32...64
    /// A SHA-256 hash.
    package static let digestByteCounts = 32...32
    /// A picture of a few pixels.
    package static let blurByteCounts = 1...64
    /// A signed manifest: a quarter of content.
    package static let provenanceByteCounts = 1...16_384
    /// 60 to 80 bars of 5 bits.
    package static let barByteCounts = 38...50
    /// Messages of a receipt: a quarter of content.
    package static let receiptCounts = 1...1_000
    /// Padding: half of content.
    package static let nullByteCounts = 1...32_768
    /// A pack of stickers or emoji: as long as a hash.
    package static let packByteCounts = 1...32
    /// The key of a pack.
    package static let packKeyByteCounts = 32...32
    /// A roster's SHA-256 hash.
    package static let rosterHashByteCounts = 32...32
    /// An app's own style: colours and sizes, not pictures.
    package static let styleByteCounts = 1...4_096
    /// An offer of a call, which names every way to send sound and pictures: half of content.
    package static let callByteCounts = 1...32_768
    /// An app's own bytes: half of content.
    package static let extensionByteCounts = 1...32_768
    /// What an app or a provider calls something.
    package static let referenceByteCounts = 1...256
    /// A proof that a message was sent: a few signatures.
    package static let proofByteCounts = 1...1_024
    /// Content in content: what is around it has to fit, too.
    package static let nestedByteCounts = 1...byteCount
    /// An identity key with its type byte, or a longer one.
    package static let identityKeyByteCounts = 32...64
    /// The key of a profile.
    package static let profileKeyByteCounts = 32...32
}
