#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The system's clock: the standard library has none that says the date.
package enum WallClock {
    /// Milliseconds since 1970-01-01T00:00:00Z; 0 where the system has no such clock.
    package static func milliseconds() -> UInt64 {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0, time.tv_sec >= 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
