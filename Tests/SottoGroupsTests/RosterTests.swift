import SottoCrypto
import TestSupport
import Testing

@testable import SottoGroups

/// The form of a roster.
///
/// Rules GR-1 to GR-4, EN-9, EN-10.
@Suite("A roster")
struct RosterTests {
    func users(_ names: String...) throws -> [UserID] { try names.map { try UserID($0) } }

    @Test("has one form, whatever order its members were given in")
    func canonical() throws {
        let one = try Roster(group: testGroup, members: users("carol", "al", "alice", "bob", "al"))
        let two = try Roster(group: testGroup, members: users("al", "alice", "bob", "carol"))
        #expect(one == two)
        #expect(one.members == (try users("al", "alice", "bob", "carol")))
        #expect(one.contains(UserID("alice")))
        #expect(!one.contains(UserID("dave")))
    }

    @Test("has the bytes of GR-1 and reads them back")
    func layout() throws {
        let first = try Roster(group: testGroup, members: users("bob", "a"), details: [9, 8])
        let expected: [UInt8] =
            [1, 11] + testGroup.bytes + [0, 0, 0, 0] + [UInt8](repeating: 0, count: 32)
            + [0, 2, 1, 97, 3, 98, 111, 98, 0, 0, 0, 2, 9, 8]
        #expect(first.bytes == expected)
        #expect(try Roster(expected) == first)
        let next = try first.changed(members: first.members, details: [])
        #expect(Array(next.bytes[18..<54]) == [0, 0, 0, 1] + first.hash.bytes.bytes)
        #expect(try Roster(next.bytes) == next)
    }

    @Test("is named by the hash of all of its bytes")
    func hash() throws {
        let roster = try Roster(group: testGroup, members: users("a"), details: [1])
        var list: [UInt8] = [0, 0, 0, 14]
        list += Array("Sotto/1 roster".utf8) + [0, 0, 0, UInt8(roster.bytes.count)] + roster.bytes
        #expect(roster.hash.bytes.bytes == (try BLAKE2b.hash(list.span, byteCount: 32)))
        #expect(roster.hash != (try Roster(group: testGroup, members: users("a"))).hash)
    }

    @Test("follows the one that it names, in one group, one revision later")
    func follows() throws {
        let first = try Roster(group: testGroup, members: users("a"))
        let second = try first.changed(members: users("a", "b"), details: [])
        let third = try second.changed(members: users("a"), details: [])
        #expect(second.follows(first))
        #expect(third.follows(second))
        #expect(!third.follows(first))
        #expect(!first.follows(first))
        #expect(!first.follows(second))
        let later = Roster(
            group: testGroup, revision: 2, parent: first.hash, members: first.members, details: [],
            bytes: [])
        #expect(!later.follows(first))
    }

