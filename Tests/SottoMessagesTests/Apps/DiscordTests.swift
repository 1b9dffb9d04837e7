import MessageSamples
import SottoMessages
import Testing

/// Rules CN-18, CN-20, CV-24 and MR-14.
@Suite("What Discord is known for")
struct DiscordTests {
    @Test("has four states for others, and one that only the own devices know")
    func states() throws {
        for state in [PresenceState.online, .idle, .doNotDisturb, .offline] {
            let content = PresenceContent(state: state)
            #expect(try ContentKind.presence(content).overTheWire() == .presence(content))
            #expect(content.forOthers == content)
        }
        let hidden = PresenceContent(state: .invisible, status: CustomStatus(text: "here"))
        #expect(hidden.forOthers == PresenceContent(state: .offline))
    }

    @Test(
        "ends a status with the day, on days of 23 and of 25 hours too",
        arguments: [(1_806_192_000_000 as UInt64, 23 as UInt64), (1_824_937_200_000, 25)])
    func statusOfADay(_ midnight: UInt64, _ hours: UInt64) throws {
        let place = try #require(CalendarTests.summer)
        let now = Instant(milliseconds: midnight)
        let end = StatusExpiry.endOfDay.moment(from: now, endOfDay: place.startOfNextDay(after: now))
        #expect(end == Instant(milliseconds: midnight + hours * 3_600_000))
        let status = CustomStatus(emoji: .laugh, text: "gaming", expiresAt: end)
        let content = PresenceContent(state: .online, status: status)
        guard case .presence(let told) = try ContentKind.presence(content).overTheWire() else {
            Issue.record("no presence")
            return
        }
        let presence = PersonPresence(
            availability: .online, status: told.status?.text ?? "", statusEndsAt: told.status?.expiresAt)
        let last = Instant(milliseconds: midnight + hours * 3_600_000 - 1)
        #expect(presence.status(at: last) == "gaming")
        #expect(presence.status(at: Instant(milliseconds: last.milliseconds + 1)).isEmpty)
    }

    @Test("ends a status after one or four hours that have passed, whatever clocks show")
    func statusOfHours() throws {
        // Half an hour before clocks go forward.
        let now = Instant(milliseconds: 1_806_193_800_000)
        let place = try #require(CalendarTests.summer)
        let end = place.startOfNextDay(after: now)
        let hour = try #require(StatusExpiry.hour.moment(from: now, endOfDay: end))
        let four = try #require(StatusExpiry.fourHours.moment(from: now, endOfDay: end))
        #expect(hour.milliseconds - now.milliseconds == 3_600_000)
        #expect(four.milliseconds - now.milliseconds == 4 * 3_600_000)
        #expect(place.time(at: hour) == CivilTime(hour: 2, minute: 30))
        #expect(StatusExpiry.never.moment(from: now, endOfDay: end) == nil)
    }

    @Test("has spaces with channels for text and for voice")
    func space() throws {
        var chat = RowChat(groupWith: .sotto)
        let space = SpaceUpdateContent(
            space: [9], version: 1, name: "Guild",
            channels: [
                SpaceChannel(group: [1], name: "general", form: .text, topic: "anything"),
                SpaceChannel(group: [2], name: "lounge", form: .voice),
            ])
        _ = try chat.deliver(.spaceUpdate(space))
        #expect(chat.conversation.space?.content == space)
    }

    @Test("shows who is in a voice channel, who speaks and who is muted")
    func voice() throws {
        var chat = RowChat(groupWith: .sotto)
        func tell(_ participants: VoiceParticipant...) throws {
            _ = try chat.deliver(
                .voiceChannel(VoiceChannelContent(channel: [2], participants: participants)))
        }
        let bob = VoiceParticipant(user: RowChat.bob.bytes, isMuted: true)
        try tell(VoiceParticipant(user: RowChat.alice.bytes, isSpeaking: true), bob)
        var participants = try #require(chat.conversation.voiceChannels.first).participants
        #expect(participants.map(\.isSpeaking) == [true, false])
        #expect(participants.map(\.isMuted) == [false, true])
        try tell(bob)
        participants = try #require(chat.conversation.voiceChannels.first).participants
        #expect(participants == [bob])
    }
}
