import SottoCrypto
import Testing

@testable import SottoRatchet

/// What is kept beside the skipped keys themselves.
///
/// Rule DR-7.
@Suite("The queue of chains with skipped keys")
struct SkippedKeyQueueTests {
    @Test("stays about as long as the chains that are kept, however many come and go")
    func bounded() {
        var skipped = SkippedMessageKeys()
        let block = SecretBytes.random(byteCount: 64)
        for _ in 0..<6_000 {
            let run = SkippedRun(
                ratchetKey: RatchetPublicKey(X25519.PrivateKey().publicKey), firstIndex: 0, instant: 1,
                capacity: 1)
            run.add(fromStep: block)
            _ = skipped.insert([run], at: 1)
        }
        let (count, length) = (skipped.count, skipped.queueLength)
        #expect(count == RatchetLimits.maximumSkippedKeys)
        #expect(length <= 2 * RatchetLimits.maximumSkippedKeys + 17)
    }
}
