import SottoRatchet
import SottoSessions
import TestSupport
import Testing

/// How much one message may skip, at, below and above the limit.
///
/// Rule DR-6.
@Suite("The gap of one message")
struct GapLimits {
    static let limit = Int(RatchetLimits.maximumGap)

    /// Loses `inOld` messages of the chain that Bob reads and `inNew` of the one after a turn.
    func message(after inOld: Int, _ inNew: Int, _ pair: SessionPair) throws -> [UInt8] {
        try pair.bob.open(try pair.alice.seal("read"))
        try pair.alice.lose(inOld)
        if inNew >= 0 {
            try pair.alice.open(try pair.bob.seal("turn"))
            try pair.alice.lose(inNew)
        }
        return try pair.alice.seal("far")
    }

    @Test("opens up to the limit and is refused above it, in one chain", arguments: [-1, 0, 1])
    func inOneChain(beyond: Int) throws {
        let pair = try SessionPair()
        try check(message(after: Self.limit + beyond, -1, pair), pair, beyond)
    }

    @Test("opens up to the limit and is refused above it, in the chain before a turn", arguments: [-1, 0, 1])
    func inOldChain(beyond: Int) throws {
        let pair = try SessionPair()
        try check(message(after: Self.limit + beyond, 0, pair), pair, beyond)
    }

    @Test("opens up to the limit and is refused above it, in the chain after a turn", arguments: [-1, 0, 1])
    func inNewChain(beyond: Int) throws {
        let pair = try SessionPair()
        try check(message(after: 0, Self.limit + beyond, pair), pair, beyond)
    }

    @Test("counts both chains together", arguments: [-1, 0, 1])
    func together(beyond: Int) throws {
        let pair = try SessionPair()
        try check(message(after: Self.limit / 2, Self.limit / 2 + beyond, pair), pair, beyond)
    }

    func check(_ message: [UInt8], _ pair: SessionPair, _ beyond: Int) throws {
        let before = pair.bob.stored
        guard beyond > 0 else {
            let opened = try pair.bob.session.open(message, at: testInstant)
            #expect(opened.content == Array("far".utf8))
            let lost = opened.lost.reduce(0) { $0 + $1.indices.count }
            #expect(lost == Self.limit + beyond - RatchetLimits.maximumSkippedKeys)
            #expect(pair.bob.session.skippedKeyCount == RatchetLimits.maximumSkippedKeys)
            return
        }
        let expected = PeerFault.gapTooLarge(gap: UInt64(Self.limit + 1), limit: RatchetLimits.maximumGap)
        #expect(pair.bob.refusal(of: message) == .peer(expected))
        #expect(SessionError.peer(expected).recovery == .askForResend)
        #expect(pair.bob.isStored(as: before))
    }

    @Test("may be larger between devices of one user")
    func ownDevices() throws {
        let pair = try SessionPair()
        let message = try message(after: Self.limit + 1, -1, pair)
        #expect(pair.bob.refusal(of: message) != nil)
        let opened = try pair.bob.session.open(message, at: testInstant, betweenOwnDevices: true)
        #expect(opened.content == Array("far".utf8))
    }
}
