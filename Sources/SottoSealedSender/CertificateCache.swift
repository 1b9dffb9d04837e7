internal import SottoCrypto
internal import SottoWire
private import Synchronization

/// Remembers which signatures of certificates verified, so that a message costs no signature check.
///
/// Only that is remembered, by a hash of the whole certificate and of the key that signed it: roots, revocations
/// and expiry are asked each time. A signature that didn't verify is not remembered, so nobody fills the cache with
/// inventions. Holds at most ``SealedSenderLimits/maximumCachedSignatures``, then forgets all and starts over.
/// May be used from any thread, and by several devices.
///
/// Rule SS-7.
public final class CertificateCache: Sendable {
    private let verified = Mutex<Set<Bytes32>>([])

    /// Makes an empty cache.
    public init() {}

    /// How many signatures are remembered.
    package var count: Int { verified.withLock { $0.count } }

    /// Whether `signature` is of `key` over `signed`, which the certificate's bytes and the key determine.
    func isValid(
        _ signature: [UInt8], by key: Bytes32, certificate: [UInt8], for signed: () -> [UInt8]
    ) -> Bool {
        var list = LabelledList("Sotto/1 checked certificate", capacity: certificate.count + 128)
        list.item(byteCount: 32) { key.append(to: &$0) }
        list.item(certificate)
        let name = ContentHash(list.bytes.span).bytes
        if verified.withLock({ $0.contains(name) }) { return true }
        // Not under the lock: two that ask at once both check, and find the same.
        let signed = signed()
        guard Ed25519.isValid(signature.span, for: signed.span, by: key) else { return false }
        verified.withLock {
            if $0.count >= SealedSenderLimits.maximumCachedSignatures { $0.removeAll(keepingCapacity: true) }
            $0.insert(name)
        }
        return true
    }
}
