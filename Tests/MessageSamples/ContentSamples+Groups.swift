package import SottoMessages

extension ContentSamples {
    static let avatar = GroupAvatar(emoji: Emoji("🏔"))

    /// A change of a group that has a predecessor.
    package static func update(
        _ action: GroupAction, _ change: (inout GroupUpdateContent) -> Void = { _ in }
    ) -> GroupUpdateContent {
        var update = GroupUpdateContent(revision: 8, rosterHash: hash, parentHash: hash, action: action)
        change(&update)
        return update
    }

    static var groups: [ContentKind] {
        let permissions = GroupPermissions(
            adding: .admins, editing: .members, sending: .nobody, pinning: .admins)
        let created = GroupUpdateContent(
            revision: 1, rosterHash: hash, action: .create, name: "Hikers", summary: "On Sundays",
            avatar: GroupAvatar(image: pointer), color: .mint, users: [user, [1]],
            link: "https://example.org/j/1", permissions: permissions)
        let changes = [
            update(.rename) { $0.name = "Climbers" }, update(.describe) { $0.summary = "On Mondays" },
            update(.setAvatar) { $0.avatar = avatar }, update(.setColor) { $0.color = .brown },
            update(.add) { $0.users = [user] }, update(.remove) { $0.users = [user] }, update(.leave),
            update(.promote) { $0.users = [user] }, update(.demote) { $0.users = [user] },
            update(.setInviteLink) { $0.link = "https://example.org/j/2" },
            update(.setPermissions) { $0.permissions = permissions },
        ]
        return [.groupUpdate(created)] + changes.map(ContentKind.groupUpdate) + [
            .spaceUpdate(
                SpaceUpdateContent(
                    space: [3], version: 2, name: "Club", avatar: avatar, color: .indigo,
                    channels: [
                        SpaceChannel(group: group, name: "general", form: .text, topic: "All and nothing"),
                        SpaceChannel(group: [5], name: "lounge", form: .voice),
                    ])),
            .voiceChannel(
                VoiceChannelContent(
                    channel: [5],
                    participants: [
                        VoiceParticipant(user: user, isSpeaking: true),
                        VoiceParticipant(user: [1], isMuted: true),
                    ])),
            .style(StyleContent(color: .teal, style: [1, 2, 3])),
        ]
    }

    static var calls: [ContentKind] {
        [
            .call(
                CallContent(
                    call: id, event: .offer, isVideo: true, payload: [1, 2, 3], isMuted: true, device: 2)),
            .call(CallContent(call: id, event: .answer, payload: [4])),
            .call(CallContent(call: id, event: .candidates, payload: [5])),
            .call(CallContent(call: id, event: .hangUp, reason: .answeredElsewhere, duration: hour)),
            .call(CallContent(call: id, event: .busy)), .call(CallContent(call: id, event: .ringing)),
            .call(CallContent(call: id, event: .videoRaised, isVideo: true)),
            .call(CallContent(call: id, event: .muted, isMuted: true)),
            .call(CallContent(call: id, event: .groupOpened, participants: [user, [1]])),
            .call(
                CallContent(call: id, event: .groupClosed, reason: .ended, participants: [user])),
        ]
    }

    package static let payment = PaymentBody(
        amount: Amount(minorUnits: 1_250, currency: CurrencyCode("EUR")), form: .request, note: "lunch",
        reference: [1])

    static var extensions: [ContentKind] {
        let app = "org.example.app"
        let bodies = [
            try? AppExtensionContent(app: app, payment: payment, fallback: "12.50 €"),
            try? AppExtensionContent(
                app: app,
                sharedActivity: SharedActivityBody(
                    activity: [1], title: "Film", url: "https://example.org/f", startsAt: now),
                fallback: "Film"),
            try? AppExtensionContent(
                app: app,
                invite: InviteBody(
                    form: .appClip, url: "https://example.org/c", title: "Pay", image: pointer),
                fallback: "Pay"),
            try? AppExtensionContent(
                app: app,
                gameSession: GameSessionBody(game: "chess", session: [1], state: [2], title: "Your move"),
                fallback: "Chess"),
        ]
        let own = AppExtensionContent(
            app: app, type: ExtensionType("drawing"), data: [1, 2, 3], fallback: "A drawing", preview: pointer
        )
        return (bodies.compactMap { $0 } + [own]).map(ContentKind.appExtension)
    }
}
