import Sotto

/// A conversation as a chat of 80 columns: mine on the right, the other side's on the left.
struct ChatScreen {
    private let context: RowContext
    private static let columns = 78
    private static let bubbleColumns = 50

    init(now: Instant) {
        let clock = ReaderClock(timeZone: .utc, style: .twentyFourHour, strings: EnglishStrings())
        context = RowContext(now: now, clock: clock) { person in
            let name = String(decoding: person.bytes, as: UTF8.self)
            return name.prefix(1).uppercased() + name.dropFirst()
        }
    }

    func lines(of conversation: Conversation) -> [String] {
        conversation.rows(0..<conversation.rowCount, in: context).flatMap { lines(of: $0) }
    }

    /// What is said, without who is on which side: the same on both screens.
    func said(in conversation: Conversation) -> [String] {
        conversation.rows(0..<conversation.rowCount, in: context).map { row in
            let reactions = row.reactions.map { "\($0.look.text)\($0.count)" }.joined()
            let author = String(decoding: row.author.bytes, as: UTF8.self)
            // A notice names its reader.
            if case .notice = row.body { return "\(author): a notice" }
            return "\(author): \(words(of: row)) \(reactions) \(row.isEdited)"
        }
    }

    private func lines(of row: Row) -> [String] {
        var lines = row.layout.separators.map { Self.centred($0.text(in: context)) }
        if case .notice(let notice) = row.body {
            return lines + [Self.centred(context.strings.notice(notice))]
        }
        var bubble: [String] = []
        if let reply = row.reply {
            let who = reply.isMine ? "You" : reply.target.map { context.name($0.author) } ?? ""
            let quote = "│ \(who): \(reply.text(in: EnglishStrings()))"
            bubble.append(TerminalText.fitted(quote, columns: Self.bubbleColumns))
        }
        bubble += Self.wrapped(words(of: row))
        var marks: [String] = row.reactions.map { group in
            group.count > 1 ? "\(group.look.text) \(group.count)" : group.look.text
        }
        if row.isEdited { marks.append("edited") }
        if row.timer != nil { marks.append("⏱") }
        marks.append(context.clock.time(of: row.receivedAt))
        bubble.append(marks.joined(separator: " · "))
        if case .line(let line)? = row.receipt { bubble.append(line.text(in: context)) }
        if row.layout.position == .single || row.layout.position == .first, !lines.isEmpty {
            lines.append("")
        }
        lines += bubble.map { row.isMine ? Self.right($0) : "  " + $0 }
        if row.layout.hasTail { lines.append("") }
        return lines
    }

    private func words(of row: Row) -> String {
        switch row.body {
        case .text(let text): return text.body
        case .voice(let voice):
            let heights = Array(" ▁▂▃▄▅▆▇█")
            let bars = Waveform.resample(voice.bars, to: 28).map { heights[(Int($0) * 8 + 30) / 31] }
            return "▶ \(String(bars)) \(context.strings.time(.duration(voice.duration)))"
        case .notice(let notice): return context.strings.notice(notice)
        default: return "…"
        }
    }

    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map({ String($0) }) {
            let shown = TerminalText.escaped(word)
            let longer = line.isEmpty ? shown : line + " " + shown
            if TerminalText.width(of: longer) > bubbleColumns, !line.isEmpty {
                lines.append(line)
                line = shown
            } else {
                line = longer
            }
        }
        return (lines + [line]).map { TerminalText.fitted($0, columns: columns) }
    }

    private static func centred(_ text: String) -> String {
        let shown = TerminalText.fitted("— \(text) —", columns: columns)
        return String(repeating: " ", count: (columns + 2 - TerminalText.width(of: shown)) / 2) + shown
    }

    private static func right(_ text: String) -> String {
        String(repeating: " ", count: max(0, columns - TerminalText.width(of: text))) + text
    }
}
