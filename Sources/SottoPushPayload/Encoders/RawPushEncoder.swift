/// Makes binary forms for any other way a push can go.
///
/// Rules PP-3, PP-12.
public struct RawPushEncoder: Sendable {
    private let template: PushTemplate

    /// Makes an encoder.
    ///
    /// - Throws: ``PushEncodingError/budgetTooSmall``.
    public init(budget: PushBudget = .standard) throws(PushEncodingError) {
        template = try PushTemplate(binary: budget, maximum: .voIPMaximum)
    }

    /// The most bytes that an envelope may have to go in whole.
    public func envelopeCapacity(hasServerTime: Bool) -> Int {
        template.envelopeCapacity(hasServerTime: hasServerTime)
    }

    /// Takes the best form of a message that fits, and writes it.
    ///
    /// - Throws: ``PushEncodingError/overBudget(_:)`` in place of a payload that is too long, which none is.
    public func encode(_ content: PushContent) throws(PushEncodingError) -> RawPush {
        let (payload, choice) = try template.encode(content)
        return RawPush(payload: payload, choice: choice)
    }
}

/// A binary form.
public struct RawPush: Hashable, Sendable {
    /// The bytes.
    public let payload: PushPayload
    /// Which form it has, and why.
    public let choice: PushChoice
}
