/// Makes data messages for Firebase Cloud Messaging's HTTP v1.
///
/// A data message without `notification` wakes the app's own code, so no text leaves the device. There is no collapse key: FCM keeps four
/// of them for a device, and drops messages when there are more.
///
/// Rules PP-7, PP-10.
public struct FCMPushEncoder: Sendable {
    private let template: PushTemplate
    private let lifetime: PushLifetime

    /// Makes an encoder; the budget is that of the whole `data` object.
    ///
    /// - Throws: ``PushEncodingError/budgetAboveMaximum(_:)``, ``PushEncodingError/budgetTooSmall``.
    public init(
        budget: PushBudget = .standard, lifetime: PushLifetime = .standard
    ) throws(PushEncodingError) {
        template = try PushTemplate(before: #"{"sotto":""#, budget: budget, maximum: .fcmMaximum)
        self.lifetime = lifetime
    }

    /// The most bytes that an envelope may have to go in whole.
    public func envelopeCapacity(hasServerTime: Bool) -> Int {
        template.envelopeCapacity(hasServerTime: hasServerTime)
    }

    /// Takes the best form of a message that fits, and writes it.
    ///
    /// - Throws: ``PushEncodingError/overBudget(_:)`` in place of a payload that is too long, which none is.
    public func encode(_ content: PushContent) throws(PushEncodingError) -> FCMPush {
        let (payload, choice) = try template.encode(content)
        return FCMPush(
            data: payload, choice: choice,
            value: String(decoding: template.text(in: payload), as: UTF8.self), lifetime: lifetime)
    }
}

/// A data message for FCM, without the device's token.
public struct FCMPush: Hashable, Sendable {
    /// The object `data` as JSON: what FCM counts.
    public let data: PushPayload
    /// Which form it has, and why.
    public let choice: PushChoice
    /// The value of the one key in `data`, for servers that let a library make the request.
    public let value: String
    /// How long FCM keeps it.
    public let lifetime: PushLifetime

    /// The object `android` as JSON: priority and time to live.
    public var android: [UInt8] {
        Array("{\"priority\":\"high\",\"ttl\":\"\(lifetime.seconds)s\"}".utf8)
    }

    /// The whole body of the request, as JSON, for a device's token.
    ///
    /// - Throws: ``PushEncodingError/invalidToken`` for a token of no or more than 4,096 bytes, or one with a space, a quotation mark, a
    ///   backslash, a control character or one that isn't ASCII.
    public func requestBody(token: String) throws(PushEncodingError) -> [UInt8] {
        let token = Array(token.utf8)
        guard (1...PushLimits.maximumTokenByteCount).contains(token.count),
            token.allSatisfy({
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            })
        else { throw .invalidToken }
        var bytes = Array(#"{"message":{"token":""#.utf8)
        bytes += token
        bytes += Array(#"","data":"#.utf8)
        bytes += data.bytes
        bytes += Array(#","android":"#.utf8)
        bytes += android
        bytes += Array("}}".utf8)
        return bytes
    }
}