    @Test("is refused in every other form")
    func forms() throws {
        let first = try Roster(group: testGroup, members: users("a", "b"), details: [7])
        let head = Array(first.bytes[..<54])
        let rest: [UInt8] = [0, 0, 0, 1, 7]
        #expect(try Roster(head + [0, 2, 1, 97, 1, 98] + rest) == first)
        let wrong: [[UInt8]] = [
            head + [0, 2, 1, 98, 1, 97] + rest, head + [0, 2, 1, 97, 1, 97] + rest,
            head + [0, 2, 0, 1, 98] + rest, head + [0, 0] + rest, head + [0, 3, 1, 97, 1, 98] + rest,
            first.bytes + [0], head + [0, 2, 1, 97, 1, 98, 0, 0, 0, 2, 7],
            head + [0, 2, 1, 97, 1, 98, 0xFF, 0xFF, 0xFF, 0xFF, 7], [1, 9], [1], [],
        ]
        for bytes in wrong { #expect(throws: RosterError.malformed) { try Roster(bytes) } }
        for count in first.bytes.indices {
            #expect(throws: RosterError.malformed) { try Roster(Array(first.bytes[..<count])) }
        }
        var withParent = first.bytes
        withParent[30] = 1
        #expect(throws: RosterError.malformed, "a first roster with a parent") { try Roster(withParent) }
        var withRevision = first.bytes
        withRevision[21] = 1
        #expect(throws: RosterError.malformed, "a later one without") { try Roster(withRevision) }
        #expect(throws: RosterError.unsupportedSuite) { try Roster([2]) }
    }

    @Test("reads back as the same bytes, whatever is read", arguments: 1...3 as ClosedRange<UInt64>)
    func changedBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try Roster(group: testGroup, members: users("a", "bob", "carol"), details: [1, 2]).bytes
        for _ in 0..<2_000 {
            var changed = bytes
            changed[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            guard let roster = try? Roster(changed) else { continue }
            let again = Roster.encode(
                roster.group, roster.revision, roster.parent, roster.members, roster.details)
            #expect(again == changed, "seed \(seed)")
        }
    }

    @Test("has 1 to 1,000 members", arguments: [0, 1, 999, 1_000, 1_001])
    func members(count: Int) throws {
        let members = try (0..<count).map { try UserID("user \($0)") }
        guard (1...1_000).contains(count) else {
            #expect(throws: RosterError.memberCount(count)) { try Roster(group: testGroup, members: members) }
            return
        }
        let roster = try Roster(group: testGroup, members: members)
        #expect(roster.members.count == count)
        #expect(try Roster(roster.bytes) == roster)
        guard count == 1_000 else { return }
        // One more, written by hand.
        var bytes = roster.bytes
        bytes.replaceSubrange(54..<56, with: [0x03, 0xE9])
        bytes.insert(contentsOf: [1, 122], at: bytes.count - 4)
        #expect(throws: RosterError.malformed) { try Roster(bytes) }
    }

    @Test("has at most 4,096 bytes of details", arguments: [4_095, 4_096, 4_097])
    func details(count: Int) throws {
        let details = [UInt8](repeating: 1, count: count)
        if count <= 4_096 {
            let roster = try Roster(group: testGroup, members: users("a"), details: details)
            #expect(try Roster(roster.bytes) == roster)
        } else {
            #expect(throws: RosterError.detailsTooLarge(count)) {
                try Roster(group: testGroup, members: users("a"), details: details)
            }
            let bytes = Roster.encode(testGroup, 0, nil, try users("a"), details)
            #expect(throws: RosterError.malformed) { try Roster(bytes) }
        }
    }

    @Test("has at most 61,440 bytes", arguments: [-1, 0, 1])
    func longest(distance: Int) throws {
        // 239 members of 256 bytes each, and details that fill up.
        let members = try (0..<239).map { try UserID([UInt8](repeating: UInt8($0), count: 255)) }
        let details = [UInt8](repeating: 0, count: 61_440 - 239 * 256 - 60 + distance)
        if distance <= 0 {
            let roster = try Roster(group: testGroup, members: members, details: details)
            #expect(roster.bytes.count == 61_440 + distance)
            #expect(try Roster(roster.bytes) == roster)
        } else {
            #expect(throws: RosterError.rosterTooLarge(61_441)) {
                try Roster(group: testGroup, members: members, details: details)
            }
            let bytes = Roster.encode(testGroup, 0, nil, members, details)
            #expect(throws: RosterError.malformed) { try Roster(bytes) }
        }
    }

    @Test("isn't changed after revision 2^32 − 1")
    func lastRevision() throws {
        let parent = RosterHash(try Bytes32([UInt8](repeating: 1, count: 32)))
        let members = try users("a")
        for (revision, isLast) in [(UInt32.max - 1, false), (UInt32.max, true)] {
            let roster = try Roster(Roster.encode(testGroup, revision, parent, members, []))
            if isLast {
                #expect(throws: RosterError.revisionsExhausted) {
                    try roster.changed(members: members, details: [])
                }
            } else {
                #expect(try roster.changed(members: members, details: []).follows(roster))
            }
        }
    }
}

/// The name of a group.
///
/// Rules GR-1, GR-9.
@Suite("The name of a group")
struct GroupIDTests {
    @Test("has 16 bytes and no other number")
    func lengths() throws {
        let bytes = [UInt8](1...16)
        #expect(try GroupID(bytes).bytes == bytes)
        #expect("\(try GroupID(bytes))" == "0102030405060708090a0b0c0d0e0f10")
        for count in [0, 15, 17] {
            #expect(throws: CryptoError.wrongLength(expected: 16, actual: count)) {
                try GroupID([UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("is another one each time, and so is a chain's")
    func random() {
        #expect(GroupID.random() != GroupID.random())
        #expect(SenderChain.make(at: 0).id != SenderChain.make(at: 0).id)
    }
}
