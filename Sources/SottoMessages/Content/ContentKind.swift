/// What content is: one case for each kind.
///
/// Rule CN-3.
@nonexhaustive
public indirect enum ContentKind: Hashable, Sendable {
    /// A text.
    case text(TextContent)
    /// A photo, a video, a video note or a file.
    case media(MediaContent)
    /// Several media in one message.
    case album(AlbumContent)
    /// A voice message.
    case voice(VoiceContent)
    /// A sticker: one of a pack, or a picture of its own.
    case sticker(StickerContent)
    /// A short video without sound that is repeated.
    case gif(GifContent)
    /// A reaction to a message.
    case reaction(ReactionContent)
    /// New content for a message; from its author only.
    case edit(EditContent)
    /// Deletes a message.
    case delete(DeleteContent)
    /// Pins a message to the top of a conversation, or unpins it.
    case pin(PinContent)
    /// Tells the author of messages what became of them.
    case receipt(ReceiptContent)
    /// Says that somebody types, or stopped.
    case typing(TypingContent)
    /// Says whether somebody is there.
    case presence(PresenceContent)
    /// Something short for many, for a while.
    case note(NoteContent)
    /// Sets the timer of a conversation.
    case timerChange(TimerChangeContent)
    /// Tells that somebody took a picture of the screen.
    case screenshot(ScreenshotContent)
    /// Excepts a message from its timer for both sides, or no longer.
    case saved(SavedContent)
    /// A change of a group, with the roster that it leads to.
    case groupUpdate(GroupUpdateContent)
    /// What a space is: its name and its channels.
    case spaceUpdate(SpaceUpdateContent)
    /// Who is in a voice channel.
    case voiceChannel(VoiceChannelContent)
    /// How a conversation looks, on both sides.
    case style(StyleContent)
    /// What two sides, or a group, tell each other about a call.
    case call(CallContent)
    /// What an app adds to the kinds.
    case appExtension(AppExtensionContent)
    /// Where somebody or something is: once, or for a while.
    case location(LocationContent)
    /// How somebody is reached.
    case contact(ContactContent)
    /// A question with options to choose from.
    case poll(PollContent)
    /// A vote, or the end of a poll.
    case pollVote(PollVoteContent)
    /// Short texts that the reader may send with a tap.
    case suggestions(SuggestionsContent)
    /// A text that grows while it is made.
    case streamed(StreamedContent)
    /// Reports somebody, with messages.
    case report(ReportContent)
    /// What the reader of a message request decided.
    case request(RequestContent)
    /// What one device tells the others of the same person: exactly one of these.
    case sync(SyncContent)
    /// What people say of themselves.
    case profile(ProfileContent)
    /// Nothing to show; keeps a session alive.
    case null(NullContent)
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
        case .null: 98
        case .unknown(let number, _): number
        }
    }
}
