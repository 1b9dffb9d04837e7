import Foundation

/// What the one QR code in a picture holds, as `zbarimg` reads it.
///
/// The picture comes from others, and programs that decode pictures have faults. So `zbarimg` is a process that gets the
/// bytes on its standard input, never a file, with the format that they begin with: no file name that it could take as an
/// option or an address, no format that runs or fetches something, no shell. It has limits of memory and
/// time, an environment without the user's, and may not say on the system's bus what it read, as it does otherwise.
struct ScannedPicture {
    let payload: [UInt8]

    /// Reads a picture, which is a PNG, JPEG, GIF, BMP, WebP or PNM file.
    ///
    /// A code that is light on dark is read as well.
    ///
    /// - Parameter environment: Whose `PATH` says where `zbarimg` is looked for.
    init(_ picture: [UInt8], environment: [String: String]) throws(ScannedPictureError) {
        try self.init(picture, environment: environment, timeLimit: Self.timeLimit)
    }

    init(
        _ picture: [UInt8], environment: [String: String], timeLimit: TimeInterval
    ) throws(ScannedPictureError) {
        guard picture.count <= Self.largestByteCount else { throw .tooLarge }
        guard let format = PictureFormat(of: picture) else { throw .notAPicture }
        guard let program = Self.program(environment) else { throw .notInstalled }
        let process: BoundedProcess
        do throws(BoundedProcess.Fault) {
            process = try BoundedProcess(
                program, Self.options + ["\(format.rawValue):-"], environment: Self.limits, input: picture,
                limit: Self.longestOutput, timeLimit: timeLimit)
        } catch {
            switch error {
            case .notStarted: throw .notStarted
            case .timedOut: throw .timedOut
            case .failed: throw .failed
            }
        }
        payload = try Self.payload(process)
    }

    /// What was read, if the report counts one code; without a count the picture couldn't be decoded.
    private static func payload(_ process: BoundedProcess) throws(ScannedPictureError) -> [UInt8] {
        switch codeCount(String(decoding: process.errors, as: UTF8.self)) {
        case nil: throw .damaged
        case 0: throw .noCode
        case 1 where process.output.count <= QRCode.Level.l.largestByteCount: return process.output
        case 1: throw .failed
        default: throw .severalCodes
        }
    }

    /// The number in "scanned 1 barcode symbols from 1 images in 0 seconds".
    ///
    /// It has to be taken from there: the payloads of several codes follow each other without a border.
    private static func codeCount(_ report: String) -> Int? {
        for line in report.split(separator: "\n") where line.hasPrefix(summary) {
            return Int(line.dropFirst(summary.count).prefix { $0 != " " })
        }
        return nil
    }

    /// The first `zbarimg` in `PATH`; a folder that isn't absolute could be anyone's, and is passed over.
    private static func program(_ environment: [String: String]) -> String? {
        environment["PATH", default: ""].split(separator: ":").lazy.filter { $0.hasPrefix("/") }
            .map { "\($0)/zbarimg" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// More than any photograph of a telephone.
    static let largestByteCount = 32 << 20
    private static let timeLimit: TimeInterval = 20

    private static let options = [
        "--nodbus", "--raw", "-Sdisable", "-Sqrcode.enable", "-Sbinary", "-Stest-inverted",
    ]
    /// English for the report, and what decoding may take: a picture of few bytes can have very many pixels.
    ///
    /// The disk holds what memory doesn't: without it, 24 million pixels were too many.
    private static let limits = [
        "LC_ALL": "C", "PATH": "/usr/bin:/bin", "MAGICK_AREA_LIMIT": "128MP", "MAGICK_DISK_LIMIT": "1GiB",
        "MAGICK_HEIGHT_LIMIT": "16KP", "MAGICK_MAP_LIMIT": "512MiB", "MAGICK_MEMORY_LIMIT": "512MiB",
        "MAGICK_THREAD_LIMIT": "1", "MAGICK_WIDTH_LIMIT": "16KP",
    ]
    private static let summary = "scanned "
    /// Room for many codes and long reports.
    private static let longestOutput = 1 << 20
}
