/// Texts that grow: their parts come in any order, and each revision counts once.
extension Conversation {
    /// Puts a part of a stream among the others; all of them are its author's.
    mutating func insert(_ change: Change, _ part: StreamedContent, into record: Int32) {
        let index = extrasIndex(of: record)
        let last = extras[index].parts.lastIndex { !Self.precedes(change, $0) }
        if let last, extras[index].parts[last].sequence == change.sequence { return }
        let place = last.map { $0 + 1 } ?? 0
        extras[index].parts.insert(change, at: place)
        judgePart(at: place, of: record)
        if extras[index].parts.count > FoldLimits.parts, let last = extras[index].parts.popLast() {
            refuse(last.sequence, by: last.author, target: records[Int(record)].key, .tooMany)
        }
    }

    private static func precedes(_ first: Change, _ second: Change) -> Bool {
        (first.part?.revision ?? 0, first.sequence) < (second.part?.revision ?? 0, second.sequence)
    }

    /// Refuses parts that are of no stream, or whose author was blocked.
    mutating func judgeParts(of record: Int32) {
        let index = extrasIndex(of: record)
        for place in extras[index].parts.indices { judgePart(at: place, of: record) }
    }

    private mutating func judgePart(at place: Int, of record: Int32) {
        let index = extrasIndex(of: record)
        let part = extras[index].parts[place]
        let reason: Refusal.Reason? =
            blocks.isBlocked(part.author, at: part.sequence)
            ? .blocked : records[Int(record)].form.isStreamable ? nil : .notApplicable
        guard part.refusal != reason else { return }
        note(reason, part, of: record)
        extras[index].parts[place].refusal = reason
    }

    /// The text that a record grows to; nil when it has no parts.
    func stream(of record: Int32) -> StreamState? {
        let base = records[Int(record)]
        var parts: [StreamedContent] = []
        if case .streamed(let first) = base.content.kind { parts.append(first) }
        if base.extras != MessageRecord.none, base.form.isStreamable, !base.isErased {
            parts += extras[Int(base.extras)].parts.filter { $0.refusal == nil }.compactMap(\.part)
        }
        return parts.isEmpty ? nil : StreamState(parts, start: base.content.kind)
    }
}

extension Change {
    /// The part of a stream that it is.
    var part: StreamedContent? {
        if case .part(let part) = action { part } else { nil }
    }
}

extension StreamState {
    /// Joins parts that stand in the order of their places: the newest whole text, and what was added to it.
    init(_ parts: [StreamedContent], start: ContentKind) {
        var byRevision: [UInt32: StreamedContent] = [:]
        for part in parts {
            guard let old = byRevision[part.revision] else {
                byRevision[part.revision] = part
                continue
            }
            if old.isAppended, !part.isAppended { byRevision[part.revision] = part }
        }
        let whole = byRevision.values.filter { !$0.isAppended }.max { $0.revision < $1.revision }
        var text = whole?.text ?? ""
        if whole == nil, case .text(let first) = start {
            text = first.visibleBody(spoiler: TextExcerpt.cover)
        }
        var newest = whole
        var revision = whole?.revision ?? 0
        while newest?.isFinal != true, revision < .max, let next = byRevision[revision + 1],
            text.utf8.count + next.text.utf8.count <= ContentLimits.bodyByteCount
        {
            text += next.text
            newest = next
            revision += 1
        }
        let first = parts.first
        self.init(
            text: text, revision: revision, isFinal: newest?.isFinal ?? false,
            isTranscript: first?.isTranscript ?? false,
            language: newest.map(\.language) ?? first?.language ?? "")
    }
}
