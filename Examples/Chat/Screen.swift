import Sotto

/// Words in German, of which the app gives a few.
struct GermanStrings: ReaderStrings {
    func time(_ phrase: TimePhrase) -> String {
        switch phrase {
        case .day(.today): "Heute"
        default: english(phrase)
        }
    }

    func preview(_ phrase: PreviewPhrase) -> String {
        switch phrase {
        case .voice(let span): "Sprachnachricht (\(time(.duration(span))))"
        default: english(phrase)
        }
    }
}

/// Draws a conversation as lines.
struct Screen {
    let context: RowContext

    init(now: Instant, strings: any ReaderStrings = EnglishStrings()) {
        let clock = ReaderClock(timeZone: .utc, style: .twentyFourHour, strings: strings)
        context = RowContext(now: now, clock: clock) { String(decoding: $0.bytes, as: UTF8.self).capitalized }
    }

    func lines(of conversation: Conversation) -> [String] {
        conversation.lastRows(50, in: context).map { row in
            if case .notice(let notice) = row.body { return "-- " + context.strings.notice(notice) }
            var line = (row.isMine ? "me: " : context.name(row.author) + ": ") + words(of: row)
            if let reply = row.reply { line += " [to: \(reply.text(in: context.strings))]" }
            if !row.reactions.isEmpty { line += " " + row.reactions.map(\.look.text).joined() }
            if row.isEdited { line += " (edited)" }
            if let timer = row.timer {
                line += " (\(context.strings.time(.length(TimeLength(timer.span)))))"
            }
            if let state = row.sendState { line += " \(state)" }
            return line
        }
    }

    private func words(of row: Row) -> String {
        switch row.body {
        case .text(let text): text.body
        case .voice(let voice): context.strings.preview(.voice(voice.duration))
        case .deleted: context.strings.preview(.deleted)
        default: "something that this app doesn't draw"
        }
    }
}

extension String {
    var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
