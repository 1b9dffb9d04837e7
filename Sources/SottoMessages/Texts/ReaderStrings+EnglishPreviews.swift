/// Rules MR-1 and MR-4.
extension ReaderStrings {
    /// The preview in English; phrases inside it come from the app.
    public func english(_ phrase: PreviewPhrase) -> String {
        switch phrase {
        case .text(let text): text
        case .photo: noun(.name(.photo))
        case .video: noun(.name(.video))
        case .videoNote: noun(.name(.videoNote))
        case .voice(let duration): "\(noun(.name(.voiceMessage))) \(time(.duration(duration)))"
        case .gif: noun(.name(.gif))
        case .sticker(let emoji): named(.sticker, before: emoji, mark: " ")
        case .album(let photos, let videos, let others): englishAlbum(photos, videos, others)
        case .file(let name): named(.file, before: name)
        case .captioned(let media, let caption):
            caption.isEmpty ? preview(media) : "\(preview(media)): \(caption)"
        case .viewOnce(let thing): "View-once \(noun(.bare(thing)))"
        case .concealed: "Sent with invisible ink"
        case .location: noun(.name(.location))
        case .liveLocation: noun(.name(.liveLocation))
        case .contact(let name): named(.contact, before: name)
        case .poll(let question): named(.poll, before: question)
        case .call(let call): english(call)
        case .reacted, .reactionRemoved: englishReaction(phrase, by: nil)
        case .link(let title, let domain): named(.link, before: title.isEmpty ? domain : title)
        case .payment(let amount): named(.payment, before: amount.map(self.amount) ?? "")
        case .paymentRequest(let amount):
            amount.map { "Payment request: \(self.amount($0))" } ?? "Payment request"
        case .activity(let title): named(.activity, before: title)
        case .invitation(let title): named(.invitation, before: title)
        case .game(let title): named(.game, before: title)
        case .app(let fallback): fallback.isEmpty ? preview(.unsupported) : fallback
        case .note(let text): named(.note, before: text)
        case .edited(let message): message == .empty ? "Edited message" : "Edited: \(preview(message))"
        case .deleted: "Deleted message"
        case .unsupported: "This message isn't supported yet"
        case .unreadable: "This message couldn't be opened"
        case .notice(let row): notice(row)
        case .by(let person, let message): english(message, by: person)
        case .draft(let message): "Draft: \(preview(message))"
        case .empty: ""
        }
    }

    /// A call in English.
    public func english(_ phrase: CallPhrase) -> String {
        func call(_ isVideo: Bool) -> String { isVideo ? "video call" : "call" }
        return switch phrase {
        case .incoming(let isVideo): "Incoming \(call(isVideo))"
        case .outgoing(let isVideo): "Outgoing \(call(isVideo))"
        case .ongoing(let isVideo): "Ongoing \(call(isVideo))"
        case .missed(let isVideo): "Missed \(call(isVideo))"
        case .unanswered(let isVideo): "Unanswered \(call(isVideo))"
        case .declined(let isVideo): "Declined \(call(isVideo))"
        case .busy(let isVideo): isVideo ? "Video call, busy" : "Call, busy"
        case .answeredElsewhere(let isVideo):
            "\(isVideo ? "Video call" : "Call") answered on another device"
        case .failed(let isVideo): "Failed \(call(isVideo))"
        case .ended(let isVideo, let duration):
            "\(isVideo ? "Video call" : "Call") ended, \(time(.duration(duration)))"
        }
    }

    private func english(_ message: PreviewPhrase, by person: PersonPhrase) -> String {
        switch message {
        case .reacted, .reactionRemoved: englishReaction(message, by: person)
        // They name who did it.
        case .notice, .call, .draft, .by, .empty: preview(message)
        default: "\(person.english): \(preview(message))"
        }
    }

    private func englishReaction(_ message: PreviewPhrase, by person: PersonPhrase?) -> String {
        let verb: String
        let place: (ContentNoun, String)
        switch message {
        case .reacted(let emoji, let target, let snippet):
            verb = emoji.isEmpty ? "reacted to" : "reacted \(emoji) to"
            place = (target, snippet)
        case .reactionRemoved(let emoji, let target, let snippet):
            verb = emoji.isEmpty ? "removed a reaction from" : "removed \(emoji) from"
            place = (target, snippet)
        default: return preview(message)
        }
        let object = place.1.isEmpty ? noun(.one(place.0)) : "“\(place.1)”"
        guard let person else { return "\(verb) \(object)" }
        return "\(person.english) \(verb) \(object)"
    }

    private func englishAlbum(_ photos: Int, _ videos: Int, _ others: Int) -> String {
        let parts = [(photos, ContentNoun.photo), (videos, .video), (others, .file)]
            .filter { $0.0 > 0 }.map { noun(.counted($0.0, $0.1)) }
        let name = noun(.name(.album))
        return parts.isEmpty ? name : "\(name): \(parts.joined(separator: ", "))"
    }

    private func named(_ thing: ContentNoun, before text: String, mark: String = ": ") -> String {
        text.isEmpty ? noun(.name(thing)) : noun(.name(thing)) + mark + text
    }
}
