import Foundation

/// Reads files and standard input, never more than a bound.
///
/// Rule TN-22.
enum BoundedInput {
    /// The most bytes of a key, of digits or of a code: 1 MiB.
    static let maximumByteCount = 1 << 20

    /// Reads a file to its end.
    static func file(_ path: String, limit: Int = maximumByteCount) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        let error = errno
        guard descriptor >= 0 else { throw failure(path, error) }
        defer { close(descriptor) }
        return try read(descriptor, named: Printable.text(path), limit: limit)
    }

    /// Reads a descriptor to its end.
    ///
    /// The array never moves while it grows, so who holds a secret in it wipes all there is.
    static func read(_ descriptor: Int32, named name: String, limit: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Foundation.read(
                    descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            let error = errno
            if count < 0, error == EINTR { continue }
            guard count >= 0 else {
                throw Failure(.fileUnreadable, "\(name) can't be read (\(reason(error))): name another file")
            }
            if count == 0 { break }
            filled += count
        }
        guard filled <= limit else {
            throw Failure(.inputTooLarge, "\(name) has more than \(limit) bytes: name the right file")
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }

    /// Whether what has the name is a folder, a pipe or a device.
    static func isOtherThanFile(_ path: String) -> Bool {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
    }

    static func failure(_ path: String, _ error: Int32) -> Failure {
        let name = Printable.text(path)
        return error == ENOENT || error == ENOTDIR
            ? Failure(.fileMissing, "there is no file \(name): check the name")
            : Failure(.fileUnreadable, "\(name) can't be read (\(reason(error))): check its rights")
    }

    /// The system's words for one of its errors.
    static func reason(_ error: Int32) -> String { unsafe String(cString: strerror(error)) }
}

/// Standard input, which only one thing can come from.
///
/// Rule TN-22.
final class StandardInput {
    private var reader: String?

    /// Whether somebody types.
    var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads it to its end, for the named option or argument.
    func read(for name: String, limit: Int = BoundedInput.maximumByteCount) throws(Failure) -> [UInt8] {
        try claim(for: name)
        return try BoundedInput.read(STDIN_FILENO, named: "standard input", limit: limit)
    }

    /// Says that the named option or argument reads it.
    func claim(for name: String) throws(Failure) {
        if let reader {
            throw .usage(
                "\(reader) and \(name) can't both come from standard input: put one of them into a file")
        }
        reader = name
    }

    /// Forgets what was typed or pasted and not read, until a moment passes without more.
    ///
    /// The rest of a paste would be commands for the shell.
    ///
    /// - Returns: Whether a line of it held more than white space.
    @discardableResult
    func dropTyped() -> Bool {
        guard isTerminal else { return false }
        defer { tcflush(STDIN_FILENO, TCIFLUSH) }
        var poller = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var line = [UInt8](repeating: 0, count: 4_096)
        var holdsMore = false
        for _ in 0..<256 {
            guard unsafe poll(&poller, 1, 100) > 0 else { break }
            let count = unsafe line.withUnsafeMutableBytes {
                unsafe Foundation.read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            if line[..<count].contains(where: { $0 > UInt8(ascii: " ") }) { holdsMore = true }
        }
        return holdsMore
    }

    /// A file, or standard input for `-`.
    func file(
        _ path: String, for name: String, limit: Int = BoundedInput.maximumByteCount
    ) throws(Failure) -> [UInt8] {
        path == "-" ? try read(for: name, limit: limit) : try BoundedInput.file(path, limit: limit)
    }
}
