import SottoPushPayload
import TestSupport
import Testing

/// What a push service sees of different messages.
///
/// Rules PP-3 and PP-12.
@Suite("The outside of a push")
struct OutsideTests {
    /// Short and long, of different senders, with a preview and without, before and after.
    private static func contents() throws -> [PushContent] {
        try [
            PushContent(envelope: bytes(300, 1), fetchID: bytes(16, 2)),
            PushContent(envelope: bytes(700, 3), preview: bytes(200, 4), fetchID: bytes(16, 5)),
            PushContent(envelope: bytes(9_000, 6), preview: bytes(400, 7), fetchID: bytes(32, 8)),
            PushContent(envelope: bytes(9_000, 9), fetchID: bytes(64, 10), serverTime: 7),
        ]
    }

    @Test(
        "of messages in one bucket is the same, byte by byte, but for envelope and collapse id",
        arguments: PushWay.allCases)
    func same(way: PushWay) throws {
        let pushes = try Self.contents().enumerated().map { number, content in
            try way.encode(content, collapse: UInt8(number))
        }
        #expect(Set(pushes.map(\.payload.bytes.count)).count == 1)
        let headers = pushes.map { $0.headers.filter { !["apns-collapse-id", "Topic"].contains($0.name) } }
        #expect(Set(headers).count == 1)
        #expect(Set(pushes.map { $0.headers.count }).count == 1)
        if way == .webPush || way == .raw { return }
        let outsides = try pushes.map { try Outside($0.payload.bytes) }
        #expect(Set(outsides.map { $0.before }).count == 1)
        #expect(Set(outsides.map { $0.after }).count == 1)
        #expect(Set(outsides.map { $0.text.utf8.count }).count == 1)
    }

    @Test(
        "of longer messages differs in the length of the text alone",
        arguments: [PushWay.alert, .background, .call, .fcm])
    func longer(way: PushWay) throws {
        let pushes = try [1, 900, 1_200, 2_000, 2_800].map { count in
            try way.encode(PushContent(envelope: bytes(count), fetchID: [1]))
        }
        let outsides = try pushes.map { try Outside($0.payload.bytes) }
        #expect(Set(outsides.map { $0.before }).count == 1)
        #expect(Set(outsides.map { $0.after }).count == 1)
        #expect(Set(outsides.map { $0.text.utf8.count }).count == 5)
        #expect(Set(pushes.map(\.headers)).count == 1)
    }

    @Test("of an FCM request is the same but for the value")
    func request() throws {
        let bodies = try Self.contents().map { content in
            let push = try FCMPushEncoder().encode(content)
            return String(decoding: try push.requestBody(token: "t"), as: UTF8.self)
                .replacing(push.value, with: "")
        }
        #expect(Set(bodies).count == 1)
    }

    @Test("names no thread, sound or level, and no text but the neutral one")
    func nothingElse() throws {
        for way in [PushWay.alert, .background, .call] {
            let push = try way.encode(PushContent(envelope: bytes(10), fetchID: [1]))
            let before = try Outside(push.payload.bytes).before
            for word in ["thread", "sound", "badge", "category", "interruption", "relevance", "title"] {
                #expect(!before.contains(word))
            }
        }
    }
}
