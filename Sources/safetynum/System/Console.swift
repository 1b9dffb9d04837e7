import Foundation

/// Writes what a command says.
///
/// Rule TN-23.
enum Console {
    /// Writes to standard output; a reader that went away is no failure.
    static func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Writes bytes to standard output; a reader that went away is no failure.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        let error = write(bytes, to: STDOUT_FILENO)
        guard error == 0 || error == EPIPE else {
            throw Failure(
                .outputFailed,
                "the output can't be written (\(BoundedInput.reason(error))): send it somewhere else")
        }
    }

    /// Writes a line to standard error; where nobody gets it, it is lost.
    static func note(_ text: String) { _ = write(Array((text + "\n").utf8), to: STDERR_FILENO) }

    /// Writes a sentence that is no failure to standard error, on a terminal in lines that break between words.
    static func hint(_ text: String) {
        let all = "safetynum: note: \(text)"
        let columns = TerminalFacts.columnsOfStandardError()
        (columns.map { TextWrap.lines(all, columns: $0) } ?? [all]).forEach(note)
    }

    /// Writes all of it; the system's error, or 0.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            let error = errno
            if count < 0, error == EINTR { continue }
            guard count > 0 else { return count < 0 ? error : EIO }
            rest = rest.dropFirst(count)
        }
        return 0
    }
}
