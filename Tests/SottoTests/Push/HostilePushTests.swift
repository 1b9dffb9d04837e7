import Sotto
import TestSupport
import Testing

/// Rules PD-6, PD-8, PD-9, PD-10, PP-14 to PP-16.
@Suite("A hostile push at a device")
struct HostilePushTests {
    var desk: PushDesk

    init() throws { desk = try PushDesk() }

    /// Opens it both ways, and checks that nothing is told and nothing moved.
    private mutating func refuse(_ input: PushInput, _ note: String = "") throws -> PushFailure? {
        let result = desk.open(input)
        let value = try #require(result.decision.value, "\(note)")
        #expect(value.body == PushDesk.neutral, "\(note)")
        #expect(value.communication == nil, "\(note)")
        #expect(result.received == nil, "\(note)")
        let call = desk.openCall(input)
        #expect(call.call.ending == .unreadable, "\(note)")
        #expect(call.failure == result.failure, "\(note)")
        return result.failure
    }

    @Test("of any shape gives the neutral text and a reason")
    mutating func shapes() throws {
        let value = String(repeating: "QUJD", count: 2_000)
        let deep = String(repeating: "[", count: 2_000)
        let cases: [(PushInput, PushDecodingError)] = [
            (.value(nil), .missing), (.value(""), .malformed), (.value("a"), .malformedBase64),
            (.value("AQ_-"), .malformedBase64), (.value(value), .tooLarge(8_000)),
            (.binary([]), .malformed), (.binary([9]), .unsupportedVersion(9)),
            (.binary([UInt8](repeating: 1, count: 5_121)), .tooLarge(5_121)),
            (.json([]), .malformedJSON), (.json([0xFF]), .malformedJSON),
            (.json(Array(#"{"sotto":"AQ==","sotto":"AQ=="}"#.utf8)), .duplicateKey),
            (.json(Array(#"{"sotto":7}"#.utf8)), .wrongType), (.json(Array("{}".utf8)), .missing),
            (.json(Array(deep.utf8)), .tooComplex),
        ]
        for (input, error) in cases { #expect(try refuse(input) == .payload(error)) }
    }

    @Test("cut at any byte gives the neutral text, and the genuine one opens afterwards")
    mutating func truncated() throws {
        let outgoing = try desk.send(.text("a sentence"))
        let bytes = try desk.push(outgoing).payload.bytes
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(try refuse(.json(Array(bytes.prefix(count))), "\(count)") != nil)
        }
        #expect(desk.open(.json(bytes)).decision.value?.body == "a sentence")
    }

    @Test(
        "with any byte of its envelope changed tells nothing of it", arguments: [UInt64.random(in: 0...9_999)]
    )
    mutating func changed(_ seed: UInt64) throws {
        print("seed of the changes: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let outgoing = try desk.send(.text("a sentence"))
        let envelope = outgoing.message.envelopes[0].bytes
        for _ in 0..<60 {
            var copy = envelope
            copy[Int(generator.next() % UInt64(copy.count))] ^= UInt8(1 + generator.next() % 255)
            #expect(try refuse(.binary(try OpeningPushTests.raw(copy)), "seed \(seed)") != nil)
        }
        for count in [1, 20, 500, 3_000] {
            let garbage = generator.bytes(count)
            #expect(try refuse(.binary(try OpeningPushTests.raw(garbage)), "seed \(seed)") != nil)
        }
        #expect(try desk.bob.inbox().isEmpty)
        #expect(desk.open(try desk.input(outgoing)).decision.value?.body == "a sentence")
    }

    @Test("that comes again shows the neutral text under the same name")
    mutating func sameName() throws {
        let first = desk.open(.value("garbage")).decision.value?.id
        #expect(first == desk.open(.value("garbage")).decision.value?.id)
        #expect(first != desk.open(.value("other")).decision.value?.id)
    }

    @Test("from somebody whose identity changed shows the neutral text, and waits")
    mutating func changedIdentity() throws {
        _ = desk.open(try desk.input(try desk.send(.text("hello"))))
        let other = try desk.network.sealedDevice("alice")
        try desk.network.start(other, with: desk.bob)
        let outgoing = try other.sendForPush(other.compose(.text("a sentence")), to: .user("bob"))
        let result = desk.open(try desk.input(outgoing))
        #expect(result.decision.value?.body == PushDesk.neutral)
        #expect(!result.decision.words.contains("Alice"))
        #expect(result.failure?.recovery == .decideTrust)
    }
}
