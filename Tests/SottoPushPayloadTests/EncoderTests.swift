import SottoPushPayload
import TestSupport
import Testing

/// Rules PP-6 to PP-12.
@Suite("Pushes as their services get them")
struct EncoderTests {
    private let content: PushContent
    private let now = PushWay.now
    private let id: PushCollapseID

    init() throws {
        content = try PushContent(envelope: [1, 2, 3], fetchID: [1])
        id = try PushCollapseID(Array(0xF0...0xFF))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The base64 text of the smallest bucket with this content, call or not.
    private var value: String { "AQEAAwECAw" + String(repeating: "A", count: 1_014) }

    @Test("an alert starts the extension and says a neutral text")
    func alert() throws {
        let push = try APNsPushEncoder.alert().encode(content, now: now, collapseID: id)
        #expect(
            text(push.payload.bytes)
                == #"{"aps":{"alert":{"body":"New message"},"mutable-content":1},"sotto":""# + value + #""}"#)
        #expect(
            push.headers.map { "\($0.name): \($0.value)" } == [
                "apns-push-type: alert", "apns-priority: 10", "apns-expiration: 1802419200",
                "apns-collapse-id: 8PHy8_T19vf4-fr7_P3-_w",
            ])
    }

    @Test("a background push shows nothing and has the lower priority")
    func background() throws {
        let push = try APNsPushEncoder.background().encode(content, now: now, collapseID: id)
        #expect(text(push.payload.bytes) == #"{"aps":{"content-available":1},"sotto":""# + value + #""}"#)
        #expect(push.headers.prefix(2).map(\.value) == ["background", "5"])
    }

    @Test("a call is a VoIP push that is over after 30 seconds, and says so itself")
    func call() throws {
        let push = try APNsPushEncoder.call().encode(content, now: now, collapseID: id)
        let outside = try Outside(push.payload.bytes)
        #expect(outside.before == #"{"aps":{},"#)
        #expect(outside.after == "\"}")
        #expect(push.headers.prefix(3).map(\.value) == ["voip", "10", "1800000030"])
        let decoded = try DecodedPush(json: push.payload.bytes)
        #expect(decoded.expiry == now + 30_000)
        let late = try APNsPushEncoder.call().encode(content, now: .max, collapseID: id)
        #expect(try DecodedPush(json: late.payload.bytes).expiry == .max)
    }

    @Test("FCM gets strings in `data`, and priority and time to live beside it")
    func fcm() throws {
        let push = try FCMPushEncoder().encode(content)
        #expect(text(push.data.bytes) == #"{"sotto":""# + value + #""}"#)
        #expect(push.value == value)
        #expect(text(push.android) == #"{"priority":"high","ttl":"2419200s"}"#)
        #expect(
            text(try push.requestBody(token: "a:B_c-1"))
                == #"{"message":{"token":"a:B_c-1","data":"# + text(push.data.bytes)
                + #","android":{"priority":"high","ttl":"2419200s"}}}"#)
    }

    @Test("a token that could end its string is refused, as is one that none has")
    func token() throws {
        let push = try FCMPushEncoder().encode(content)
        for token in ["", "a\"b", "a\\b", "a b", "a\n", "ä", "\u{7F}", String(repeating: "a", count: 4_097)] {
            #expect(throws: PushEncodingError.invalidToken) { try push.requestBody(token: token) }
        }
        _ = try push.requestBody(token: String(repeating: "a", count: 4_096))
    }

    @Test("Web Push gets the binary form, urgency, time to live and a topic")
    func webPush() throws {
        let push = try WebPushEncoder().encode(content, collapseID: id)
        #expect(push.body.bytes == [1, 1, 0, 3, 1, 2, 3] + [UInt8](repeating: 0, count: 761))
        #expect(
            push.headers.map { "\($0.name): \($0.value)" } == [
                "TTL: 2419200", "Urgency: high", "Topic: 8PHy8_T19vf4-fr7_P3-_w",
            ])
    }

    @Test("a raw push is the binary form")
    func raw() throws {
        let push = try RawPushEncoder(budget: .voIPMaximum).encode(content)
        #expect(push.payload.bytes == [1, 1, 0, 3, 1, 2, 3] + [UInt8](repeating: 0, count: 761))
    }

    @Test("a collapse id is 16 random bytes, 22 characters for services that take 32 and 64")
    func collapseID() throws {
        var generator = SeededGenerator(seed: 4)
        let ids = (0..<50).map { _ in PushCollapseID(using: &generator) }
        #expect(Set(ids).count == 50)
        for id in ids {
            #expect(id.text.utf8.count == 22)
            #expect(
                id.text.utf8.allSatisfy {
                    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8).contains(
                        $0)
                })
            #expect(try PushCollapseID(id.bytes) == id)
        }
        for count in [0, 15, 17] {
            #expect(throws: PushEncodingError.collapseIDLength(count)) { try PushCollapseID(bytes(count)) }
        }
    }

    @Test("a lifetime is four weeks at most")
    func lifetime() throws {
        #expect(try PushLifetime(seconds: 2_419_200) == .standard)
        #expect(throws: PushEncodingError.lifetimeOutOfRange(2_419_201)) {
            try PushLifetime(seconds: 2_419_201)
        }
        let none = try FCMPushEncoder(lifetime: PushLifetime(seconds: 0)).encode(content)
        #expect(text(none.android) == #"{"priority":"high","ttl":"0s"}"#)
    }

    @Test("an alert's text is written with no more escapes than JSON needs")
    func alertText() throws {
        let alert = try PushAlert("Neue \"Nachricht\" \\ 新しい/😀")
        let push = try APNsPushEncoder.alert(alert).encode(content, now: now, collapseID: id)
        #expect(
            try Outside(push.payload.bytes).before
                == #"{"aps":{"alert":{"body":"Neue \"Nachricht\" \\ 新しい/😀"},"mutable-content":1},"#)
        let key = try APNsPushEncoder.alert(PushAlert(localizationKey: "NEW_MESSAGE"))
            .encode(content, now: now, collapseID: id)
        #expect(
            try Outside(key.payload.bytes).before
                == #"{"aps":{"alert":{"loc-key":"NEW_MESSAGE"},"mutable-content":1},"#)
    }

    @Test("an alert's text has 1 to 128 bytes of JSON and no control character")
    func alertLimits() throws {
        _ = try PushAlert(String(repeating: "\"", count: 64))
        #expect(throws: PushEncodingError.alertLength(130)) {
            try PushAlert(String(repeating: "\"", count: 65))
        }
        #expect(throws: PushEncodingError.alertLength(129)) {
            try PushAlert(String(repeating: "語", count: 43))
        }
        #expect(throws: PushEncodingError.alertLength(0)) { try PushAlert("") }
        for text in ["\n", "a\u{0}", "\u{1F}", "\u{7F}", "\u{85}"] {
            #expect(throws: PushEncodingError.alertHasControls) { try PushAlert(text) }
        }
        // The longest text takes 90 bytes of an envelope more than the usual one.
        let encoder = try APNsPushEncoder.alert(PushAlert(String(repeating: "a", count: 128)))
        #expect(encoder.envelopeCapacity(hasServerTime: true) == 2_916)
    }
}
