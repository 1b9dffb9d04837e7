import Foundation

/// Runs a program with bytes as its standard input, and gives back what it writes: in bounded time, of bounded length.
///
/// It begins a process group of its own, with no descriptor but 0, 1 and 2, and nothing of it is left running: the group
/// is ended when the program has ended, at the limits, and when this process is told to end. No file is made.
struct BoundedProcess {
    /// What it wrote to standard output and to standard error.
    let output: [UInt8]
    let errors: [UInt8]

    enum Fault: Error {
        /// The system had no descriptors, no memory or no process for it.
        case notStarted
        case timedOut
        /// It wrote more than it may, or was ended by a signal.
        case failed
    }

    /// Runs it to its end, whatever its status is.
    ///
    /// - Parameter environment: The whole environment that it gets.
    init(
        _ program: String, _ arguments: [String], environment: [String: String], input: [UInt8],
        limit: Int, timeLimit: TimeInterval
    ) throws(Fault) {
        let pipes = try Pipes()
        defer { pipes.close() }
        let signals = WaitingSignals()
        // One that waits is delivered here, when nothing is left running.
        defer { signals.release() }
        let process = try Self.start(program, arguments, environment, pipes)
        pipes.closeTheirs()
        var streams = Streams(input: input, limit: limit)
        let end = ContinuousClock.now + .seconds(timeLimit)
        var fault: Fault?
        while !Self.hasEnded(process) {
            guard ContinuousClock.now < end else {
                fault = .timedOut
                break
            }
            guard streams.move(pipes), !signals.isOneWaiting else {
                fault = .failed
                break
            }
        }
        // The process is still there to be waited for, so its number is nobody else's.
        _ = kill(-process, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
        if let fault { throw fault }
        guard status & 0x7F == 0, streams.drain(pipes) else { throw .failed }
        (output, errors) = (streams.output, streams.errors)
    }

    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String], _ pipes: Pipes
    ) throws(Fault) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw .notStarted }
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw .notStarted }
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        for (descriptor, ours) in zip(pipes.theirs, Int32(0)...) {
            guard unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, ours) == 0 else {
                throw .notStarted
            }
        }
        // Those that this process was given; an action that closes one fails where the limit is lower than its number.
        guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd") else {
            throw .notStarted
        }
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        guard unsafe posix_spawnattr_setflags(&attributes, Int16(flags)) == 0,
            unsafe posix_spawnattr_setpgroup(&attributes, 0) == 0,
            unsafe posix_spawnattr_setsigmask(&attributes, &none) == 0,
            unsafe posix_spawnattr_setsigdefault(&attributes, &all) == 0
        else { throw .notStarted }
        let words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        let settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + settings).forEach { unsafe free($0) } }
        var process: pid_t = 0
        guard unsafe posix_spawn(&process, program, &actions, &attributes, words, settings) == 0 else {
            throw .notStarted
        }
        return process
    }

    /// Whether it ended; it stays to be waited for.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var facts = unsafe siginfo_t()
        let flags = WEXITED | WNOHANG | WNOWAIT
        guard unsafe waitid(P_PID, id_t(process), &facts, flags) == 0 else { return errno != EINTR }
        return unsafe facts.si_signo == SIGCHLD
    }
}

/// The ends of its three standard files: a socket for its input, which says without a signal that nobody reads, and pipes.
private final class Pipes {
    /// Ours of its standard input, output and errors.
    private(set) var ours: [Int32] = []
    private(set) var theirs: [Int32] = []

