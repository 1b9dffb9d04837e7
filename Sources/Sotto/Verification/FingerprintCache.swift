internal import SottoIdentity
internal import SottoSafetyNumbers
private import Synchronization

/// Fingerprints that were worked out: each costs some milliseconds, and a key's doesn't change.
final class FingerprintCache: Sendable {
    private struct Side: Hashable {
        let user: UserID
        let key: IdentityPublicKey
    }

    private let known = Mutex<[Side: Fingerprint]>([:])

    /// How many are kept: a screen full of people.
    static let maximumCount = 256

    func fingerprint(of key: IdentityPublicKey, _ user: UserID) -> Fingerprint {
        let side = Side(user: user, key: key)
        if let fingerprint = known.withLock({ $0[side] }) { return fingerprint }
        // Not under the lock: two that ask at once both work it out, and get the same.
        let fingerprint = Fingerprint(of: key, user: user)
        known.withLock {
            if $0.count >= Self.maximumCount { $0.removeAll(keepingCapacity: true) }
            $0[side] = fingerprint
        }
        return fingerprint
    }
}
