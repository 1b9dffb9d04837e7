import SottoCrypto
import TestSupport
import Testing

@testable import SottoRatchet

/// Messages of a peer that holds the keys and doesn't keep to the rules: their tags verify.
///
/// Rules DR-5, DR-9, DR-17.
@Suite("A peer that holds the keys")
struct ForgingPeerTests {
    typealias Own = RatchetState<BLAKE2bChainKDF, SyntheticNonceCipher>
    typealias Side = RatchetStateTests.Side<BLAKE2bChainKDF, SyntheticNonceCipher>

    func pair() throws -> (Side, Side) {
        try RatchetStateTests().pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
    }

    func header(_ key: [UInt8], index: UInt32, previous: UInt32) -> [UInt8] {
        key + bigEndian(index) + bigEndian(previous)
    }

    func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Seals under a message key, with any header.
    func seal(_ header: [UInt8], with chainKey: borrowing SecretBytes) throws -> [UInt8] {
        let block = BLAKE2bChainKDF.step(chainKey)
        var message = header + [UInt8](repeating: 0, count: 24 + 1 + 16)
        try SyntheticNonceCipher.seal(
            &message, headerByteCount: header.count, context: RatchetStateTests.context, key: block, at: 32)
        return message
    }

    func refuses(_ side: Side, _ message: [UInt8]) throws -> Bool {
        let before = side.stored
        #expect(throws: RatchetError.notAuthentic) { _ = try side.open(message) }
        return side.isStored(as: before)
    }

    @Test("can't say that its chain before was shorter than what was opened of it")
    func shorterThanServed() throws {
        let (alice, bob) = try pair()
        for _ in 0..<3 { _ = try bob.open(try alice.seal([1])) }
        _ = try alice.open(try bob.seal([2]))
        let message = try alice.state.seal(
            context: RatchetStateTests.context, reserving: 128,
            writeHeader: { [self] header, message in
                message += self.header(header.ratchetKey.key.bytes.bytes, index: 0, previous: 2)
            }, writePlaintext: { $0.append(1) })
        #expect(try refuses(bob, message))
    }

    @Test("can't say that there was a chain before its first")
    func chainBeforeFirst() throws {
        let (alice, bob) = try pair()
        let message = try alice.state.seal(
            context: RatchetStateTests.context, reserving: 128,
            writeHeader: { [self] header, message in
                message += self.header(header.ratchetKey.key.bytes.bytes, index: 0, previous: 1)
            }, writePlaintext: { $0.append(1) })
        #expect(try refuses(bob, message))
    }

    @Test("can't open a chain under its signed prekey")
    func signedPrekey() throws {
        let root: [UInt8] = Array(1...32)
        let prekey = X25519.PrivateKey()
        let ratchetKey = X25519.PrivateKey()
        let agreement = try prekey.sharedSecret(with: ratchetKey.publicKey)
        let alice = Side(
            try Own.initiator(
                rootKey: RootKey(SecretBytes(copying: root.span)), ourRatchetKey: ratchetKey,
                theirRatchetKey: RatchetPublicKey(prekey.publicKey)))
        let step = try RootKey(SecretBytes(copying: root.span)).advanced(by: agreement)
        let second = step.rootKey.advanced(by: agreement)
        let message = try seal(
            header(prekey.publicKey.bytes.bytes, index: 0, previous: 0), with: second.chainKey)
        #expect(try refuses(alice, message))
    }

    @Test("can't use the largest counter, after which nothing could be stored")
    func largestIndex() throws {
        let (alice, bob) = try pair()
        let first = try alice.seal([1])
        _ = try bob.open(first)
        var stored = bob.stored
        stored.replaceSubrange(204..<208, with: [0x7F, 0xFF, 0xFF, 0xFF])
        bob.state = try Own(archive: SecretBytes(copying: stored.span))
        let chainKey = Array(stored[172..<204])
        let message = try seal(
            header(Array(first[..<32]), index: 0x7FFF_FFFF, previous: 0),
            with: SecretBytes(copying: chainKey.span))
        #expect(try refuses(bob, message))
    }

    @Test("can't say more messages than a chain can have")
    func largestPreviousChainLength() throws {
        let (alice, bob) = try pair()
        _ = try bob.open(try alice.seal([1]))
        _ = try bob.seal([1])
        let key = X25519.PrivateKey().publicKey.bytes.bytes
        let message = try seal(
            header(key, index: 0, previous: 0x8000_0000), with: SecretBytes.random(byteCount: 32))
        #expect(try refuses(bob, message))
    }
}

/// What stands beside a chain key in its block, and where a used skipped key was.
///
/// Rules DR-2, DR-7.
@Suite("A used message key")
struct UsedMessageKeyTests {
    typealias Side = RatchetStateTests.Side<BLAKE2bChainKDF, SyntheticNonceCipher>

    func isClean(_ key: borrowing SecretBytes) -> Bool {
        key.withSpan(of: 32..<64) { span in span.indices.allSatisfy { span[$0] == 0 } }
    }

    func sendingIsClean(_ side: Side) -> Bool {
        switch side.state.turn {
        case .sending(let sending): isClean(sending.chain.key)
        case .listening: false
        case .replying: false
        }
    }

    func receivingIsClean(_ side: Side) -> Bool {
        switch side.state.receivingChain {
        case .some(let chain): isClean(chain.key)
        case .none: false
        }
    }

    @Test("doesn't stay beside the key of its chain")
    func chains() throws {
        let (alice, bob) = try RatchetStateTests().pair(BLAKE2bChainKDF.self, SyntheticNonceCipher.self)
        for _ in 0..<2 {
            let message = try alice.seal([1])
            #expect(sendingIsClean(alice))
            _ = try bob.open(message)
            #expect(receivingIsClean(bob))
        }
        for _ in 0..<2 {
            let message = try bob.seal([1])
            #expect(sendingIsClean(bob))
            _ = try alice.open(message)
            #expect(receivingIsClean(alice))
        }
    }

    @Test("doesn't stay among the skipped keys of its run")
    func runs() {
        let run = SkippedRun(
            ratchetKey: RatchetPublicKey(X25519.PrivateKey().publicKey), firstIndex: 0, instant: 0,
            capacity: 2)
        run.add(fromStep: SecretBytes.random(byteCount: 64))
        run.add(fromStep: SecretBytes.random(byteCount: 64))
        run.remove(slot: 0)
        #expect(run.key(in: 0).exposeBytes().allSatisfy { $0 == 0 })
        #expect(!run.key(in: 1).exposeBytes().allSatisfy { $0 == 0 })
    }
}
