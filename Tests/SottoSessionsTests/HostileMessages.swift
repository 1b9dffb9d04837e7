import SottoCrypto
import SottoHandshake
import SottoSessions
import SottoWire
import TestSupport
import Testing

/// What a network can do to a session: nothing but lose messages.
///
/// Rules DR-6, DR-8, DR-9, DR-12, SM-1 to SM-4.
@Suite("A hostile network")
struct HostileMessages {
    /// Writes a session message's header again with other fields.
    static func forged(
        _ message: [UInt8], index: UInt32? = nil, previousChainLength: UInt32? = nil,
        ratchetKey: [UInt8]? = nil
    ) throws -> [UInt8] {
        var reader = WireReader(message, at: 6)
        let oldIndex = try reader.varint()
        let oldLength = try reader.varint()
        let key = try reader.take(32)
        var bytes = Array(message[..<6])
        bytes.append(varint: index ?? oldIndex)
        bytes.append(varint: previousChainLength ?? oldLength)
        return bytes + (ratchetKey ?? key) + message[reader.offset...]
    }

    @Test("can't change any bit of a session message", arguments: [false, true])
    func anyBitOfSessionMessage(atTurn: Bool) throws {
        let pair = try SessionPair()
        if !atTurn { try pair.bob.open(try pair.alice.seal("turn")) }
        let message = try pair.alice.seal("genuine")
        let before = pair.bob.stored
        for bit in 0..<message.count * 8 {
            var changed = message
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(pair.bob.refusal(of: changed) != nil, "bit \(bit)")
        }
        #expect(pair.bob.isStored(as: before))
        #expect(try pair.bob.open(message) == Array("genuine".utf8))
    }

    @Test("can't change any bit of a first message")
    func anyBitOfFirstMessage() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let message = try alice.seal("genuine")
        for bit in 0..<message.count * 8 {
            var changed = message
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let refusal: SessionError?
            do {
                try bobsDevice.answer(changed).open(changed)
                refusal = nil
            } catch let error as SessionError {
                refusal = error
            }
            #expect(refusal != nil, "bit \(bit)")
        }
        try bobsDevice.answer(message).open(message)
    }

    @Test("can't move the state with a forged header")
    func forgedHeaders() throws {
        let pair = try SessionPair()
        _ = try pair.alice.seal("never comes")
        let message = try pair.alice.seal("genuine")
        let stranger = X25519.PrivateKey().publicKey.bytes.bytes
        let before = pair.bob.stored
        let forgeries = [
            try Self.forged(message, index: 25_000), try Self.forged(message, index: 0x7FFF_FFFF),
            try Self.forged(message, previousChainLength: 25_000),
            try Self.forged(message, previousChainLength: 0x7FFF_FFFF),
            try Self.forged(message, previousChainLength: 2),
            try Self.forged(message, previousChainLength: 0),
            try Self.forged(message, ratchetKey: stranger),
            try Self.forged(message, index: 3, previousChainLength: 3, ratchetKey: stranger),
            try Self.forged(message, ratchetKey: [UInt8](repeating: 0, count: 32)),
        ]
        for (number, forgery) in forgeries.enumerated() {
            #expect(pair.bob.refusal(of: forgery) != nil, "forgery \(number)")
            #expect(pair.bob.isStored(as: before), "forgery \(number)")
        }
        #expect(try pair.bob.open(message) == Array("genuine".utf8))
    }

    @Test("can't turn a message back on its sender")
    func reflection() throws {
        let pair = try SessionPair()
        let message = try pair.alice.seal("to bob")
        let before = pair.alice.stored
        #expect(pair.alice.refusal(of: message) == .peer(.noSession))
        #expect(pair.alice.isStored(as: before))
    }

    @Test("can't put the header of one message on the body of another")
    func spliced() throws {
        let pair = try SessionPair()
        let one = try pair.alice.seal("one")
        let two = try pair.alice.seal("two")
        let before = pair.bob.stored
        for cut in 1..<one.count where one[..<cut] != two[..<cut] && one[cut...] != two[cut...] {
            #expect(pair.bob.refusal(of: Array(one[..<cut] + two[cut...])) != nil, "cut at \(cut)")
        }
        #expect(pair.bob.isStored(as: before))
    }

    @Test("can send bytes of any length without harm", arguments: 0...200)
    func randomBytes(length: Int) throws {
        var random = SeededGenerator(seed: UInt64(length) + 7)
        let pair = try SessionPair()
        let before = pair.bob.stored
        for start in [[], [1], [1, 1], [1, 2], [1, 3], [2, 1]] as [[UInt8]] {
            let bytes = Array((start + random.bytes(length)).prefix(length))
            #expect(pair.bob.refusal(of: bytes) != nil)
            #expect(throws: HandshakeError.self) { try PrekeyBundle(bytes) }
            #expect(throws: SessionError.self) { try PrekeyMessage(bytes) }
        }
        #expect(pair.bob.isStored(as: before))
    }

    @Test("can cut messages and bundles anywhere without harm")
    func truncated() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal("first")
        let bundle = bobsDevice.bundle.bytes
        for length in 0..<first.count {
            #expect(throws: SessionError.self) {
                try bobsDevice.answer(Array(first[..<length])).open(Array(first[..<length]))
            }
        }
        for length in 0..<bundle.count {
            #expect(throws: HandshakeError.malformed) { try PrekeyBundle(Array(bundle[..<length])) }
        }
        let bob = try bobsDevice.answer(first)
        try bob.open(first)
        let message = try bob.seal("session")
        let before = alice.stored
        for length in 0..<message.count {
            #expect(alice.refusal(of: Array(message[..<length])) != nil)
        }
        #expect(alice.isStored(as: before))
        try alice.open(message)
    }

    @Test("can't append to a message")
    func lengthened() throws {
        let pair = try SessionPair()
        let message = try pair.alice.seal("genuine")
        #expect(pair.bob.refusal(of: message + [0]) == .peer(.notAuthentic))
        #expect(
            pair.bob.refusal(of: message + [UInt8](repeating: 0, count: 70_000)) == .peer(.malformed))
        try pair.bob.open(message)
    }
}
