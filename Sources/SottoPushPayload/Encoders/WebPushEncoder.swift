/// Makes messages for Web Push: the body before its encryption (RFC 8291), which is the server's, and header values.
///
/// Rules PP-3, PP-11.
public struct WebPushEncoder: Sendable {
    private let template: PushTemplate
    private let lifetime: PushLifetime

    /// Makes an encoder.
    ///
    /// - Throws: ``PushEncodingError/budgetAboveMaximum(_:)``, ``PushEncodingError/budgetTooSmall``.
    public init(
        budget: PushBudget = .webPush, lifetime: PushLifetime = .standard
    ) throws(PushEncodingError) {
        template = try PushTemplate(binary: budget, maximum: .webPush)
        self.lifetime = lifetime
    }

    /// The most bytes that an envelope may have to go in whole.
    public func envelopeCapacity(hasServerTime: Bool) -> Int {
        template.envelopeCapacity(hasServerTime: hasServerTime)
    }

    /// Takes the best form of a message that fits, and writes it.
    ///
    /// - Throws: ``PushEncodingError/overBudget(_:)`` in place of a payload that is too long, which none is.
    public func encode(
        _ content: PushContent, collapseID: PushCollapseID
    ) throws(PushEncodingError) -> WebPush {
        let (payload, choice) = try template.encode(content)
        return WebPush(
            body: payload, choice: choice,
            headers: [
                PushHeader("TTL", String(lifetime.seconds)), PushHeader("Urgency", "high"),
                PushHeader("Topic", collapseID.text),
            ])
    }
}

/// A message for Web Push.
public struct WebPush: Hashable, Sendable {
    /// The body before its encryption.
    public let body: PushPayload
    /// Which form it has, and why.
    public let choice: PushChoice
    /// `TTL`, `Urgency`, `Topic` (RFC 8030 §5).
    public let headers: [PushHeader]
}
