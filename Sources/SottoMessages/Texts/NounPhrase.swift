/// What kind of thing a message is.
///
/// Rule MR-1.
@nonexhaustive
public enum ContentNoun: Hashable, Sendable, CaseIterable {
    /// A text, or anything that has no name of its own.
    case message
    /// A photo.
    case photo
    /// A video.
    case video
    /// A round or short video that was recorded in the app.
    case videoNote
    /// A voice message.
    case voiceMessage
    /// A short picture that moves.
    case gif
    /// A sticker.
    case sticker
    /// Several media in one message.
    case album
    /// A file.
    case file
    /// A place.
    case location
    /// A place that changes.
    case liveLocation
    /// A contact.
    case contact
    /// A poll.
    case poll
    /// A page.
    case link
    /// A payment.
    case payment
    /// An invitation.
    case invitation
    /// A game.
    case game
    /// An activity that is shared.
    case activity
    /// A short broadcast.
    case note
    /// A call.
    case call
}

/// A noun in the form that a text needs.
///
/// Rule MR-1.
@nonexhaustive
public enum NounPhrase: Hashable, Sendable {
    /// With its article, inside a sentence: "a photo".
    case one(ContentNoun)
    /// More of them without a number: "photos".
    case several(ContentNoun)
    /// With a number: "3 photos".
    case counted(Int, ContentNoun)
    /// What belongs to the reader: "your photo".
    case yours(ContentNoun)
    /// Alone, inside a line: "photo".
    case bare(ContentNoun)
    /// At the start of a line: "Photo".
    case name(ContentNoun)
}

/// Rule MR-1.
extension ReaderStrings {
    /// The noun in English.
    public func english(_ phrase: NounPhrase) -> String {
        switch phrase {
        case .one(let noun):
            let word = noun.english
            return ["a", "i"].contains(word.prefix(1)) ? "an \(word)" : "a \(word)"
        case .several(let noun): return noun.englishPlural
        case .counted(let count, let noun): return englishCount(count, noun.english, noun.englishPlural)
        case .yours(let noun): return "your \(noun.english)"
        case .bare(let noun): return noun.english
        case .name(let noun):
            let word = noun.english
            return word.prefix(1).uppercased() + word.dropFirst()
        }
    }
}

extension ContentNoun {
    fileprivate var english: String {
        switch self {
        case .message: "message"
        case .photo: "photo"
        case .video: "video"
        case .videoNote: "video note"
        case .voiceMessage: "voice message"
        case .gif: "GIF"
        case .sticker: "sticker"
        case .album: "album"
        case .file: "file"
        case .location: "location"
        case .liveLocation: "live location"
        case .contact: "contact"
        case .poll: "poll"
        case .link: "link"
        case .payment: "payment"
        case .invitation: "invitation"
        case .game: "game"
        case .activity: "activity"
        case .note: "note"
        case .call: "call"
        }
    }

    fileprivate var englishPlural: String { self == .activity ? "activities" : "\(english)s" }
}
