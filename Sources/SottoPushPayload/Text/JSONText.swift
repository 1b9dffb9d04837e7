/// Text as JSON has it between quotation marks.
///
/// Rule PP-7.
enum JSONText {
    /// The text with a backslash before quotation marks and backslashes; nothing else grows.
    ///
    /// The text has no control characters.
    static func escaped(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return bytes
    }
}
