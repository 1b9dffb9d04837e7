import SottoCrypto
import SottoHandshake
import TestSupport
import Testing

@testable import SottoSessions

/// Which session is used, with transcripts that are chosen, so nothing is left to chance.
///
/// Rules SM-4, SM-10, SM-11.
@Suite("The sessions with one device")
struct PeerSessionsTests {
    private let unanswered: [UInt8]
    private let answered: [UInt8]

    init() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal("first")
        let bob = try bobsDevice.answer(first)
        try bob.open(first)
        unanswered = alice.session.archive().session.exposeBytes()
        answered = bob.session.archive().session.exposeBytes()
    }

    /// A session whose transcript is `number` and 28 zeros.
    func session(_ number: UInt32, unanswered isUnanswered: Bool) throws -> SessionBox {
        var stored = isUnanswered ? unanswered : answered
        let transcript = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        stored.replaceSubrange(4..<36, with: transcript + [UInt8](repeating: 0, count: 28))
        return SessionBox(
            try Session.restored(
                from: SessionArchive(
                    session: SecretBytes(copying: stored.span),
                    skipped: SecretBytes(copying: ([1, 0, 0, 0, 0] as [UInt8]).span))))
    }

    @Test("remember which of two that crossed has lost, whichever came first")
    func loser() throws {
        for (mine, theirs) in [(1, 9), (9, 1)] as [(UInt32, UInt32)] {
            var peers = PeerSessions()
            let started = try session(mine, unanswered: true)
            let came = try session(theirs, unanswered: false)
            peers.use(started: started)
            peers.add(answered: came)
            #expect(peers.active === (mine < theirs ? started : came))
            #expect(started.session.lostCrossing == (mine > theirs))
            #expect(came.session.lostCrossing == (mine < theirs))
        }
    }

    @Test("are at most five beside the one in use when each that comes has lost a crossing")
    func manyLosers() throws {
        var peers = PeerSessions()
        let started = try session(1, unanswered: true)
        peers.use(started: started)
        for number in 2...9 as ClosedRange<UInt32> {
            peers.add(answered: try session(number, unanswered: false))
        }
        #expect(peers.active === started)
        #expect(peers.others.count == 5)
    }

    @Test("lose the one longest unused when there are too many")
    func longestUnused() throws {
        var peers = PeerSessions()
        let boxes = try (1...8 as ClosedRange<UInt32>).map { try session($0, unanswered: false) }
        for box in boxes { peers.use(started: box) }
        #expect(peers.active === boxes[7])
        #expect(peers.others.map(ObjectIdentifier.init) == boxes[2...6].reversed().map(ObjectIdentifier.init))
    }

    @Test("give way to one that lost after five messages beside one unanswered, counted anew for each")
    func givesWay() throws {
        var peers = PeerSessions()
        peers.use(started: try session(1, unanswered: true))
        let lost = try session(9, unanswered: false)
        peers.add(answered: lost)
        for _ in 0..<3 { peers.noteOpened(lost, isFromNewestChain: true) }
        let again = try session(2, unanswered: true)
        peers.use(started: again)
        for _ in 0..<4 { peers.noteOpened(lost, isFromNewestChain: true) }
        #expect(peers.active === again)
        peers.noteOpened(lost, isFromNewestChain: true)
        #expect(peers.active === lost)
    }

    @Test("never give way to one that lost while the one in use is answered and lower")
    func keeps() throws {
        var peers = PeerSessions()
        let lost = try session(9, unanswered: false)
        let winner = try session(1, unanswered: false)
        lost.session.lostCrossing = true
        peers.use(started: lost)
        peers.use(started: winner)
        for _ in 0..<12 { peers.noteOpened(lost, isFromNewestChain: true) }
        #expect(peers.active === winner)
    }

    // Numbers whose digests begin with the same four bytes, found by trying.
    @Test("collide when one selector is the same, in either direction", arguments: [true, false])
    func collisions(toResponder: Bool) throws {
        let numbers: (UInt32, UInt32) = toResponder ? (0xF214, 0x1234E) : (0x100B3, 0x12AD8)
        let one = try session(numbers.0, unanswered: false)
        let two = try session(numbers.1, unanswered: false)
        let isSame = [
            one.session.incomingSelector == two.session.incomingSelector,
            one.session.outgoingSelector == two.session.outgoingSelector,
        ]
        #expect(isSame == [toResponder, !toResponder])
        var peers = PeerSessions()
        peers.use(started: one)
        let other = try session(7, unanswered: false)
        let collides = [peers.collides(with: two.session), peers.collides(with: other.session)]
        #expect(collides == [true, false])
    }
}
