internal import Cqrencode

/// A QR code: a square of dark and light modules that holds bytes.
///
/// Always in byte mode and in the smallest version that holds the bytes at the level. Only this file calls libqrencode.
struct QRCode: Equatable {
    /// How much of a code may be unreadable: 7, 15, 25 and 30 percent.
    enum Level: CaseIterable {
        case l, m, q, h
    }

    let level: Level
    /// The modules of a side: 17 + 4 × version, so 21 to 177; the quiet zone isn't counted.
    let size: Int
    /// Row by row, from the top.
    private let darkness: [Bool]

    /// Makes the code of `bytes`: 33 modules a side for 74 bytes at level L, 37 at M, 41 at Q, 49 at H.
    ///
    /// - Throws: ``QRCodeError/empty``; ``QRCodeError/tooLong`` when no version holds the bytes (2,953 at level L);
    ///   ``QRCodeError/failed``, when there is no memory.
    init(bytes: [UInt8], level: Level) throws(QRCodeError) {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= level.largestByteCount else { throw .tooLong }
        let modules: (size: Int, darkness: [Bool])? = unsafe bytes.withUnsafeBufferPointer { bytes in
            // Version 0 stands for the smallest that is large enough.
            guard let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes.baseAddress, 0, level.encoded)
            else { return nil }
            defer { unsafe QRcode_free(code) }
            return unsafe Self.modules(of: code.pointee)
        }
        guard let modules else { throw .failed }
        self.level = level
        (size, darkness) = modules
    }

    /// Whether a module is dark; those beside the code belong to the quiet zone, and are light.
    func isDark(row: Int, column: Int) -> Bool {
        let indices = 0..<size
        guard indices.contains(row), indices.contains(column) else { return false }
        return darkness[row * size + column]
    }

    /// A copy of the library's modules: a byte for each, dark where the lowest bit is set.
    private static func modules(of code: Cqrencode.QRcode) -> (size: Int, darkness: [Bool])? {
        let size = Int(unsafe code.width)
        guard (21...177).contains(size), let data = unsafe code.data else { return nil }
        return (size, unsafe UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 })
    }
}

extension QRCode.Level {
    /// What version 40 holds in byte mode (ISO/IEC 18004, table 7).
    var largestByteCount: Int {
        switch self {
        case .l: 2953
        case .m: 2331
        case .q: 1663
        case .h: 1273
        }
    }

    fileprivate var encoded: QRecLevel {
        switch self {
        case .l: QR_ECLEVEL_L
        case .m: QR_ECLEVEL_M
        case .q: QR_ECLEVEL_Q
        case .h: QR_ECLEVEL_H
        }
    }
}

/// Why there is no code of some bytes.
enum QRCodeError: Error, Equatable {
    /// There are no bytes.
    case empty
    /// No code holds so many bytes at that level.
    case tooLong
    /// The library gave none; it has no memory.
    case failed

    var message: String {
        switch self {
        case .empty: "there is nothing to draw"
        case .tooLong: "no code holds that many bytes"
        case .failed: "no memory for the code"
        }
    }
}
