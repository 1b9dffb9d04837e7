import Dispatch
import Foundation

/// Lets the program clean up when a person or the system ends it, and end by the same signal then.
final class Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Calls `cleanUp` before one of the signals ends the program; a signal that was ignored before stays so.
    init(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [SIGINT, SIGTERM, SIGHUP].filter { !Self.ignores($0) }.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                cleanUp()
                Self.end(by: number)
            }
            source.activate()
            return source
        }
    }

    /// Ends the program by a signal, also where whoever started it had that held back.
    private static func end(by number: Int32) -> Never {
        _ = signal(number, SIG_DFL)
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        _ = unsafe sigaddset(&set, number)
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        _ = kill(getpid(), number)
        _exit(128 + number)
    }

    /// Leaves what a terminal sends to all of its programs to the one that has the folder.
    ///
    /// The others end with their sockets.
    static func ignoreTerminal() {
        for number in [SIGINT, SIGHUP] { _ = ignores(number) }
    }

    /// Ignores a signal, which a source needs as well; whether it was ignored already.
    private static func ignores(_ number: Int32) -> Bool {
        let before = signal(number, SIG_IGN)
        return unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
