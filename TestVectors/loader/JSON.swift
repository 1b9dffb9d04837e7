/// A JSON value of the vector files: numbers are integers, and no object has a name twice.
package enum JSON: Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Int)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads one value and nothing after it.
    package init(parsing bytes: [UInt8]) throws(VectorError) {
        var parser = JSONParser(bytes)
        self = try parser.wholeValue()
    }
}

/// A vector file that doesn't have its form.
package struct VectorError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

private struct JSONParser {
    private let bytes: [UInt8]
    private var offset = 0
    private static let maximumDepth = 16

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func wholeValue() throws(VectorError) -> JSON {
        let value = try value(depth: 0)
        skipSpace()
        guard offset == bytes.count else { throw fault("bytes after the value") }
        return value
    }

    private func fault(_ text: String) -> VectorError { VectorError("JSON at byte \(offset): \(text)") }

    private mutating func skipSpace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    private mutating func peek() throws(VectorError) -> UInt8 {
        skipSpace()
        guard offset < bytes.count else { throw fault("the end is missing") }
        return bytes[offset]
    }

    private mutating func take(_ character: Unicode.Scalar) throws(VectorError) {
        guard try peek() == UInt8(ascii: character) else { throw fault("\(character) is missing") }
        offset += 1
    }

    private mutating func takeIfThere(_ character: Unicode.Scalar) throws(VectorError) -> Bool {
        guard try peek() == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func value(depth: Int) throws(VectorError) -> JSON {
        guard depth < Self.maximumDepth else { throw fault("nested too deeply") }
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: return try word()
        }
    }

    private mutating func object(depth: Int) throws(VectorError) -> JSON {
        try take("{")
        var members: [String: JSON] = [:]
        if try takeIfThere("}") { return .object(members) }
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw fault("a name is missing") }
            let name = try text()
            guard members[name] == nil else { throw fault("\(name) is there twice") }
            try take(":")
            members[name] = try value(depth: depth + 1)
        } while try takeIfThere(",")
        try take("}")
        return .object(members)
    }

    private mutating func array(depth: Int) throws(VectorError) -> JSON {
        try take("[")
        var items: [JSON] = []
        if try takeIfThere("]") { return .array(items) }
        repeat { items.append(try value(depth: depth + 1)) } while try takeIfThere(",")
        try take("]")
        return .array(items)
    }

    private mutating func word() throws(VectorError) -> JSON {
        for (word, value) in [("null", JSON.null), ("true", .flag(true)), ("false", .flag(false))]
        where bytes[offset...].starts(with: word.utf8) {
            offset += word.utf8.count
            return value
        }
        throw fault("no value")
    }

    private mutating func number() throws(VectorError) -> Int {
        let start = offset
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        while offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) {
            offset += 1
        }
        let digits = String(decoding: bytes[start..<offset], as: UTF8.self)
        if offset < bytes.count,
            [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[offset])
        {
            throw fault("not an integer")
        }
        guard let value = Int(digits), String(value) == digits else { throw fault("\(digits) is no number") }
        return value
    }

    private mutating func text() throws(VectorError) -> String {
        try take("\"")
        var content: [UInt8] = []
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            let byte = bytes[offset]
            offset += 1
            guard byte >= 0x20 else { throw fault("a control character in a string") }
            if byte == UInt8(ascii: "\\") {
                content.append(contentsOf: String(try escaped()).utf8)
            } else {
                content.append(byte)
            }
        }
        try take("\"")
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("not UTF-8") }
        return text
    }

    private mutating func escaped() throws(VectorError) -> Character {
        guard offset < bytes.count else { throw fault("the end is missing") }
        defer { offset += 1 }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalarOfFourDigits()
        default: throw fault("an unknown escape")
        }
    }

    // Leaves the offset at the last digit.
    private mutating func scalarOfFourDigits() throws(VectorError) -> Character {
        guard offset + 4 < bytes.count else { throw fault("the end is missing") }
        let digits = String(decoding: bytes[offset + 1...offset + 4], as: UTF8.self)
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw fault("no character of the basic plane")
        }
        offset += 4
        return Character(scalar)
    }
}
