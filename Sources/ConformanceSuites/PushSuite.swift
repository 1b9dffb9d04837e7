internal import SottoPushPayload
internal import TestVectors

/// Rules PP-1 to PP-16.
@Sendable func runPush(_ vector: PushVector) throws {
    switch vector {
    case .encode(let input, let outcome): try compare("push", outcome) { try input.encode() }
    case .decode(let way, let bytes, let outcome): try compare("push", outcome) { try read(bytes, as: way) }
    }
}

private func read(_ bytes: [UInt8], as way: String) throws -> PushVector.Read {
    let push: DecodedPush
    switch way {
    case "binary": push = try DecodedPush(binary: bytes)
    case "text": push = try DecodedPush(value: String(decoding: bytes, as: UTF8.self))
    default: push = try DecodedPush(json: bytes)
    }
    if way == "binary" { try compare("bytes", push.encoded, bytes) }
    let head = PushFrame.Head(isCall: push.isCall, serverTime: push.serverTime, expiry: push.expiry)
    return PushVector.Read(
        form: "\(push.form)", isCall: push.isCall, serverTime: push.serverTime, expiry: push.expiry,
        content: push.content, zeros: push.byteCount - push.content.count - head.byteCount)
}

extension PushVector.Input {
    fileprivate func encode() throws -> PushVector.Output {
        let budget = try PushBudget(byteCount: budget)
        let lifetime = try PushLifetime(seconds: lifetime ?? 0)
        let content = try PushContent(
            envelope: envelope, preview: preview, fetchID: fetchID, serverTime: serverTime)
        switch push {
        case "fcm":
            let push = try FCMPushEncoder(budget: budget, lifetime: lifetime).encode(content)
            return output(push.data, push.choice, [String(decoding: push.android, as: UTF8.self)])
        case "web":
            let push = try WebPushEncoder(budget: budget, lifetime: lifetime)
                .encode(content, collapseID: try id)
            return output(push.body, push.choice, push.headers.map(text))
        case "raw":
            let push = try RawPushEncoder(budget: budget).encode(content)
            return output(push.payload, push.choice, [])
        default:
            let push = try apns(budget, lifetime).encode(content, now: now ?? 0, collapseID: try id)
            return output(push.payload, push.choice, push.headers.map(text))
        }
    }

    private var id: PushCollapseID { get throws { try PushCollapseID(collapseID ?? []) } }

    private func apns(_ budget: PushBudget, _ lifetime: PushLifetime) throws -> APNsPushEncoder {
        if push == "background" { return try .background(budget: budget, lifetime: lifetime) }
        if push == "call" { return try .call(budget: budget, lifetime: lifetime) }
        let alert =
            if let alertName { try PushAlert(localizationKey: alertName) } else { try PushAlert(alert ?? "") }
        return try .alert(alert, budget: budget, lifetime: lifetime)
    }

    private func text(_ header: PushHeader) -> String { "\(header.name): \(header.value)" }

    private func output(_ payload: PushPayload, _ choice: PushChoice, _ beside: [String]) -> PushVector.Output
    {
        var (excess, previewExcess): (Int?, Int?)
        switch choice.reason {
        case .envelopeTooLong(let envelope): excess = envelope
        case .bothTooLong(let envelope, let preview): (excess, previewExcess) = (envelope, preview)
        case .previewTooLong(let preview): previewExcess = preview
        default: break
        }
        return PushVector.Output(
            form: "\(choice.form)", reason: String("\(choice.reason)".prefix { $0 != "(" }), excess: excess,
            previewExcess: previewExcess, remaining: choice.remainingByteCount, payload: payload.bytes,
            beside: beside)
    }
}
