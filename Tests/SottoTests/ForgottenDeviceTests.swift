import TestSupport
import Testing

@testable import Sotto
@testable import SottoSessions

/// What is left of a device that was forgotten, when it comes again: nothing that could be taken for what is now.
///
/// Rules DS-4, DS-7, DS-16.
@Suite("A device that was forgotten and comes again")
struct ForgottenDeviceTests {
    let network = TestNetwork()
    let storage = InMemoryStorage()
    let alice: Device
    let bob: Device

    init() throws {
        alice = try network.device("alice", in: storage)
        bob = try network.device("bob")
    }

    /// What was used between two devices from one start to the forgetting.
    struct Life {
        var numbers: Set<UInt32> = []
        var records: Set<RecordName> = []
        var places: Set<[UInt8]> = []
        var nonces: Set<[UInt8]> = []
        var ids: Set<ReceivedID> = []

        mutating func note(_ bytes: [UInt8]) throws {
            let received = try ReceivedBytes(bytes)
            let header = received.ratchetHeader
            places.insert(header.ratchetKey.key.bytes.bytes + [UInt8(header.index)])
            nonces.insert(Array(bytes[received.headerByteCount..<received.headerByteCount + 24]))
        }
    }

    /// The rows about Bob's device in Alice's store.
    func records() throws -> Set<RecordName> {
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let group = try sealed.sealer.group(kind: 3, key: bob.address.encoded)
        return Set(
            try storage.transaction(.reading) {
                try $0.rows(in: group, after: 0, limit: .max).map(\.name)
            })
    }

    /// Two sessions, messages in both directions, and skipped keys at Alice.
    func live() throws -> Life {
        var life = Life()
        func deliver(_ outgoing: Outgoing, from sender: Device, to receiver: Device) throws {
            let bytes = outgoing.envelopes[0].bytes
            try life.note(bytes)
            life.ids.insert(try receiver.receive(bytes, from: sender.address).id)
        }
        for _ in 0..<2 {
            try network.start(alice, with: bob)
            try deliver(try alice.send([1], to: .user("bob")), from: alice, to: bob)
            let late = try (0..<5 as Range<UInt8>).map { try bob.send([$0], to: .user("alice")) }
            try deliver(late[4], from: bob, to: alice)
            try deliver(late[0], from: bob, to: alice)
            for number in 0..<4 as Range<UInt8> {
                try deliver(try alice.send([number], to: .user("bob")), from: alice, to: bob)
            }
        }
        let peer = bob.address
        life.numbers = alice.withState { state, _ in
            Set((state.peers[peer]?.others.map(\.number) ?? []) + [state.peers[peer]?.active?.number ?? 0])
        }
        #expect(life.numbers.count == 2)
        life.records = try records()
        return life
    }

    @Test("has no session number, record, place, nonce or id of before")
    func apart() throws {
        let sealed = try SealedStore.open(in: storage, key: TestNetwork.key())
        let fixed = try [3, 17].map { try sealed.sealer.name(kind: $0, key: bob.address.encoded) }
        var lives: [Life] = []
        for _ in 0..<3 {
            lives.append(try live())
            try alice.forget(bob.address)
            #expect(try records().isEmpty)
        }
        for (number, life) in lives.enumerated() {
            #expect(life.places.count == 14 && life.nonces.count == 14 && life.ids.count == 14)
            for other in lives[(number + 1)...] {
                #expect(life.numbers.isDisjoint(with: other.numbers))
                #expect(life.records.subtracting(fixed).isDisjoint(with: other.records))
                #expect(life.places.isDisjoint(with: other.places))
                #expect(life.nonces.isDisjoint(with: other.nonces))
                #expect(life.ids.isDisjoint(with: other.ids))
            }
        }
    }

    /// A request of Bob for a message of Alice's second session, and the message's id.
    func request() throws -> ResendRequest {
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        try network.start(alice, with: bob)
        let sent = try alice.send(Array("lost".utf8), to: .user("bob"))
        try alice.markSent(sent.id)
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        let message = try #require(bob.undecryptable(bytes, from: alice.address))
        let asked = try bob.requestResend(
            of: message, withBundle: try network.server.bundle(of: alice.address))
        let received = try network.deliver(asked, from: bob)[0]
        guard case .resendRequest(let request) = received.content else { throw Device.OtherContent() }
        return request
    }

    @Test("gets a message of before in no session that it began since, also when the clock was set back")
    func sendLog() throws {
        let request = try request()
        try alice.forget(bob.address)
        network.clock.advance(by: -3_600_000)
        try network.start(bob, with: alice)
        try network.talk("anew", from: bob, to: "alice")
        #expect(throws: SessionError.usage(.bundleRequired(bob.address))) { try alice.resend(request) }
        let again = try alice.resend(request, withBundle: try network.server.bundle(of: bob.address))
        #expect(try network.deliver(again, from: alice).map(\.text) == ["lost"])
    }

    @Test("gets what lay in the outbox as it was sealed, in the session of before")
    func outbox() throws {
        try network.start(alice, with: bob)
        try network.talk("hello", from: alice, to: "bob")
        let waiting = try alice.send(Array("waiting".utf8), to: .user("bob"))
        try alice.forget(bob.address)
        try network.start(alice, with: bob)
        let new = try alice.send(Array("new".utf8), to: .user("bob"))
        #expect(try alice.outbox().flatMap(\.envelopes) == waiting.envelopes + new.envelopes)
        #expect(try network.deliver(waiting, from: alice).map(\.text) == ["waiting"])
        #expect(try network.deliver(new, from: alice).map(\.text) == ["new"])
    }
}
