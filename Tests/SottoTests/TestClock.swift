import Sotto
import Synchronization
import TestSupport

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let instant = Mutex(testInstant)

    var now: UInt64 { instant.withLock { $0 } }

    /// Moves the clock on, or back.
    func advance(by milliseconds: Int64) {
        instant.withLock { $0 = $0 &+ UInt64(bitPattern: milliseconds) }
    }

    var clock: DeviceClock { DeviceClock { self.now } }
}
