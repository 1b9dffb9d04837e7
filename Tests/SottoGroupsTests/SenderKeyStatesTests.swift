import SottoCrypto
import SottoWire
import TestSupport
import Testing

@testable import SottoGroups

/// The chains of a sender, and how their keys come.
///
/// Rules GR-9, GR-15, GR-20.
@Suite("The key of a chain")
struct SenderKeyStatesTests {
    let rosters: RosterHistory
    let alice: Sender

    init() throws {
        rosters = try history("alice")
        alice = try Sender("alice")
    }

    func seal(_ content: [UInt8] = []) throws -> [UInt8] {
        try alice.seal(content, roster: rosters.current.hash)
    }

    @Test("has the bytes of GR-15, and reads them back")
    func layout() throws {
        _ = try seal()
        let bytes = alice.distribution().encoded().exposeBytes()
        let stored = alice.stored
        var expected: [UInt8] = [1, 10] + testGroup.bytes + alice.chain.id.bytes + [1]
        expected += stored[21..<53] + stored[85..<117] + stored[9..<17]
        #expect(bytes == expected)
        #expect(bytes.count == 99)
        let read = try SenderKeyDistribution(SecretBytes(copying: bytes.span))
        #expect(read.group == testGroup)
        #expect(read.chainID == alice.chain.id)
        #expect(read.iteration == 1)
        #expect(read.createdAt == testInstant)
        #expect(read.encoded().exposeBytes() == bytes)
    }

    @Test("overwrites the array that it was read from")
    func wiped() throws {
        var bytes = alice.distribution().encoded().exposeBytes()
        let read = try SenderKeyDistribution(consuming: &bytes)
        #expect(read.chainID == alice.chain.id)
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    @Test("is refused in every other form")
    func forms() throws {
        let bytes = alice.distribution().encoded().exposeBytes()
        func refusal(_ bytes: [UInt8]) -> GroupError? {
            do throws(GroupError) {
                _ = try SenderKeyDistribution(SecretBytes(copying: bytes.span))
                return nil
            } catch {
                return error
            }
        }
        for count in bytes.indices { #expect(refusal(Array(bytes[..<count])) == .malformed) }
        #expect(refusal(bytes + [0]) == .malformed)
        #expect(refusal([2]) == .unsupportedSuite)
        #expect(refusal([1, 9] + bytes[2...]) == .malformed)
        #expect(refusal(bytes[..<26] + [0x80, 0] + bytes[27...]) == .malformed, "a longer varint")
        #expect(refusal(bytes[..<26] + [0xFF, 0xFF, 0xFF, 0xFF, 0x7F] + bytes[27...]) == .malformed)
        #expect(refusal(bytes[..<26] + [0xFF, 0xFF, 0xFF, 0xFF, 0x07] + bytes[27...]) == nil)
    }

    @Test("opens what comes from its place on, and nothing before")
    func later() throws {
        let early = try seal([0])
        let bob = try Receiver(rosters, of: alice)
        let before = bob.stored
        #expect(bob.refusal(of: early, from: alice.address) == .sentBeforeKey)
        #expect(bob.isStored(as: before))
        #expect(try bob.open(try seal([1]), from: alice) == [1])
        #expect(bob.refusal(of: early, from: alice.address) == .sentBeforeKey)
    }

    @Test("that comes again changes nothing, from whatever place it is")
    func again() throws {
        let bob = try Receiver(rosters, of: alice)
        let first = alice.distribution()
        let late = try seal([0])
        _ = try bob.open(try seal([1]), from: alice)
        let present = alice.distribution()
        try alice.lose(10)
        let ahead = alice.distribution()
        let before = bob.stored
        #expect(try bob.add(first) == .alreadyKnown)
        #expect(try bob.add(present) == .alreadyKnown)
        #expect(try bob.add(ahead) == .alreadyKnown)
        #expect(bob.isStored(as: before))
        #expect(try bob.open(late, from: alice) == [0])
    }

    @Test(
        "that is more than 25,000 places from the known one can't be told from another",
        arguments: [24_999, 25_000, 25_001] as [UInt32], [false, true])
    func far(distance: UInt32, isBehind: Bool) throws {
        let start = alice.distribution()
        try alice.lose(distance)
        let bob = Receiver(rosters)
        if isBehind {
            try bob.add(alice.distribution())
        } else {
            try bob.add(try SenderKeyDistribution(start.encoded()))
        }
        let other = isBehind ? start : alice.distribution()
        if distance > 25_000 {
            #expect(throws: GroupError.gapTooLarge(gap: UInt64(distance), limit: 25_000)) {
                try bob.add(try SenderKeyDistribution(other.encoded()))
            }
        } else {
            #expect(try bob.add(other) == .alreadyKnown)
        }
    }

    @Test("with another chain key or another signing key under a known id is refused", arguments: [0, 1, 5])
    func conflict(place: UInt32) throws {
        let bob = try Receiver(rosters, of: alice)
        if place > 0 { try alice.lose(place) }
        let before = bob.stored
        let twin = try alice.withOtherChainKey()
        #expect(throws: GroupError.conflictingSenderKey) { try bob.add(twin.distribution()) }
        var bytes = alice.distribution().encoded().exposeBytes()
        bytes[bytes.count - 10] ^= 1
        #expect(throws: GroupError.conflictingSenderKey) {
            try bob.add(try SenderKeyDistribution(SecretBytes(copying: bytes.span)))
        }
        #expect(bob.isStored(as: before))
    }

