import SottoCrypto
import TestSupport
import Testing

@testable import SottoGroups

/// Gaps, and the keys of messages that haven't come.
///
/// Rules GR-11, GR-17 to GR-19.
@Suite("A skipped key of a group's chain")
struct SkippedSenderKeyTests {
    let rosters: RosterHistory
    let alice: Sender
    let bob: Receiver

    init() throws {
        rosters = try history("alice")
        alice = try Sender("alice")
        bob = try Receiver(rosters, of: alice)
    }

    func seal(_ content: [UInt8] = []) throws -> [UInt8] {
        try alice.seal(content, roster: rosters.current.hash)
    }

    @Test("is the limit of a gap: 25,000", arguments: [24_999, 25_000, 25_001] as [UInt32])
    func gap(count: UInt32) throws {
        _ = try bob.open(try seal(), from: alice)
        try alice.lose(count)
        let bytes = try seal([1])
        let before = bob.stored
        if count > 25_000 {
            #expect(
                bob.refusal(of: bytes, from: alice.address)
                    == .gapTooLarge(gap: UInt64(count), limit: 25_000))
            #expect(bob.isStored(as: before))
        } else {
            let opened = try bob.opened(bytes, from: alice.address)
            #expect(opened.content == [1])
            #expect(
                opened.dropped
                    == [DroppedSenderKeys(chainID: alice.chain.id, iterations: 1...count - 2_000)])
            #expect(bob.skippedKeyCount == 2_000)
        }
    }

    @Test("is one of at most 2,000", arguments: [1_999, 2_000, 2_001])
    func count(count: Int) throws {
        let late = try seal([9])
        let second = try seal([8])
        try alice.lose(UInt32(count - 2))
        let opened = try bob.opened(try seal(), from: alice.address)
        #expect(bob.skippedKeyCount == min(count, 2_000))
        if count > 2_000 {
            #expect(opened.dropped == [DroppedSenderKeys(chainID: alice.chain.id, iterations: 0...0)])
            let before = bob.stored
            #expect(bob.refusal(of: late, from: alice.address) == .messageKeyDropped)
            #expect(bob.isStored(as: before))
        } else {
            #expect(opened.dropped.isEmpty)
            #expect(try bob.open(late, from: alice) == [9])
        }
        #expect(try bob.open(second, from: alice) == [8])
        #expect(bob.refusal(of: second, from: alice.address) == .alreadyOpened)
    }

    @Test("makes room for younger ones, oldest first, and that is reported")
    func oldestFirst() throws {
        let oldest = try seal([0])
        try alice.lose(1_499)
        _ = try bob.open(try seal(), from: alice)
        try alice.lose(700)
        let opened = try bob.opened(try seal(), from: alice.address)
        #expect(opened.dropped == [DroppedSenderKeys(chainID: alice.chain.id, iterations: 0...199)])
        #expect(bob.refusal(of: oldest, from: alice.address) == .messageKeyDropped)
        try bob.reload()
        #expect(bob.refusal(of: oldest, from: alice.address) == .messageKeyDropped)
        #expect(bob.skippedKeyCount == 2_000)
        // All that are kept go, and some that were never kept, in one report.
        try alice.lose(2_100)
        let next = try bob.opened(try seal(), from: alice.address)
        #expect(next.dropped.map(\.iterations) == [200...1_499, 1_501...2_200, 2_202...2_301])
        #expect(bob.skippedKeyCount == 2_000)
    }

    @Test("is kept 30 days", arguments: [-1, 0, 1] as [Int64])
    func thirtyDays(distance: Int64) throws {
        let late = try seal([7])
        _ = try bob.open(try seal(), from: alice)
        let instant = testInstant + UInt64(Int64(30 * day) + distance)
        let before = bob.stored
        if distance > 0 {
            #expect(bob.refusal(of: late, from: alice.address, at: instant) == .messageKeyDropped)
            #expect(bob.isStored(as: before))
            #expect(
                try bob.dropExpired(at: instant)
                    == [DroppedSenderKeys(chainID: alice.chain.id, iterations: 0...0)])
            #expect(bob.skippedKeyCount == 0)
            #expect(bob.refusal(of: late, from: alice.address, at: instant) == .messageKeyDropped)
        } else {
            #expect(try bob.dropExpired(at: instant).isEmpty)
            #expect(try bob.open(late, from: alice, at: instant) == [7])
        }
    }

    @Test("is dropped when it is too old and another message skips one")
    func droppedOnTheWay() throws {
        _ = try seal()
        _ = try bob.open(try seal(), from: alice)
        _ = try seal()
        let opened = try bob.opened(try seal(), from: alice.address, at: testInstant + 30 * day + 1)
        #expect(opened.dropped == [DroppedSenderKeys(chainID: alice.chain.id, iterations: 0...0)])
        #expect(bob.skippedKeyCount == 1)
    }

    @Test("of a clock that was ahead counts from when the clock was right again")
    func clockAhead() throws {
        let late = try seal([1])
        _ = try bob.open(try seal(), from: alice, at: testInstant + 1_000 * day)
        #expect(try bob.dropExpired(at: testInstant).isEmpty)
        try bob.reload()
        #expect(try bob.dropExpired(at: testInstant + 30 * day).isEmpty)
        #expect(
            bob.refusal(of: late, from: alice.address, at: testInstant + 30 * day + 1) == .messageKeyDropped)
        #expect(try bob.dropExpired(at: testInstant + 30 * day + 1).count == 1)
    }

    @Test(
        "of a clock that was ahead counts from then also when another message skipped one before the time was told"
    )
    func clockAheadOnTheWay() throws {
        _ = try seal([1])
        _ = try bob.open(try seal(), from: alice, at: testInstant + 1_000 * day)
        _ = try seal([2])
        _ = try bob.open(try seal(), from: alice, at: testInstant)
        try bob.reload()
        #expect(try bob.dropExpired(at: testInstant + 30 * day).isEmpty)
        #expect(
            try bob.dropExpired(at: testInstant + 30 * day + 1).map(\.iterations) == [0...0, 2...2])
        #expect(bob.skippedKeyCount == 0)
    }

    @Test("opens its message once, also after the chain went on")
    func once() throws {
        let late = try (0..<5 as Range<UInt8>).map { try seal([$0]) }
        _ = try bob.open(try seal(), from: alice)
        for (number, bytes) in late.enumerated().reversed() {
            #expect(try bob.open(bytes, from: alice) == [UInt8(number)])
            let before = bob.stored
            #expect(bob.refusal(of: bytes, from: alice.address) == .alreadyOpened)
            #expect(bob.isStored(as: before))
        }
        #expect(bob.skippedKeyCount == 0)
    }

    @Test("stays when its message was changed on the way")
    func changed() throws {
        let late = try seal([1])
        _ = try bob.open(try seal(), from: alice)
        var other = late
        other[other.count - 70] ^= 1
        let before = bob.stored
        #expect(bob.refusal(of: other, from: alice.address) == .notAuthentic)
        #expect(bob.isStored(as: before))
        #expect(try bob.open(late, from: alice) == [1])
    }

    @Test("isn't needed for the last messages that a chain can have", arguments: [-1, 0])
    func exhausted(distance: Int) throws {
        var stored = alice.stored
        stored.replaceSubrange(17..<21, with: [0x7F, 0xFF, 0xFF, UInt8(0xFF + distance)])
        alice.chain = try SenderChain(archive: SecretBytes(copying: stored.span))
        let carol = try Receiver(rosters, of: alice)
        if distance < 0 { #expect(try carol.open(try seal([1]), from: alice) == [1]) }
        let before = alice.stored
        #expect(throws: GroupError.chainExhausted) { try seal() }
        #expect(alice.stored == before)
        try carol.reload()
    }

    @Test("doesn't stay beside the key of its chain")
    func usedKeys() throws {
        _ = try bob.open(try seal(), from: alice)
        func isClean(_ key: borrowing SecretBytes) -> Bool {
            key.withSpan(of: 32..<64) { span in span.indices.allSatisfy { span[$0] == 0 } }
        }
        let oursIsClean = isClean(alice.chain.chainKey)
        #expect(oursIsClean)
        let states = bob.states.states
        let state = try #require(states.first)
        let theirsIsClean = isClean(state.chainKey)
        #expect(theirsIsClean)
    }
}