    init() throws(BoundedProcess.Fault) {
        do {
            var pair: [Int32] = [-1, -1]
            guard unsafe socketpair(AF_UNIX, Self.stream, 0, &pair) == 0 else {
                throw BoundedProcess.Fault.notStarted
            }
            (ours, theirs) = ([pair[0]], [pair[1]])
            for _ in 0..<2 {
                guard unsafe pipe(&pair) == 0 else { throw BoundedProcess.Fault.notStarted }
                ours.append(pair[0])
                theirs.append(pair[1])
            }
            for descriptor in ours + theirs { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            for descriptor in ours { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        } catch {
            close()
            throw .notStarted
        }
    }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    /// The tool ignores SIGPIPE.
    static let withoutSignal: Int32 = 0
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    static let withoutSignal = Int32(MSG_NOSIGNAL)
    #endif

    func closeTheirs() {
        for descriptor in theirs { _ = Foundation.close(descriptor) }
        theirs = []
    }

    /// Closes the end at an index, whose place stays: -1, which poll passes over.
    func closeOurs(_ index: Int) {
        if ours[index] >= 0 { _ = Foundation.close(ours[index]) }
        ours[index] = -1
    }

    func close() {
        closeTheirs()
        for index in ours.indices { closeOurs(index) }
    }
}

/// What goes through the pipes.
private struct Streams {
    private var input: ArraySlice<UInt8>
    private(set) var output: [UInt8] = []
    private(set) var errors: [UInt8] = []
    private let limit: Int

    init(input: [UInt8], limit: Int) {
        self.input = input[...]
        self.limit = limit
    }

    /// Moves what can be moved, or waits for it a little; whether no limit was passed.
    mutating func move(_ pipes: Pipes) -> Bool {
        var waiting = pipes.ours.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        waiting[0].events = Int16(POLLOUT)
        unsafe _ = poll(&waiting, nfds_t(waiting.count), Self.wait)
        if waiting[0].revents != 0 { send(pipes) }
        return drain(pipes)
    }

    /// Reads what is there.
    mutating func drain(_ pipes: Pipes) -> Bool {
        Self.read(pipes, 1, &output, limit) && Self.read(pipes, 2, &errors, limit)
    }

    private mutating func send(_ pipes: Pipes) {
        let count = unsafe input.withUnsafeBytes {
            unsafe Foundation.send(
                pipes.ours[0], $0.baseAddress, $0.count, Pipes.withoutSignal)
        }
        if count > 0 {
            input = input.dropFirst(count)
        } else if errno == EAGAIN || errno == EINTR {
            return
        } else {
            // It reads no more, which is its own affair.
            input = []
        }
        if input.isEmpty { pipes.closeOurs(0) }
    }

    private static func read(_ pipes: Pipes, _ index: Int, _ bytes: inout [UInt8], _ limit: Int) -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while pipes.ours[index] >= 0, bytes.count <= limit {
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe Foundation.read(pipes.ours[index], $0.baseAddress, $0.count)
            }
            if count > 0 {
                bytes += piece.prefix(count)
            } else if count == 0 {
                pipes.closeOurs(index)
            } else if errno != EINTR {
                break
            }
        }
        return bytes.count <= limit
    }

    /// Milliseconds: an end of the process, or a signal, is seen after them.
    private static let wait: Int32 = 10
}

/// Keeps back the signals that would end this process now and leave the other one running.
private struct WaitingSignals {
    private var before = sigset_t()
    private let kept: [Int32]

    init() {
        // Those that are ignored, as under nohup, stay without effect.
        kept = [SIGINT, SIGTERM, SIGHUP].filter { signal in
            var action = sigaction()
            unsafe _ = sigaction(signal, nil, &action)
            #if canImport(Darwin)
            let handler = unsafe action.__sigaction_u.__sa_handler
            #else
            let handler = unsafe action.__sigaction_handler.sa_handler
            #endif
            return unsafe unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
        }
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in kept { unsafe sigaddset(&set, signal) }
        unsafe _ = pthread_sigmask(SIG_BLOCK, &set, &before)
    }

    var isOneWaiting: Bool {
        var set = sigset_t()
        unsafe sigpending(&set)
        return kept.contains { unsafe sigismember(&set, $0) == 1 }
    }

    /// Lets them through; one that waits ends this process, even if whoever started it kept such signals back.
    func release() {
        var after = before
        if isOneWaiting { for signal in kept { unsafe sigdelset(&after, signal) } }
        unsafe _ = pthread_sigmask(SIG_SETMASK, &after, nil)
    }
}
