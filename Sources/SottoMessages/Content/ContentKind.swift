/// What content is: one case for each kind.
///
/// Rule CN-3.
@nonexhaustive
public enum ContentKind: Hashable, Sendable {
    /// A text.
    indirect case text(TextContent)
    /// A photo, a video, a video note or a file.
    indirect case media(MediaContent)
    /// Several media in one message.
    indirect case album(AlbumContent)
    /// A voice message.
    indirect case voice(VoiceContent)
    /// A sticker: one of a pack, or a picture of its own.
    indirect case sticker(StickerContent)
    /// A short video without sound that is repeated.
    indirect case gif(GifContent)
    /// A reaction to a message.
    indirect case reaction(ReactionContent)
    /// New content for a message; from its author only.
    indirect case edit(EditContent)
    /// Deletes a message.
    indirect case delete(DeleteContent)
    /// Pins a message to the top of a conversation, or unpins it.
    indirect case pin(PinContent)
    /// Tells the author of messages what became of them.
    indirect case receipt(ReceiptContent)
    /// Says that somebody types, or stopped.
    indirect case typing(TypingContent)
    /// Says whether somebody is there.
    indirect case presence(PresenceContent)
    /// Something short for many, for a while.
    indirect case note(NoteContent)
    /// Sets the timer of a conversation.
    indirect case timerChange(TimerChangeContent)
    /// Tells that somebody took a picture of the screen.
    indirect case screenshot(ScreenshotContent)
    /// Excepts a message from its timer for both sides, or no longer.
    indirect case saved(SavedContent)
    /// A change of a group, with the roster that it leads to.
    indirect case groupUpdate(GroupUpdateContent)
    /// What a space is: its name and its channels.
    indirect case spaceUpdate(SpaceUpdateContent)
    /// Who is in a voice channel.
    indirect case voiceChannel(VoiceChannelContent)
    /// How a conversation looks, on both sides.
    indirect case style(StyleContent)
    /// What two sides, or a group, tell each other about a call.
    indirect case call(CallContent)
    /// What an app adds to the kinds.
    indirect case appExtension(AppExtensionContent)
    /// Where somebody or something is: once, or for a while.
    indirect case location(LocationContent)
    /// How somebody is reached.
    indirect case contact(ContactContent)
    /// A question with options to choose from.
    indirect case poll(PollContent)
    /// A vote, or the end of a poll.
    indirect case pollVote(PollVoteContent)
    /// Short texts that the reader may send with a tap.
    indirect case suggestions(SuggestionsContent)
    /// A text that grows while it is made.
    indirect case streamed(StreamedContent)
    /// Reports somebody, with messages.
    indirect case report(ReportContent)
    /// What the reader of a message request decided.
    indirect case request(RequestContent)
    /// What one device tells the others of the same person: exactly one of these.
    indirect case sync(SyncContent)
    /// What people say of themselves.
    indirect case profile(ProfileContent)
    /// What a notification says of a message that is too long for a push.
    indirect case preview(PreviewContent)
    /// Nothing to show; keeps a session alive.
    indirect case null(NullContent)
    /// A kind of a newer version, or any kind in content that only a newer version can read.
    case unknown(number: UInt32, bytes: [UInt8])

    /// Content without a kind, which nobody sends.
    package static let none = ContentKind.unknown(number: 0, bytes: [])

    /// The field numbers that kinds have.
    package static let numbers: ClosedRange<UInt32> = 64...1_023

    /// The number of the kind.
    public var number: UInt32 {
        switch self {
        case .text: 64
        case .media: 65
        case .album: 66
        case .voice: 67
        case .sticker: 68
        case .gif: 69
        case .reaction: 70
        case .edit: 71
        case .delete: 72
        case .pin: 73
        case .receipt: 74
        case .typing: 75
        case .presence: 76
        case .note: 77
        case .timerChange: 78
        case .screenshot: 79
        case .saved: 80
        case .groupUpdate: 81
        case .spaceUpdate: 82
        case .voiceChannel: 83
        case .style: 84
        case .call: 85
        case .appExtension: 86
        case .location: 87
        case .contact: 88
        case .poll: 89
        case .pollVote: 90
        case .suggestions: 91
        case .streamed: 92
        case .report: 93
        case .request: 94
        case .sync: 95
        case .profile: 96
        case .preview: 97
        case .null: 98
        case .unknown(let number, _): number
        }
    }
}
