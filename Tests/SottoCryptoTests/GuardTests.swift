import Foundation
import Synchronization
import Testing

@testable import SottoCrypto

@Suite("Guarded memory")
struct GuardTests {
    @Test("traps when it is written to")
    func readOnly() async {
        await #expect(processExitsWith: .failure) {
            let guarded = try GuardedBytes(copying: SecretBytes.random(byteCount: 32))
            unsafe guarded.base[0] = 1
        }
    }

    @Test("traps when it is read beyond its end")
    func guardPage() async {
        await #expect(processExitsWith: .failure) {
            let guarded = try GuardedBytes(copying: SecretBytes.random(byteCount: 32))
            // Not a constant, so that the read stays.
            let end = guarded.count
            let beyond = unsafe guarded.base[end]
            #expect(beyond == 0)
        }
    }

    @Test("can be read to its end")
    func readable() async {
        await #expect(processExitsWith: .success) {
            let guarded = try GuardedBytes(copying: SecretBytes.random(byteCount: 32))
            var sum = 0
            for index in 0..<guarded.count { sum += unsafe Int(guarded.base[index]) }
            #expect(sum >= 0)
        }
    }
}

@Suite("libsodium")
struct StartTests {
    @Test("starts by itself, from eight threads at once")
    func eightThreads() async {
        // In a process of its own, so that nothing has started it before.
        await #expect(processExitsWith: .success) {
            let waiting = Atomic(0)
            let done = Atomic(0)
            let right = Atomic(0)
            let uses: [@Sendable () -> Bool] = [
                { SecretBytes.random(byteCount: 32).count == 32 },
                { Random.bytes(32).count == 32 },
                { X25519.PrivateKey().publicKey.encoded.count == 33 },
                { (try? GuardedBytes(copying: SecretBytes(zeroedByteCount: 32)).count) == 32 },
            ]
            for index in 0..<8 {
                Thread.detachNewThread {
                    waiting.add(1, ordering: .sequentiallyConsistent)
                    while waiting.load(ordering: .sequentiallyConsistent) < 8 {}
                    if uses[index % 4]() { right.add(1, ordering: .sequentiallyConsistent) }
                    done.add(1, ordering: .sequentiallyConsistent)
                }
            }
            while done.load(ordering: .sequentiallyConsistent) < 8 { usleep(1_000) }
            #expect(right.load(ordering: .sequentiallyConsistent) == 8)
        }
    }
}
