import Foundation
import Sotto
import TestSupport
import Testing

@testable import safetynum

/// Rules TN-1 to TN-3.
@Suite("An identifier on the command line")
struct IdentifierArgumentTests {
    private static let uuid = "9d0652a3-dcc3-4d11-975f-74d61598733f"

    private static let forms: [String: [UInt8]] = [
        "alice": Array("alice".utf8), "alice@example.org": Array("alice@example.org".utf8),
        "bob.1": Array("bob.1".utf8), "+14151234567": Array("+14151234567".utf8),
        "phone:+14151234567": Array("+14151234567".utf8), "hex:00ff": [0, 255], "hex:00FF": [0, 255],
        "text:00ff": Array("00ff".utf8), "text:+1": Array("+1".utf8), "text:é": [0xC3, 0xA9],
        "text:text:a": Array("text:a".utf8), "text:a b": Array("a b".utf8), "deadbee": Array("deadbee".utf8),
        "x": Array("x".utf8),
    ]

    @Test("is the bytes that its form says")
    func bytes() throws {
        for (text, expected) in Self.forms { #expect(try Identifier(text).bytes == expected, "\(text)") }
        // Nothing is normalised, and a mark behind the colon doesn't hide it.
        #expect(try Identifier("text:\u{301}").bytes == [0xCC, 0x81])
        #expect(try Identifier("text:e\u{301}").bytes == [0x65, 0xCC, 0x81])
        let longest = String(repeating: "a", count: 255)
        #expect(try Identifier("text:" + longest).bytes.count == 255)
    }

    @Test(
        "is the 16 bytes of a UUID, in upper and lower case",
        arguments: [uuid, uuid.uppercased(), "uuid:" + uuid])
    func uuids(_ text: String) throws {
        #expect(hex(try Identifier(text).bytes) == Self.uuid.filter { $0 != "-" })
        #expect(try Identifier("uuid:" + Self.uuid.filter { $0 != "-" }).bytes == Identifier(text).bytes)
    }

    @Test(
        "is refused where it could be two things",
        arguments: [
            "14151234567", "123", "415-123-4567", "(415)", "deadbeef", "DEADBEEF00",
            String(repeating: "0a", count: 16), "{\(uuid)}", uuid + "0", String(uuid.dropLast()), uuid + "g",
            "9d0652a3dcc3-4d11-975f-74d61598733f", "dead-beef", "491701234567x", "tel+491701234567",
            "(+49)170x",
            "491701234567@", "carol.+1",
        ])
    func ambiguous(_ text: String) throws {
        #expect(throws: Failure.self) { try Identifier(text) }
        let failure = #expect(throws: Failure.self) { try Identifier(text) }
        #expect(failure?.code == .ambiguousIdentifier)
        #expect(failure?.message.contains("text:" + text) == true)
    }

    @Test(
        "is refused in another form",
        arguments: [
            "", "text:", "hex:", "hex:0", "hex:0g", "uuid:1", "uuid:" + uuid + "0", "phone:14151234567", "+",
            "+123456",
            "+1234567890123456", "+0123456789", "+1415 123", "a b", " alice", "alice\n", "é", "name:alice",
            "Text:alice",
            "text:" + String(repeating: "a", count: 256), "a:b", "\u{7}",
        ])
    func refused(_ text: String) {
        let failure = #expect(throws: Failure.self) { try Identifier(text) }
        #expect(failure?.code == .badIdentifier || failure?.code == .ambiguousIdentifier)
    }

    @Test("is printed so that the same bytes are read again")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        var samples: [[UInt8]] = [
            Array("alice".utf8), Array("deadbeef".utf8), Array("hex:41".utf8), Array("+14151234567".utf8),
            Array("123".utf8), Array(Self.uuid.utf8), Array("é\u{202E}".utf8), Array("\u{FFFD}".utf8), [0],
            [0xFF],
            Array("é".utf8), Array("a b".utf8), Array(" ".utf8), Array("0123456789abcdef".utf8),
        ]
        // Marks behind the colon, and texts of any characters.
        samples += ["\u{301}", "\u{73F}t", "\u{301}:a", "e\u{301}", "=\u{301}"].map { Array($0.utf8) }
        for _ in 0..<500 {
            let scalars = (0..<Int.random(in: 1...8, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &generator))
            }
            samples.append(Array(String(String.UnicodeScalarView(scalars)).utf8))
        }
        for _ in 0..<2_000 {
            let count = Int.random(in: 1...40, using: &generator)
            let isText = Bool.random(using: &generator)
            samples.append(
                (0..<count).map { _ in UInt8.random(in: isText ? 0x20...0x7E : 0...255, using: &generator) })
        }
        for bytes in samples {
            for isUTF8 in [true, false] {
                let text = Identifier.text(of: bytes, isUTF8: isUTF8)
                let read = try? Identifier(text)
                #expect(read?.bytes == bytes, "\(bytes) as \(text), seed \(seed)")
                #expect(isUTF8 || text.utf8.allSatisfy { (0x20...0x7E).contains($0) })
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .format })
            }
        }
        #expect(Identifier.text(of: Array("alice".utf8), isUTF8: false) == "alice")
        #expect(Identifier.text(of: Array("deadbeef".utf8), isUTF8: false) == "text:deadbeef")
        #expect(Identifier.text(of: Array("é".utf8), isUTF8: true) == "text:é")
        #expect(Identifier.text(of: Array("é".utf8), isUTF8: false) == "hex:c3a9")
        #expect(Identifier.text(of: try Identifier(Self.uuid).bytes, isUTF8: true) == Self.uuid)
    }

    @Test("is a name where only a part looks like something else")
    func names() throws {
        for text in [
            "alice+2024@example.org", "agent007", "user123456", "dead-pool", "9d0652a-x", Self.uuid + ".1",
        ] {
            #expect(try Identifier(text).bytes == Array(text.utf8), "\(text)")
        }
    }

    @Test(
        "is printed in hex where two would look alike",
        arguments: [
            "bob  smith", " bob", "bob ", "bob\u{A0}smith", "bob\u{2003}smith", "bob\u{3000}", "bob\u{3164}",
            "bob\u{FE0F}", "bob\u{115F}x", "bob\u{34F}", "\u{E0100}",
        ])
    func lookAlike(_ text: String) throws {
        #expect(Identifier.text(of: Array(text.utf8), isUTF8: true) == "hex:" + hex(Array(text.utf8)))
        #expect(Identifier.text(of: Array("bob smith".utf8), isUTF8: true) == "text:bob smith")
    }

    @Test(
        "that begins with a mark is read by the tool as its bytes",
        arguments: ["\u{301}a", "\u{FE0F}", "\u{FF9E}x", "\u{1F3FB}"])
    func marks(_ text: String) throws {
        let sides = try TwoSides()
        let expected = hex(Array(text.utf8))
        for word in ["--me=text:" + text, "--me=" + Identifier.text(of: Array(text.utf8), isUTF8: true)] {
            let result = try sides.tool.run(["show", "--json", word] + sides.words.dropFirst(2))
            #expect((result.json["me"] as? [String: Any])?["identifierHex"] as? String == expected)
        }
    }

    @Test("gives other numbers for other bytes, and the same for the same")
    func numbers() throws {
        let sides = try TwoSides()
        func number(_ me: String) throws -> String {
            try sides.tool.run(
                "show", "--me", me, "--my-key", "alice.pub", "--them", "bob", "--their-key", "bob.pub"
            ).output
        }
        let raw = hex(try Identifier(Self.uuid).bytes)
        #expect(try number(Self.uuid) == number("hex:" + raw))
        #expect(try number(Self.uuid) != number("text:" + Self.uuid))
        #expect(try number("+14151234567") == number("text:+14151234567"))
        #expect(try number("alice") == sides.line(sides.number()))
    }

    @Test("fails the command with status 3 and a code")
    func command() throws {
        let sides = try TwoSides()
        let result = try sides.tool.run(
            "show", "--json", "--me", "14151234567", "--my-key", "alice.pub", "--them", "bob", "--their-key",
            "bob.pub")
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(result.failure["code"] as? String == "ambiguousIdentifier")
        #expect(result.failure["status"] as? Int == 3)
    }
}
