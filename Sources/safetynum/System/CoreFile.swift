import Foundation

/// What a process leaves behind when a signal ends it.
enum CoreFile {
    /// Leaves none: a passphrase or a private key may be in it.
    ///
    /// Rule TN-7.
    static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
        unsafe _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        #else
        unsafe _ = setrlimit(RLIMIT_CORE, &none)
        #endif
    }
}
