import SottoCrypto
import SottoWire
import TestSupport
import Testing

@testable import SottoGroups

/// One message from one sender to members.
///
/// Rules GR-7, GR-10 to GR-14, GR-16, GR-19, EN-9.
@Suite("A group message")
struct GroupMessageTests {
    let rosters: RosterHistory
    let alice: Sender
    let bob: Receiver

    init() throws {
        rosters = try history("alice", "bob")
        alice = try Sender("alice")
        bob = try Receiver(rosters, of: alice)
    }

    var roster: RosterHash { rosters.current.hash }

    @Test("opens for everybody who has the key", arguments: [0, 1, 159, 160, 5_000, 65_535])
    func roundTrip(count: Int) throws {
        let content = [UInt8](repeating: 0, count: count)
        let carol = try Receiver(rosters, of: alice)
        let bytes = try alice.seal(content, roster: roster)
        let opened = try bob.opened(bytes, from: alice.address)
        #expect(opened.content == content)
        #expect(opened.rosterHash == roster)
        #expect(opened.chainID == alice.chain.id)
        #expect(opened.iteration == 0)
        #expect(opened.dropped.isEmpty)
        #expect(try carol.open(bytes, from: alice) == content)
    }

    @Test("of 65,536 bytes is refused before it is sealed")
    func tooLarge() throws {
        let before = alice.stored
        #expect(throws: GroupError.contentTooLarge(byteCount: 65_536, limit: 65_535)) {
            try alice.seal([UInt8](repeating: 0, count: 65_536), roster: roster)
        }
        #expect(alice.stored == before)
    }

    @Test("has the bytes of GR-10, and is 179 bytes longer than its padded content")
    func layout() throws {
        let bytes = try alice.seal([1, 2, 3], roster: roster)
        #expect(bytes.count == 160 + 179)
        #expect(Array(bytes[..<2]) == [1, 9])
        #expect(Array(bytes[2..<10]) == alice.chain.id.bytes)
        #expect(bytes[10] == 0)
        #expect(Array(bytes[11..<43]) == roster.bytes.bytes)
        #expect(bytes != (try alice.seal([1, 2, 3], roster: roster)))
    }

    @Test("hides which of the lengths of a bucket its content has")
    func padded() throws {
        let lengths = try [0, 80, 159].map {
            try alice.seal([UInt8](repeating: 1, count: $0), roster: roster).count
        }
        #expect(Set(lengths).count == 1)
    }

    @Test("with one bit changed is refused, and nothing has changed", arguments: 0..<8)
    func flipped(bit: Int) throws {
        let bytes = try alice.seal([1, 2, 3], roster: roster)
        let before = bob.stored
        for offset in bytes.indices {
            var changed = bytes
            changed[offset] ^= 1 << UInt8(bit)
            #expect(bob.refusal(of: changed, from: alice.address) != nil, "byte \(offset)")
        }
        #expect(bob.isStored(as: before))
        #expect(try bob.open(bytes, from: alice) == [1, 2, 3])
    }

    @Test("cut short, or with a byte after its end, is refused")
    func otherLengths() throws {
        let bytes = try alice.seal([1, 2, 3], roster: roster)
        let before = bob.stored
        for count in bytes.indices {
            #expect(throws: GroupError.malformed) { try SenderKeyMessage(Array(bytes[..<count])) }
        }
        #expect(bob.refusal(of: bytes + [0], from: alice.address) == .notAuthentic)
        #expect(bob.isStored(as: before))
    }

    @Test("of another suite or kind is refused before anything else")
    func start() {
        #expect(throws: GroupError.unsupportedSuite) { try SenderKeyMessage([2]) }
        #expect(throws: GroupError.unsupportedSuite) { try SenderKeyMessage([0, 9]) }
        #expect(throws: GroupError.malformed) { try SenderKeyMessage([]) }
        #expect(throws: GroupError.malformed) { try SenderKeyMessage([1]) }
        #expect(throws: GroupError.malformed) { try SenderKeyMessage([1, 10]) }
    }

    @Test("is refused for another group, sender or device than it was sealed for")
    func otherContext() throws {
        let bytes = try alice.seal([1], roster: roster)
        let before = bob.stored
        #expect(bob.refusal(of: bytes, from: alice.address, group: .random()) == .notAuthentic)
        #expect(
            bob.refusal(of: bytes, from: try Address(user: "alice", device: 2)) == .notAuthentic)
        #expect(bob.refusal(of: bytes, from: try Address(user: "bob", device: 1)) == .notAuthentic)
        #expect(bob.isStored(as: before))
    }

    @Test("waits for its key: a chain that isn't known is named")
    func unknownChain() throws {
        let stranger = Receiver(rosters)
        let bytes = try alice.seal([1], roster: roster)
        #expect(stranger.refusal(of: bytes, from: alice.address) == .needsSenderKey(alice.chain.id))
    }

    @Test("is checked for its signature before the chain moves by one step")
    func signatureFirst() throws {
        let bytes = try alice.seal([1], roster: roster)
        // A forger says the last place of all: with a derivation first it would be a gap.
        var forged = Array(bytes[..<10])
        forged.append(varint: 0x7FFF_FFFE)
        forged += bytes[11...]
        #expect(bob.refusal(of: forged, from: alice.address) == .notAuthentic)
        // The roster isn't looked at before the signature either.
        var other = bytes
        other[11] ^= 1
        #expect(bob.refusal(of: other, from: alice.address) == .notAuthentic)
    }

    @Test("with the largest place that a chain has is read, and with the next one is malformed")
    func largestIteration() throws {
        let bytes = try alice.seal([1], roster: roster)
        for (iteration, isRead) in [(0x7FFF_FFFE, true), (0x7FFF_FFFF, false)] as [(UInt32, Bool)] {
            var changed = Array(bytes[..<10])
            changed.append(varint: iteration)
            changed += bytes[11...]
            #expect(((try? SenderKeyMessage(changed)) != nil) == isRead)
        }
    }

    @Test("under a roster that hasn't come waits, and opens once it has")
    func unknownRoster() throws {
        let next = try rosters.current.changed(members: rosters.current.members, details: [1])
        let bytes = try alice.seal([1], roster: next.hash)
        let before = bob.stored
        #expect(bob.refusal(of: bytes, from: alice.address) == .unknownRoster(next.hash))
        #expect(bob.isStored(as: before))
        #expect(bob.rosters.take(next) == .applies)
        #expect(try bob.open(bytes, from: alice) == [1])
    }

    @Test("of somebody who isn't a member there and now is refused")
    func notMember() throws {
        let mallory = try Sender("mallory")
        let receiver = try Receiver(rosters, of: mallory)
        let bytes = try mallory.seal([1], roster: roster)
        #expect(receiver.refusal(of: bytes, from: mallory.address) == .senderNotMember)

        let without = try rosters.current.changed(members: [UserID("bob")], details: [])
        let sealed = try alice.seal([1], roster: roster)
        #expect(bob.rosters.take(without) == .applies)
        let before = bob.stored
        #expect(bob.refusal(of: sealed, from: alice.address) == .senderNotMember)
        #expect(bob.isStored(as: before))
    }

    @Test("never opens to two texts for two members who were given different keys")
    func commitment() throws {
        let twin = try alice.withOtherChainKey()
        let carol = try Receiver(rosters, of: twin)
        let bytes = try alice.seal([1], roster: roster)
        #expect(try bob.open(bytes, from: alice) == [1])
        // The signature verifies for both; the message key is only one's.
        #expect(carol.refusal(of: bytes, from: alice.address) == .notAuthentic)
    }

    /// A message of the next place, sealed and signed as the rules say, but for what is passed in.
    func crafted(commitment: (Bytes32) -> Bytes32, padded: [UInt8]) throws -> [UInt8] {
        let block = SenderChainKey.step(alice.chain.chainKey)
        let keys = try GroupMessageKeys(of: block, at: 32)
        let commitment = commitment(try Bytes32(keys.commitment.exposeBytes()))
        let fields = GroupMessageFields(
            group: testGroup, roster: roster, sender: alice.address, chainID: alice.chain.id,
            iteration: alice.chain.nextIteration, commitment: commitment)
        var bytes: [UInt8] = [1, 9] + alice.chain.id.bytes
        bytes.append(varint: alice.chain.nextIteration)
        bytes += roster.bytes.bytes + commitment.bytes
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: 24) + padded + [UInt8](repeating: 0, count: 16)
        let data = fields.associatedData
        try SyntheticNonceAEAD.seal(&bytes, from: start, associatedData: data.span, keys: keys.keys)
        let signed = fields.signedBytes(bytes, start..<bytes.count)
        let seed = alice.signingSeed
        return try bytes
            + Ed25519.PrivateKey(seed: SecretBytes(copying: seed.span)).sign(signed.span)
    }

    @Test("is crafted here as the library seals it")
    func craftedIsSealed() throws {
        let padded = [7, 0x80] + [UInt8](repeating: 0, count: 158)
        #expect(try crafted(commitment: { $0 }, padded: padded) == alice.seal([7], roster: roster))
    }

    @Test("with another commitment is refused though tag and signature verify")
    func wrongCommitment() throws {
        let padded = [7, 0x80] + [UInt8](repeating: 0, count: 158)
        let otherCommitment = roster.bytes
        let bytes = try crafted(commitment: { _ in otherCommitment }, padded: padded)
        let before = bob.stored
        #expect(bob.refusal(of: bytes, from: alice.address) == .notAuthentic)
        #expect(bob.isStored(as: before))
    }

    @Test(
        "whose padding isn't exactly ours is refused, and the chain stays",
        arguments: [
            [UInt8](repeating: 0, count: 160), [7, 0x81] + [UInt8](repeating: 0, count: 158),
            [7, 0x80] + [UInt8](repeating: 0, count: 318),
        ])
    func wrongPadding(padded: [UInt8]) throws {
        let bytes = try crafted(commitment: { $0 }, padded: padded)
        let before = bob.stored
        #expect(bob.refusal(of: bytes, from: alice.address) == .malformedContent)
        #expect(bob.isStored(as: before))
    }

    @Test("gives the same bytes for the same content under a chain that was put back")
    func deterministic() throws {
        let saved = alice.stored
        let one = try alice.seal([1], roster: roster)
        alice.chain = try SenderChain(archive: SecretBytes(copying: saved.span))
        #expect(try alice.seal([1], roster: roster) == one)
        alice.chain = try SenderChain(archive: SecretBytes(copying: saved.span))
        let other = try alice.seal([2], roster: roster)
        #expect(other[75..<99] != one[75..<99], "another content has another nonce")
    }
}
