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
        .enabled(
            if: !ConformanceSuites.all(prefix: "wycheproof-").flatMap(\.cases).isEmpty,
            "no vectors here: set WYCHEPROOF_DIR to the folder testvectors_v1 of Project Wycheproof (C2SP)"),
        arguments: ConformanceSuites.all(prefix: "wycheproof-").flatMap(\.cases))
    func wycheproof(_ test: ConformanceCase) {
        #expect(test.failure() == nil)
    }

    /// Rules EN-2 to EN-7, XE-1 to XE-6, HS-1 to HS-12, HS-16, HS-17, HS-20, DR-1 to DR-16, SM-1 to SM-12, SS-1 to SS-19,
    /// SS-21, SV-1, SV-2, SV-5, SV-6, GR-1 to GR-20, GR-22 to GR-24, PP-1 to PP-16.
    @Test("the vectors of the protocol come out", arguments: Self.protocolSuites.flatMap(\.cases))
    func ownProtocol(_ vector: ConformanceCase) {
        #expect(vector.failure() == nil)
    }

    private static var protocolSuites: [ConformanceSuite] {
        [
            "encoding", "xeddsa", "bundles", "uploads", "ratchet", "sessions", "safety-numbers",
            "sealed-sender", "groups", "pushes",
        ].compactMap {
            ConformanceSuites.load($0)
        }
    }

    @Test("every suite has a name of its own and loads")
    func names() {
        #expect(Set(ConformanceSuites.names).count == 12 + 7 + 10)
        for suite in ConformanceSuites.all() {
            if case .broken(let reason) = suite.content { Issue.record("\(suite.name): \(reason)") }
        }
        #expect(ConformanceSuites.load("nothing")?.name == nil)
    }

    @Test("twelve suites of published values hold 92 cases")
    func completeness() {
        let suites = ConformanceSuites.all(prefix: "published-")
        #expect(suites.count == 12)
        #expect(suites.flatMap(\.cases).count == 92)
    }

    @Test("Wycheproof's suites have all their cases where the files are at hand")
    func wycheproofCompleteness() {
        let suites = ConformanceSuites.all(prefix: "wycheproof-")
        #expect(suites.count == 7)
        let count = suites.flatMap(\.cases).count
        #expect(count == 0 || count == 518 + 151 + 86 + 174 + 174 + 325 + 315)
    }
}
