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

    /// Overwrites the stack below the caller: to be called right after a function of libsodium that gave a
    /// secret by way of BLAKE2b.
    ///
    /// `blake2b_final` of 1.0.18 leaves its output in a local array, less than 768 bytes below its caller's
    /// caller; twice that costs some 15 ns. Argon2id goes deeper.
    @inline(__always)
    static func wipeStack(_ byteCount: Int = 1_536) { sodium_stackzero(byteCount) }

    /// Whether `crypto_scalarmult_base` is the faster way to a public key.
    ///
    /// From 1.0.22 on it is; before, the Edwards multiplication followed by a field inversion on the
    /// public result takes two thirds of its time.
    static let hasFastScalarMultBase: Bool = {
        guard let text = unsafe sodium_version_string() else { return false }
        let parts = unsafe String(cString: text).split(separator: ".").map { Int($0) ?? 0 }
        guard parts.count >= 3 else { return false }
        return (parts[0], parts[1], parts[2]) >= (1, 0, 22)
    }()
}
