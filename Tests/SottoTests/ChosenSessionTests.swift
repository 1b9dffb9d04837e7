import SottoCrypto
import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// Which session is used, with transcripts that are chosen, so nothing is left to chance.
///
/// Rules SM-4, SM-10, SM-11.
@Suite("The sessions with one device")
struct ChosenSessionTests {
    private let device: Device
    private let peerAddress: Address
    private let unanswered: [UInt8]
    private let answered: [UInt8]

    init() throws {
        device = try TwoDevices().alice
        let bobsDevice = try TestDevice("bob")
        peerAddress = bobsDevice.device.address
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal("first")
        let bob = try bobsDevice.answer(first)
        try bob.open(first)
        unanswered = alice.session.archive().session.exposeBytes()
        answered = bob.session.archive().session.exposeBytes()
    }

    /// A session whose transcript is `transcript` and 28 zeros.
    private func session(
        _ transcript: UInt32, of peer: PeerRecord, unanswered isUnanswered: Bool
    ) throws -> StoredSession {
        var stored = isUnanswered ? unanswered : answered
        let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: transcript >> $0) }
        stored.replaceSubrange(4..<36, with: number + [UInt8](repeating: 0, count: 28))
        let session = try Session.restored(
            from: SessionArchive(
                session: SecretBytes(copying: stored.span),
                skipped: SecretBytes(copying: ([1, 0, 0, 0, 0] as [UInt8]).span)))
        return StoredSession(number: peer.takeSessionNumber(), createdAt: testInstant, session)
    }

    /// Runs `body` with an empty record of a peer, in a transaction that is written at its end.
    private func withPeer(_ body: @Sendable (DeviceTransaction, PeerRecord) throws -> Void) throws {
        try device.write { try body($0, try $0.peer(peerAddress)) }
    }

    @Test("remember which of two that crossed has lost, whichever came first", arguments: [true, false])
    func loser(isMineLower: Bool) throws {
        try withPeer { transaction, peer in
            let started = try session(isMineLower ? 1 : 9, of: peer, unanswered: true)
            let came = try session(isMineLower ? 9 : 1, of: peer, unanswered: false)
            transaction.use(started, of: peer)
            transaction.add(answered: came, of: peer)
            #expect(peer.active === (isMineLower ? started : came))
            #expect(started.session.lostCrossing == !isMineLower)
            #expect(came.session.lostCrossing == isMineLower)
        }
    }

    @Test("are at most five beside the one in use when each that comes has lost a crossing")
    func manyLosers() throws {
        try withPeer { transaction, peer in
            let started = try session(1, of: peer, unanswered: true)
            transaction.use(started, of: peer)
            for number in 2...9 as ClosedRange<UInt32> {
                transaction.add(answered: try session(number, of: peer, unanswered: false), of: peer)
            }
            #expect(peer.active === started)
            #expect(peer.others.count == 5)
        }
    }

    @Test("lose the one longest unused when there are too many, in the store too")
    func longestUnused() throws {
        try withPeer { transaction, peer in
            let sessions = try (1...8 as ClosedRange<UInt32>).map {
                try session($0, of: peer, unanswered: false)
            }
            for session in sessions { transaction.use(session, of: peer) }
            #expect(peer.active === sessions[7])
            #expect(peer.others.map(\.number) == sessions[2...6].reversed().map(\.number))
        }
        let numbers = try #require(try device.diagnostics(for: peerAddress)).sessions.map {
            $0.transcript.digest.bytes[3]
        }
        #expect(numbers == [8, 7, 6, 5, 4, 3])
    }

    @Test("give way to one that lost after five messages beside one unanswered, counted anew for each")
    func givesWay() throws {
        try withPeer { transaction, peer in
            transaction.use(try session(1, of: peer, unanswered: true), of: peer)
            let lost = try session(9, of: peer, unanswered: false)
            transaction.add(answered: lost, of: peer)
            func open(_ count: Int) {
                for _ in 0..<count { transaction.noteOpened(lost, of: peer, isFromNewestChain: true) }
            }
            open(3)
            let again = try session(2, of: peer, unanswered: true)
            transaction.use(again, of: peer)
            open(4)
            #expect(peer.active === again)
            open(1)
            #expect(peer.active === lost)
        }
    }

    @Test("never give way to one that lost while the one in use is answered and lower")
    func keeps() throws {
        try withPeer { transaction, peer in
            let lost = try session(9, of: peer, unanswered: false)
            let winner = try session(1, of: peer, unanswered: false)
            lost.session.lostCrossing = true
            transaction.use(lost, of: peer)
            transaction.use(winner, of: peer)
            for _ in 0..<12 { transaction.noteOpened(lost, of: peer, isFromNewestChain: true) }
            #expect(peer.active === winner)
        }
    }

    // Numbers whose digests begin with the same four bytes, found by trying.
    @Test(
        "collide when one selector is the same, in either direction, in use or not", arguments: [true, false])
    func collisions(toResponder: Bool) throws {
        let numbers: (UInt32, UInt32) = toResponder ? (0xF214, 0x1234E) : (0x100B3, 0x12AD8)
        try withPeer { transaction, peer in
            let one = try session(numbers.0, of: peer, unanswered: false)
            let second = try session(numbers.1, of: peer, unanswered: false)
            let isSame = [
                one.session.incomingSelector == second.session.incomingSelector,
                one.session.outgoingSelector == second.session.outgoingSelector,
            ]
            #expect(isSame == [toResponder, !toResponder])
            transaction.use(one, of: peer)
            let other = try session(7, of: peer, unanswered: false)
            for _ in 0..<2 {
                let collides = [peer.collides(with: second.session), peer.collides(with: other.session)]
                #expect(collides == [true, false])
                transaction.use(try session(8, of: peer, unanswered: false), of: peer)
            }
        }
    }
}
