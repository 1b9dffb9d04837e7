/// What a user gives as a scan, told by its bytes alone.
enum ScannedInput: Equatable {
    /// The scannable form: the bytes themselves, or written in hexadecimal or Base64. What is in it wasn't looked at.
    case code([UInt8])
    /// A picture that may show a code.
    case picture(PictureFormat)
    /// None of these.
    case unrecognised

    /// Looks at what a file holds; of a picture at no more than its first bytes, of a text at 1,024.
    init(_ bytes: [UInt8]) {
        if Self.byteCounts.contains(bytes.count) {
            self = .code(bytes)
        } else if let format = PictureFormat(of: bytes) {
            self = .picture(format)
        } else if let decoded = ScannedText.decode(bytes, byteCounts: Self.byteCounts) {
            self = .code(decoded)
        } else {
            self = .unrecognised
        }
    }

    /// The scannable form, and the one of version 0, which isn't written (SN-4, SN-5).
    ///
    /// No picture of a code is that small.
    static let byteCounts: Set<Int> = [72, 74]
}
