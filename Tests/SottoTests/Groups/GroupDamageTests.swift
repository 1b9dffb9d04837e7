import DeviceSupport
import SottoGroups
import Testing

@testable import Sotto
@testable import SottoSessions

/// Records of groups that are missing, damaged, or of an earlier time.
///
/// Rules DS-26, DS-29.
@Suite("A damaged record of a group")
struct GroupDamageTests {
    let network = TestNetwork()
    let storage = WatchedStorage(InMemoryStorage())
    /// Over the store that is tampered with.
    let alice: Device
    let bob: Device
    let carol: Device
    let roster: Roster

    init() throws {
        alice = try network.device("alice", in: storage)
        try network.certify(alice)
        bob = try network.sealedDevice("bob")
        carol = try network.sealedDevice("carol")
        for (one, other) in [(alice, bob), (alice, carol), (bob, carol)] { try network.meet(one, other) }
        roster = try Roster(group: .random(), members: ["alice", "bob", "carol"])
        for device in [alice, bob, carol] { try device.apply(roster) }
        for device in [alice, bob, carol] {
            for text in ["one", "two"] {
                try network.deliver(try device.send(Array(text.utf8), toGroup: roster.group), from: device)
            }
        }
    }

    enum Damage: CaseIterable, Sendable { case missing, changed, earlier }

    struct Case: Sendable, CustomTestStringConvertible {
        let kind: RecordKind
        let damage: Damage
        var testDescription: String { "record \(kind.rawValue) \(damage)" }

        static func all(_ kinds: RecordKind...) -> [Case] {
            kinds.flatMap { kind in Damage.allCases.map { Case(kind: kind, damage: $0) } }
        }
    }

    private func harm(_ item: Case, _ key: [UInt8]) throws {
        let name = try SealedStore.open(in: storage, key: TestNetwork.key()).sealer.name(
            kind: item.kind.rawValue, key: key)
        let row = try #require(try storage.rows()[name])
        var value = try #require(row.values.last)
        switch item.damage {
        case .missing: return try storage.transaction(.writing) { try $0.remove(name) }
        case .changed: value[value.count / 2] ^= 1
        case .earlier: value = try #require(row.values.dropLast().last)
        }
        try storage.set(value, name, row.group)
    }

    @Test(
        "of the own chain lets another one begin, whose key goes to all",
        arguments: Case.all(.senderChain, .senderKeyHolders))
    func ownChain(item: Case) throws {
        let before = try alice.group(roster.group)?.chain?.id
        try harm(item, roster.group.bytes)
        let again = try network.reopen(storage)
        #expect(try again.group(roster.group)?.chain == nil)
        let outgoing = try again.send(Array("after".utf8), toGroup: roster.group)
        #expect(outgoing.distributions.count == 2)
        #expect(try again.group(roster.group)?.chain?.id != before)
        #expect(try network.deliver(outgoing, from: again).values.map(\.groupText) == ["after", "after"])
        #expect(try again.send([1], toGroup: roster.group).distributions.isEmpty)
    }

    @Test(
        "of the own chain doesn't keep a request from being answered", arguments: Case.all(.senderKeyHolders))
    func request(item: Case) throws {
        try harm(item, roster.group.bytes)
        let again = try network.reopen(storage)
        let place = GroupPlace(group: roster.group, chain: 1, index: 0)
        let received = try again.receive(try bob.control(.resendRequest(place), to: again), from: nil)
        #expect(received.content == .spentResendRequest)
        #expect(
            try network.deliver(try again.send([1], toGroup: roster.group), from: again).count == 2)
    }

    @Test(
        "of a member's chains lets messages wait, and a request brings all that is needed",
        arguments: [Damage.missing, .changed])
    func memberKeys(damage: Damage) throws {
        try harm(Case(kind: .senderKeys, damage: damage), roster.group.bytes + bob.address.encoded)
        let again = try network.reopen(storage)
        let outgoing = try bob.send(Array("three".utf8), toGroup: roster.group)
        let waiting = try #require(again.undecryptableInGroup(try outgoing.part(for: again)))
        #expect(waiting.reason == .needsSenderKey)
        // Nobody else is concerned, and neither is a roster.
        let other = try carol.send([9], toGroup: roster.group)
        _ = try again.receive(try other.part(for: again), from: nil)
        #expect(try again.apply(roster.changed(members: roster.members, details: [1])).opened.isEmpty)
        let request = try network.deliver(try again.requestResend(of: waiting), from: again)[0]
        guard case .groupResendRequest(let asked) = request.content else { throw Device.OtherContent() }
        for answer in try bob.resend(asked) { try network.deliver(answer, from: bob) }
        #expect(try again.groupTexts().suffix(1) == ["three"])
        let next = try bob.send(Array("four".utf8), toGroup: roster.group)
        #expect(try again.receive(try next.part(for: again), from: nil).groupText == "four")
    }

    @Test(
        "of skipped keys doesn't keep messages in order, and is as none for the others",
        arguments: Damage.allCases)
    func skippedKeys(damage: Damage) throws {
        let late = try (0..<4).map { try bob.send(Array("\($0)".utf8), toGroup: roster.group) }
        for place in [3, 1] { _ = try alice.receive(try late[place].part(for: alice), from: nil) }
        try harm(Case(kind: .skippedSenderKeys, damage: damage), roster.group.bytes + bob.address.encoded)
        let again = try network.reopen(storage)
        let inOrder = try bob.send(Array("in order".utf8), toGroup: roster.group)
        #expect(try again.receive(try inOrder.part(for: again), from: nil).groupText == "in order")
        let waiting = try #require(again.undecryptableInGroup(try late[0].part(for: again)))
        #expect(waiting.isWaiting && waiting.isRequestDue)
        let request = try network.deliver(try again.requestResend(of: waiting), from: again)[0]
        guard case .groupResendRequest(let asked) = request.content else { throw Device.OtherContent() }
        for answer in try bob.resend(asked) { try network.deliver(answer, from: bob) }
        #expect(try again.groupTexts().suffix(1) == ["0"])
        // Out of order again, with keys that are whole again.
        let more = try (0..<2).map { try bob.send(Array("more \($0)".utf8), toGroup: roster.group) }
        for outgoing in more.reversed() { _ = try again.receive(try outgoing.part(for: again), from: nil) }
        #expect(try again.groupTexts().suffix(2) == ["more 1", "more 0"])
        for outgoing in late { #expect(again.refusal(of: try outgoing.part(for: again), from: nil) != nil) }
    }

    @Test("of a member's chains that is of an earlier time brings no message back")
    func broughtBack() throws {
        let outgoing = try bob.send(Array("three".utf8), toGroup: roster.group)
        let received = try alice.receive(try outgoing.part(for: alice), from: nil)
        try harm(Case(kind: .senderKeys, damage: .earlier), roster.group.bytes + bob.address.encoded)
        let again = try network.reopen(storage)
        #expect(again.refusal(of: try outgoing.part(for: again), from: nil)?.duplicate == received.id)
        #expect(try again.groupTexts().filter { $0 == "three" }.count == 1)
    }
}
