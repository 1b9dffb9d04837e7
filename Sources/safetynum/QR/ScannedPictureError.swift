/// Why nothing was read from a picture.
enum ScannedPictureError: Error, Equatable {
    /// The file isn't there or can't be read.
    case unreadable
    /// It has more than 32 MiB.
    case tooLarge
    /// It doesn't begin as a picture of a known format does.
    case notAPicture
    /// There is no `zbarimg` in `PATH`.
    case notInstalled
    /// It is no whole picture, or has too many pixels.
    case damaged
    /// There is no QR code in it that could be read.
    case noCode
    /// There are several, so nobody knows which one is meant.
    case severalCodes
    /// It took longer than 20 seconds.
    case timedOut
    /// The system had no descriptors, memory or process left for `zbarimg`.
    case notStarted
    /// `zbarimg` crashed, or wrote more than it may.
    case failed

    var message: String {
        switch self {
        case .unreadable: "the file can't be read"
        case .tooLarge: "the file has more than \(ScannedPicture.largestByteCount >> 20) MiB"
        case .notAPicture: "the file is no PNG, JPEG, GIF, BMP, WebP or PNM picture"
        case .notInstalled:
            "pictures are read by zbarimg, which isn't installed: apt-get install zbar-tools, or brew install zbar"
        case .damaged: "the picture is damaged, or too large"
        case .noCode: "there is no QR code in the picture that can be read"
        case .severalCodes: "there is more than one QR code in the picture"
        case .timedOut: "reading the picture took too long"
        case .notStarted: "zbarimg can't be started, for too few files or processes are free"
        case .failed: "zbarimg failed on this picture"
        }
    }

    /// What to do then.
    var advice: String {
        switch self {
        case .notStarted: "close other programs, or raise the limits, and try again"
        default: "take another picture"
        }
    }
}
