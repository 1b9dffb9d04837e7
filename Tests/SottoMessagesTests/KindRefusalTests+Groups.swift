import MessageSamples
import SottoMessages

extension KindRefusalTests {
    static var groups: [Refusal] {
        func update(
            _ action: GroupAction, _ change: (inout GroupUpdateContent) -> Void = { _ in }
        ) -> ContentKind { .groupUpdate(ContentSamples.update(action, change)) }
        func invalid(_ field: String) -> ContentError { .invalid(field: "GroupUpdateContent.\(field)") }
        func missing(_ field: String) -> ContentError { .missing(field: "GroupUpdateContent.\(field)") }
        let both = GroupAvatar(image: pointer, emoji: .love)
        return [
            (update(.create), invalid("parent_hash")),
            (update(.rename) { $0.parentHash = [] }, missing("parent_hash")),
            (update(.leave) { $0.parentHash = [1] }, .wrongLength(field: "GroupUpdateContent.parent_hash")),
            (update(.leave) { $0.rosterHash = [] }, missing("roster_hash")),
            (update(GroupAction(rawValue: 0)), missing("action")),
            (update(.add), missing("users")), (update(.remove), missing("users")),
            (update(.promote), missing("users")), (update(.demote), missing("users")),
            (update(.leave) { $0.users = [user] }, invalid("users")),
            (update(.setPermissions), missing("permissions")),
            (update(.leave) { $0.permissions = GroupPermissions() }, invalid("permissions")),
            (update(.describe) { $0.name = "a" }, invalid("name")),
            (update(.rename) { $0.summary = "a" }, invalid("summary")),
            (update(.rename) { $0.avatar = GroupAvatar(emoji: .love) }, invalid("avatar")),
            (update(.rename) { $0.color = .red }, invalid("color")),
            (update(.rename) { $0.link = "a" }, invalid("link")),
            (update(.setAvatar) { $0.avatar = GroupAvatar() }, .missing(field: "GroupAvatar.image")),
            (update(.setAvatar) { $0.avatar = both }, .invalid(field: "GroupAvatar.image")),
            (update(.add) { $0.users = [[]] }, .wrongLength(field: "GroupUpdateContent.users")),
            (
                update(.add) { $0.users = [[UInt8]](repeating: user, count: 1_001) },
                .tooMany(field: "GroupUpdateContent.users")
            ),
        ]
    }

    static var spaces: [Refusal] {
        func space(_ change: (inout SpaceUpdateContent) -> Void) -> ContentKind {
            .spaceUpdate(changed(SpaceUpdateContent(space: [1], version: 1, name: "Club"), change))
        }
        let channel = SpaceChannel(group: [1], name: "general", form: .text)
        let participant = VoiceParticipant(user: user)
        return [
            (space { $0.space = [] }, .missing(field: "SpaceUpdateContent.space")),
            (space { $0.version = 0 }, .missing(field: "SpaceUpdateContent.version")),
            (space { $0.name = "" }, .missing(field: "SpaceUpdateContent.name")),
            (
                space { $0.channels = [changed(channel) { $0.name = "" }] },
                .missing(field: "SpaceChannel.name")
            ),
            (
                space { $0.channels = [changed(channel) { $0.form = ChannelForm(rawValue: 0) }] },
                .missing(field: "SpaceChannel.form")
            ),
            (
                space { $0.channels = [SpaceChannel](repeating: channel, count: 257) },
                .tooMany(field: "SpaceUpdateContent.channels")
            ),
            (
                .voiceChannel(VoiceChannelContent(channel: [], participants: [participant])),
                .missing(field: "VoiceChannelContent.channel")
            ),
            (
                .voiceChannel(VoiceChannelContent(channel: [1], participants: [VoiceParticipant(user: [])])),
                .missing(field: "VoiceParticipant.user")
            ),
            (
                .voiceChannel(
                    VoiceChannelContent(
                        channel: [1], participants: [VoiceParticipant](repeating: participant, count: 257))),
                .tooMany(field: "VoiceChannelContent.participants")
            ),
        ]
    }

    static var calls: [Refusal] {
        func call(
            _ event: CallEvent, _ change: (inout CallContent) -> Void = { _ in }
        ) -> ContentKind { .call(changed(CallContent(call: id, event: event), change)) }
        func invalid(_ field: String) -> ContentError { .invalid(field: "CallContent.\(field)") }
        func missing(_ field: String) -> ContentError { .missing(field: "CallContent.\(field)") }
        return [
            (call(.offer), missing("payload")), (call(.answer), missing("payload")),
            (call(.candidates), missing("payload")),
            (call(.busy) { $0.payload = [1] }, invalid("payload")),
            (call(.hangUp), missing("reason")), (call(.ringing) { $0.reason = .failed }, invalid("reason")),
            (call(.ringing) { $0.participants = [user] }, invalid("participants")),
            (call(.ringing) { $0.duration = ContentSamples.hour }, invalid("duration")),
            (call(CallEvent(rawValue: 0)), missing("event")),
            (call(.busy) { $0.call = MessageID(high: 0, low: 0) }, missing("call")),
            (
                call(.offer) { $0.payload = [UInt8](repeating: 1, count: 32_769) },
                .wrongLength(field: "CallContent.payload")
            ),
        ]
    }

    static var extensions: [Refusal] {
        func own(_ change: (inout AppExtensionContent) -> Void) -> ContentKind {
            let content = AppExtensionContent(
                app: "org.example", type: ExtensionType("a"), data: [1], fallback: "b")
            return .appExtension(changed(content, change))
        }
        return [
            (own { $0.app = "" }, .missing(field: "AppExtensionContent.app")),
            (own { $0.type = ExtensionType("") }, .missing(field: "AppExtensionContent.type")),
            (own { $0.type = ExtensionType(line) }, .invalid(field: "AppExtensionContent.type")),
            (own { $0.fallback = "" }, .missing(field: "AppExtensionContent.fallback")),
            (own { $0.type = .payment }, .malformed),
            (
                own {
                    $0.type = .payment
                    $0.data = []
                }, .missing(field: "PaymentBody.amount")
            ),
            (
                own {
                    $0.type = .sharedActivity
                    $0.data = []
                }, .missing(field: "SharedActivityBody.activity")
            ),
            (
                own {
                    $0.type = .invite
                    $0.data = []
                }, .missing(field: "InviteBody.form")
            ),
            (
                own {
                    $0.type = .gameSession
                    $0.data = []
                }, .missing(field: "GameSessionBody.game")
            ),
        ]
    }
}
