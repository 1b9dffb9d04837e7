@testable import SottoMessages
import Testing

/// Rule CV-17.
@Suite("Calls")
struct CallTests {
    private static let call = MessageID(high: 5, low: 5)
    private static let name = MessageName(author: .nobody, id: call)

    private func event(
        _ event: CallEvent, reason: CallEndReason = CallEndReason(rawValue: 0), isMuted: Bool = false,
        participants: [PersonID] = [], seconds: UInt32 = 0
    ) -> ContentKind {
        .call(
            CallContent(
                call: Self.call, event: event, isMuted: isMuted, reason: reason,
                participants: participants.map(\.bytes), duration: TimeSpan(seconds: seconds)))
    }

    private func state(_ conversation: Conversation) -> CallState? {
        conversation.record(of: Self.name).flatMap { conversation.call(of: $0) }
    }

    @Test("are one row where they were offered, whatever is told of them")
    func answered() throws {
        var story = Story()
        story.text(Story.anna)
        story.say(Story.anna, event(.offer))
        story.say(Story.me, event(.ringing))
        story.say(Story.me, event(.answer))
        story.say(Story.me, event(.videoRaised))
        story.say(Story.anna, event(.hangUp, reason: .ended, seconds: 42))
        try story.told {
            #expect($0.rowNames.count == 2)
            let call = try #require(state($0))
            #expect(call.caller == Story.anna)
            #expect(call.phase == .ended)
            #expect(call.answeredBy == Story.me)
            #expect(call.answeredDevice == 1)
            #expect(call.duration == TimeSpan(seconds: 42))
            #expect(call.isVideo)
            #expect(!call.isMissed)
            #expect($0.unreadCount == 1)
        }
    }

    @Test("that nobody answered are missed, and unread")
    func missed() {
        var story = Story()
        story.say(Story.anna, event(.offer))
        story.say(Story.anna, event(.hangUp, reason: .missed))
        story.told {
            #expect(state($0)?.isMissed == true)
            #expect($0.unreadCount == 1)
        }
    }

    @Test("that I declined, or answered elsewhere, aren't missed", arguments: [true, false])
    func declined(_ declines: Bool) {
        var story = Story()
        story.say(Story.anna, event(.offer))
        story.say(
            declines ? Story.me : Story.anna,
            event(.hangUp, reason: declines ? .declined : .answeredElsewhere))
        story.told {
            #expect(state($0)?.isMissed == false)
            #expect(state($0)?.phase == .ended)
        }
    }

    @Test("without an offer are nothing, and their events wait")
    func waiting() {
        var story = Story()
        story.say(Story.anna, event(.hangUp, reason: .ended))
        story.say(Story.anna, event(.candidates))
        story.told {
            #expect($0.rowNames == [])
            #expect($0.waitingCount == 1)
        }
    }

    @Test("of a group tell who is in them and who is muted")
    func group() throws {
        var story = Story(inGroup: true)
        story.say(Story.anna, event(.groupOpened, participants: [Story.anna, Story.ben]))
        story.say(Story.me, event(.answer))
        story.say(Story.ben, event(.muted, isMuted: true))
        story.say(Story.anna, event(.hangUp, reason: .ended))
        try story.told {
            let call = try #require(state($0))
            #expect(call.isGroup)
            #expect(call.phase == .ongoing)
            #expect(call.participants == [Story.ben, Story.me])
            #expect(call.muted == [Story.ben])
        }
        story.say(Story.ben, event(.groupClosed))
        story.told { #expect(state($0)?.phase == .ended) }
    }
}
