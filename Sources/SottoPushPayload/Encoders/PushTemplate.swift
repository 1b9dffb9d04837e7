/// What stands around a binary form, and how much room that leaves.
///
/// Rules PP-3 to PP-5.
struct PushTemplate: Hashable, Sendable {
    /// What stands before and behind the base64 text; nothing when the binary form is the payload.
    private let frame: Frame?
    let budget: PushBudget
    private let isCall: Bool

    /// The most bytes that the binary form can have.
    let capacity: Int

    private struct Frame: Hashable, Sendable {
        let prefix: [UInt8]
        let suffix: [UInt8]
    }

    /// JSON around the base64 text.
    init(
        before prefix: String, _ middle: [UInt8] = [], after rest: String = "", budget: PushBudget,
        maximum: PushBudget, isCall: Bool = false
    ) throws(PushEncodingError) {
        let frame = Frame(prefix: Array(prefix.utf8) + middle + Array(rest.utf8), suffix: Array("\"}".utf8))
        try self.init(
            frame, room: (budget.byteCount - frame.prefix.count - frame.suffix.count) / 4 * 3, budget: budget,
            maximum: maximum, isCall: isCall)
    }

    /// Nothing but the binary form.
    init(binary budget: PushBudget, maximum: PushBudget) throws(PushEncodingError) {
        try self.init(nil, room: budget.byteCount, budget: budget, maximum: maximum, isCall: false)
    }

    private init(
        _ frame: Frame?, room: Int, budget: PushBudget, maximum: PushBudget, isCall: Bool
    ) throws(PushEncodingError) {
        guard budget.byteCount <= maximum.byteCount else { throw .budgetAboveMaximum(maximum.byteCount) }
        guard room >= PushLimits.minimumCapacity else { throw .budgetTooSmall }
        self.frame = frame
        self.budget = budget
        self.isCall = isCall
        capacity = room
    }

    /// The most bytes of an envelope.
    func envelopeCapacity(hasServerTime: Bool) -> Int {
        let head = PushFrame.Head(
            isCall: isCall, serverTime: hasServerTime ? 0 : nil, expiry: isCall ? 0 : nil)
        return capacity - head.byteCount
    }

    /// Takes the best form that fits and writes it.
    func encode(
        _ content: PushContent, expiry: UInt64? = nil
    ) throws(PushEncodingError) -> (payload: PushPayload, choice: PushChoice) {
        let head = PushFrame.Head(isCall: isCall, serverTime: content.serverTime, expiry: expiry)
        let room = capacity - head.byteCount
        let (form, bytes, reason) = choose(content, room)
        let count = PushBuckets.byteCount(for: head.byteCount + bytes.count, capacity: capacity) ?? capacity
        let binary = PushFrame.bytes(form, bytes, head: head, byteCount: count)
        let payload = try PushPayload(wrap(binary), within: budget)
        let remaining = form == .fetch ? min(room, PushLimits.maximumFetchIDByteCount) : room
        return (
            payload, PushChoice(form: form, reason: reason, remainingByteCount: remaining - bytes.count)
        )
    }

    private func choose(
        _ content: PushContent, _ room: Int
    ) -> (form: PushForm, bytes: [UInt8], reason: PushChoice.Reason) {
        let excess = content.envelope.map { $0.count - room }
        if let envelope = content.envelope, envelope.count <= room {
            return (.inline, envelope, .envelopeFits)
        }
        guard let preview = content.preview else {
            return (.fetch, content.fetchID, excess.map { .envelopeTooLong(excess: $0) } ?? .noEnvelope)
        }
        if preview.count <= room {
            return (.preview, preview, excess.map { .envelopeTooLong(excess: $0) } ?? .noEnvelope)
        }
        let previewExcess = preview.count - room
        return (
            .fetch, content.fetchID,
            excess.map { .bothTooLong(excess: $0, previewExcess: previewExcess) }
                ?? .previewTooLong(excess: previewExcess)
        )
    }

    private func wrap(_ binary: [UInt8]) -> [UInt8] {
        guard let frame else { return binary }
        var bytes: [UInt8] = []
        let textByteCount = Base64.textByteCount(of: binary.count)
        bytes.reserveCapacity(frame.prefix.count + textByteCount + frame.suffix.count)
        bytes.append(contentsOf: frame.prefix)
        Base64.append(binary.span, to: &bytes)
        bytes.append(contentsOf: frame.suffix)
        return bytes
    }

    /// The base64 text in a payload that this template made.
    func text(in payload: PushPayload) -> ArraySlice<UInt8> {
        guard let frame else { return payload.bytes[...] }
        return payload.bytes.dropFirst(frame.prefix.count).dropLast(frame.suffix.count)
    }
}
