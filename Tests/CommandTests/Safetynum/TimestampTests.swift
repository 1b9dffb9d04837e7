import Foundation
import Testing

@testable import safetynum

/// Rule TN-24.
@Suite("An instant that safetynum prints")
struct TimestampTests {
    @Test("is what Foundation says, over 8,000 years")
    func dates() {
        let formatter = ISO8601DateFormatter()
        var seconds: [UInt64] = [
            0, 951_782_399, 951_782_400, 951_868_800, 4_107_542_399, 4_107_542_400, 253_402_300_799,
        ]
        for _ in 0..<2_000 { seconds.append(UInt64.random(in: 0...253_402_300_799)) }
        for second in seconds {
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
            #expect(Timestamp.text(second * 1_000 + 999) == expected)
        }
    }

    @Test("is text for every number that a store can have")
    func limits() {
        #expect(Timestamp.text(0) == "1970-01-01T00:00:00Z")
        #expect(Timestamp.text(.max).hasSuffix("Z"))
    }
}
