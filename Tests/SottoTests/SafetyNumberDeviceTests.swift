import Sotto
import SottoSafetyNumbers
import TestSupport
import Testing

/// Rules SN-3, SN-6, DS-17.
@Suite("The safety number of a device")
struct SafetyNumberDeviceTests {
    private let network = TestNetwork()
    private let alice: Device
    private let bob: Device

    init() throws {
        alice = try network.device("alice")
        bob = try network.device("bob")
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
    }

    /// Somebody else under Bob's address, whose key Alice is sent.
    private func changed() throws -> (other: Device, change: IdentityChange) {
        let other = try Device.inMemory(
            as: bob.address, trusting: .onFirstUse, clock: network.clock.clock)
        try network.server.publish(other)
        let bundle = try network.server.bundle(of: bob.address)
        #expect(throws: SessionError.self) { try alice.start(withBundle: bundle, of: bob.address) }
        return (other, try #require(try alice.identity(of: "bob")?.change))
    }

    /// What Alice does once people found a number right.
    private func verify(_ number: UserSafetyNumber) throws(SessionError) {
        try alice.markVerified(number.foundEqualByPeople())
    }

    @Test("verifies what matched, by digits or by a code, and says what else was found")
    func compared() throws {
        let (ours, theirs) = (try alice.safetyNumber(with: "bob"), try bob.safetyNumber(with: "alice"))
        guard case .match(let compared) = ours.compare(digits: theirs.number.text()) else {
            Issue.record("the same digits don't match")
            return
        }
        try alice.markVerified(compared)
        #expect(try alice.safetyNumber(with: "bob").isVerified)
        guard case .match = ours.compare(scanned: theirs.number.scannable()) else {
            Issue.record("their code doesn't match")
            return
        }
        guard case .ownCode = ours.compare(scanned: ours.number.scannable()),
            case .versionMismatch(theirs: 1) = ours.compare(scanned: theirs.number.scannable(version: .one)),
            case .malformed = ours.compare(digits: "1"),
            case .mismatch = ours.compare(digits: String(ours.number.digits.reversed()))
        else {
            Issue.record("another finding")
            return
        }
    }

    @Test("is the same on both sides")
    func same() throws {
        let (ours, theirs) = (try alice.safetyNumber(with: "bob"), try bob.safetyNumber(with: "alice"))
        #expect(ours.number.digits == theirs.number.digits)
        #expect(ours.number.compare(scanned: theirs.number.scannable()) == .match)
        #expect(ours.number.compare(scanned: ours.number.scannable()) == .ownCode)
    }

    @Test("is that of the users' bytes and keys")
    func inputs() throws {
        let number = SafetyNumber(
            ours: Fingerprint(of: alice.identityKey, user: "alice"),
            theirs: Fingerprint(of: bob.identityKey, user: "bob"))
        #expect(try alice.safetyNumber(with: "bob").number.digits == number.digits)
    }

    @Test("says of which keys it is, and since when the other's is known")
    func facts() throws {
        let since = network.clock.now
        network.clock.advance(by: 60_000)
        let number = try alice.safetyNumber(with: "bob")
        #expect(number.user == "bob")
        #expect(number.ourIdentityKey == alice.identityKey)
        #expect(number.theirIdentityKey == bob.identityKey)
        #expect(number.knownSince == since)
        #expect(number.isOfKeyInUse)
        #expect(number.verifiedAt == nil)
        #expect(number.change == nil)
    }

    @Test("of somebody unknown is an error, and so is the own one")
    func unknown() {
        #expect(throws: SessionError.usage(.unknownUser("carol"))) { try alice.safetyNumber(with: "carol") }
        #expect(throws: SessionError.usage(.ownUser)) { try alice.safetyNumber(with: "alice") }
    }

    @Test("once compared verifies its key")
    func verify() throws {
        try verify(alice.safetyNumber(with: "bob"))
        #expect(try alice.identity(of: "bob")?.isVerified == true)
        #expect(try alice.safetyNumber(with: "bob").verifiedAt == network.clock.now)
    }

    @Test("is taken back by clearVerified")
    func clear() throws {
        try verify(alice.safetyNumber(with: "bob"))
        try alice.clearVerified("bob")
        #expect(try alice.safetyNumber(with: "bob").verifiedAt == nil)
    }

    @Test("stays that of the key in use while another one waits, and names that")
    func waiting() throws {
        let before = try alice.safetyNumber(with: "bob")
        let (other, change) = try changed()
        let number = try alice.safetyNumber(with: "bob")
        #expect(number.number.digits == before.number.digits)
        #expect(number.change == change)
        #expect(change.received == other.identityKey)
    }

    @Test("of the key that waits is the one that its owner shows")
    func afterChange() throws {
        let (other, change) = try changed()
        let number = try alice.safetyNumber(after: change)
        #expect(!number.isOfKeyInUse)
        #expect(number.theirIdentityKey == other.identityKey)
        #expect(number.knownSince == network.clock.now)
        try network.start(other, with: alice)
        #expect(try number.number.digits == other.safetyNumber(with: "alice").number.digits)
    }

    @Test("of the key that waits, once compared, accepts it and ends the older one's verification")
    func verifyAfterChange() throws {
        try verify(alice.safetyNumber(with: "bob"))
        let (other, change) = try changed()
        #expect(throws: SessionError.peer(.identityChanged(change))) {
            try alice.send([1], to: .user("bob"))
        }
        try verify(alice.safetyNumber(after: change))
        let facts = try #require(try alice.identity(of: "bob"))
        #expect(facts.identityKey == other.identityKey)
        #expect(facts.isVerified)
        #expect(facts.change == nil)
    }

