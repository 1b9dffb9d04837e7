@testable import SottoMessages
import TestSupport
import Testing

/// Rules CV-3 and CV-23.
@Suite("A hostile group")
struct HostileGroupTests {
    private static let count: UInt32 = 30_000

    private func hash(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private func update(
        _ action: GroupAction, revision: UInt32, _ own: UInt32, after parent: UInt32
    ) -> ContentKind {
        .groupUpdate(
            GroupUpdateContent(
                revision: revision, rosterHash: hash(own), parentHash: hash(parent), action: action,
                name: "name \(own)", users: [Story.me.bytes, Story.ben.bytes]))
    }

    /// A group of the first update, and what a member sends then, told one by one.
    private func told(_ updates: [ContentKind]) -> Conversation {
        var conversation = Conversation(id: .group([7]), me: Story.me)
        for (index, kind) in updates.enumerated() {
            let number = UInt64(index + 1)
            let content = Content(id: Story.id(number), sentAt: Story.at(0), kind: kind)
            let author = index == 0 ? Story.anna : Story.ben
            let event = MessageEvent(author: author, device: 1, conversation: .group([7]), content: content)
            _ = conversation.apply([
                ConversationEvent(sequence: number, receivedAt: Story.at(0), body: .message(event))
            ])
        }
        return conversation
    }

    @Test("takes tens of thousands of further creations as one that counts")
    func creations() {
        let conversation = told(
            (0...Self.count).map { update(.create, revision: 1, $0, after: 0) })
        #expect(conversation.group?.name == "name 0")
        #expect(conversation.rowCount == 1)
    }

    @Test("takes tens of thousands of changes that may not be made as none")
    func refused() {
        let updates = (1...Self.count).map { update(.promote, revision: 2, $0, after: 0) }
        let conversation = told([update(.create, revision: 1, 0, after: 0)] + updates)
        #expect(conversation.group?.revision == 1)
        #expect(conversation.rowCount == 1)
        #expect(conversation.refusedEvents.allSatisfy { $0.reason == .notAnAdmin })
    }

    @Test("takes tens of thousands of changes of one revision, each with a lower hash, as the last")
    func forks() {
        let updates = (1...Self.count / 2).flatMap { number in
            let hash = 2 * (Self.count - number)
            return [
                update(.rename, revision: 2, hash, after: 0),
                update(.rename, revision: 3, hash + 1, after: hash),
            ]
        }
        let conversation = told([update(.create, revision: 1, 0, after: 0)] + updates)
        #expect(conversation.group?.revision == 3)
        #expect(conversation.group?.name == "name \(Self.count + 1)")
        #expect(conversation.rowCount == 3)
    }

    @Test(
        "with one hash at several revisions is the same in every order",
        arguments: 1...60 as ClosedRange<UInt64>)
    func sameHashes(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var events: [ConversationEvent] = []
        for number in 1...24 as ClosedRange<UInt64> {
            let pick = { UInt32.random(in: 0..<$0, using: &generator) }
            let action: GroupAction = [.rename, .rename, .promote, .leave, .create][Int(pick(5))]
            let kind = update(
                number == 1 ? .create : action, revision: number == 1 ? 0 : pick(5), pick(3), after: pick(3))
            let content = Content(id: Story.id(number), sentAt: Story.at(0), kind: kind)
            let author = [Story.anna, Story.ben, Story.me][Int(pick(3))]
            let event = MessageEvent(author: author, device: 1, conversation: .group([7]), content: content)
            events.append(
                ConversationEvent(sequence: number, receivedAt: Story.at(0), body: .message(event)))
        }
        let people = [Story.anna, Story.ben, Story.me]
        let snapshots = (0..<6).map { round in
            var conversation = Conversation(id: .group([7]), me: Story.me)
            for event in round == 0 ? events : events.shuffled(using: &generator) {
                _ = conversation.apply([event])
            }
            return ConversationSnapshot(conversation, people: people)
        }
        #expect(snapshots.allSatisfy { $0 == snapshots[0] }, "seed \(seed)")
    }
}
