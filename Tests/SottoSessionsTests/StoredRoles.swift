import SottoCrypto
import SottoHandshake
import SottoRatchet
import SottoWire
import TestSupport
import Testing

@testable import SottoSessions

/// What a stored session says of its role and of the handshake part, and who may send that part.
///
/// Rules SM-2, SM-10, SM-12.
@Suite("A session's role")
struct StoredRoles {
    func isRefused(_ stored: [UInt8]) -> Bool {
        do throws(SessionError) {
            _ = try Session.restored(
                from: SessionArchive(
                    session: SecretBytes(copying: stored.span),
                    skipped: SecretBytes(copying: ([1, 0, 0, 0, 0] as [UInt8]).span)))
            return false
        } catch { return error == .storage(.archiveCorrupt) }
    }

    @Test("fits the handshake part and the turn that are stored with it, or the session is refused")
    func fits() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let first = try alice.seal("first")
        let bob = try bobsDevice.answer(first)
        let unanswered = alice.session.archive().session.exposeBytes()
        let part = Array(unanswered[347...])
        let listening = bob.session.archive().session.exposeBytes()
        try bob.open(first)
        let responder = bob.session.archive().session.exposeBytes()
        try alice.open(try bob.seal("answer"))
        let initiator = alice.session.archive().session.exposeBytes()
        for sound in [unanswered, listening, responder, initiator] { #expect(!isRefused(sound)) }

        #expect(isRefused(Array(unanswered[..<347]) + [0, 0]), "unanswered without its part")
        #expect(isRefused(Array(initiator[..<347]) + part), "answered with a part")
        #expect(isRefused(Array(responder[..<347]) + part), "a responder with a part")
        var changed = Array(listening[..<347]) + part
        changed[2] = 1
        #expect(isRefused(changed), "an initiator that listens")
    }

    @Test("of initiator goes with messages that have no handshake part")
    func prekeyMessageToInitiator() throws {
        let bobsDevice = try TestDevice("bob")
        let alice = try TestDevice("alice").start(with: bobsDevice)
        let part = alice.session.repeatedHandshake ?? []
        #expect(!part.isEmpty)
        let first = try alice.seal("first")
        let bob = try bobsDevice.answer(first)
        try bob.open(first)
        let selector = bob.session.outgoingSelector
        let context = bob.session.transcript.digest
        let message = try bob.session.ratchet.seal(
            context: context, reserving: 512,
            writeHeader: { header, message in
                MessageHeader.append(kind: WireKind.prekeyMessage, selector: selector, header, to: &message)
                message += part
            }, writePlaintext: { Padding.append([1], to: &$0) })
        let before = alice.stored
        #expect(alice.refusal(of: message) == .peer(.malformed))
        #expect(alice.isStored(as: before))
    }

    @Test("in a crossing is stored with it")
    func lostCrossing() throws {
        let pair = try SessionPair()
        for lost in [true, false] {
            pair.alice.session.lostCrossing = lost
            try pair.alice.reload()
            #expect(pair.alice.session.lostCrossing == lost)
        }
    }
}
