/// What is said of a row to somebody who doesn't see the screen.
///
/// What is concealed on the screen is concealed here. Rules CV-42 and CV-44.
public struct RowAccessibility: Hashable, Sendable {
    /// Who said what.
    public let label: String
    /// How far it is, and when it disappears; empty for nothing.
    public let value: String
    /// Who reacted how, one sentence each.
    public let reactions: [String]
    /// What the reader may do, in the order of the row's actions.
    public let actions: [String]
}

/// Rule CV-44.
extension Row {
    /// What is said of the row.
    public func accessibility(in context: RowContext) -> RowAccessibility {
        let strings = context.strings
        return RowAccessibility(
            label: label(in: context), value: spokenValue(in: context),
            reactions: spokenReactions(in: context), actions: actions.all.map { strings.action($0) })
    }

    /// Whether its text is in invisible ink.
    var isConcealed: Bool { effect == .invisibleInk }

    private func label(in context: RowContext) -> String {
        let strings = context.strings
        var label = strings.accessibility(phrase(in: context))
        if let reply, reply.quote != .gone {
            label = strings.accessibility(.replying(label: label, to: reply.spokenText(in: context)))
        }
        return isEdited ? strings.accessibility(.edited(label: label)) : label
    }

    private func phrase(in context: RowContext) -> AccessibilityPhrase {
        let by = context.phrase(author, isMe: isMine)
        if case .notice(let notice) = body { return .notice(notice) }
        if case .call(let call) = body { return .notice(call.notice(isMine: isMine, by: by)) }
        if case .deleted(let person, let isMine) = body {
            return .deleted(by: context.phrase(person, isMe: isMine))
        }
        if case .unsupported = body { return .unsupported(by: by) }
        if case .viewOnce(let once) = body { return .sentViewOnce(by: by, once.noun) }
        if isConcealed { return .sentConcealed(by: by) }
        return phrase(by: by, in: context)
    }

    private func phrase(by: PersonPhrase, in context: RowContext) -> AccessibilityPhrase {
        let spoiler = context.strings.accessibility(.spoiler)
        switch body {
        case .text(let text): return .said(by: by, text: text.visibleBody(spoiler: spoiler))
        case .stream(let stream):
            let text = stream.text.isEmpty ? context.strings.label(.writing) : stream.text
            return .said(by: by, text: text)
        case .album(let album):
            let forms = album.items.map { ContentNoun($0) }
            let photos = forms.count { $0 == .photo }
            let videos = forms.count { $0 == .video || $0 == .videoNote }
            return .sentAlbum(
                by: by, photos: photos, videos: videos, others: forms.count - photos - videos)
        case .voice(let voice): return .sent(by: by, .voiceMessage, detail: detail(of: voice, context))
        default: return .sent(by: by, noun, detail: visibleText(spoiler: spoiler))
        }
    }

    private func detail(of voice: VoiceContent, _ context: RowContext) -> String {
        let length = context.strings.accessibility(.duration(voice.duration))
        let transcript = voice.transcript.isEmpty ? annotatedTranscript : voice.transcript
        return transcript.isEmpty ? length : context.strings.names(.commas([length, transcript]))
    }

    private var annotatedTranscript: String {
        for case .transcript(let text) in annotations { return text }
        return ""
    }

    private func spokenValue(in context: RowContext) -> String {
        var parts: [String] = []
        if let state = sendState {
            let isText = transport == .fallback && state == .sent
            parts.append(context.strings.status(isText ? .sentAsTextMessage : state.phrase))
        }
        if let timer, timer.expiresAt != nil {
            let left = TimeSpan(milliseconds: timer.secondsLeft * 1_000)
            parts.append(context.strings.accessibility(.expires(in: left)))
        }
        return context.strings.names(.commas(parts))
    }

    private func spokenReactions(in context: RowContext) -> [String] {
        if reactions.isEmpty { return [] }
        let snippet = TextExcerpt.snippet(
            isConcealed ? "" : visibleText(spoiler: context.strings.accessibility(.spoiler)),
            byteCount: SnippetLimits.byteCount)
        let noun = isConcealed ? ContentNoun.message : noun
        return reactions.flatMap { group in
            group.reactions.map { reaction in
                let by = context.phrase(reaction.person, isMe: reaction.isMine)
                return context.strings.accessibility(
                    .reacted(by: by, emoji: group.look.text, to: noun, snippet: snippet))
            }
        }
    }
}
