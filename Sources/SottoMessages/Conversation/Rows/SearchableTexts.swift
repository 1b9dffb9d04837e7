extension Conversation {
    /// The texts of a visible record that may be found.
    ///
    /// Rules CV-42 and CV-45.
    func searchableTexts(of record: Int32) -> [(field: SearchField, text: String)] {
        if records[Int(record)].content.effect == .invisibleInk || isDeleted(record) { return [] }
        if let stream = grownText(of: record) { return [(.body, stream.text)] }
        switch currentKind(of: record) {
        case .text(let text): return text.searchableTexts
        case .media(let media): return media.isViewOnce ? [] : [(.caption(0), media.caption)]
        case .album(let album):
            // Of an album that may be opened once nothing is found.
            if album.items.contains(where: { $0.isViewOnce }) { return [] }
            return album.items.enumerated().map { (.caption($0), $1.caption) }
        case .voice(let voice): return [(.transcript, transcript(of: voice, record))]
        case .gif(let gif): return [(.altText, gif.altText)]
        case .location(let location):
            return [(.place, liveLocation(of: record)?.name ?? location.name)]
        case .contact(let contact):
            return [(.contactName, contact.name)]
                + contact.numbers.enumerated().map { (.contactNumber($0), $1) }
                + contact.emails.enumerated().map { (.contactEmail($0), $1) }
        case .poll(let poll):
            return [(.question, poll.question)] + poll.options.enumerated().map { (.option($0), $1) }
        case .appExtension(let content): return [(.fallback, content.fallback)]
        case .note(let note):
            if let text = note.text { return text.searchableTexts }
            guard let media = note.media, !media.isViewOnce else { return [] }
            return [(.caption(0), media.caption)]
        case .streamed(let part): return [(.body, part.text)]
        default: return []
        }
    }

    private func transcript(of voice: VoiceContent, _ record: Int32) -> String {
        guard voice.transcript.isEmpty, let extra = extra(of: record) else { return voice.transcript }
        for case .transcript(let text) in extra.facts.annotations { return text }
        return ""
    }
}

extension TextContent {
    /// The text with its spoilers replaced, and the titles of its links unless it has spoilers, which they might tell.
    var searchableTexts: [(field: SearchField, text: String)] {
        let spoilers = spoilers
        guard spoilers.isEmpty else { return [(.body, Self.masking(spoilers, in: body))] }
        return [(.body, body)] + previews.enumerated().map { (.linkTitle($0), $1.title) }
    }

    /// Replaces each byte of some parts, so that places in the rest stay; what is behind a wrong part is replaced too.
    private static func masking(_ parts: [TextRange], in body: String) -> String {
        var bytes = Array(body.utf8)
        for part in parts {
            let isRight = part.range(in: body) != nil
            let end = isRight ? Int(part.start) + Int(part.count) : bytes.count
            // A wrong part may start inside a character.
            var start = min(Int(part.start), bytes.count)
            while !isRight, start > 0, start < bytes.count, bytes[start] & 0xC0 == 0x80 { start -= 1 }
            for index in start..<max(end, start) { bytes[index] = mask }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A control character, which nobody looks for.
    private static let mask: UInt8 = 1
}
