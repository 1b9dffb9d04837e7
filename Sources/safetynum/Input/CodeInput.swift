import Foundation

/// What a scanner gave: bytes, hex, base64, or a picture of a code.
///
/// Rules TN-13 and TN-22.
enum CodeInput {
    /// The bytes of the code; what is in them wasn't looked at.
    static func bytes(
        _ name: String, for option: String, _ input: StandardInput
    ) throws(Failure) -> [UInt8] {
        let content = try input.file(name, for: option, limit: ScannedPicture.largestByteCount)
        switch ScannedInput(content) {
        case .code(let bytes): return bytes
        case .unrecognised where isSVG(content):
            throw Failure(
                .badPicture,
                "that is an SVG, which isn't read: name a PNG of the code, as safetynum qr --png writes it")
        case .unrecognised:
            throw Failure(
                .badCode,
                "that is neither the 74 bytes of a code, in hex or base64 or raw, nor a picture: scan it again"
            )
        case .picture:
            do {
                return try ScannedPicture(content, environment: ProcessInfo.processInfo.environment).payload
            } catch {
                throw error == .notInstalled
                    ? Failure(.noPictureReader, error.message)
                    : Failure(.badPicture, "\(error.message): \(error.advice)")
            }
        }
    }

    /// Whether it looks like an SVG, which no command reads.
    private static func isSVG(_ content: [UInt8]) -> Bool {
        let beginning = String(decoding: content.prefix(1_024), as: UTF8.self)
        return beginning.drop(while: \.isWhitespace).hasPrefix("<") && beginning.contains("<svg")
    }
}
