import SottoWire
import TestSupport
import Testing

@testable import Sotto
@testable import SottoCrypto
@testable import SottoSessions

/// First messages that come again, changed or not.
///
/// Rules HS-5, HS-8 to HS-11, DS-10, DS-21.
@Suite("A first message")
struct FirstMessageReplays {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    func start(oneTime: Bool) throws { try two.start(alice, bob, oneTime: oneTime) }

    @Test("opens once; its copy is a duplicate", arguments: [true, false])
    func copy(oneTime: Bool) throws {
        try start(oneTime: oneTime)
        let first = try alice.seal([1], to: bob.address)
        let received = try bob.receive(first, from: alice.address)
        #expect(received.facts.beganSession?.usedOneTimePrekey == oneTime)
        let refusal = bob.refusal(of: first, from: nil)
        #expect(refusal == .peer(.duplicate(received.id)))
        #expect(refusal?.recovery == .ignore)
    }

    @Test("is followed by the sender's next ones, which open in the same session", arguments: [true, false])
    func senderRepeats(oneTime: Bool) throws {
        try start(oneTime: oneTime)
        let messages = try (0..<4 as Range<UInt8>).map { try alice.seal([$0], to: bob.address) }
        for (index, message) in messages.enumerated() {
            let received = try bob.receive(message, from: nil)
            guard case .message(_, let content) = received.content else {
                Issue.record("\(received.content)")
                return
            }
            #expect(content == [UInt8(index)])
            #expect((received.facts.beganSession != nil) == (index == 0))
            #expect(received.sender == alice.address)
        }
        #expect(try bob.otherSessionCount(with: alice) == 0)
    }

    @Test("is a duplicate when its session is gone and its transcript remembered", arguments: [true, false])
    func sessionGone(oneTime: Bool) throws {
        try start(oneTime: oneTime)
        let first = try alice.seal([1], to: bob.address)
        let received = try bob.receive(first, from: nil)
        try bob.forget(alice.address)
        #expect(try bob.diagnostics(for: alice.address) == nil)
        #expect(bob.refusal(of: first, from: nil) == .peer(.duplicate(received.id)))
        try bob.acknowledge(received.id)
        #expect(bob.refusal(of: first, from: nil) == .peer(.duplicate(received.id)))
    }

    @Test("that used a one-time prekey can't be opened when that is gone")
    func oneTimePrekeyGone() throws {
        let bundle = try two.server.bundle(of: bob.address)
        try alice.start(withBundle: bundle, of: bob.address)
        try bob.open(try alice.seal([1], to: bob.address), from: nil)
        let carol = try two.device("carol")
        try carol.start(withBundle: bundle, of: bob.address)
        let refusal = bob.refusal(of: try carol.seal([2], to: bob.address), from: nil)
        #expect(refusal?.cause == .oneTimePrekeyUnknown)
        #expect(refusal?.recovery == .askForResend)
        #expect(SessionError.peer(.oneTimePrekeyUnknown).recovery == .askForResend)
    }

    @Test("that doesn't open leaves the one-time prekey for the genuine one")
    func failureConsumesNothing() throws {
        try start(oneTime: true)
        let first = try alice.seal([1], to: bob.address)
        let before = try bob.diagnostics()
        for index in [first.count - 1, first.count - 100, 10] {
            var changed = first
            changed[index] ^= 1
            #expect(bob.refusal(of: changed, from: nil) != nil)
        }
        #expect(try bob.diagnostics(for: alice.address) == nil)
        #expect(try bob.diagnostics() == before)
        #expect(try bob.open(first, from: nil) == [1])
    }

    @Test("that doesn't open leaves nothing behind of the device that it names")
    func namesAreNotKept() throws {
        try start(oneTime: true)
        var first = try alice.seal([1], to: bob.address)
        first[first.count - 1] ^= 1
        for _ in 0..<3 {
            #expect(bob.refusal(of: first, from: alice.address)?.cause == .notAuthentic)
            let known = bob.withState { state, _ in state.peers.count + state.users.count }
            #expect(known == 0)
        }
    }

    @Test("with a torsion component added to its ephemeral key doesn't open", arguments: [true, false])
    func torsion(afterGenuine: Bool) throws {
        try start(oneTime: false)
        let first = try alice.seal([1], to: bob.address)
        let part = try PrekeyMessage(first).handshake
        // Adding the point of order two maps u to 1/u; clamped scalars are even, so agreements are the same.
        let variant = try X25519.PublicKey(FieldElement(part.ephemeralKey.bytes).inverse.bytes)
        let scalar = X25519.PrivateKey()
        #expect(
            try scalar.sharedSecret(with: variant).exposeBytes()
                == scalar.sharedSecret(with: part.ephemeralKey).exposeBytes())

