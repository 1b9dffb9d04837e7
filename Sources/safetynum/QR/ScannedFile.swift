import Foundation

/// The bytes of a file that a user names, or of standard input; never more than a picture may have.
enum ScannedFile {
    /// Reads the file at `path`, which is a path and nothing else: `-` and `~` have no meaning in it.
    static func read(_ path: String) throws(ScannedPictureError) -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable }
        return try read(file)
    }

    /// Reads to the end, which a pipe has too.
    static func read(_ file: FileHandle) throws(ScannedPictureError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            while let piece = try file.read(upToCount: pieceByteCount), !piece.isEmpty {
                bytes += piece
                guard bytes.count <= ScannedPicture.largestByteCount else { break }
            }
        } catch { throw .unreadable }
        guard bytes.count <= ScannedPicture.largestByteCount else { throw .tooLarge }
        return bytes
    }

    private static let pieceByteCount = 1 << 20
}
