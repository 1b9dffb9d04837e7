import SottoRatchet
import SottoWire
import TestSupport
import Testing

@testable import SottoSessions

/// Sizes and forms on the wire.
///
/// Rules EN-9, SM-1, SM-2, SM-3, SM-5, SM-6, SM-7, SM-12, DR-9.
@Suite("A message")
struct MessageFormat {
    @Test(
        "is at most 84 bytes longer than its padded content in the middle of a chain",
        arguments: [1, 200, 20_000])
    func overhead(index: Int) throws {
        let pair = try SessionPair()
        for _ in 0..<index { _ = try pair.alice.seal([]) }
        for count in [0, 100, 159, 160, 1_000, 10_000] {
            let content = [UInt8](repeating: 7, count: count)
            let message = try pair.alice.seal(content)
            #expect(message.count - Padding.bucket(count + 1) <= 84)
            #expect(message.count - Padding.bucket(count + 1) >= 80)
        }
    }

    @Test("has one length for all contents of 0 to 159 bytes")
    func oneLength() throws {
        let pair = try SessionPair()
        let lengths = try (0...159).map { try pair.alice.seal([UInt8](repeating: 0, count: $0)).count }
        #expect(Set(lengths).count <= 2, "N takes one byte up to 127 and two after")
        #expect(
            try pair.alice.seal([UInt8](repeating: 0, count: 160)).count == 2 + 4 + 2 + 1 + 32 + 24 + 320 + 16
        )
    }

    @Test(
        "carries content of any length up to the limit and no more",
        arguments: [0, 1, 159, 160, 1_119, 1_120, 4_160, 65_534, 65_535, 65_536])
    func lengths(count: Int) throws {
        let pair = try SessionPair()
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
        guard count <= SessionLimits.maximumContentByteCount else {
            let before = pair.alice.stored
            #expect(throws: SessionError.usage(.contentTooLarge(byteCount: count, limit: 65_535))) {
                try pair.alice.seal(content)
            }
            #expect(pair.alice.isStored(as: before))
            return
        }
        #expect(try pair.bob.open(try pair.alice.seal(content)) == content)
    }

    @Test("keeps content that ends like padding")
    func contentLikePadding() throws {
        let pair = try SessionPair()
        for content in [[0x80], [0x80, 0, 0], [0], [0, 0], [UInt8](repeating: 0, count: 159)] as [[UInt8]] {
            #expect(try pair.bob.open(try pair.alice.seal(content)) == content)
        }
    }

    @Test("names its handshake until the first reply and not after")
    func handshakeUntilReply() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal([1])
        #expect(first[0] == 1 && first[1] == 1)
        #expect(try alice.seal([2])[1] == 1)
        let bob = try bobsDevice.answer(first)
        #expect(bob.refusal(of: first) == nil)
        #expect(alice.isUnanswered)
        let reply = try bob.seal([3])
        #expect(reply[1] == 2)
        try alice.open(reply)
        #expect(!alice.isUnanswered)
        #expect(try alice.seal([4])[1] == 2)
    }

    @Test(
        "with counters beyond 2^31 − 1, or not in their shortest form, is malformed",
        arguments: [[0x80, 0x80, 0x80, 0x80, 0x08], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x80, 0x00]])
    func counters(varint: [UInt8]) throws {
        let pair = try SessionPair()
        let message = try pair.alice.seal([1])
        #expect(pair.bob.refusal(of: message[..<6] + varint + message[7...]) == .peer(.malformed))
        #expect(pair.bob.refusal(of: message[..<7] + varint + message[8...]) == .peer(.malformed))
        try pair.bob.open(message)
    }

    @Test("of a kind or suite that is kept for later is refused")
    func reserved() throws {
        let pair = try SessionPair()
        let message = try pair.alice.seal([1])
        for kind in [0, 3, 4, 0x81, 0x82, 0xFF] as [UInt8] {
            #expect(pair.bob.refusal(of: [1, kind] + message[2...]) == .peer(.malformed))
        }
        for suite in [0, 2, 3, 0xFF] as [UInt8] {
            #expect(pair.bob.refusal(of: [suite] + message[1...]) == .peer(.unsupportedSuite))
        }
    }

    @Test("whose padding is wrong is refused after its tag verified, and the state stays")
    func wrongPadding() throws {
        let pair = try SessionPair()
        let before = pair.bob.stored
        let ends: [[UInt8]] = [[0x81], [0x01], [], [0x80, 0x01]]
        for end in ends {
            let saved = pair.alice.session.archive()
            let padded = [65] + end + [UInt8](repeating: 0, count: 159 - end.count)
            let message = try sealed(padded, by: pair.alice)
            #expect(pair.bob.refusal(of: message) == .peer(.malformedContent), "\(end)")
            pair.alice.session = try Session.restored(from: saved)
        }
        #expect(pair.bob.isStored(as: before))
        try pair.bob.open(try pair.alice.seal("genuine"))
    }

    /// Seals bytes as they are, with the session's own keys.
    func sealed(_ padded: [UInt8], by side: TestSession) throws -> [UInt8] {
        let selector = side.session.outgoingSelector
        return try side.session.ratchet.seal(
            context: side.session.transcript.digest, reserving: 300,
            writeHeader: { MessageHeader.append(kind: 2, selector: selector, $0, to: &$1) },
            writePlaintext: { $0.append(contentsOf: padded) })
    }

    @Test("of an answered session leaves 349 bytes to be stored")
    func storedSize() throws {
        let pair = try SessionPair()
        #expect(pair.alice.session.archive().session.count == 349)
        #expect(pair.bob.session.archive().session.count == 349)
        #expect(pair.alice.session.archive().skipped.count == 5)
    }

    @Test(
        "can't be sealed from a stored session with any changed form", arguments: 1...3 as ClosedRange<UInt64>
    )
    func corruptArchives(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let skipped: [UInt8] = [1, 0, 0, 0, 0]
        let stored = alice.session.archive().session.exposeBytes()
        func restore(_ bytes: [UInt8]) throws(SessionError) -> [UInt8] {
            try Session.restored(
                from: SessionArchive(
                    session: SecretBytes(copying: bytes.span), skipped: SecretBytes(copying: skipped.span))
            ).archive().session.exposeBytes()
        }
        #expect(try restore(stored) == stored)
        for length in 0..<stored.count {
            #expect(throws: SessionError.storage(.archiveCorrupt)) { try restore(Array(stored[..<length])) }
        }
        for _ in 0..<500 {
            var changed = stored
            changed[Int.random(in: 0..<stored.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            if let restored = try? restore(changed) { #expect(restored == changed, "seed \(seed)") }
        }
    }
}
