import SottoCrypto
import TestSupport
import Testing

@testable import SottoGroups

/// The last rosters of a group, and which of two changes stands.
///
/// Rules GR-4 to GR-8.
@Suite("A history of rosters")
struct RosterHistoryTests {
    let first: Roster

    init() throws { first = try Roster(group: testGroup, members: [UserID("alice"), UserID("bob")]) }

    /// Two changes of one roster, the one with the lower hash first.
    func fork(_ parent: Roster, _ members: [UserID]? = nil) throws -> (lower: Roster, higher: Roster) {
        let one = try parent.changed(members: members ?? parent.members, details: Random.bytes(8))
        let two = try parent.changed(members: members ?? parent.members, details: Random.bytes(8))
        return one.hash < two.hash ? (one, two) : (two, one)
    }

    @Test("takes what follows its present roster, and knows it then")
    func applies() throws {
        var history = RosterHistory(first)
        let next = try first.changed(members: first.members, details: [1])
        #expect(history.judge(next) == .applies)
        #expect(history.current == first, "judging changes nothing")
        #expect(history.take(next) == .applies)
        #expect(history.current == next)
        #expect(history.hashes == [next.hash, first.hash])
        #expect(history.take(next) == .alreadyThere)
        #expect(history.take(first) == .alreadyThere)
    }

    @Test("waits for a parent that it doesn't know")
    func unknownParent() throws {
        var history = RosterHistory(first)
        let next = try first.changed(members: first.members, details: [1])
        let afterNext = try next.changed(members: first.members, details: [2])
        #expect(history.take(afterNext) == .unknownParent)
        #expect(history == RosterHistory(first))
        _ = history.take(next)
        #expect(history.take(afterNext) == .applies)
    }

    @Test("lets the lower of two hashes with one parent stand, whichever came first")
    func lowerWins() throws {
        let (lower, higher) = try fork(first)
        var one = RosterHistory(first)
        #expect(one.take(lower) == .applies)
        #expect(one.take(higher) == .loses)
        var two = RosterHistory(first)
        #expect(two.take(higher) == .applies)
        #expect(two.take(lower) == .wins(undone: 1))
        #expect(one == two)
        #expect(two.standing(of: UserID("alice"), under: higher.hash) == .unknownRoster)
        // The loser is made again.
        let again = try lower.changed(members: higher.members, details: higher.details)
        #expect(one.take(again) == .applies)
        #expect(two.take(again) == .applies)
    }

    @Test("takes off what followed a roster that loses")
    func deeperFork() throws {
        let carol = UserID("carol")
        let (lower, higher) = try fork(first)
        var history = RosterHistory(first)
        _ = history.take(higher)
        let after = try higher.changed(members: higher.members + [carol], details: [])
        _ = history.take(after)
        #expect(history.take(lower) == .wins(undone: 2))
        #expect(history.hashes == [lower.hash, first.hash])
        #expect(history.standing(of: carol, under: lower.hash) == .notMember)
        #expect(history.take(after) == .unknownParent)
        var straight = RosterHistory(first)
        _ = straight.take(lower)
        #expect(history == straight)
    }

    @Test("compares with the roster that it began with, though its parent was never seen")
    func forkBeforeTheFirst() throws {
        let (lower, higher) = try fork(first)
        var history = RosterHistory(higher)
        let after = try higher.changed(members: higher.members, details: [])
        _ = history.take(after)
        #expect(history.take(lower) == .wins(undone: 2))
        #expect(history == RosterHistory(lower))
        #expect(history.take(higher) == .loses)
    }

    @Test("has one first roster, whatever another one's hash is")
    func oneFirst() throws {
        for number in 0..<20 as Range<UInt8> {
            var history = RosterHistory(first)
            let other = try Roster(group: testGroup, members: first.members, details: [number, 1])
            #expect(history.take(other) == .loses)
            #expect(history == RosterHistory(first))
        }
    }

    @Test("ignores another group's rosters, and wrong revisions")
    func contradicts() throws {
        var history = RosterHistory(first)
        #expect(history.take(try Roster(group: .random(), members: first.members)) == .contradicts)
        let wrong = try Roster(Roster.encode(testGroup, 5, first.hash, first.members, []))
        #expect(history.take(wrong) == .contradicts)
        _ = history.take(try first.changed(members: first.members, details: []))
        #expect(history.take(wrong) == .contradicts)
        #expect(history.hashes.count == 2)
    }

    @Test("keeps 16 rosters", arguments: [15, 16, 17])
    func sixteen(count: Int) throws {
        var history = RosterHistory(first)
        var last = first
        for number in 1..<count {
            last = try last.changed(members: first.members, details: [UInt8(number)])
            #expect(history.take(last) == .applies)
        }
        #expect(history.hashes.count == min(count, 16))
        let isKept = history.standing(of: UserID("alice"), under: first.hash) == .member
        #expect(isKept == (count <= 16))
        #expect(try RosterHistory(archive: history.archive()) == history)
    }

