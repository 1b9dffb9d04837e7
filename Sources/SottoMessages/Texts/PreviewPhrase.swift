/// One line for a message.
///
/// Nothing that is concealed is in it: of a message that may be opened once, and of one in invisible ink, it has the kind
/// alone, and spoilers come covered (``TextExcerpt``). Rules MR-1 and MR-4.
@nonexhaustive
public indirect enum PreviewPhrase: Hashable, Sendable {
    /// The text itself, one line.
    case text(String)
    /// A photo.
    case photo
    /// A video.
    case video
    /// A video note.
    case videoNote
    /// A voice message and how long it plays.
    case voice(TimeSpan)
    /// A short picture that moves.
    case gif
    /// A sticker; the emoji is empty when it has none.
    case sticker(emoji: String)
    /// Several media.
    case album(photos: Int, videos: Int, others: Int)
    /// A file; the name is empty when it has none.
    case file(name: String)
    /// Media with a caption, one line.
    case captioned(PreviewPhrase, String)
    /// A photo, a video or another thing that may be opened once, by its noun alone.
    case viewOnce(ContentNoun)
    /// A text or media in invisible ink.
    case concealed
    /// A place.
    case location
    /// A place that changes.
    case liveLocation
    /// A contact.
    case contact(name: String)
    /// A poll.
    case poll(question: String)
    /// A call.
    case call(CallPhrase)
    /// A reaction to a message: its snippet, one line and without what is concealed, or else its noun.
    case reacted(emoji: String, to: ContentNoun, snippet: String)
    /// A reaction that was taken off.
    case reactionRemoved(emoji: String, from: ContentNoun, snippet: String)
    /// A page, by its title, or else by the domain that ``LinkText/domain(of:)`` tells.
    case link(title: String, domain: String)
    /// A payment; nil when the amount isn't known.
    case payment(AmountPhrase?)
    /// A payment that is asked for.
    case paymentRequest(AmountPhrase?)
    /// An activity that is shared, by its title.
    case activity(title: String)
    /// An invitation, by what it is to.
    case invitation(title: String)
    /// A game, by its title.
    case game(title: String)
    /// What another app made, in that app's words.
    case app(fallback: String)
    /// A short broadcast.
    case note(text: String)
    /// A message as it is after an edit; empty when nothing may be told of it.
    case edited(PreviewPhrase)
    /// A message that was deleted.
    case deleted
    /// A message that this version doesn't know.
    case unsupported
    /// A message that couldn't be opened.
    case unreadable
    /// A row that nobody wrote.
    case notice(NoticePhrase)
    /// A message with the name of its author in front.
    case by(PersonPhrase, PreviewPhrase)
    /// What the reader hasn't sent yet.
    case draft(PreviewPhrase)
    /// A conversation without messages.
    case empty
}

/// A call, as the reader sees it.
///
/// Rule MR-1.
@nonexhaustive
public enum CallPhrase: Hashable, Sendable {
    /// It rings here.
    case incoming(isVideo: Bool)
    /// It rings there.
    case outgoing(isVideo: Bool)
    /// It goes on.
    case ongoing(isVideo: Bool)
    /// The reader didn't answer.
    case missed(isVideo: Bool)
    /// The other side didn't answer.
    case unanswered(isVideo: Bool)
    /// The reader declined it.
    case declined(isVideo: Bool)
    /// The other side was busy or declined it.
    case busy(isVideo: Bool)
    /// Another device of the reader's answered.
    case answeredElsewhere(isVideo: Bool)
    /// It couldn't be made.
    case failed(isVideo: Bool)
    /// It was answered, and is over.
    case ended(isVideo: Bool, duration: TimeSpan)
}
