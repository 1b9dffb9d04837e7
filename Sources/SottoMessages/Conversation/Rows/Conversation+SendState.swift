extension Conversation {
    /// How far a message of mine is.
    ///
    /// Rule CV-11.
    func sendState(of record: Int32) -> SendState {
        guard let extra = extra(of: record) else { return .queued }
        return switch extra.receipts.level(ofAll: recipientCount(extra)) {
        case .viewed: .viewed
        case .read: .read
        case .delivered: .delivered
        case .none: extra.facts.progress
        }
    }

    /// How that is drawn: a line stands under the newest message that has it alone.
    ///
    /// Rule CV-36.
    func receipt(of record: Int32, _ state: SendState, _ body: RowBody) -> ReceiptMark? {
        guard profile.receiptStyle == .textLine else { return ReceiptMark(profile.receiptStyle, state) }
        switch state {
        case .failed: return .failed
        case .queued, .sending: return .waiting
        case .sent: return nil
        case .delivered, .read, .viewed: break
        }
        let entry = entry(of: record)
        if let last = read.last, last == entry { return .line(readLine(of: record, state, body)) }
        if let last = delivered.last, last == entry { return .line(.delivered) }
        return nil
    }

    private func readLine(of record: Int32, _ state: SendState, _ body: RowBody) -> ReceiptLine {
        let entries = extra(of: record)?.receipts.entries ?? []
        if state == .viewed {
            switch body {
            case .voice: return .played(at: latest(entries.map { $0.played ?? $0.viewed }))
            case .media(let media) where media.form == .videoNote:
                return .played(at: latest(entries.map { $0.played ?? $0.viewed }))
            case .media, .album, .viewOnce:
                return .viewed(at: latest(entries.map { $0.viewed ?? $0.played }))
            default: break
            }
        }
        return .read(at: latest(entries.map { $0.read ?? $0.viewed ?? $0.played }))
    }

    /// The latest time that was told; nil when somebody hides it.
    private func latest(_ told: [Receipts.Told?]) -> Instant? {
        var result: Instant?
        for entry in told {
            guard let at = entry?.at else { return nil }
            result = max(result ?? at, at)
        }
        return result
    }
}
