import Foundation

/// The list of the fields that the schemas have, and must keep.
enum SchemaLock {
    struct Field {
        let line: String
        let message: String
        let number: Int
        let type: String

        /// Whether it is the field of a kind, or the value of an enumeration.
        var isKind: Bool { message == "Content" && number >= 64 || type.isEmpty }
    }

    static func fields(_ schema: String = "content") throws -> [Field] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Specs/proto/\(schema).lock"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3)
            guard words.count >= 3, let number = Int(words[1]), words[2] != "reserved" else { return nil }
            return Field(
                line: String(line), message: String(words[0]), number: number,
                type: words.count > 3 ? String(words[3]) : "")
        }
    }
}