    @Test("verifies nothing when its key isn't in use any more")
    func outdated() throws {
        let compared = try alice.safetyNumber(with: "bob")
        let (other, change) = try changed()
        try alice.accept(change.received, for: "bob")
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) { try verify(compared) }
        let facts = try #require(try alice.identity(of: "bob"))
        #expect(facts.identityKey == other.identityKey)
        #expect(!facts.isVerified)
        #expect(try alice.safetyNumber(with: "bob").knownSince == network.clock.now)
    }

    @Test("of an accepted key says when it was first seen, not when it was accepted")
    func seenBefore() throws {
        let (_, change) = try changed()
        let seen = network.clock.now
        network.clock.advance(by: 60_000)
        try verify(alice.safetyNumber(after: change))
        #expect(try alice.safetyNumber(with: "bob").knownSince == seen)
        #expect(try alice.identity(of: "bob")?.knownSince == seen)
    }

    @Test("isn't verified while another key waits")
    func notWhileWaiting() throws {
        try verify(alice.safetyNumber(with: "bob"))
        _ = try changed()
        let number = try alice.safetyNumber(with: "bob")
        #expect(number.verifiedAt != nil)
        #expect(!number.isVerified)
    }

    @Test("of a key that waited is refused when another one waits since")
    func otherWaits() throws {
        let (_, first) = try changed()
        let (_, second) = try changed()
        let compared = try alice.safetyNumber(after: second)
        #expect(throws: SessionError.usage(.unseenIdentityKey("bob", pending: second.received))) {
            try alice.safetyNumber(after: first)
        }
        let (_, third) = try changed()
        #expect(third.received != second.received)
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) { try verify(compared) }
    }

    @Test("of another device's identity verifies nothing here")
    func foreign() throws {
        let carol = try network.device("carol")
        try network.start(carol, with: bob)
        let foreign = try carol.safetyNumber(with: "bob")
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) { try verify(foreign) }
    }

    @Test("of another user with the same identity verifies nothing here")
    func otherUser() throws {
        let twin = try Device.inMemory(
            as: Address(user: "alice again", device: 1), trusting: .onFirstUse,
            identity: try alice.identity(),
            clock: network.clock.clock)
        try network.start(twin, with: bob)
        let foreign = try twin.safetyNumber(with: "bob")
        #expect(foreign.number.digits != (try alice.safetyNumber(with: "bob").number.digits))
        #expect(throws: SessionError.usage(.otherIdentityKey("bob"))) { try verify(foreign) }
    }

    @Test("of a verified key that changes later is an event")
    func laterChange() throws {
        try verify(alice.safetyNumber(with: "bob"))
        let (other, _) = try changed()
        let error = #expect(throws: SessionError.self) { try alice.send([1], to: .user("bob")) }
        guard case .peer(.identityChanged(let change)) = error else {
            Issue.record("no event")
            return
        }
        #expect(change.known == bob.identityKey)
        #expect(change.received == other.identityKey)
        #expect(error?.recovery == .decideTrust)
    }

    @Test("is asked for by many threads at once")
    func threads() async throws {
        let expected = try alice.safetyNumber(with: "bob").number.digits
        let alice = self.alice
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try alice.safetyNumber(with: "bob").number.digits } }
            for try await digits in group { #expect(digits == expected) }
        }
    }
}
