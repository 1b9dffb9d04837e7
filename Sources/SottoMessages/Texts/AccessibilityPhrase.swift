/// What is said to somebody who doesn't see the screen.
///
/// What is concealed on the screen is concealed here. Rules MR-1 and MR-4.
@nonexhaustive
public enum AccessibilityPhrase: Hashable, Sendable {
    /// Somebody wrote a text.
    case said(by: PersonPhrase, text: String)
    /// Somebody sent something else, and what there is to say of it: a caption, a question, a name; or nothing.
    case sent(by: PersonPhrase, ContentNoun, detail: String)
    /// Somebody sent several media.
    case sentAlbum(by: PersonPhrase, photos: Int, videos: Int, others: Int)
    /// Somebody sent what may be opened once.
    case sentViewOnce(by: PersonPhrase, ContentNoun)
    /// Somebody sent a text or media in invisible ink.
    case sentConcealed(by: PersonPhrase)
    /// Somebody reacted to a message: its snippet, or else its noun.
    case reacted(by: PersonPhrase, emoji: String, to: ContentNoun, snippet: String)
    /// Somebody deleted a message.
    case deleted(by: PersonPhrase)
    /// A message that this version doesn't know.
    case unsupported(by: PersonPhrase)
    /// A row that nobody wrote.
    case notice(NoticePhrase)
    /// A label, and what the message answers.
    case replying(label: String, to: String)
    /// A label, and that the message was changed.
    case edited(label: String)
    /// What is covered in a text.
    case spoiler
    /// A length of time, as it is spoken.
    case duration(TimeSpan)
    /// When a message disappears.
    case expires(in: TimeSpan)
    /// A conversation in a list.
    case conversation(title: String, preview: String, time: String, unreadCount: Int)
}

/// Rules MR-1 and MR-4.
extension ReaderStrings {
    /// The text for accessibility in English; phrases inside it come from the app.
    public func english(_ phrase: AccessibilityPhrase) -> String {
        switch phrase {
        case .said(let by, let text): return "\(by.english) said \(text)"
        case .sent(let by, let thing, let detail):
            let sentence = "\(by.english) sent \(noun(.one(thing)))"
            return detail.isEmpty ? sentence : "\(sentence), \(detail)"
        case .sentAlbum(let by, let photos, let videos, let others):
            let parts = [(photos, ContentNoun.photo), (videos, .video), (others, .file)]
                .filter { $0.0 > 0 }.map { noun(.counted($0.0, $0.1)) }
            return "\(by.english) sent \(parts.isEmpty ? noun(.one(.album)) : names(.all(parts)))"
        case .sentViewOnce(let by, let thing): return "\(by.english) sent a view-once \(noun(.bare(thing)))"
        case .sentConcealed(let by): return "\(by.english) sent a message with invisible ink"
        case .reacted(let by, let emoji, let thing, let snippet):
            let target = snippet.isEmpty ? noun(.one(thing)) : "“\(snippet)”"
            return emoji.isEmpty
                ? "\(by.english) reacted to \(target)" : "\(by.english) reacted \(emoji) to \(target)"
        case .deleted(let by): return "\(by.english) deleted a message"
        case .unsupported(let by):
            return "\(by.english) sent a message that isn't supported yet"
        case .notice(let row): return notice(row)
        case .replying(let label, let target): return "\(label), in reply to “\(target)”"
        case .edited(let label): return "\(label), edited"
        case .spoiler: return "hidden text"
        case .duration(let span): return englishSpoken(span)
        case .expires(let span): return "disappears in \(accessibility(.duration(span)))"
        case .conversation(let title, let preview, let time, let count):
            var parts = [title, preview, time].filter { !$0.isEmpty }
            if count > 0 { parts.append("\(count) unread") }
            return parts.joined(separator: ", ")
        }
    }

    private func englishSpoken(_ span: TimeSpan) -> String {
        let seconds = span.milliseconds / 1_000
        // More than two units say no more.
        var parts: [String] = []
        var rest = seconds
        for unit in TimeUnit.allCases.reversed() where unit != .week && parts.count < 2 {
            let count = rest / unit.seconds
            rest %= unit.seconds
            if count > 0 {
                parts.append(time(.length(TimeLength(count: Int(clamping: count), unit: unit))))
            } else if !parts.isEmpty {
                break
            }
        }
        return parts.isEmpty
            ? time(.length(TimeLength(count: 0, unit: .second))) : parts.joined(separator: " ")
    }
}
