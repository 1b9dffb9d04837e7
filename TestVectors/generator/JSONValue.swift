/// What a vector file is made of, with fields in the order in which they were written.
indirect enum JSONValue {
    case string(String)
    case number(UInt64)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([(String, JSONValue)])

    static func hex(_ bytes: [UInt8]) -> JSONValue { .string(hexText(bytes)) }

    static func number(_ value: UInt32) -> JSONValue { .number(UInt64(value)) }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The text of a file: one line for each field of a case, one for each small object.
    func text(indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        switch self {
        case .string(let text): return "\"\(Self.escaped(text))\""
        case .number(let value): return "\(value)"
        case .bool(let value): return "\(value)"
        case .null: return "null"
        case .array(let items):
            guard !items.isEmpty else { return "[]" }
            let lines = items.map { margin + " " + $0.text(indent: indent + 1) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + margin + "]"
        case .object(let fields):
            let lines = fields.map { margin + " \"\($0.0)\": " + $0.1.text(indent: indent + 1) }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + margin + "}"
        }
    }
}

func hexText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return text
}
