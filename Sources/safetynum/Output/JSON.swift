/// A value of JSON, its fields in the order in which they were given.
///
/// Rule TN-18.
enum JSON {
    case null
    case flag(Bool)
    case number(Int)
    case text(String)
    case list([JSON])
    case fields([Field])

    struct Field {
        let name: String
        let value: JSON
    }

    static func object(_ fields: [(String, JSON)]) -> JSON {
        .fields(fields.map { Field(name: $0.0, value: $0.1) })
    }

    /// Text, or null where there is none.
    init(_ text: String?) { self = text.map(JSON.text) ?? .null }

    /// The value on one line, and a line feed.
    var line: String { written + "\n" }

    private var written: String {
        switch self {
        case .null: "null"
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): String(number)
        case .text(let text): Self.quoted(text)
        case .list(let items): "[" + items.map(\.written).joined(separator: ",") + "]"
        case .fields(let fields):
            "{" + fields.map { Self.quoted($0.name) + ":" + $0.value.written }.joined(separator: ",") + "}"
        }
    }

    /// In ASCII: what isn't is escaped, so no locale and no terminal changes it.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x0A: quoted += "\\n"
            case 0x20...0x7E: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}
