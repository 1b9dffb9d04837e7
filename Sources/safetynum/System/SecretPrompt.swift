import Foundation
import Sotto

/// Asks for a passphrase at the terminal of the process, which doesn't show what is typed.
///
/// Not at standard input, which may be digits. Rule TN-7.
enum SecretPrompt {
    /// A line's bytes, without its end.
    static func passphrase(for path: String) throws(Failure) -> SecretBytes {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw Failure(
                .noTerminal,
                "there is no terminal to ask for the passphrase: give --passphrase-file or --key-file")
        }
        defer { close(terminal) }
        var shown = termios()
        guard unsafe tcgetattr(terminal, &shown) == 0 else {
            throw cannotHide
        }
        let signals = HeldSignals()
        defer { signals.release() }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ICANON)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else {
            throw cannotHide
        }
        let question = Array("Passphrase of \(Printable.text(path)): ".utf8)
        _ = Console.write(question, to: terminal)
        defer {
            unsafe _ = tcsetattr(terminal, TCSAFLUSH, &shown)
            _ = Console.write([UInt8(ascii: "\n")], to: terminal)
        }
        return try line(terminal) {
            // Ends or stops the process with the terminal as it was, and goes on hidden after a stop.
            unsafe _ = tcsetattr(terminal, TCSAFLUSH, &shown)
            signals.deliver()
            unsafe _ = tcsetattr(terminal, TCSAFLUSH, &hidden)
            // What was typed before is gone, and the screen may be another one.
            _ = Console.write([UInt8(ascii: "\n")] + question, to: terminal)
        }
    }

    private static let cannotHide = Failure(
        .noTerminal, "the terminal can't hide a passphrase: give --passphrase-file or --key-file")

    /// Reads a line; the system edits it and gives it whole.
    private static func line(_ terminal: Int32, _ onSignal: () -> Void) throws(Failure) -> SecretBytes {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        var filled = 0
        while filled < bytes.count {
            var poller = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&poller, 1, 50)
            if HeldSignals.isOneWaiting { onSignal() }
            guard ready > 0 else { continue }
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(terminal, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
            if bytes[filled - 1] == UInt8(ascii: "\n") {
                filled -= 1
                break
            }
        }
        let all = SecretBytes(consuming: &bytes)
        return all.withSpan { SecretBytes(copying: $0.extracting(first: filled)) }
    }
}
