/// Makes pushes for Apple's service: alerts that an extension rewrites, background pushes, and calls.
///
/// One encoder serves all messages of an app, so nothing but the envelope can depend on one. The server adds the device's token
/// (in the path of the request) and `apns-topic`: the app's bundle id, for calls with `.voip` behind it.
///
/// ```swift
/// let encoder = try APNsPushEncoder.alert()
/// let push = try encoder.encode(content, now: now, collapseID: PushCollapseID(using: &generator))
/// request.body = push.payload.bytes
/// for header in push.headers { request.set(header.name, header.value) }
/// ```
///
/// Rules PP-7 to PP-9.
public struct APNsPushEncoder: Sendable {
    private let template: PushTemplate
    private let kind: Kind
    private let lifetime: PushLifetime

    private enum Kind { case alert, background, call }

    /// Makes an encoder of pushes that show something and start the notification extension.
    ///
    /// - Throws: ``PushEncodingError/budgetAboveMaximum(_:)``, ``PushEncodingError/budgetTooSmall``.
    public static func alert(
        _ alert: PushAlert = .standard, budget: PushBudget = .standard, lifetime: PushLifetime = .standard
    ) throws(PushEncodingError) -> APNsPushEncoder {
        let template = try PushTemplate(
            before: #"{"aps":{"alert":{"#, alert.member, after: #"},"mutable-content":1},"sotto":""#,
            budget: budget, maximum: .apnsMaximum)
        return APNsPushEncoder(template: template, kind: .alert, lifetime: lifetime)
    }

    /// Makes an encoder of pushes that show nothing and start the app when the system sees fit.
    ///
    /// - Throws: ``PushEncodingError/budgetAboveMaximum(_:)``, ``PushEncodingError/budgetTooSmall``.
    public static func background(
        budget: PushBudget = .standard, lifetime: PushLifetime = .standard
    ) throws(PushEncodingError) -> APNsPushEncoder {
        let template = try PushTemplate(
            before: #"{"aps":{"content-available":1},"sotto":""#, budget: budget, maximum: .apnsMaximum)
        return APNsPushEncoder(template: template, kind: .background, lifetime: lifetime)
    }

    /// Makes an encoder of VoIP pushes, for calls and nothing else: the system wants a call shown for each.
    ///
    /// - Throws: ``PushEncodingError/budgetAboveMaximum(_:)``, ``PushEncodingError/budgetTooSmall``.
    public static func call(
        budget: PushBudget = .standard, lifetime: PushLifetime = .call
    ) throws(PushEncodingError) -> APNsPushEncoder {
        let template = try PushTemplate(
            before: #"{"aps":{},"sotto":""#, budget: budget, maximum: .voIPMaximum, isCall: true)
        return APNsPushEncoder(template: template, kind: .call, lifetime: lifetime)
    }

    /// The most bytes that an envelope may have to go in whole.
    public func envelopeCapacity(hasServerTime: Bool) -> Int {
        template.envelopeCapacity(hasServerTime: hasServerTime)
    }

    /// Takes the best form of a message that fits, and writes it.
    ///
    /// - Parameter now: Milliseconds since 1970.
    /// - Throws: ``PushEncodingError/overBudget(_:)`` in place of a payload that is too long, which none is.
    public func encode(
        _ content: PushContent, now: UInt64, collapseID: PushCollapseID
    ) throws(PushEncodingError) -> APNsPush {
        let end = lifetime.end(from: now)
        let (payload, choice) = try template.encode(content, expiry: kind == .call ? end : nil)
        return APNsPush(
            payload: payload, choice: choice,
            headers: [
                PushHeader("apns-push-type", pushType),
                PushHeader("apns-priority", kind == .background ? "5" : "10"),
                PushHeader("apns-expiration", String(end / 1_000)),
                PushHeader("apns-collapse-id", collapseID.text),
            ])
    }

    private var pushType: String {
        switch kind {
        case .alert: "alert"
        case .background: "background"
        case .call: "voip"
        }
    }
}

/// A push for APNs.
public struct APNsPush: Hashable, Sendable {
    /// The body of the request: JSON.
    public let payload: PushPayload
    /// Which form it has, and why.
    public let choice: PushChoice
    /// `apns-push-type`, `apns-priority`, `apns-expiration`, `apns-collapse-id`.
    public let headers: [PushHeader]
}
