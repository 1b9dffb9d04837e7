import SottoGroups
import SottoSealedSender
import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// What members, strangers and the server can't do.
///
/// Rules DS-24, DS-25, DS-29, GR-12 to GR-14.
@Suite("In a group nobody")
struct GroupTamperTests {
    let network = TestNetwork()

    /// A distribution with another chain key; the signing key stays.
    private func otherKey(_ distribution: [UInt8]) -> [UInt8] {
        var bytes = distribution
        // suite, kind, group, chain, a place of one byte.
        for place in 27..<59 { bytes[place] ^= 0x55 }
        return bytes
    }

    @Test("can show two members different texts by one message: of two keys one opens it")
    func twoKeys() throws {
        let group = try GroupNetwork(["bob", "carol", "mallory"], network: network)
        let (bob, carol, mallory) = (try group["bob"], try group["carol"], try group["mallory"])
        var chain = SenderChain.make(at: network.clock.now)
        let key = chain.distribution(for: group.group).encoded().exposeBytes()
        for (device, key) in [(bob, key), (carol, otherKey(key))] {
            let received = try device.receive(try mallory.control(.senderKey(key), to: device), from: nil)
            #expect(received.content == .senderKey(of: group.group))
        }
        let message = try chain.seal(
            GroupContent(id: .random(), content: Array("one text".utf8)).bytes, group: group.group,
            roster: group.roster.hash, sender: mallory.address)
        func give(_ device: Device) throws -> [UInt8] {
            try network.envelope(around: message, in: group.group.bytes, of: mallory, for: device)
        }
        #expect(try bob.receive(try give(bob), from: nil).groupText == "one text")
        #expect(carol.undecryptableInGroup(try give(carol))?.reason == .notAuthentic)
        // Nor does another key under a known name take the place of the first one.
        let second = try mallory.control(.senderKey(otherKey(key)), to: bob)
        #expect(try bob.receive(second, from: nil).content == .senderKey(of: group.group))
        let next = try chain.seal(
            GroupContent(id: .random(), content: Array("another".utf8)).bytes, group: group.group,
            roster: group.roster.hash, sender: mallory.address)
        let envelope = try network.envelope(around: next, in: group.group.bytes, of: mallory, for: bob)
        #expect(try bob.receive(envelope, from: nil).groupText == "another")
    }

