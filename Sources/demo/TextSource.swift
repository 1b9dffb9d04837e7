import Foundation

/// Where the text comes from.
enum TextSource: Equatable {
    /// The conversation that comes with the demo.
    case builtIn
    /// A file.
    case file(String)
    /// Standard input.
    case standardInput

    /// The most bytes that a text may have: 64 MiB, because all of it is held in memory.
    static let maximumByteCount = 64 << 20

    /// What to call the text in messages, without anything that drives a terminal.
    var name: String {
        switch self {
        case .builtIn: "the conversation that comes with the demo"
        case .file(let path): TerminalText.escaped(path)
        case .standardInput: "standard input"
        }
    }

    /// Reads the text and checks that it is UTF-8.
    func read() throws(TextFailure) -> Text {
        switch self {
        case .builtIn:
            return try Text(Array(SampleText.text.utf8), name: name)
        case .standardInput:
            return try Text(bytes(of: .standardInput), name: name)
        case .file(let path):
            let file: FileHandle
            do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch {
                throw .cannotRead(name, FileFault.words(for: error))
            }
            return try Text(bytes(of: file), name: name)
        }
    }

    private func bytes(of file: FileHandle) throws(TextFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk: Data?
            do { chunk = try file.read(upToCount: 1 << 20) } catch {
                throw .cannotRead(name, FileFault.words(for: error))
            }
            guard let chunk, !chunk.isEmpty else { return bytes }
            bytes.append(contentsOf: chunk)
            guard bytes.count <= Self.maximumByteCount else {
                throw .tooLarge(name, limit: Self.maximumByteCount)
            }
        }
    }
}

/// Why a text can't be used.
enum TextFailure: DemoFailure, Equatable {
    /// It can't be opened or read.
    case cannotRead(String, String)
    /// It has more bytes than are held in memory.
    case tooLarge(String, limit: Int)
    /// A byte that isn't UTF-8; both numbers start at 1.
    case notUTF8(String, line: Int, byte: Int, value: UInt8)

    var message: String {
        switch self {
        case .cannotRead(let name, let reason): return "\(name) can't be read: \(reason)"
        case .tooLarge(let name, let limit):
            return "\(name) has more than \(Figures.grouped(limit)) bytes; take a part of it"
        case .notUTF8(let name, let line, let byte, let value):
            let hex = String(value, radix: 16)
            return "\(name) isn't UTF-8: byte \(byte) of line \(line) is 0x\(value < 16 ? "0" : "")\(hex)"
        }
    }

    var status: ExitStatus { .unreadable }
}
