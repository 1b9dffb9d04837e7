import SottoPushPayload
import TestSupport
import Testing

/// Rules PP-1 and PP-2.
@Suite("The binary form of a push")
struct BinaryFormTests {
    @Test("is laid out byte by byte as it is written down")
    func layout() throws {
        let content = try PushContent(
            envelope: [0xAA, 0xBB], fetchID: [1], serverTime: 0x0102_0304_0506_0708)
        let call = try PushWay.call.encode(content)
        let decoded = try DecodedPush(json: call.payload.bytes)
        let end = PushWay.now + 30_000
        let expiry = (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * UInt64($0))) }
        let head: [UInt8] = [1, 0x71, 1, 2, 3, 4, 5, 6, 7, 8] + expiry + [0, 2, 0xAA, 0xBB]
        #expect(decoded.encoded == head + [UInt8](repeating: 0, count: 768 - head.count))
        #expect(decoded.isCall)
        #expect(decoded.serverTime == 0x0102_0304_0506_0708)
        #expect(decoded.expiry == end)
        let raw = try PushWay.raw.encode(try PushContent(envelope: nil, fetchID: [9, 8, 7]))
        #expect(raw.payload.bytes == [1, 3, 0, 3, 9, 8, 7] + [UInt8](repeating: 0, count: 761))
    }

    @Test("gives back what was put in, and encodes to the same bytes", arguments: PushForm.allCases)
    func roundTrip(form: PushForm) throws {
        for serverTime in [nil, 0, UInt64.max] {
            for expiry in [nil, 1, UInt64.max] {
                for isCall in [false, true] {
                    let head = PushFrame.Head(isCall: isCall, serverTime: serverTime, expiry: expiry)
                    let content = bytes(64)
                    for zeros in [0, 1, 15, 16, 17, 700] {
                        let binary = PushFrame.bytes(
                            form, content, head: head, byteCount: head.byteCount + 64 + zeros)
                        let decoded = try DecodedPush(binary: binary)
                        #expect(decoded.encoded == binary)
                        #expect(decoded.form == form)
                        #expect(decoded.content == content)
                        #expect(decoded.serverTime == serverTime)
                        #expect(decoded.expiry == expiry)
                        #expect(decoded.isCall == isCall)
                        #expect((decoded.envelope == nil) == (form == .fetch))
                        #expect((decoded.fetchID == nil) == (form != .fetch))
                    }
                }
            }
        }
    }

    private static let whole: [UInt8] = PushFrame.bytes(
        .inline, [5, 6, 7], head: PushFrame.Head(isCall: true, serverTime: 1, expiry: 2), byteCount: 40)

    @Test("is refused when it is cut off before the end of its content")
    func truncated() {
        for count in 0..<Self.whole.count {
            let cut = Array(Self.whole.prefix(count))
            #expect((refusal(binary: cut) == nil) == (count >= 23))
        }
    }

    @Test("is refused or read as what it says when a byte is another one")
    func changed() throws {
        for index in Self.whole.indices {
            for byte in UInt8.min...UInt8.max where byte != Self.whole[index] {
                var other = Self.whole
                other[index] = byte
                if let decoded = try? DecodedPush(binary: other) { #expect(decoded.encoded == other) }
            }
        }
    }

    @Test("is refused for another version, whatever follows", arguments: [0, 2, 255] as [UInt8])
    func otherVersion(version: UInt8) {
        #expect(refusal(binary: [version]) == .unsupportedVersion(version))
        #expect(
            refusal(binary: [version, 0xFF, 0xFF]) == .unsupportedVersion(version))
    }

    static let refused: [[UInt8]] = [
        [], [1], [1, 1], [1, 1, 0], [1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 1, 5], [1, 4, 0, 1, 5],
        [1, 0x81, 0, 1, 5],
        [1, 1, 0, 1, 5, 1], [1, 1, 0, 1, 5, 0, 0, 1], [1, 1, 0, 2, 5], [1, 1, 0xFF, 0xFF, 5],
        [1, 3, 0, 65] + [UInt8](repeating: 1, count: 65), [1, 0x21, 0, 1, 5],
        [1, 1, 0, 1, 5] + [UInt8](repeating: 0, count: 20) + [1] + [UInt8](repeating: 0, count: 20),
    ]

    @Test(
        "is refused with no content, an unknown form, a bit that isn't known, or bytes behind it",
        arguments: refused)
    func malformed(bytes: [UInt8]) {
        #expect(refusal(binary: bytes) == .malformed)
    }

    @Test("takes an id to fetch of 64 bytes, and no longer one")
    func fetchID() throws {
        let id = bytes(64)
        #expect(try DecodedPush(binary: [1, 3, 0, 64] + id).fetchID == id)
        for count in [0, 65] {
            #expect(throws: PushEncodingError.fetchIDLength(count)) {
                try PushContent(envelope: nil, fetchID: bytes(count))
            }
        }
        #expect(throws: PushEncodingError.emptyEnvelope) { try PushContent(envelope: [], fetchID: [1]) }
        #expect(throws: PushEncodingError.emptyEnvelope) {
            try PushContent(envelope: nil, preview: [], fetchID: [1])
        }
    }

    @Test("is over at its expiry, and never without one")
    func expires() throws {
        let head = PushFrame.Head(isCall: true, expiry: 1_000)
        let push = try DecodedPush(binary: PushFrame.bytes(.inline, [1], head: head, byteCount: 40))
        #expect(!push.isExpired(at: 999))
        #expect(push.isExpired(at: 1_000))
        #expect(!(try DecodedPush(binary: [1, 1, 0, 1, 5])).isExpired(at: .max))
    }
}
