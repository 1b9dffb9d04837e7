import SottoSessions

/// The lines of a text, one message after the other.
///
/// Lines end with LF or CR LF, which aren't sent; a last line without an end counts, nothing after the last end
/// doesn't. A byte order mark at the start is left out. A line that is longer than a message holds goes as several
/// messages, cut between characters.
struct Text {
    let name: String
    let lineCount: Int
    let messageCount: Int
    let byteCount: Int
    let hadByteOrderMark: Bool
    fileprivate let bytes: [UInt8]
    fileprivate let start: Int

    init(_ bytes: [UInt8], name: String) throws(TextFailure) {
        self.bytes = bytes
        self.name = name
        hadByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        start = hadByteOrderMark ? 3 : 0
        var lines = LineIterator(bytes: bytes, position: start)
        var counts = (lines: 0, messages: 0, bytes: 0)
        while let line = lines.next() {
            counts.lines += 1
            counts.bytes += line.count
            guard let string = String(validating: bytes[line], as: UTF8.self) else {
                let offset = Self.firstError(in: bytes[line])
                throw .notUTF8(
                    name, line: counts.lines, byte: offset + 1, value: bytes[line.lowerBound + offset])
            }
            counts.messages += Piece.ranges(of: string).count
        }
        (lineCount, messageCount, byteCount) = (counts.lines, counts.messages, counts.bytes)
    }

    private static func firstError(in bytes: ArraySlice<UInt8>) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
        return Swift.min(offset, bytes.count - 1)
    }
}

extension Text: Sequence {
    func makeIterator() -> MessageIterator {
        MessageIterator(bytes: bytes, lines: LineIterator(bytes: bytes, position: start))
    }
}

/// A line, or a piece of one, and who sends it.
struct Message: Equatable {
    /// Its place among all messages, from 1.
    let number: Int
    /// The line, from 1.
    let line: Int
    /// Which piece of the line it is, from 1, and of how many.
    let piece: Int
    let pieceCount: Int
    let sender: Side
    let content: [UInt8]
}

struct MessageIterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    fileprivate var lines: LineIterator
    private var lineNumber = 0
    private var messageNumber = 0
    private var line = 0..<0
    private var pieces: [Range<Int>] = []
    private var pieceIndex = 0

    fileprivate init(bytes: [UInt8], lines: LineIterator) {
        self.bytes = bytes
        self.lines = lines
    }

    mutating func next() -> Message? {
        if pieceIndex == pieces.count {
            guard let line = lines.next() else { return nil }
            self.line = line
            lineNumber += 1
            pieceIndex = 0
            pieces = Piece.ranges(of: String(decoding: bytes[line], as: UTF8.self))
        }
        let piece = pieces[pieceIndex]
        pieceIndex += 1
        messageNumber += 1
        return Message(
            number: messageNumber, line: lineNumber, piece: pieceIndex, pieceCount: pieces.count,
            sender: lineNumber.isMultiple(of: 2) ? .bob : .alice,
            content: Array(bytes[line.lowerBound + piece.lowerBound..<line.lowerBound + piece.upperBound]))
    }
}

private struct LineIterator: IteratorProtocol {
    let bytes: [UInt8]
    var position: Int

    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let hasReturn = end < bytes.count && end > position && bytes[end - 1] == UInt8(ascii: "\r")
        defer { position = end + 1 }
        return position..<(hasReturn ? end - 1 : end)
    }
}
