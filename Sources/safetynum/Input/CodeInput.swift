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
}
