import SottoCrypto
import SottoRatchet
import SottoWire
import TestSupport
import Testing

/// The ratchet alone, with either pair of chain step and cipher.
///
/// Rules DR-2 to DR-5, DR-9 to DR-14, DR-16, DR-17.
@Suite("The ratchet")
struct RatchetStateTests {
    static let context = SHA256.hash([UInt8]().span)

    final class Side<KDF: ChainKDF, Cipher: MessageCipher> {
        var state: RatchetState<KDF, Cipher>
        var skipped = SkippedMessageKeys()

        init(_ state: consuming RatchetState<KDF, Cipher>) { self.state = state }

        func seal(_ content: [UInt8]) throws(RatchetError) -> [UInt8] {
            try state.seal(
                context: RatchetStateTests.context, reserving: 128,
                writeHeader: { header, message in
                    header.ratchetKey.key.bytes.append(to: &message)
                    message.append(u32: header.index)
                    message.append(u32: header.previousChainLength)
                }, writePlaintext: { $0.append(contentsOf: content) })
        }

        static func header(_ message: [UInt8]) throws -> RatchetHeader {
            var reader = WireReader(message, at: 32)
            let index = try reader.u32()
            return RatchetHeader(
                ratchetKey: RatchetPublicKey(try X25519.PublicKey(Array(message[..<32]))),
                previousChainLength: try reader.u32(), index: index)
        }

        func open(_ message: [UInt8]) throws -> [UInt8] {
            try state.open(
                message, header: Self.header(message), headerByteCount: 40,
                context: RatchetStateTests.context,
                skipped: &skipped, at: testInstant, check: { $0 }
            ).content
        }

        var stored: [UInt8] { state.archive().exposeBytes() }
        func isStored(as before: [UInt8]) -> Bool { stored == before }
        var canSend: Bool { state.canSend }
        var skippedCount: Int { skipped.count }
    }

    func pair<KDF: ChainKDF, Cipher: MessageCipher>(
        _ kdf: KDF.Type, _ cipher: Cipher.Type
    ) throws -> (Side<KDF, Cipher>, Side<KDF, Cipher>) {
        let root: [UInt8] = Array(1...32)
        let prekey = X25519.PrivateKey()
        let publicPrekey = RatchetPublicKey(prekey.publicKey)
        let alice = try RatchetState<KDF, Cipher>.initiator(
            rootKey: RootKey(SecretBytes(copying: root.span)), ourRatchetKey: X25519.PrivateKey(),
            theirRatchetKey: publicPrekey)
        let bob = RatchetState<KDF, Cipher>.responder(
            rootKey: try RootKey(SecretBytes(copying: root.span)), ourRatchetKey: prekey)
        return (Side(alice), Side(bob))
    }

    func talk<KDF: ChainKDF, Cipher: MessageCipher>(_ kdf: KDF.Type, _ cipher: Cipher.Type) throws {
        let (alice, bob) = try pair(kdf, cipher)
        for round in 0..<5 as Range<UInt8> {
            let late = try alice.seal([round, 0])
            #expect(try bob.open(try alice.seal([round, 1])) == [round, 1])
            #expect(try alice.open(try bob.seal([round, 2])) == [round, 2])
            #expect(try bob.open(late) == [round, 0])
            alice.state = try RatchetState(archive: alice.state.archive())
            bob.state = try RatchetState(archive: bob.state.archive())
        }
    }

    @Test("talks with the chain step and cipher of this library")
    func ownPair() throws { try talk(BLAKE2bChainKDF.self, SyntheticNonceCipher.self) }

    @Test("talks with the chain step of the specification and a plain cipher")
    func specificationPair() throws { try talk(HMACChainKDF.self, PlainCipher.self) }

