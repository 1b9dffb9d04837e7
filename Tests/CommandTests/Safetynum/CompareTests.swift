import Foundation
import Sotto
import Testing

/// Rules TN-10, TN-11, TN-17, TN-18, TN-22 and TN-27.
@Suite("safetynum compare")
struct CompareTests {
    /// The digits with some groups changed.
    private func changed(_ number: SafetyNumber, _ groups: Int...) -> [String] {
        number.groups.enumerated().map { index, group in
            guard groups.contains(index) else { return group }
            return group.hasPrefix("0") ? "1" + group.dropFirst() : "0" + group.dropFirst()
        }
    }

    @Test("says with status 0 that all 60 digits are the same, however they are given")
    func match() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let given: [([String], String)] = [
            ([number.digits], ""), (number.groups, ""), ([number.text()], ""), ([], number.digits),
            ([], number.text(.threeLines) + "\n"), (["-"], number.text()), (["--"] + number.groups, ""),
            ([number.groups.joined(separator: "-")], ""),
            ([], number.spokenText.replacingOccurrences(of: ",", with: "")),
        ]
        for (words, input) in given {
            let result = try sides.tool.run(["compare"] + sides.words + words, input: input)
            #expect(result.status == 0, "\(words) \(input): \(result.errors)")
            #expect(result.output.hasSuffix("\nMATCH: all 60 digits are the same.\n"))
        }
    }

    @Test("shows both numbers one above the other and marks the groups that differ")
    func mismatch() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        let other = changed(number, 0, 4, 11)
        let result = try sides.tool.run(["compare"] + sides.words + other)
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let marks = ["         ^^^^^", "               ^^^^^", "", "                     ^^^^^"]
        for block in 0..<4 {
            let range = block * 3..<block * 3 + 3
            #expect(lines[block * 3] == "  here   " + number.groups[range].joined(separator: " "))
            #expect(lines[block * 3 + 1] == "  given  " + other[range].joined(separator: " "))
            #expect(lines[block * 3 + 2] == marks[block])
        }
        #expect(lines[12].hasPrefix("NO MATCH: groups 1, 5, 12 differ."))
        #expect(!result.output.contains("\u{1B}"))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("takes one or two groups for a slip, and never for a match")
    func slip() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        for (groups, words) in [
            ([11], "check group 12 and compare all again"),
            ([0, 6], "check groups 1, 7 and compare all again"),
        ] {
            var given = number.groups
            for group in groups { given[group] = changed(number, group)[group] }
            let result = try sides.tool.run(["compare"] + sides.words + given)
            #expect(result.status == 1)
            let text = result.output.replacingOccurrences(of: "\n", with: " ")
            #expect(text.contains("NO MATCH: group") && text.contains(words), "\(text)")
            #expect(text.contains("don't trust this key."))
        }
        let three = try sides.tool.run(["compare"] + sides.words + changed(number, 0, 1, 2))
        #expect(three.status == 1)
        #expect(!three.output.contains("slip"))
    }

    @Test("says whose half it is that differs as a whole, wherever it stands", arguments: 0..<12)
    func half(_ run: Int) throws {
        let sides = try TwoSides()
        let other = try IdentityKeyPair().publicKey
        let number = try sides.number()
        let alice = Array("alice".utf8), bob = Array("bob".utf8)
        let theirs = SafetyNumber(ours: number.ours, theirs: try Fingerprint(of: other, identifier: bob))
        let ours = SafetyNumber(ours: try Fingerprint(of: other, identifier: alice), theirs: number.theirs)
        let both = SafetyNumber(ours: ours.ours, theirs: theirs.theirs)
        for (given, words, moved) in [
            (
                theirs, "That is the whole half of bob, and yours is the same",
                "Your half is there in the other place, and the half of bob isn't"
            ),
            (
                ours, "That is your whole half (alice), and theirs is the same",
                "Their half is there in the other place, and yours (alice) isn't"
            ),
            (
                both, "One of you has another key or another identifier",
                "One of you has another key or another identifier"
            ),
        ] {
            let result = try sides.tool.run(["compare"] + sides.words + [given.digits])
            #expect(result.status == 1)
            let text = result.output.replacingOccurrences(of: "\n", with: " ")
            let isMoved = zip(given.groups, number.groups).count { $0 != $1 } > 6
            #expect(text.contains(isMoved ? moved : words), "\(text)")
            #expect(text.contains("don't trust this key."))
        }
    }

    @Test("names one group that differs, for each of the 12")
    func eachGroup() throws {
        let sides = try TwoSides()
        let number = try sides.number()
        for group in 0..<12 {
            let result = try sides.tool.run(["compare", "--json"] + sides.words + changed(number, group))
            #expect(result.status == 1)
            #expect(result.json["result"] as? String == "mismatch")
            #expect(result.json["differingGroups"] as? [Int] == [group + 1])
        }
    }

    @Test("prints an object with --json")
    func json() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let result = try sides.tool.run(["compare", "--json"] + sides.words, input: digits)
        #expect(result.status == 0)
        #expect(Set(result.json.keys) == ["command", "result", "number", "given", "differingGroups"])
        #expect(result.json["result"] as? String == "match")
        #expect(result.json["number"] as? String == digits)
        #expect(result.json["given"] as? String == digits)
        #expect((result.json["differingGroups"] as? [Int])?.isEmpty == true)
    }

    @Test("never takes less or more than 60 digits, or anything else")
    func partial() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        for text in [
            "", "1", String(digits.dropLast()), digits + "0", String(digits.prefix(30)), digits + "x",
            "x" + digits,
            String(repeating: digits, count: 2), "\u{0}" + digits,
        ] {
            let result = try sides.tool.run(["compare", "--json"] + sides.words, input: text)
            #expect(result.status == 3, "\(text)")
            #expect(result.failure["code"] as? String == "badDigits")
            #expect(result.output.isEmpty)
        }
        let short = try sides.tool.run(["compare"] + sides.words, input: String(digits.dropLast()))
        #expect(
            short.errors
                == "safetynum: all 60 digits are needed and there are 59: give the whole number, a part of it proves nothing\n"
        )
    }

    @Test("reads a bounded part of what it is given")
    func bounded() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let padding = String(repeating: " ", count: 1 << 20 - 60)
        #expect(try sides.tool.run(["compare"] + sides.words, input: digits + padding).status == 0)
        let long = try sides.tool.run(["compare", "--json"] + sides.words, input: digits + padding + " ")
        #expect(long.status == 3)
        #expect(long.failure["code"] as? String == "inputTooLarge")
        let words = sides.words.joined(separator: " ")
        let endless = try sides.tool.shell("yes 12345 2>/dev/null | safetynum compare --json \(words)")
        #expect(endless.failure["code"] as? String == "inputTooLarge")
    }

    @Test("takes digits of other scripts, and digits from right to left")
    func scripts() throws {
        let sides = try TwoSides()
        let digits = try sides.number().digits
        let arabic = String(
            String.UnicodeScalarView(
                digits.unicodeScalars.compactMap { Unicode.Scalar($0.value - 48 + 0x660) }))
        let result = try sides.tool.run(["compare", "--json"] + sides.words, input: "\u{200F}" + arabic)
        #expect(result.status == 0)
        #expect(result.json["given"] as? String == digits)
    }
}
