import Foundation
import Sotto
import Testing

/// Rules TN-6, TN-9, TN-17 to TN-19 and TN-28.
@Suite("safetynum show")
struct ShowTests {
    @Test("prints one line of 12 groups in a pipe, the same for both sides")
    func pipe() throws {
        let sides = try TwoSides()
        let expected = sides.line(try sides.number())
        for words in [sides.words, sides.bobsWords] {
            let result = try sides.tool.run(["show"] + words)
            #expect(result.status == 0)
            #expect(result.output == expected)
            #expect(result.errors.isEmpty)
        }
    }

    @Test("prints keys and halves on request, each side's own")
    func halves() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let result = try sides.tool.run(["show", "--halves"] + sides.words)
        #expect(result.status == 0)
        func spaced(_ digits: String) -> String {
            stride(from: 0, to: 30, by: 5).map { String(digits.dropFirst($0).prefix(5)) }.joined(
                separator: " ")
        }
        let lines = number.text().split(separator: "\n").map { "    \($0)" }
        #expect(
            result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == [
                "Safety number of alice and bob", "",
            ] + lines + [
                "", "Your key (alice):", "  \(hex(sides.alice))", "Your half:",
                "  \(spaced(number.ours.digits))",
                "Their key (bob):", "  \(hex(sides.bob))", "Their half:", "  \(spaced(number.theirs.digits))",
                "",
            ])
    }

    @Test("prints an object with --json, with nulls where only a store would know")
    func json() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let json = try sides.tool.run(["show", "--json"] + sides.words).json
        #expect(Set(json.keys) == ["command", "number", "groups", "me", "them", "code"])
        #expect(json["number"] as? String == number.digits)
        #expect(json["groups"] as? [String] == number.groups)
        let me = try #require(json["me"] as? [String: Any])
        #expect(Set(me.keys) == ["identifier", "identifierHex", "identityKey", "half"])
        #expect(me["identifier"] as? String == "alice")
        #expect(me["identifierHex"] as? String == "616c696365")
        #expect(me["identityKey"] as? String == hex(sides.alice))
        #expect(me["half"] as? String == number.ours.digits)
        let them = try #require(json["them"] as? [String: Any])
        for name in ["knownSince", "verifiedAt", "isKeyInUse", "anotherKeyWaits"] {
            #expect(them[name] is NSNull)
        }
        let code = try #require(json["code"] as? [String: Any])
        #expect(code["version"] as? Int == 2)
        #expect(code["hex"] as? String == hex(number.scannable()))
    }

    @Test("names what is missing, and that two keys and a store don't go together")
    func missing() throws {
        let sides = try TwoSides()
        let nothing = try sides.tool.run("show")
        #expect(nothing.status == 2)
        #expect(nothing.message.contains("two sides are needed"))
        let part = try sides.tool.run("show", "--me", "alice", "--my-key", "alice.pub", "--them", "bob")
        #expect(part.status == 2)
        #expect(part.message == "safetynum: --their-key KEY is missing: see safetynum show --help")
        let both = try sides.tool.run(["show", "--store", "alice.sqlite"] + sides.words)
        #expect(both.status == 2)
        #expect(both.message.contains("don't go together"))
        let without = try sides.tool.run("show", "--store", "alice.sqlite")
        #expect(without.message.contains("--with ADDRESS is missing"))
    }

    @Test("says that a word like the address of a device is taken for a user")
    func address() throws {
        let sides = try TwoSides()
        func run(_ me: String, _ words: String...) throws -> SafetynumTool.Result {
            try sides.tool.run(["show", "--me", me] + sides.words.dropFirst(2) + words)
        }
        let hinted = try run("alice.1")
        #expect(hinted.status == 0)
        #expect(hinted.output == sides.line(try sides.number(Array("alice.1".utf8))))
        #expect(hinted.errors.hasPrefix("safetynum: note: --me alice.1 looks like the address of a device"))
        let explicit = try run("text:alice.1")
        #expect(explicit.output == hinted.output)
        #expect(explicit.errors.isEmpty)
        #expect(try run("alice.1", "--json").errors.isEmpty)
        for word in ["alice.b", "alice.", ".alice", "alice"] {
            #expect(try run(word).errors.isEmpty, "\(word)")
        }
    }

    @Test("refuses the same key for both sides")
    func sameKey() throws {
        let sides = try TwoSides()
        let result = try sides.tool.run(
            "show", "--json", "--me", "alice", "--my-key", "alice.pub", "--them", "bob", "--their-key",
            hex(sides.alice))
        #expect(result.status == 3)
        #expect(result.failure["code"] as? String == "sameKey")
    }

    @Test("computes what others computed before it, for telephone numbers and UUIDs")
    func published() throws {
        // The fingerprints of libsignal's own test, versions 1 and 2.
        let tool = try SafetynumTool()
        let result = try tool.run(
            "show", "--me", "+14152222222", "--my-key",
            "0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868", "--them", "+14153333333",
            "--their-key", "05f781b6fb32fed9ba1cf2de978d4d5da28dc34046ae814402b5c0dbd96fda907b")
        #expect(
            result.output.filter(\.isNumber) == "300354477692869396892869876765458257569162576843440918079131"
        )
    }
}