    @Test("is one of the newest 5: of 20 chains 5 stay, the newest works, the oldest go and are named")
    func fiveStates() throws {
        let bob = Receiver(rosters)
        var ids: [SenderChainID] = []
        var firsts: [[UInt8]] = []
        for number in 0..<20 {
            let addition = try bob.add(alice.distribution())
            #expect(addition == .added(evicted: number < 5 ? nil : ids[number - 5]))
            ids.append(alice.chain.id)
            firsts.append(try seal([UInt8(number)]))
            #expect(bob.chainIDs == ids.suffix(5))
            alice.rotate()
        }
        for (number, bytes) in firsts.enumerated() {
            if number < 15 {
                #expect(bob.refusal(of: bytes, from: alice.address) == .needsSenderKey(ids[number]))
            } else {
                #expect(try bob.open(bytes, from: alice) == [UInt8(number)])
            }
        }
    }

    @Test("takes the skipped keys of the chain that it replaces with it")
    func evictedKeys() throws {
        let bob = try Receiver(rosters, of: alice)
        _ = try seal()
        _ = try bob.open(try seal(), from: alice)
        for _ in 0..<4 {
            alice.rotate()
            try bob.add(alice.distribution())
        }
        alice.rotate()
        let skipped = try #require(bob.storedSkippedKeys)
        try bob.reload(withSkippedKeys: false)
        #expect(throws: GroupError.skippedKeysNotLoaded) { try bob.add(alice.distribution()) }
        try bob.states.loadSkippedKeys(SecretBytes(copying: skipped.span))
        _ = try bob.add(alice.distribution())
        #expect(bob.skippedKeyCount == 0)
        #expect(bob.skippedKeysChanged)
        try bob.reload()
    }
}

/// When a chain is replaced.
///
/// Rule GR-21.
@Suite("A chain is replaced")
struct RotationTests {
    @Test("after 1,000 messages", arguments: [999, 1_000, 1_001] as [UInt32])
    func messages(count: UInt32) throws {
        let alice = try Sender("alice")
        try alice.lose(count)
        #expect(alice.chain.rotationReason(at: testInstant) == (count < 1_000 ? nil : .messages))
    }

    @Test("after 14 days", arguments: [-1, 0, 1] as [Int64])
    func age(distance: Int64) throws {
        let alice = try Sender("alice")
        let instant = testInstant + UInt64(Int64(14 * day) + distance)
        #expect(alice.chain.rotationReason(at: instant) == (distance < 0 ? nil : .age))
    }

    @Test("when it begins more than a day in the future", arguments: [-1, 0, 1] as [Int64])
    func clock(distance: Int64) throws {
        let alice = try Sender("alice")
        let instant = testInstant - UInt64(Int64(day) + distance)
        #expect(alice.chain.rotationReason(at: instant) == (distance > 0 ? .clock : nil))
    }

    @Test("never by a trap, at the ends of time")
    func ends() throws {
        #expect(try Sender("a", at: 0).chain.rotationReason(at: .max) == .age)
        #expect(try Sender("a", at: .max).chain.rotationReason(at: 0) == .clock)
    }

    @Test("by one that the old key doesn't open")
    func newKey() throws {
        let rosters = try history("alice")
        let alice = try Sender("alice")
        let former = try Receiver(rosters, of: alice)
        alice.rotate()
        let bytes = try alice.seal([1], roster: rosters.current.hash)
        #expect(former.refusal(of: bytes, from: alice.address) == .needsSenderKey(alice.chain.id))
    }
}
