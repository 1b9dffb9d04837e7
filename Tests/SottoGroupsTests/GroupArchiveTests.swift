import SottoCrypto
import TestSupport
import Testing

@testable import SottoGroups

/// What is stored of chains.
///
/// Rules GR-22 to GR-24.
@Suite("A stored chain")
struct GroupArchiveTests {
    func isRestored(chain bytes: [UInt8]) -> Bool {
        do throws(GroupError) {
            let chain = try SenderChain(archive: SecretBytes(copying: bytes.span))
            return chain.archive().exposeBytes() == bytes
        } catch {
            #expect(error == .archiveCorrupt)
            return false
        }
    }

    /// Whether both parts are restored and written the same; a wrong one is refused as corrupt.
    func isRestored(states: [UInt8], skipped: [UInt8]?) -> Bool {
        do throws(GroupError) {
            var restored = try SenderKeyStates(archive: SecretBytes(copying: states.span))
            if let skipped { try restored.loadSkippedKeys(SecretBytes(copying: skipped.span)) }
            let again = restored.skippedKeyArchive()?.exposeBytes()
            return restored.archive().exposeBytes() == states && (skipped == nil || again == skipped)
        } catch {
            #expect(error == .archiveCorrupt)
            return false
        }
    }

    /// A receiver of two chains, each with keys that were skipped at two instants.
    func receiver() throws -> Receiver {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let bob = Receiver(rosters)
        for _ in 0..<2 {
            try bob.add(alice.distribution())
            for instant in [testInstant, testInstant + 1] {
                try alice.lose(3)
                let late = try alice.seal([], roster: rosters.current.hash)
                try alice.lose(2)
                _ = try bob.open(
                    try alice.seal([], roster: rosters.current.hash), from: alice, at: instant)
                _ = try bob.open(late, from: alice, at: instant)
            }
            alice.rotate()
        }
        return bob
    }

    @Test("of ours has 117 bytes in the layout of GR-22, and goes on where it was")
    func ours() throws {
        let alice = try Sender("alice")
        let hash = try history("alice").current.hash
        _ = try alice.seal([], roster: hash)
        let stored = alice.stored
        #expect(stored.count == 117)
        #expect(stored[0] == 1)
        #expect(Array(stored[1..<9]) == alice.chain.id.bytes)
        #expect(Array(stored[17..<21]) == [0, 0, 0, 1])
        let seed = Array(stored[53..<85])
        let key = try Ed25519.PrivateKey(seed: SecretBytes(copying: seed.span))
        #expect(Array(stored[85...]) == key.publicKey.bytes)
        let again = try Sender("alice")
        again.chain = try SenderChain(archive: SecretBytes(copying: stored.span))
        #expect(try again.seal([1], roster: hash) == alice.seal([1], roster: hash))
    }

    @Test("of ours in another form is refused")
    func oursCorrupt() throws {
        let stored = try Sender("alice").stored
        for count in stored.indices { #expect(!isRestored(chain: Array(stored[..<count]))) }
        #expect(!isRestored(chain: stored + [0]))
        var changed = stored
        changed[0] = 2
        #expect(!isRestored(chain: changed))
        changed = stored
        changed[17] = 0x80
        #expect(!isRestored(chain: changed))
        #expect(isRestored(chain: stored))
    }

    @Test("of a sender has at most 150 bytes without skipped keys, and 94 for each further one")
    func small() throws {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let bob = Receiver(rosters)
        for count in 1...5 {
            try bob.add(alice.distribution())
            let byteCount = bob.states.archiveByteCount
            #expect(byteCount == 2 + 94 * count)
            #expect(bob.storedChains.count == byteCount)
            alice.rotate()
        }
        #expect(bob.storedSkippedKeys?.count == 2)
        #expect(Receiver(rosters).storedChains == [1, 0])
    }

    @Test("has its skipped keys apart: 14 bytes for each run and 32 for each key")
    func skippedKeys() throws {
        let bob = try receiver()
        let skipped = try #require(bob.storedSkippedKeys)
        // In each chain four runs: 3 and 2 keys around the message that came late, twice.
        #expect(bob.skippedKeyCount == 20)
        #expect(skipped.count == 2 + 2 * (10 + 4 * 14 + 10 * 32))
        let before = bob.stored
        try bob.reload()
        #expect(bob.isStored(as: before))
    }

    @Test(
        "in another form is refused, and what is accepted is written the same",
        arguments: 1...3 as ClosedRange<UInt64>)
    func corrupt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bob = try receiver()
        let states = bob.storedChains
        let skipped = try #require(bob.storedSkippedKeys)
        #expect(isRestored(states: states, skipped: skipped))
        for count in states.indices { #expect(!isRestored(states: Array(states[..<count]), skipped: nil)) }
        for count in skipped.indices {
            #expect(!isRestored(states: states, skipped: Array(skipped[..<count])))
        }
        #expect(!isRestored(states: states + [0], skipped: nil))
        #expect(!isRestored(states: states, skipped: skipped + [0]))
        for _ in 0..<1_000 {
            var changed = states
            changed[Int.random(in: states.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            if (try? SenderKeyStates(archive: SecretBytes(copying: changed.span))) != nil {
                #expect(isRestored(states: changed, skipped: nil), "seed \(seed)")
            }
            changed = skipped
            changed[Int.random(in: skipped.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            var restored = try SenderKeyStates(archive: SecretBytes(copying: states.span))
            if (try? restored.loadSkippedKeys(SecretBytes(copying: changed.span))) != nil {
                let again = restored.skippedKeyArchive()?.exposeBytes()
                #expect(again == changed, "seed \(seed)")
            }
        }
    }

    @Test("with a number out of place is refused")
    func numbers() throws {
        let bob = try receiver()
        let states = bob.storedChains
        func with(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
            var changed = states
            changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return changed
        }
        #expect(!isRestored(states: with(0, [2]), skipped: nil), "format")
        #expect(!isRestored(states: with(1, [6]), skipped: nil), "six chains")
        #expect(!isRestored(states: with(18, [0, 0, 0, 1]), skipped: nil), "first after dropped")
        #expect(!isRestored(states: with(22, [0, 0, 0, 15]), skipped: nil), "dropped after next")
        #expect(!isRestored(states: with(26, [0x80, 0, 0, 0]), skipped: nil), "next beyond 2^31 − 1")
        #expect(!isRestored(states: with(30, [0, 15]), skipped: nil), "more keys than places")
        #expect(!isRestored(states: with(96, Array(states[2..<10])), skipped: nil), "one id twice")
    }

    @Test("refuses skipped keys of another moment")
    func otherMoment() throws {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let bob = try Receiver(rosters, of: alice)
        let late = try alice.seal([], roster: rosters.current.hash)
        _ = try alice.seal([], roster: rosters.current.hash)
        _ = try bob.open(try alice.seal([], roster: rosters.current.hash), from: alice)
        let old = try #require(bob.storedSkippedKeys)
        _ = try bob.open(late, from: alice)
        #expect(!isRestored(states: bob.storedChains, skipped: old))
    }
}
