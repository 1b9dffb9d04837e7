import Foundation
import Testing

/// Runs the tool at a terminal of its own: what it writes there is read, what is typed is given to it.
final class PseudoTerminal {
    private let master: Int32
    private let process = Process()
    private(set) var text = ""

    struct Unusable: Error {}

    // Linux's TIOCSPTLCK and TIOCGPTN.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(
        program: String? = nil, _ words: [String], in tool: SafetynumTool, columns: UInt16 = 80,
        rows: UInt16 = 50, environment: [String: String] = [:]
    ) throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard master >= 0, unsafe ioctl(master, Self.setLock, &lock) == 0,
            unsafe ioctl(master, Self.getNumber, &number) == 0
        else { throw Unusable() }
        let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard slave >= 0, unsafe ioctl(slave, UInt(TIOCSWINSZ), &size) == 0 else { throw Unusable() }
        let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
        // A session of its own, with this terminal: what /dev/tty is there.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", try program ?? SafetynumTool.binary().path] + words
        process.currentDirectoryURL = tool.folder
        process.environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm"].merging(
            environment
        ) { $1 }
        process.standardInput = handle
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        try handle.close()
    }

    deinit {
        if process.isRunning { process.terminate() }
        close(master)
    }

    /// The lines, as a terminal shows them.
    var lines: [String] {
        text.replacingOccurrences(of: "\r\n", with: "\n").split(
            separator: "\n", omittingEmptySubsequences: false
        )
        .map(String.init)
    }

    /// Reads until the text has appeared.
    func wait(for expected: String) throws {
        let deadline = Date().addingTimeInterval(30)
        while !text.contains(expected), Date() < deadline, read() {}
        try #require(text.contains(expected), "the terminal shows \(text)")
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
    }

    /// Whether what is typed is shown.
    var isEchoing: Bool {
        var settings = termios()
        unsafe _ = tcgetattr(master, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Reads to the end; what takes a minute is ended.
    func end() -> Int32 {
        let deadline = Date().addingTimeInterval(60)
        while read() {
            guard Date() < deadline else {
                kill(process.processIdentifier, SIGKILL)
                break
            }
        }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Reads what there is; false at the end.
    private func read() -> Bool {
        var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&poller, 1, 200) > 0 else { return process.isRunning }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe Foundation.read(master, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return false }
        text += String(decoding: bytes.prefix(count), as: UTF8.self)
        return true
    }
}
