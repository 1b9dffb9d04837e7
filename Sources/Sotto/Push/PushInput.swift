public import SottoPushPayload
internal import SottoSessions

/// A push as a system hands it over; not looked at yet.
///
/// Rule PD-6.
public enum PushInput: Hashable, Sendable {
    /// The value under ``SottoPushPayload/DecodedPush/key`` in a dictionary that the system gives; nil when there is none.
    case value(String?)
    /// The whole payload as JSON.
    case json([UInt8])
    /// The body of a Web Push message, decrypted, or a raw push.
    case binary([UInt8])

    /// Reads it.
    ///
    /// - Throws: ``SottoPushPayload/PushDecodingError``.
    public func decoded() throws(PushDecodingError) -> DecodedPush {
        switch self {
        case .value(let value?): try DecodedPush(value: value)
        case .value(nil): throw .missing
        case .json(let bytes): try DecodedPush(json: bytes)
        case .binary(let bytes): try DecodedPush(binary: bytes)
        }
    }

    /// What names a push that wasn't opened: the same for the same push, so that one that comes twice shows once.
    ///
    /// Of a push that is longer than any, only as many bytes count as one may have.
    var name: MessageID {
        let bytes: [UInt8] =
            switch self {
            case .value(let value): Array((value ?? "").utf8.prefix(PushLimits.maximumByteCount))
            case .json(let bytes), .binary(let bytes): Array(bytes.prefix(PushLimits.maximumByteCount))
            }
        return .digest(of: Array("Sotto_PushName".utf8) + bytes)
    }
}
