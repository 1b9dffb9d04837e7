import ConformanceSuites
import Testing

@Suite("Known answers")
struct KnownAnswerTests {
    @Test(
        "the values of the RFCs come out",
        arguments: ConformanceSuites.all(prefix: "published-").flatMap(\.cases))
    func published(_ vector: ConformanceCase) {
        #expect(vector.failure() == nil)
    }

    @Test(
        "Wycheproof's tests are judged as Specs say",
        arguments: ConformanceSuites.all(prefix: "wycheproof-").flatMap(\.cases))
    func wycheproof(_ test: ConformanceCase) {
        #expect(test.failure() == nil)
    }

    /// Rules XE-1 to XE-6.
    @Test(
        "XEdDSA signs and verifies as its vectors say",
        arguments: ConformanceSuites.load("xeddsa")?.cases ?? [])
    func xeddsa(_ vector: ConformanceCase) {
        #expect(vector.failure() == nil)
    }

    @Test("eleven suites of published values hold 78 cases")
    func completeness() {
        let suites = ConformanceSuites.all(prefix: "published-")
        #expect(suites.count == 11)
        #expect(suites.flatMap(\.cases).count == 78)
    }

    @Test("Wycheproof's suites have all their cases where the files are at hand")
    func wycheproofCompleteness() {
        let suites = ConformanceSuites.all(prefix: "wycheproof-")
        #expect(suites.count == 7)
        let count = suites.flatMap(\.cases).count
        #expect(count == 0 || count == 518 + 151 + 86 + 174 + 174 + 325 + 315)
    }
}
