import SottoCrypto
import TestSupport
import Testing

@testable import SottoGroups

/// Several senders, members who get their messages in any order, some twice, some never.
///
/// Rules GR-11, GR-15 to GR-20.
@Suite("A group's conversation")
struct SenderKeyConversationTests {
    @Test(
        "opens each message once for each member, in any order, with loss and repetition",
        arguments: 1...6 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rosters = try history("alice", "bob", "carol")
        let senders = try [Sender("alice"), Sender("alice", device: 2), Sender("bob")]
        let receivers = try senders.map { try Receiver(rosters, of: $0) }
        var waiting: [(from: Int, bytes: [UInt8], content: [UInt8])] = []
        var opened: Set<[UInt8]> = []
        for _ in 0..<300 {
            let from = Int.random(in: 0..<3, using: &random)
            if random.oneIn(40) {
                senders[from].rotate()
                try receivers[from].add(senders[from].distribution())
            }
            let content = random.bytes(Int.random(in: 1...400, using: &random))
            let bytes = try senders[from].seal(content, roster: rosters.current.hash)
            if !random.oneIn(10) { waiting.append((from, bytes, content)) }
            if random.oneIn(10) { waiting.append((from, bytes, content)) }
            while !waiting.isEmpty, random.oneIn(2) {
                let place = random.oneIn(4) ? Int.random(in: 0..<waiting.count, using: &random) : 0
                let message = waiting.remove(at: place)
                try deliver(message, to: receivers, from: senders, &opened, seed, &random)
            }
        }
        for message in waiting.shuffled(using: &random) {
            try deliver(message, to: receivers, from: senders, &opened, seed, &random)
        }
        #expect(receivers.allSatisfy { $0.chainIDs.count <= 5 })
    }

    private func deliver(
        _ message: (from: Int, bytes: [UInt8], content: [UInt8]), to receivers: [Receiver],
        from senders: [Sender], _ opened: inout Set<[UInt8]>, _ seed: UInt64, _ random: inout SeededGenerator
    ) throws {
        let (receiver, sender) = (receivers[message.from], senders[message.from])
        if random.oneIn(3) { try receiver.reload() }
        let before = receiver.stored
        if opened.contains(message.bytes) {
            let refusal = receiver.refusal(of: message.bytes, from: sender.address)
            let chain = try SenderKeyMessage(message.bytes).chainID
            let isKept = receiver.chainIDs.contains(chain)
            #expect(refusal == (isKept ? .alreadyOpened : .needsSenderKey(chain)), "seed \(seed)")
            #expect(receiver.isStored(as: before), "seed \(seed)")
            return
        }
        do {
            #expect(try receiver.open(message.bytes, from: sender) == message.content, "seed \(seed)")
            opened.insert(message.bytes)
        } catch {
            let chain = try SenderKeyMessage(message.bytes).chainID
            #expect(error == .needsSenderKey(chain), "seed \(seed)")
            #expect(!receiver.chainIDs.contains(chain), "only an evicted chain is gone, seed \(seed)")
        }
    }

    @Test("in order keeps no key and reads no skipped ones")
    func inOrder() throws {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let bob = try Receiver(rosters, of: alice)
        for number in 0..<50 as Range<UInt8> {
            let bytes = try alice.seal([number], roster: rosters.current.hash)
            #expect(try bob.open(bytes, from: alice) == [number])
            try bob.reload()
        }
        #expect(bob.skippedKeyCount == 0)
        #expect(!bob.skippedKeysChanged)
    }

    @Test("goes on without the skipped keys until a message needs them")
    func notLoaded() throws {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let bob = try Receiver(rosters, of: alice)
        let late = try alice.seal([0], roster: rosters.current.hash)
        _ = try bob.open(try alice.seal([1], roster: rosters.current.hash), from: alice)
        #expect(bob.skippedKeysChanged)
        let skipped = try #require(bob.storedSkippedKeys)
        try bob.reload(withSkippedKeys: false)
        #expect(bob.skippedKeyCount == 1)
        #expect(bob.storedSkippedKeys == nil)

        let next = try alice.seal([2], roster: rosters.current.hash)
        #expect(try !bob.needsSkippedKeys(for: next))
        #expect(try bob.open(next, from: alice) == [2])
        #expect(!bob.skippedKeysChanged)

        _ = try alice.seal([3], roster: rosters.current.hash)
        let afterGap = try alice.seal([4], roster: rosters.current.hash)
        for bytes in [late, afterGap] {
            #expect(try bob.needsSkippedKeys(for: bytes))
            #expect(bob.refusal(of: bytes, from: alice.address) == .skippedKeysNotLoaded)
        }
        #expect(throws: GroupError.skippedKeysNotLoaded) { try bob.dropExpired(at: testInstant) }
        try bob.states.loadSkippedKeys(SecretBytes(copying: skipped.span))
        #expect(try bob.open(late, from: alice) == [0])
        #expect(try bob.open(afterGap, from: alice) == [4])
        #expect(bob.skippedKeysChanged)
        try bob.reload()
        #expect(!bob.skippedKeysChanged)
    }
}
