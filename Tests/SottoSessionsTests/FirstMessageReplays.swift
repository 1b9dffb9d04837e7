import SottoHandshake
import SottoSessions
import SottoWire
import TestSupport
import Testing

@testable import SottoCrypto

/// First messages that come again, changed or not.
///
/// Rules HS-5, HS-8 to HS-11.
@Suite("A first message")
struct FirstMessageReplays {
    let alice: InMemorySessionStore
    let bob: InMemorySessionStore

    init() throws {
        alice = try InMemorySessionStore(address: Address(user: "alice", device: 1))
        bob = try InMemorySessionStore(address: Address(user: "bob", device: 1))
    }

    func start(oneTime: Bool) throws {
        let bundle = bob.makeBundle(at: testInstant, withOneTimePrekey: oneTime)
        try alice.start(withBundle: bundle.bytes, of: bob.address, at: testInstant)
    }

    func refusal(_ bytes: [UInt8]) -> SessionError? {
        do throws(SessionError) {
            _ = try bob.open(bytes, from: nil, at: testInstant)
            return nil
        } catch {
            return error
        }
    }

    @Test("opens once; its copy is a duplicate", arguments: [true, false])
    func copy(oneTime: Bool) throws {
        try start(oneTime: oneTime)
        let first = try alice.seal([1], to: bob.address)
        let received = try bob.open(first, from: alice.address, at: testInstant)
        #expect(received.firstContact?.oneTimePrekeyID != nil || !oneTime)
        #expect(refusal(first) == .peer(.alreadyOpened))
        #expect(SessionError.peer(.alreadyOpened).recovery == .ignore)
    }

    @Test("is followed by the sender's next ones, which open in the same session", arguments: [true, false])
    func senderRepeats(oneTime: Bool) throws {
        try start(oneTime: oneTime)
        let messages = try (0..<4 as Range<UInt8>).map { try alice.seal([$0], to: bob.address) }
        for (index, message) in messages.enumerated() {
            let received = try bob.open(message, from: nil, at: testInstant)
            #expect(received.content == [UInt8(index)])
            #expect((received.firstContact != nil) == (index == 0))
            #expect(received.sender == alice.address)
        }
        #expect(bob.diagnostics(for: alice.address).otherSessionCount == 0)
    }

    @Test("is a duplicate when its session is gone and its transcript remembered")
    func sessionGone() throws {
        try start(oneTime: false)
        let first = try alice.seal([1], to: bob.address)
        _ = try bob.open(first, from: nil, at: testInstant)
        bob.accept(try InMemorySessionStore(address: alice.address).identityKey, for: alice.address.user)
        bob.accept(alice.identityKey, for: alice.address.user)
        #expect(bob.diagnostics(for: alice.address).activeTranscript == nil)
        #expect(refusal(first) == .peer(.alreadyOpened))
    }

    @Test("that used a one-time prekey can't be opened when that is gone")
    func oneTimePrekeyGone() throws {
        let bundle = bob.makeBundle(at: testInstant)
        try alice.start(withBundle: bundle.bytes, of: bob.address, at: testInstant)
        _ = try bob.open(try alice.seal([1], to: bob.address), from: nil, at: testInstant)
        let carol = try InMemorySessionStore(address: Address(user: "carol", device: 1))
        try carol.start(withBundle: bundle.bytes, of: bob.address, at: testInstant)
        let late = try carol.seal([2], to: bob.address)
        #expect(refusal(late) == .peer(.oneTimePrekeyUnknown))
        #expect(SessionError.peer(.oneTimePrekeyUnknown).recovery == .askForResend)
    }

    @Test("that doesn't open leaves the one-time prekey for the genuine one")
    func failureConsumesNothing() throws {
        try start(oneTime: true)
        let first = try alice.seal([1], to: bob.address)
        for index in [first.count - 1, first.count - 100, 10] {
            var changed = first
            changed[index] ^= 1
            #expect(refusal(changed) != nil)
        }
        #expect(bob.diagnostics(for: alice.address).activeTranscript == nil)
        #expect(try bob.open(first, from: nil, at: testInstant).content == [1])
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
        let bundle = bob.makeBundle(at: testInstant, withOneTimePrekey: false)
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

        if afterGenuine { _ = try bob.open(first, from: nil, at: testInstant) }
        #expect(refusal(Array(forged)) == .peer(.notAuthentic))
        // With the selector of the genuine transcript it is refused too.
        let kept = Array(first[..<header] + changedBytes + first[(header + partBytes.count)...])
        #expect(refusal(kept) == .peer(afterGenuine ? .alreadyOpened : .handshakeMismatch))
        if !afterGenuine { _ = try bob.open(first, from: nil, at: testInstant) }
    }

    @Test("to an unknown or deleted signed prekey is refused")
    func unknownSignedPrekey() throws {
        let bundle = bob.makeBundle(at: testInstant)
        try alice.start(withBundle: bundle.bytes, of: bob.address, at: testInstant)
        bob.deleteSignedPrekey(bundle.signedPrekeyID)
        #expect(refusal(try alice.seal([1], to: bob.address)) == .peer(.signedPrekeyUnknown))
    }

    @Test("to a signed prekey that was replaced opens")
    func replacedSignedPrekey() throws {
        try start(oneTime: true)
        let first = try alice.seal([1], to: bob.address)
        bob.rotateSignedPrekey(at: testInstant + 8 * day)
        bob.rotateSignedPrekey(at: testInstant + 16 * day)
        #expect(try bob.open(first, from: nil, at: testInstant + 29 * day).content == [1])
    }

    /// Rule HS-15.
    @Test("finds the prekey of its bundle for 37 days, while bundles get a new one each week")
    func rotation() throws {
        let first = bob.makeBundle(at: testInstant)
        try alice.start(withBundle: first.bytes, of: bob.address, at: testInstant)
        let message = try alice.seal([1], to: bob.address)
        #expect(bob.makeBundle(at: testInstant + 7 * day - 1).signedPrekeyID == first.signedPrekeyID)
        let second = bob.makeBundle(at: testInstant + 7 * day)
        #expect(second.signedPrekeyID != first.signedPrekeyID)
        #expect(second.createdAt == testInstant + 7 * day)
        #expect(bob.makeBundle(at: testInstant + 37 * day).signedPrekeyID != second.signedPrekeyID)
        #expect(refusal(message) == nil)

        try alice.start(withBundle: first.bytes, of: bob.address, at: testInstant)
        let late = try alice.seal([2], to: bob.address)
        _ = bob.makeBundle(at: testInstant + 45 * day)
        #expect(refusal(late) == .peer(.signedPrekeyUnknown))
    }

    @Test("without a one-time prekey is refused beyond 16 of one identity, and none is forgotten")
    func sixteenOfOneIdentity() throws {
        var first: [[UInt8]] = []
        for index in 0...HandshakeLimits.maximumFirstMessagesOfIdentity {
            try start(oneTime: false)
            let message = try alice.seal([UInt8(index)], to: bob.address)
            if index < HandshakeLimits.maximumFirstMessagesOfIdentity {
                _ = try bob.open(message, from: nil, at: testInstant)
                first.append(message)
            } else {
                #expect(refusal(message) == .peer(.tooManyFirstMessages))
            }
        }
        for message in first { #expect(refusal(message) == .peer(.alreadyOpened)) }
        try start(oneTime: true)
        #expect(refusal(try alice.seal([99], to: bob.address)) == nil)
    }
}
