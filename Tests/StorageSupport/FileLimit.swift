import Foundation

/// How long a file of this process may get: past it the system refuses to write, as on a full disk.
public enum FileLimit {
    /// Sets it in bytes, or takes it back.
    ///
    /// It needs no rights, and is the same for everybody.
    public static func set(_ byteCount: Int?) throws {
        signal(SIGXFSZ, SIG_IGN)
        #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { throw Failure() }
        limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
        guard unsafe setrlimit(resource, &limit) == 0 else { throw Failure() }
    }

    struct Failure: Error {}
}
