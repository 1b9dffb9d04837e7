import Foundation
import Sotto
import Testing

/// Rules TN-4, TN-5, TN-16 and TN-22.
@Suite("A key on the command line")
struct KeyArgumentTests {
    private func show(_ sides: TwoSides, myKey: String, input: String = "") throws -> SafetynumTool.Result {
        try sides.tool.run(
            [
                "show", "--json", "--me", "alice", "--my-key=\(myKey)", "--them", "bob", "--their-key",
                "bob.pub",
            ],
            input: input)
    }

    @Test("is the same in every form, with and without the byte 05")
    func forms() throws {
        let sides = try TwoSides()
        let (long, short) = (sides.alice.encoded, Array(sides.alice.encoded.dropFirst()))
        let digits = try sides.number().digits
        for bytes in [long, short] {
            let (base64, text) = (Data(bytes).base64EncodedString(), hex(bytes))
            let url = base64.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            let bare = base64.filter { $0 != "=" }
            try sides.tool.write(bytes, as: "raw")
            try sides.tool.write(text + "\r\n", as: "hex")
            try sides.tool.write("\n " + base64 + "\n", as: "base64")
            for value in [
                text, text.uppercased(), base64, bare, url, "hex:" + text, "base64:" + base64, "raw", "hex",
                "base64",
                "file:hex", sides.tool.path("raw"),
            ] {
                let result = try show(sides, myKey: value)
                #expect(result.json["number"] as? String == digits, "\(value): \(result.errors)")
            }
            #expect(try show(sides, myKey: "-", input: text).json["number"] as? String == digits)
        }
    }

    @Test("of 32 bytes is the key itself, also when its first byte is 05")
    func firstByte() throws {
        let sides = try TwoSides()
        let bytes: [UInt8] = [5] + [UInt8](repeating: 9, count: 31)
        let expected = hex(IdentityPublicKey(try X25519.PublicKey(bytes)))
        let json = try show(sides, myKey: hex(bytes)).json
        #expect((json["me"] as? [String: Any])?["identityKey"] as? String == expected)
        #expect(expected == "05" + hex(bytes))
    }

    @Test("is refused when it is also the name of a file, until one says which")
    func ambiguous() throws {
        let sides = try TwoSides()
        let text = hex(sides.alice)
        try sides.tool.write(hex(try IdentityKeyPair().publicKey), as: text)
        let result = try show(sides, myKey: text)
        #expect(result.status == 3)
        #expect(result.failure["code"] as? String == "ambiguousKey")
        #expect(try show(sides, myKey: "hex:" + text).json["number"] as? String == sides.number().digits)
        #expect(try show(sides, myKey: "file:" + text).json["number"] as? String != sides.number().digits)
        #expect(try show(sides, myKey: "file:" + text).status == 0)
    }

    @Test("is refused with status 3 when it isn't one")
    func refused() throws {
        let sides = try TwoSides()
        let text = hex(sides.alice)
        let wrong: [(String, String)] = [
            ("nothing.pub", "fileMissing"), (String(text.dropLast(4)), "badKey"), (text + "00", "badKey"),
            ("06" + text.dropFirst(2), "badKey"), (String(repeating: "00", count: 32), "badKey"),
            (String(repeating: "ff", count: 32), "badKey"), ("hex:zz", "badKey"), ("base64:====", "badKey"),
            ("hex:" + text.dropLast(4), "badKey"), (".", "fileUnreadable"), ("file:nothing", "fileMissing"),
            ("empty", "badKey"), ("/dev/zero", "inputTooLarge"), ("huge", "inputTooLarge"),
            ("limit", "badKey"),
        ]
        try sides.tool.write([UInt8](), as: "empty")
        try sides.tool.write([UInt8](repeating: 65, count: 1 << 20), as: "limit")
        try sides.tool.write([UInt8](repeating: 65, count: 1 << 20 + 1), as: "huge")
        for (value, code) in wrong {
            let result = try show(sides, myKey: value)
            #expect(result.status == 3, "\(value)")
            #expect(result.failure["code"] as? String == code, "\(value)")
            #expect(result.output.isEmpty)
        }
    }

