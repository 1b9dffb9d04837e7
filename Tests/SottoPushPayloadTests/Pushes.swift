import SottoPushPayload
import TestSupport

/// A way to push, reduced to what the tests compare.
enum PushWay: String, CaseIterable, Sendable {
    case alert, background, call, fcm, webPush, raw

    /// The largest budget of the service.
    var maximum: Int {
        switch self {
        case .alert, .background: PushBudget.apnsMaximum.byteCount
        case .call, .raw: PushBudget.voIPMaximum.byteCount
        case .fcm: PushBudget.fcmMaximum.byteCount
        case .webPush: PushBudget.webPush.byteCount
        }
    }

    /// What is taken when nobody names a budget.
    var standard: Int { self == .webPush ? 3_993 : 4_095 }

    static let now: UInt64 = 1_800_000_000_000

    /// Encodes with a budget.
    func encode(
        _ content: PushContent, budget byteCount: Int? = nil, collapse: UInt8 = 7
    ) throws -> Encoded {
        let budget = try PushBudget(byteCount: byteCount ?? standard)
        let id = try PushCollapseID([UInt8](repeating: collapse, count: 16))
        switch self {
        case .alert, .background, .call:
            let encoder = try apns(budget)
            let push = try encoder.encode(content, now: Self.now, collapseID: id)
            return Encoded(
                payload: push.payload, choice: push.choice, headers: push.headers,
                capacity: encoder.envelopeCapacity(hasServerTime: content.serverTime != nil))
        case .fcm:
            let encoder = try FCMPushEncoder(budget: budget)
            let push = try encoder.encode(content)
            return Encoded(
                payload: push.data, choice: push.choice, headers: [],
                capacity: encoder.envelopeCapacity(hasServerTime: content.serverTime != nil))
        case .webPush:
            let encoder = try WebPushEncoder(budget: budget)
            let push = try encoder.encode(content, collapseID: id)
            return Encoded(
                payload: push.body, choice: push.choice, headers: push.headers,
                capacity: encoder.envelopeCapacity(hasServerTime: content.serverTime != nil))
        case .raw:
            let encoder = try RawPushEncoder(budget: budget)
            let push = try encoder.encode(content)
            return Encoded(
                payload: push.payload, choice: push.choice, headers: [],
                capacity: encoder.envelopeCapacity(hasServerTime: content.serverTime != nil))
        }
    }

    private func apns(_ budget: PushBudget) throws -> APNsPushEncoder {
        switch self {
        case .background: try .background(budget: budget)
        case .call: try .call(budget: budget)
        default: try .alert(budget: budget)
        }
    }

    /// Reads what this way carried.
    func decode(_ bytes: [UInt8]) throws(PushDecodingError) -> DecodedPush {
        switch self {
        case .webPush, .raw: try DecodedPush(binary: bytes)
        default: try DecodedPush(json: bytes)
        }
    }

    struct Encoded {
        let payload: PushPayload
        let choice: PushChoice
        let headers: [PushHeader]
        let capacity: Int
    }
}

/// A JSON payload, its base64 text and what is around it.
struct Outside: Hashable {
    let before: String
    let after: String
    let text: String

    init(_ bytes: [UInt8]) throws {
        let whole = String(decoding: bytes, as: UTF8.self)
        let parts = whole.split(separator: "\"sotto\":\"", omittingEmptySubsequences: false)
        guard parts.count == 2, let end = parts[1].firstIndex(of: "\"") else { throw Missing() }
        before = String(parts[0])
        text = String(parts[1][..<end])
        after = String(parts[1][end...])
    }

    struct Missing: Error {}
}

/// Bytes that repeat nothing.
func bytes(_ count: Int, _ seed: UInt64 = 1) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return generator.bytes(count)
}

/// Why a call refuses, if it does.
func refusal(_ decode: () throws(PushDecodingError) -> DecodedPush) -> PushDecodingError? {
    do throws(PushDecodingError) {
        _ = try decode()
        return nil
    } catch { return error }
}

func refusal(binary: [UInt8]) -> PushDecodingError? {
    refusal { () throws(PushDecodingError) in try DecodedPush(binary: binary) }
}

func refusal(json: [UInt8]) -> PushDecodingError? {
    refusal { () throws(PushDecodingError) in try DecodedPush(json: json) }
}

func refusal(json: String) -> PushDecodingError? { refusal(json: Array(json.utf8)) }

func refusal(value: String) -> PushDecodingError? {
    refusal { () throws(PushDecodingError) in try DecodedPush(value: value) }
}