    @Test("opens messages under a certificate of another identity than the key's session had")
    func otherIdentity() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let outgoing = try group.send("genuine", from: alice)
        try network.deliverKeys(of: outgoing, from: alice)
        let inner = try bob.content(of: try outgoing.part(for: bob), network).message
        // A server certifies another key for Alice's address.
        let other = try Device.inMemory(
            as: alice.address, trusting: .onFirstUse, certificates: network.authority.trust,
            clock: network.clock.clock)
        let forged = try network.envelope(around: inner, in: group.group.bytes, of: other, for: bob)
        #expect(bob.undecryptableInGroup(forged)?.reason == .needsSenderKey)
        #expect(try bob.groupTexts() == [])
        #expect(try bob.receive(try outgoing.part(for: bob), from: nil).groupText == "genuine")
    }

    @Test("hands a group message over as it is, without an envelope")
    func unsealed() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        let outgoing = try group.send("sealed", from: alice)
        try network.deliverKeys(of: outgoing, from: alice)
        let part = try outgoing.part(for: bob)
        let inner = try bob.content(of: part, network).message
        for hint in [nil, alice.address] { #expect(bob.refusal(of: inner, from: hint) != nil) }
        #expect(try bob.groupTexts() == [])
        #expect(try bob.receive(part, from: nil).groupText == "sealed")
    }

    @Test("who isn't a member says anything, in a session or in an envelope")
    func stranger() throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let bob = try group["bob"]
        let mallory = try network.sealedDevice("mallory")
        try network.meet(mallory, bob)
        let body = GroupBody.message(.random(), in: group.group, Array("forged".utf8))
        guard
            case .peer(.inEnvelope(let context, .notMember(group.group))) =
                bob.refusal(of: try mallory.control(body, to: bob), from: nil)
        else {
            Issue.record("a message of who isn't a member was taken")
            return
        }
        #expect(context.sender == mallory.address)
        try mallory.removeSenderCertificate()
        #expect(
            bob.refusal(of: try mallory.control(body, to: bob), from: mallory.address)
                == .peer(.notMember(group.group)))
        // With a key and a message of their own it waits for a roster that never comes.
        var chain = SenderChain.make(at: network.clock.now)
        let key = chain.distribution(for: group.group).encoded().exposeBytes()
        _ = try bob.receive(try mallory.control(.senderKey(key), to: bob), from: mallory.address)
        let message = try chain.seal(
            GroupContent(id: .random(), content: [1]).bytes, group: group.group, roster: group.roster.hash,
            sender: mallory.address)
        let envelope = try network.envelope(around: message, in: group.group.bytes, of: mallory, for: bob)
        #expect(bob.undecryptableInGroup(envelope)?.isWaiting == true)
        #expect(try bob.groupTexts() == [])
        network.clock.advance(by: 8 * 86_400_000)
        try bob.maintain()
        #expect(try bob.groupTexts() == [])
    }

    @Test("moves a message into another group, or to another sender")
    func otherGroup() throws {
        let group = try GroupNetwork(["alice", "bob", "carol"], network: network)
        let (alice, bob, carol) = (try group["alice"], try group["bob"], try group["carol"])
        let other = try Roster(group: .random(), members: ["alice", "bob", "carol"])
        for device in [alice, bob, carol] { try device.apply(other) }
        // Alice's one chain in both groups, which her own software would never make.
        var chain = SenderChain.make(at: network.clock.now)
        for id in [group.group, other.group] {
            let key = chain.distribution(for: id).encoded().exposeBytes()
            for sender in [alice, carol] {
                _ = try bob.receive(try sender.control(.senderKey(key), to: bob), from: nil)
            }
        }
        let message = try chain.seal(
            GroupContent(id: .random(), content: Array("here".utf8)).bytes, group: group.group,
            roster: group.roster.hash, sender: alice.address)
        let moved = try network.envelope(around: message, in: other.group.bytes, of: alice, for: bob)
        #expect(bob.undecryptableInGroup(moved)?.reason == .notAuthentic)
        let stolen = try network.envelope(around: message, in: group.group.bytes, of: carol, for: bob)
        #expect(bob.undecryptableInGroup(stolen)?.reason == .notAuthentic)
        for length in [0, 15, 17] {
            let bytes = [UInt8](repeating: 1, count: length)
            let envelope = try network.envelope(around: message, in: bytes, of: alice, for: bob)
            guard case .peer(.inEnvelope(_, .malformed)) = bob.refusal(of: envelope, from: nil) else {
                Issue.record("a group id of \(length) bytes was taken")
                return
            }
        }
        let genuine = try network.envelope(around: message, in: group.group.bytes, of: alice, for: bob)
        #expect(try bob.receive(genuine, from: nil).groupText == "here")
    }

    @Test("changes a bit of anything unnoticed", arguments: [3, 4] as [UInt64])
    func anyBit(seed: UInt64) throws {
        let group = try GroupNetwork(["alice", "bob"], network: network)
        let (alice, bob) = (try group["alice"], try group["bob"])
        var random = SeededGenerator(seed: seed)
        let outgoing = try group.send("whole", from: alice)
        let (key, part) = (try outgoing.key(for: bob), try outgoing.part(for: bob))
        func flipped(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            return bytes
        }
        for _ in 0..<60 { #expect(bob.refusal(of: flipped(key), from: nil) != nil, "seed \(seed)") }
        _ = try bob.receive(key, from: nil)
        for _ in 0..<60 { #expect(bob.refusal(of: flipped(part), from: nil) != nil, "seed \(seed)") }
        // Inside a genuine envelope, too.
        let inner = try bob.content(of: part, network).message
        for _ in 0..<60 {
            let envelope = try network.envelope(
                around: flipped(inner), in: group.group.bytes, of: alice, for: bob)
            #expect(bob.refusal(of: envelope, from: nil) != nil, "seed \(seed)")
        }
        #expect(try bob.receive(part, from: nil).groupText == "whole")
        #expect(try bob.groupTexts() == ["whole"])
    }
}