        let changed = HandshakePart(
            identityKey: part.identityKey, device: part.device, ephemeralKey: variant,
            signedPrekeyID: part.signedPrekeyID, oneTimePrekeyID: nil)
        var partBytes: [UInt8] = []
        part.append(to: &partBytes)
        var changedBytes: [UInt8] = []
        changed.append(to: &changedBytes)
        let bundle = try PrekeyBundle(two.server.bundle(of: bob.address, withOneTimePrekey: false))
        let transcript = HandshakeTranscript(
            changed,
            responder: ResponderKeys(
                identityKey: bundle.identityKey, device: bundle.device, signedPrekey: bundle.signedPrekey,
                oneTimePrekey: nil))
        var selector: [UInt8] = []
        selector.append(u32: SessionSelector.toResponder(transcript).value)
        let header = 2 + 4 + 2 + 32
        let forged =
            first[..<2] + selector + first[6..<header] + changedBytes + first[(header + partBytes.count)...]

        if afterGenuine { try bob.open(first, from: nil) }
        #expect(bob.refusal(of: Array(forged), from: nil)?.cause == .notAuthentic)
        // With the selector of the genuine transcript it is refused too.
        let kept = Array(first[..<header] + changedBytes + first[(header + partBytes.count)...])
        let refusal = bob.refusal(of: kept, from: nil)
        if afterGenuine {
            #expect(refusal?.duplicate != nil)
        } else {
            #expect(refusal?.cause == .handshakeMismatch)
            try bob.open(first, from: nil)
        }
    }

    @Test("to an unknown or deleted signed prekey is refused")
    func unknownSignedPrekey() throws {
        try start(oneTime: true)
        try bob.restored()
        let refusal = bob.refusal(of: try alice.seal([1], to: bob.address), from: nil)
        #expect(refusal?.cause == .signedPrekeyUnknown)
    }

    @Test("to a signed prekey that was replaced opens")
    func replacedSignedPrekey() throws {
        try start(oneTime: true)
        let first = try alice.seal([1], to: bob.address)
        for _ in 0..<2 {
            two.clock.advance(by: Int64(8 * day))
            try two.server.publish(bob)
        }
        two.clock.advance(by: Int64(13 * day))
        try bob.maintain()
        #expect(try bob.diagnostics().signedPrekeyCount == 3)
        #expect(try bob.open(first, from: nil) == [1])
    }

    /// Rules HS-15, DS-8, DS-18.
    @Test("finds the prekey of its bundle for 37 days, while bundles get a new one each week")
    func rotation() throws {
        func bundle() throws -> PrekeyBundle {
            try PrekeyBundle(try two.server.bundle(of: bob.address, withOneTimePrekey: false))
        }
        let first = try bundle()
        try start(oneTime: true)
        let message = try alice.seal([1], to: bob.address)
        try start(oneTime: true)
        let late = try alice.seal([2], to: bob.address)
        two.clock.advance(by: Int64(7 * day) - 1)
        #expect(try bob.prekeyUpload() == nil)
        two.clock.advance(by: 1)
        try two.server.publish(bob)
        let second = try bundle()
        #expect(second.signedPrekeyID != first.signedPrekeyID)
        #expect(second.createdAt == testInstant + 7 * day)
        two.clock.advance(by: Int64(30 * day))
        try two.server.publish(bob)
        #expect(try bundle().signedPrekeyID != second.signedPrekeyID)
        try bob.maintain()
        #expect(try bob.open(message, from: nil) == [1])
        two.clock.advance(by: 1)
        try bob.maintain()
        #expect(bob.refusal(of: late, from: nil)?.cause == .signedPrekeyUnknown)
    }

    @Test("without a one-time prekey is refused beyond 16 of one identity, and none is forgotten")
    func sixteenOfOneIdentity() throws {
        var first: [(bytes: [UInt8], id: ReceivedID)] = []
        for index in 0..<HandshakeLimits.maximumFirstMessagesOfIdentity {
            try start(oneTime: false)
            let message = try alice.seal([UInt8(index)], to: bob.address)
            first.append((message, try bob.receive(message, from: nil).id))
        }
        try start(oneTime: false)
        let more = try alice.seal([16], to: bob.address)
        #expect(bob.refusal(of: more, from: nil) == .peer(.tooManyFirstMessages))
        #expect(SessionError.peer(.tooManyFirstMessages).recovery == .rotateSignedPrekey)
        for message in first {
            #expect(bob.refusal(of: message.bytes, from: nil) == .peer(.duplicate(message.id)))
        }
        try start(oneTime: true)
        #expect(try bob.open(try alice.seal([99], to: bob.address), from: nil) == [99])
        // With the next signed prekey there is room again.
        try two.server.publish(bob)
        try start(oneTime: false)
        #expect(try bob.open(try alice.seal([100], to: bob.address), from: nil) == [100])
        #expect(bob.refusal(of: more, from: nil) == .peer(.tooManyFirstMessages))
    }
}
