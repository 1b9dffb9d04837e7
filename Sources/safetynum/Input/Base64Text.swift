import Foundation

/// Base64 as people have it: with or without padding, in the usual or in the URL's alphabet.
enum Base64Text {
    /// The bytes; nothing for other characters, mixed alphabets, or bits behind the last byte.
    static func decode(_ text: String) -> [UInt8]? {
        let isURL = text.contains { $0 == "-" || $0 == "_" }
        guard !isURL || !text.contains(where: { $0 == "+" || $0 == "/" }) else { return nil }
        var usual = text
        if isURL { usual = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) }
        let bare = usual.hasSuffix("=") ? nil : usual
        if let bare { usual = bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4) }
        guard let data = Data(base64Encoded: usual), data.base64EncodedString() == usual else { return nil }
        return Array(data)
    }
}
