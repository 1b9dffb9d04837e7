import Foundation
import TestVectors
import Testing

@Suite("A vector file")
struct VectorFileTests {
    private func load(_ text: String) throws(VectorError) -> [Identified<SHA256Vector>] {
        try VectorFiles.cases(Array(text.utf8), hasSource: true)
    }

    private static let digest = String(repeating: "00", count: 32)

    private func file(_ suite: String = "sha256", _ cases: String) -> String {
        "{\"suite\": \"\(suite)\", \"source\": \"s\", \"cases\": [\(cases)]}"
    }

    private func entry(_ id: String = "a", _ more: String = "") -> String {
        "{\"id\": \"\(id)\", \"message\": \"0aff\", \"digest\": \"\(Self.digest)\"\(more)}"
    }

    @Test("gives its cases")
    func accepted() throws {
        let cases = try load(file("sha256", entry("a") + ", " + entry("b")))
        #expect(cases.map(\.id) == ["a", "b"])
        #expect(cases.first?.content.message == [0x0A, 0xFF])
    }

    @Test("is refused with an unknown field")
    func unknownField() {
        #expect(throws: VectorError("sha256, a: unknown comment")) {
            try load(file("sha256", entry("a", ", \"comment\": \"\"")))
        }
        #expect(throws: VectorError("sha256: unknown more")) {
            try load("{\"suite\": \"sha256\", \"source\": \"s\", \"cases\": [\(entry())], \"more\": 1}")
        }
    }

    @Test("is refused with an unknown suite")
    func unknownSuite() {
        #expect(throws: VectorError("sha256: unknown suite sha512")) { try load(file("sha512", entry())) }
    }

    @Test("is refused without a field, without cases and without a source")
    func missing() {
        #expect(throws: VectorError.self) { try load(file("sha256", "{\"id\": \"a\", \"message\": \"\"}")) }
        #expect(throws: VectorError("sha256: no cases")) { try load(file("sha256", "")) }
        #expect(throws: VectorError.self) { try load("{\"suite\": \"sha256\", \"cases\": [\(entry())]}") }
    }

    @Test("is refused with an id or a name that is there twice")
    func repeated() {
        #expect(throws: VectorError.self) { try load(file("sha256", entry("a") + "," + entry("a"))) }
        #expect(throws: VectorError.self) { try load(file("sha256", entry("a", ", \"message\": \"\""))) }
    }

    @Test(
        "is refused when it isn't JSON of integers",
        arguments: [
            "", "{", "[1", "[1.5]", "[1e3]", "[01]", "[-0]", "[1,]", "{\"a\" 1}", "[\"a]", "[tru]", "[1] 2",
            "[\"\\x\"]", "[\"\\ud800\"]", "[\"\u{1}\"]", "[99999999999999999999]", "{\"a\":1,\"a\":2}",
            String(repeating: "[", count: 100),
        ])
    func notJSON(_ text: String) {
        #expect(throws: VectorError.self) { try JSON(parsing: Array(text.utf8)) }
    }

    @Test("may hold every kind of value that its formats have")
    func values() throws {
        let text =
            " {\"a\" : [ null, true, false, 0, -1, 17 ], \"b\": {}, \"c\": [], \"d\": \"\\u00e9\\n\\\"é\"} "
        let value = try JSON(parsing: Array(text.utf8))
        let items: [JSON] = [.null, .flag(true), .flag(false), .number(0), .number(-1), .number(17)]
        #expect(
            value == .object(["a": .array(items), "b": .object([:]), "c": .array([]), "d": .text("é\n\"é")]))
    }

    @Test(
        "is refused with hex that has an odd length, upper case or another character",
        arguments: ["0", "0A", "0g", " 0"])
    func hex(_ text: String) {
        #expect(throws: VectorError.self) {
            try load(
                file("sha256", "{\"id\": \"a\", \"message\": \"\(text)\", \"digest\": \"\(Self.digest)\"}"))
        }
    }
}
