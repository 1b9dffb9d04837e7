import Foundation

/// Signals that would end or stop the process in the middle of something, held back until it is done.
///
/// Not those that a fault of the process itself raises, and not those that do nothing.
struct HeldSignals {
    private var before = sigset_t()

    private static let others = [
        SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG,
        SIGWINCH,
    ]

    private static var set: sigset_t {
        var set = sigset_t()
        unsafe _ = sigfillset(&set)
        for signal in others { unsafe _ = sigdelset(&set, signal) }
        return set
    }

    /// Holds them back from here on, until ``release()``.
    init() {
        var set = Self.set
        unsafe _ = sigprocmask(SIG_BLOCK, &set, &before)
    }

    /// Whether one of them came.
    static var isOneWaiting: Bool {
        var waiting = sigset_t()
        var set = Self.set
        unsafe _ = sigpending(&waiting)
        return (1..<32).contains { signal in
            unsafe sigismember(&waiting, Int32(signal)) == 1 && sigismember(&set, Int32(signal)) == 1
        }
    }

    /// Lets what waits happen, also where whoever started this process held it back: people are to get out here.
    func deliver() {
        var set = Self.set
        unsafe _ = sigprocmask(SIG_UNBLOCK, &set, nil)
        unsafe _ = sigprocmask(SIG_BLOCK, &set, nil)
    }

    func release() {
        var before = self.before
        unsafe _ = sigprocmask(SIG_SETMASK, &before, nil)
    }
}