    @Test("says who is a member under a roster and now")
    func standing() throws {
        let (alice, bob, carol) = (UserID("alice"), UserID("bob"), UserID("carol"))
        var history = RosterHistory(first)
        let added = try first.changed(members: [alice, bob, carol], details: [])
        let removed = try added.changed(members: [bob, carol], details: [])
        let back = try removed.changed(members: [alice, bob, carol], details: [])
        _ = history.take(added)
        #expect(history.standing(of: carol, under: first.hash) == .notMember)
        #expect(history.standing(of: carol, under: added.hash) == .member)
        #expect(history.standing(of: alice, under: first.hash) == .member)
        _ = history.take(removed)
        #expect(history.standing(of: alice, under: first.hash) == .notMember, "not now")
        #expect(history.standing(of: bob, under: first.hash) == .member)
        _ = history.take(back)
        #expect(history.standing(of: alice, under: first.hash) == .member)
        #expect(history.standing(of: alice, under: removed.hash) == .notMember, "not there")
        #expect(history.standing(of: alice, under: back.hash) == .member)
        let other = try Roster(group: .random(), members: [alice])
        #expect(history.standing(of: alice, under: other.hash) == .unknownRoster)
        #expect(history.standing(of: UserID("dave"), under: back.hash) == .notMember)
    }

    @Test(
        "is the same for all who saw the same rosters, in any order",
        arguments: 1...8 as ClosedRange<UInt64>)
    func convergence(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = try (0..<6).map { try UserID("user \($0)") }
        let start = try Roster(group: testGroup, members: names[..<3], details: [])
        var rosters = [start]
        for number in 0..<24 as Range<UInt8> {
            // Forks stay among the last 16 of every history.
            guard let parent = rosters.filter({ $0.revision < 12 }).randomElement(using: &random) else {
                break
            }
            let members = names.filter { _ in Bool.random(using: &random) } + [names[0]]
            rosters.append(try parent.changed(members: members, details: [number]))
        }
        var histories: [RosterHistory] = []
        for _ in 0..<4 {
            var history = RosterHistory(start)
            // What waits for its parent comes again.
            for _ in 0..<30 { for roster in rosters.shuffled(using: &random) { _ = history.take(roster) } }
            for roster in rosters where history.judge(roster) != .alreadyThere {
                #expect(history.judge(roster) == .loses || history.judge(roster) == .unknownParent)
            }
            histories.append(history)
        }
        #expect(histories.allSatisfy { $0 == histories[0] }, "seed \(seed)")
    }

    @Test(
        "says what the rosters themselves say, after any changes", arguments: 1...4 as ClosedRange<UInt64>)
    func agreesWithRosters(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = try (0..<8).map { try UserID("user \($0)") }
        var history = RosterHistory(try Roster(group: testGroup, members: names[..<3]))
        var model = [history.current]
        for number in 0..<60 as Range<UInt8> {
            let members = names.filter { _ in Bool.random(using: &random) } + [names[0]]
            // A sibling of one of the newest, or the next one.
            let depth = random.oneIn(3) ? min(Int.random(in: 1...4, using: &random), model.count - 1) : 0
            let next = try model[depth].changed(members: members, details: [number])
            switch history.take(next) {
            case .applies: model.insert(next, at: 0)
            case .wins(let undone):
                #expect(undone == depth)
                model.removeFirst(undone)
                model.insert(next, at: 0)
            default: break
            }
            model = Array(model.prefix(16))
            #expect(history.hashes == model.map(\.hash), "seed \(seed)")
            for roster in model {
                for name in names {
                    let isMember = roster.contains(name) && model[0].contains(name)
                    #expect(
                        history.standing(of: name, under: roster.hash) == (isMember ? .member : .notMember),
                        "seed \(seed), change \(number)")
                }
            }
            #expect(try RosterHistory(archive: history.archive()) == history, "seed \(seed)")
        }
    }

    @Test("is little longer in a record than its present roster")
    func compact() throws {
        let members = try (0..<100).map { try UserID("member number \($0)") }
        var last = try Roster(group: testGroup, members: members)
        var history = RosterHistory(last)
        for number in 0..<15 as Range<UInt8> {
            last = try last.changed(members: members, details: [number])
            _ = history.take(last)
        }
        #expect(history.archive().count == last.bytes.count + 1 + 4 + 1 + 16 * 32 + 2 * 100 + 4)
    }

    @Test("is restored only from exactly its form", arguments: 1...3 as ClosedRange<UInt64>)
    func corrupt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let alice = UserID("alice")
        var history = RosterHistory(first)
        _ = history.take(try first.changed(members: [alice], details: []))
        _ = history.take(try history.current.changed(members: [alice, UserID("carol")], details: []))
        let archive = history.archive()
        for count in archive.indices {
            #expect(throws: RosterError.archiveCorrupt) {
                try RosterHistory(archive: Array(archive[..<count]))
            }
        }
        #expect(throws: RosterError.archiveCorrupt) { try RosterHistory(archive: archive + [0]) }
        for _ in 0..<2_000 {
            var changed = archive
            changed[Int.random(in: archive.indices, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            // Names can't be told from others; what is accepted has to be written the same.
            do {
                #expect(try RosterHistory(archive: changed).archive() == changed, "seed \(seed)")
            } catch {
                #expect(error == .archiveCorrupt)
            }
        }
    }
}
