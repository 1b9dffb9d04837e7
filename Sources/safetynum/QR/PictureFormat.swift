/// The kinds of pictures that are read, told apart by their first bytes.
enum PictureFormat: String, CaseIterable {
    case png, jpeg, gif, bmp, webp, pnm

    /// The kind of a file that begins with these bytes; nothing when it is none of them.
    init?(of bytes: [UInt8]) {
        guard let format = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
        self = format
    }

    private func begins(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .png: bytes.starts(with: [0x89] + "PNG\r\n\u{1A}\n".utf8)
        case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
        // The size of the file is between the letters and four zeros.
        case .bmp: bytes.starts(with: "BM".utf8) && bytes.dropFirst(6).starts(with: [0, 0, 0, 0])
        case .webp: bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        case .pnm: Self.isPortableMap(bytes)
        }
    }

    /// `P1` to `P6` and white space or a comment.
    private static func isPortableMap(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 3, bytes.starts(with: "P".utf8) else { return false }
        let isKind = (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1])
        return isKind && (bytes[2] == UInt8(ascii: "#") || ScannedText.isWhiteSpace(bytes[2]))
    }
}