    @Test("isn't base64 when it is hex digits alone, in an argument and in a file")
    func hexDigitsAlone() throws {
        let sides = try TwoSides()
        // What is left of a key in hex when digits are lost has the length of one in base64.
        for digits in [hex(sides.alice).prefix(43), hex(sides.alice).prefix(44)].map(String.init) {
            try sides.tool.write(digits + "\n", as: "digits")
            for result in [
                try show(sides, myKey: digits), try show(sides, myKey: "digits"),
                try show(sides, myKey: "-", input: digits),
            ] {
                #expect(result.status == 3)
                #expect(result.failure["code"] as? String == "badKey")
            }
        }
        let base64 = "B" + String(repeating: "A", count: 42)
        #expect(try show(sides, myKey: base64).failure["code"] as? String == "badKey")
        #expect(try show(sides, myKey: "base64:" + base64).status == 0)
    }

    @Test("isn't 32 or 33 characters of text in a file")
    func textIsNoKey() throws {
        let sides = try TwoSides()
        let half = String(hex(sides.alice).prefix(32))
        for text in [half, half + "\n", "correct horse battery staple, or\n"] {
            try sides.tool.write(text, as: "text")
            for result in [
                try show(sides, myKey: "text"), try show(sides, myKey: "file:text"),
                try show(sides, myKey: "-", input: text),
            ] {
                #expect(result.status == 3)
                #expect(result.failure["code"] as? String == "badKey")
            }
        }
    }

    @Test("comes from standard input for one of them only")
    func once() throws {
        let sides = try TwoSides()
        let result = try sides.tool.run(
            ["show", "--me", "alice", "--my-key", "-", "--them", "bob", "--their-key", "-"],
            input: hex(sides.alice))
        #expect(result.status == 2)
        #expect(result.message.contains("--my-key and --their-key can't both come from standard input"))
        let digits = try sides.tool.run(
            ["compare", "--me", "alice", "--my-key", "-", "--them", "bob", "--their-key", "bob.pub"],
            input: hex(sides.alice))
        #expect(digits.status == 2)
    }

    @Test("may be the private key that keygen made, for one's own side and from a file only")
    func privateKey() throws {
        let sides = try TwoSides()
        let made = try sides.tool.run("keygen", "new.key")
        try sides.tool.write(made.output, as: "new.pub")
        let (byFile, byKey) = (try show(sides, myKey: "new.key"), try show(sides, myKey: "new.pub"))
        #expect(byFile.status == 0)
        #expect(byFile.output == byKey.output)
        let content = String(decoding: try sides.tool.bytes(of: "new.key"), as: UTF8.self)
        let line = String(content.dropLast())
        let secret = String(line.dropFirst("sotto-private-identity-key:1:".count))
        for result in [
            try show(sides, myKey: line),
            try sides.tool.run(
                "show", "--json", "--me", "alice", "--my-key", "alice.pub", "--them", "bob", "--their-key",
                "new.key"),
        ] {
            #expect(result.status == 3)
            #expect(result.failure["code"] as? String == "privateKey")
            #expect(!result.errors.contains(secret))
        }
        try sides.tool.write(" " + content, as: "moved.key")
        let moved = try show(sides, myKey: "moved.key")
        #expect(moved.failure["code"] as? String == "badKey")
        #expect(!moved.errors.contains(secret))
        try sides.tool.write(line.dropLast(3) + "\n", as: "cut.key")
        let cut = try show(sides, myKey: "cut.key")
        #expect(cut.failure["code"] as? String == "badKey")
        #expect(!cut.errors.contains(secret.prefix(10)))
    }

    @Test("that is private is shown nowhere, wherever on the command line it stands")
    func privateKeyMisplaced() throws {
        let sides = try TwoSides()
        _ = try sides.tool.run("keygen", "new.key")
        let content = String(decoding: try sides.tool.bytes(of: "new.key"), as: UTF8.self)
        let secret = content.dropLast().dropFirst("sotto-private-identity-key:1:".count)
        let values = ["", " ", "file:", "hex:"].map { $0 + content + "\u{301}" }
        var lines: [[String]] = [
            [content], ["--" + content], ["help", content], ["keygen", content], ["compare", "--" + content],
            ["compare"] + sides.words + [content], ["scan"] + sides.words + [content],
            ["scan"] + sides.words + ["--", content],
        ]
        for value in values {
            for option in [
                "me", "my-key", "them", "their-key", "store", "with", "passphrase-file", "key-file", "which",
                "png",
            ] {
                lines += [["qr", "--\(option)", value], ["qr", "--\(option)=\(value)"]]
            }
        }
        for line in lines {
            for result in [
                try sides.tool.run(line), try sides.tool.run([line[0], "--json"] + line.dropFirst()),
            ] {
                #expect(result.status == 3, "\(line)")
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("private key"))
                #expect(!result.errors.contains(secret.prefix(8)))
            }
        }
    }
}
