import Sotto
import Synchronization

/// Takes a private key out of a closure.
final class IdentityCopy: Sendable {
    private let held = Mutex<[UInt8]>([])

    func take(_ identity: borrowing IdentityKeyPair) {
        let bytes = identity.exposePrivateKey().exposeBytes()
        held.withLock { $0 = bytes }
    }

    var bytes: [UInt8] { held.withLock { $0 } }
}
