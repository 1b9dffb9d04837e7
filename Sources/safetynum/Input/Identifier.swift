import Sotto

/// Who somebody is: the 1 to 255 bytes that a fingerprint hashes.
///
/// Rules TN-1 to TN-3.
struct Identifier: Equatable {
    let bytes: [UInt8]
    /// The word itself, when it was given without a kind before it.
    let word: String?

    /// Reads an identifier as people write it.
    init(_ text: String) throws(Failure) {
        if let (kind, value) = Self.kindAndValue(text) {
            word = nil
            switch kind {
            case .text: bytes = Array(value.utf8)
            case .hex: bytes = try Self.hex(value)
            case .uuid:
                guard let uuid = UUIDText.bytes(value, isDashed: nil) else {
                    throw Failure(
                        .badIdentifier,
                        "\(Printable.text(text)) is no UUID: write 32 hex digits as 8-4-4-4-12")
                }
                bytes = uuid
            case .phone: bytes = try Self.phone(value)
            }
        } else {
            bytes = try Self.bare(text)
            word = text
        }
        guard UserID.byteCounts.contains(bytes.count) else {
            throw Failure(
                .badIdentifier, "an identifier has 1 to 255 bytes, not \(bytes.count): write a shorter one")
        }
    }

    /// What can stand before a colon.
    private enum Kind: String, CaseIterable {
        case text, hex, uuid, phone
    }

    private static func kindAndValue(_ text: String) -> (Kind, String)? {
        // By bytes: a mark behind the colon makes one character with it.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            let kind = Kind(rawValue: String(text[..<colon]))
        else { return nil }
        return (kind, String(text[text.utf8.index(after: colon)...]))
    }

    private static func hex(_ value: String) throws(Failure) -> [UInt8] {
        do { return try Hex.decode(value) } catch {
            throw Failure(
                .badIdentifier, "hex:\(Printable.text(value)) isn't hex: write an even number of hex digits")
        }
    }

    /// E.164, a plus and 7 to 15 digits of which the first isn't 0, as the bytes of the text.
    private static func phone(_ value: String) throws(Failure) -> [UInt8] {
        let bytes = Array(value.utf8)
        let digits = bytes.dropFirst()
        guard bytes.first == UInt8(ascii: "+"), (7...15).contains(digits.count),
            digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            throw Failure(
                .badIdentifier,
                "\(Printable.text(value)) is no E.164 telephone number: write + and 7 to 15 digits without spaces"
            )
        }
        return bytes
    }

    /// A word without a kind: whatever could be two things is refused.
    private static func bare(_ text: String) throws(Failure) -> [UInt8] {
        let shown = Printable.text(text)
        if text.hasPrefix("+") { return try phone(text) }
        if let uuid = UUIDText.bytes(text, isDashed: true) { return uuid }
        if text.utf8.contains(UInt8(ascii: ":")) {
            throw Failure(
                .badIdentifier,
                "\(shown) has no known kind: write text:, hex:, uuid: or phone: before the value")
        }
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Failure(
                .badIdentifier,
                bytes.allSatisfy { (0x20...0x7E).contains($0) }
                    ? "\(shown) has a space in it: write text:… in quotes if that is right"
                    : "\(shown) isn't plain ASCII, and letters that look the same can have other bytes: write text:…"
            )
        }
        guard bytes.contains(where: \.isASCIILetter) else {
            throw Failure(
                .ambiguousIdentifier,
                "\(shown) could be a telephone number or a name: write +… with the country's code, or text:\(shown)"
            )
        }
        guard bytes.count < 8 || !bytes.allSatisfy(\.isHexDigit) else {
            let uuid = bytes.count == 32 ? "uuid:\(shown), " : ""
            throw Failure(
                .ambiguousIdentifier,
                "\(shown) could be hex or a name: write \(uuid)hex:\(shown) or text:\(shown)")
        }
        guard !isNearlyAnother(text) else {
            throw Failure(
                .ambiguousIdentifier,
                "\(shown) could be a UUID or a telephone number with a mistake: write uuid:…, phone:… or text:\(shown)"
            )
        }
        return bytes
    }

    /// Whether a word looks like a UUID, hex or a telephone number that something was lost from or added to.
    private static func isNearlyAnother(_ text: String) -> Bool {
        // The address of a device of a user with a UUID.
        if let point = text.lastIndex(of: "."), UUIDText.bytes(String(text[..<point]), isDashed: true) != nil
        {
            return false
        }
        let marks = Array("{}()-".utf8)
        let bare = text.utf8.filter { !marks.contains($0) }
        let hexDigits = bare.prefix(while: \.isHexDigit).count
        if hexDigits >= 16 || hexDigits >= 8 && hexDigits == bare.count { return true }
        if bare.prefix(while: \.isASCIIDigit).count >= 7 { return true }
        // A plus within an address of mail is no telephone number's.
        return !bare.contains(UInt8(ascii: "@"))
            && zip(bare, bare.dropFirst()).contains { $0 == UInt8(ascii: "+") && $1.isASCIIDigit }
    }
}

extension Identifier {
    /// The user of a bare word that looks like `USER.NUMBER`.
    static func userOfAddress(_ word: String) -> String? {
        guard let point = word.lastIndex(of: "."), UInt32(word[word.index(after: point)...]) != nil,
            let user = try? Identifier(String(word[..<point])), user.word != nil,
            (try? Identifier(word))?.word != nil
        else { return nil }
        return user.word
    }

    /// Bytes as the shortest text that gives them again.
    ///
    /// Rule TN-3.
    static func text(of bytes: [UInt8], isUTF8: Bool) -> String {
        let text = String(validating: bytes, as: UTF8.self)
        if let text, let read = try? Identifier(text), read.bytes == bytes { return text }
        if let text, text.unicodeScalars.first?.properties.isMark == false, hasPlainSpaces(bytes),
            text.unicodeScalars.allSatisfy({ isShown($0, isUTF8) })
        {
            return "text:\(text)"
        }
        return UUIDText.text(bytes) ?? "hex:\(Hex.encode(bytes.span))"
    }

    /// Whether each space stands alone between two other characters: more of them look like one, and at an end like none.
    private static func hasPlainSpaces(_ bytes: [UInt8]) -> Bool {
        let space = UInt8(ascii: " ")
        return bytes.first != space && bytes.last != space
            && !zip(bytes, bytes.dropFirst()).contains { $0 == space && $1 == space }
    }

    /// Whether it can be seen, and isn't what stands for bytes that are no UTF-8.
    private static func isShown(_ scalar: Unicode.Scalar, _ isUTF8: Bool) -> Bool {
        guard isUTF8 || scalar.isASCII, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .spaceSeparator: scalar == " "
        case _ where scalar == "\u{FFFD}": false
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
            false
        default: true
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it sits on the character before it, which would be the colon.
    fileprivate var isMark: Bool {
        switch generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isHexDigit: Bool {
        isASCIIDigit
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
