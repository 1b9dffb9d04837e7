internal import Clibsodium

/// The one place that starts libsodium.
enum Sodium {
    /// Runs `sodium_init` once for the process, whichever thread comes first.
    ///
    /// A negative result means that the system gave no randomness; nothing in this library can be
    /// done safely then, so the process stops here and not later.
    private static let started: Void = {
        guard sodium_init() >= 0 else { fatalError("libsodium could not start: no source of randomness") }
    }()

    @inline(__always)
    static func start() { _ = started }
}
