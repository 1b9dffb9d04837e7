import SottoPushPayload
import TestSupport
import Testing

/// Rules PP-3 to PP-5.
@Suite("A push and its budget")
struct BudgetTests {
    @Test("no payload is longer than its budget: it can't be made")
    func payload() throws {
        let budget = PushBudget.standard
        for count in [0, 4_094, 4_095] {
            let payload = try PushPayload([UInt8](repeating: 1, count: count), within: budget)
            #expect(payload.unusedByteCount == 4_095 - count)
        }
        for count in [4_096, 5_121] {
            #expect(throws: PushEncodingError.overBudget(count - 4_095)) {
                try PushPayload([UInt8](repeating: 1, count: count), within: budget)
            }
        }
    }

    @Test("the named budgets are those of the services, and four kilobytes less one")
    func named() {
        #expect(PushBudget.standard.byteCount == 4_095)
        #expect(PushBudget.webPush.byteCount == 3_993)
        #expect(PushBudget.webPush.byteCount == 4_096 - (16 + 4 + 1 + 65) - 1 - 16)
        #expect(PushBudget.apnsMaximum.byteCount == 4_096)
        #expect(PushBudget.fcmMaximum.byteCount == 4_096)
        #expect(PushBudget.voIPMaximum.byteCount == 5_120)
        #expect(PushLimits.maximumByteCount == 5_120)
    }

    @Test("a budget of nothing, of more than any service takes, or than this one takes, is refused")
    func impossible() throws {
        for count in [Int.min, -1, 0, 5_121, Int.max] {
            #expect(throws: PushEncodingError.budgetOutOfRange(count)) { try PushBudget(byteCount: count) }
        }
        let content = try PushContent(envelope: [1], fetchID: [1])
        for way in PushWay.allCases where way.maximum < 5_120 {
            #expect(throws: PushEncodingError.budgetAboveMaximum(way.maximum)) {
                try way.encode(content, budget: way.maximum + 1)
            }
        }
        for way in PushWay.allCases {
            #expect(throws: PushEncodingError.budgetTooSmall) { try way.encode(content, budget: 83) }
        }
    }

    @Test("an envelope that just fits goes in whole, one byte more doesn't", arguments: PushWay.allCases)
    func atTheLimit(way: PushWay) throws {
        for budget in [
            way.standard - 1, way.standard, min(way.standard + 1, way.maximum), way.maximum, 2_048, 300,
        ] {
            for serverTime in [nil, UInt64(5)] {
                let capacity = try way.encode(
                    PushContent(envelope: nil, fetchID: [1], serverTime: serverTime), budget: budget
                ).capacity
                for count in [capacity - 1, capacity, capacity + 1] {
                    let envelope = bytes(count)
                    let push = try way.encode(
                        PushContent(envelope: envelope, fetchID: [1], serverTime: serverTime), budget: budget)
                    #expect(push.payload.bytes.count <= budget)
                    #expect(push.payload.budget.byteCount == budget)
                    let decoded = try way.decode(push.payload.bytes)
                    if count <= capacity {
                        #expect(push.choice.form == .inline)
                        #expect(push.choice.reason == .envelopeFits)
                        #expect(push.choice.remainingByteCount == capacity - count)
                        #expect(decoded.envelope == envelope)
                    } else {
                        #expect(push.choice.form == .fetch)
                        #expect(push.choice.reason == .envelopeTooLong(excess: 1))
                        #expect(decoded.fetchID == [1])
                    }
                    #expect(decoded.serverTime == serverTime)
                }
            }
        }
    }

    @Test("the largest bucket leaves no room for four more characters", arguments: PushWay.allCases)
    func full(way: PushWay) throws {
        for budget in way.maximum - 4...way.maximum {
            let capacity = try way.encode(PushContent(envelope: nil, fetchID: [1]), budget: budget).capacity
            let push = try way.encode(PushContent(envelope: bytes(capacity), fetchID: [1]), budget: budget)
            let isText = way != .webPush && way != .raw
            #expect(push.payload.unusedByteCount < (isText ? 4 : 1))
        }
    }

    @Test(
        "whatever the lengths and the budget, the best form that fits is taken and nothing is too long",
        arguments: [UInt64.random(in: 0...99_999)])
    func random(seed: UInt64) throws {
        print("seed of the pushes: \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<600 {
            let way = PushWay.allCases[Int.random(in: 0..<6, using: &generator)]
            let budget =
                generator.oneIn(3) ? way.standard : Int.random(in: 260...way.maximum, using: &generator)
            let envelope =
                generator.oneIn(5) ? nil : generator.bytes(Int.random(in: 1...6_000, using: &generator))
            let preview =
                generator.oneIn(2) ? nil : generator.bytes(Int.random(in: 1...4_500, using: &generator))
            let id = generator.bytes(Int.random(in: 1...64, using: &generator))
            let time = generator.oneIn(2) ? nil : generator.next()
            let content = try PushContent(envelope: envelope, preview: preview, fetchID: id, serverTime: time)
            let push = try way.encode(content, budget: budget)
            #expect(push.payload.bytes.count <= budget)
            let decoded = try way.decode(push.payload.bytes)
            #expect(decoded.form == push.choice.form)
            let fits = { (bytes: [UInt8]?) in bytes.map { $0.count <= push.capacity } ?? false }
            let expected: PushForm = fits(envelope) ? .inline : fits(preview) ? .preview : .fetch
            #expect(push.choice.form == expected)
            let carried = expected == .inline ? envelope : expected == .preview ? preview : id
            #expect(decoded.content == carried)
            #expect(decoded.isCall == (way == .call))
            #expect((decoded.expiry != nil) == (way == .call))
            let room = expected == .fetch ? min(64, push.capacity) : push.capacity
            #expect(push.choice.remainingByteCount == room - decoded.content.count)
        }
    }

    @Test("the form says why it is no better one")
    func reasons() throws {
        let (fits, long) = (bytes(100), bytes(3_993))
        func reason(_ envelope: [UInt8]?, _ preview: [UInt8]?) throws -> PushChoice {
            try PushWay.webPush.encode(
                PushContent(envelope: envelope, preview: preview, fetchID: [1, 2])
            ).choice
        }
        #expect(try reason(fits, fits).reason == .envelopeFits)
        #expect(try reason(long, fits).form == .preview)
        #expect(try reason(long, fits).reason == .envelopeTooLong(excess: 4))
        #expect(try reason(long, nil).form == .fetch)
        #expect(try reason(long, nil).reason == .envelopeTooLong(excess: 4))
        #expect(try reason(long, long + [1]).reason == .bothTooLong(excess: 4, previewExcess: 5))
        #expect(try reason(nil, fits).form == .preview)
        #expect(try reason(nil, fits).reason == .noEnvelope)
        #expect(try reason(nil, nil).reason == .noEnvelope)
        #expect(try reason(nil, long).reason == .previewTooLong(excess: 4))
        #expect(try reason(nil, nil).remainingByteCount == 62)
    }

    @Test(
        "payloads have five lengths, and a short message takes a quarter of the largest",
        arguments: PushWay.allCases)
    func lengths(way: PushWay) throws {
        let capacity = try way.encode(PushContent(envelope: nil, fetchID: [1])).capacity
        var lengths: Set<Int> = []
        for count in 1...capacity {
            guard
                count % 16 < 2 || [768, 1_152, 1_728, 2_592].contains(where: { abs($0 - count) < 24 })
                    || count > capacity - 3
            else { continue }
            let push = try way.encode(PushContent(envelope: bytes(count), fetchID: [1]))
            lengths.insert(push.payload.bytes.count)
        }
        #expect(lengths.count == 5)
        #expect((lengths.min() ?? 0) * 10 < (lengths.max() ?? 0) * 3)
        let fetch = try way.encode(PushContent(envelope: nil, fetchID: bytes(64)))
        #expect(fetch.payload.bytes.count == lengths.min())
    }

    @Test("a bucket is the least length that suffices; the largest is all the room there is")
    func buckets() {
        #expect(PushBuckets.byteCount(for: 1, capacity: 3_000) == 768)
        #expect(PushBuckets.byteCount(for: 768, capacity: 3_000) == 768)
        #expect(PushBuckets.byteCount(for: 769, capacity: 3_000) == 1_152)
        #expect(PushBuckets.byteCount(for: 1_153, capacity: 3_000) == 1_728)
        #expect(PushBuckets.byteCount(for: 1_729, capacity: 3_000) == 2_592)
        #expect(PushBuckets.byteCount(for: 2_593, capacity: 3_000) == 3_000)
        #expect(PushBuckets.byteCount(for: 3_000, capacity: 3_000) == 3_000)
        #expect(PushBuckets.byteCount(for: 3_001, capacity: 3_000) == nil)
        #expect(PushBuckets.byteCount(for: 700, capacity: 768) == 768)
        #expect(PushBuckets.byteCount(for: 1, capacity: 700) == 700)
        #expect(PushBuckets.byteCount(for: 800, capacity: 1_000) == 1_000)
    }
}