    @Test("doesn't let a responder send before it has opened a message")
    func responderWaits() throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        let before = bob.stored
        #expect(!bob.canSend)
        #expect(throws: RatchetError.cannotSendYet) { try bob.seal([]) }
        #expect(bob.isStored(as: before))
        _ = try bob.open(try alice.seal([]))
        #expect(bob.canSend)
    }

    @Test("wipes the private key that a new ratchet key answered, and makes the next one when it sends")
    func deferredKey() throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        #expect(bob.stored[1] == 2)
        #expect(bob.stored[36..<100].allSatisfy { $0 == 0 })
        _ = try bob.seal([])
        #expect(bob.stored[1] == 3)
        #expect(!bob.stored[36..<100].allSatisfy { $0 == 0 })
    }

    @Test("says in PN how many messages the chain before had")
    func previousChainLength() throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        var sent = 0
        var last = try alice.seal([])
        for length in [1, 4, 0, 7] {
            for _ in 1..<max(1, length) { last = try alice.seal([]) }
            sent = max(1, length)
            _ = try bob.open(last)
            _ = try alice.open(try bob.seal([]))
            last = try alice.seal([])
            #expect(
                try Side<BLAKE2bChainKDF, SyntheticNonceCipher>.header(last).previousChainLength
                    == UInt32(sent))
        }
    }

    @Test("keeps nothing of the old receiving chain after a turn but its skipped keys")
    func oldChainGone() throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        let oldChainKey = Array(bob.stored[172..<204])
        _ = try alice.open(try bob.seal([]))
        _ = try bob.open(try alice.seal([]))
        let now = bob.stored + bob.skipped.archive().exposeBytes()
        #expect(!now.indices.dropLast(31).contains { Array(now[$0..<$0 + 32]) == oldChainKey })
        #expect(bob.skippedCount == 0)
    }

    @Test(
        "never gives two contents one cipher key and nonce, whatever state it was put back to",
        arguments: [false, true])
    func rolledBack(atTurn: Bool) throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        _ = try alice.open(try bob.seal([]))
        // At a turn the next message makes a key pair; in a chain the same message keys come again.
        if !atTurn { _ = try alice.seal([]) }
        var pairs: Set<[UInt8]> = []
        var keys: Set<[UInt8]> = []
        let saved = alice.stored
        for branch in 0..<6 as Range<UInt8> {
            alice.state = try RatchetState(archive: SecretBytes(copying: saved.span))
            for number in 0..<10 as Range<UInt8> {
                let chainKey = Array(alice.stored[132..<164])
                let isTurn = alice.stored[1] == 2
                let message = try alice.seal([branch, number])
                let key = isTurn ? Array(message[..<32]) : chainKey
                keys.insert(key)
                #expect(pairs.insert(key + message[40..<64]).inserted, "branch \(branch), message \(number)")
            }
        }
        #expect(keys.count == (atTurn ? 60 : 10))
    }

    @Test("gives the same content under the same state the same bytes")
    func deterministic() throws {
        let (alice, _) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        let saved = alice.state.archive()
        let one = try alice.seal([1, 2, 3])
        alice.state = try RatchetState(archive: saved)
        #expect(try alice.seal([1, 2, 3]) == one)
    }

    @Test("stops a chain at 2^31 − 1 messages without a trap", arguments: [-1, 0])
    func exhausted(distance: Int) throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        _ = try bob.seal([])
        var stored = bob.stored
        stored.replaceSubrange(164..<168, with: [0x7F, 0xFF, 0xFF, UInt8(0xFF + distance)])
        bob.state = try RatchetState(archive: SecretBytes(copying: stored.span))
        if distance < 0 { _ = try bob.seal([]) }
        let before = bob.stored
        #expect(throws: RatchetError.chainExhausted) { try bob.seal([]) }
        #expect(bob.isStored(as: before))
    }

    @Test("restores an archive only if it has exactly the form", arguments: 1...3 as ClosedRange<UInt64>)
    func corruptArchives(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        _ = try bob.open(try alice.seal([]))
        typealias State = RatchetState<BLAKE2bChainKDF, SyntheticNonceCipher>
        for stored in [alice.stored, bob.stored] {
            #expect(stored.count == 246)
            for length in 0..<246 {
                let cut = Array(stored[..<length])
                #expect(throws: RatchetError.archiveCorrupt) {
                    _ = try State(archive: SecretBytes(copying: cut.span))
                }
            }
            for _ in 0..<500 {
                var changed = stored
                changed[Int.random(in: 0..<246, using: &random)] ^=
                    1 << UInt8.random(in: 0..<8, using: &random)
                // Keys and counters can't be told from others; what is accepted has to be written the same.
                do {
                    let state = try State(archive: SecretBytes(copying: changed.span))
                    #expect(state.archive().exposeBytes() == changed, "seed \(seed)")
                } catch {
                    #expect(error == .archiveCorrupt)
                }
            }
        }
    }

    @Test("refuses an unknown ratchet key while it has no key of its own to answer with")
    func nothingToAnswer() throws {
        let (alice, bob) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        let message = try alice.seal([])
        _ = try bob.open(message)
        let stranger = X25519.PrivateKey().publicKey.bytes.bytes + message[32...]
        #expect(throws: RatchetError.self) { try bob.open(stranger) }
    }

    @Test("refuses the signed prekey as the ratchet key of an answer")
    func signedPrekeyAsRatchetKey() throws {
        let (alice, _) = try pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        let theirs = Array(alice.stored[100..<132])
        let message = theirs + [UInt8](repeating: 0, count: 8 + 24 + 16)
        let before = alice.stored
        #expect(throws: RatchetError.notAuthentic) { try alice.open(message) }
        #expect(alice.isStored(as: before))
    }
}
