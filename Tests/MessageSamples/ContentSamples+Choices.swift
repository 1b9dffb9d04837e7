package import SottoMessages

extension ContentSamples {
    package static let point = GeoPoint(
        latitude: Latitude(tenMillionths: -338_567_844), longitude: Longitude(tenMillionths: 1_512_152_967))

    static var places: [ContentKind] {
        [
            .location(
                LocationContent(
                    point: point, accuracy: Distance(meters: 12), name: "Opera House", liveDuration: hour)),
            .location(LocationContent(point: point, liveStart: target)),
            .location(LocationContent(liveStart: target, stops: true)),
            .contact(
                ContactContent(
                    name: "Alice", numbers: ["+1 555 0100"], emails: ["alice@example.org"], avatar: pointer,
                    user: user)),
        ]
    }

    static var questions: [ContentKind] {
        [
            .poll(PollContent(question: "When?", options: ["Sunday", "Monday", "never"], isMultiple: true)),
            .pollVote(PollVoteContent(poll: target, options: [0, 2])),
            .pollVote(PollVoteContent(poll: target, closes: true)),
            .suggestions(
                SuggestionsContent(form: .replies, texts: ["Yes", "No", "Later"], target: target)),
            .streamed(
                StreamedContent(
                    stream: id, revision: 3, text: " and so on", isAppended: true, isFinal: true,
                    isTranscript: true, language: "en")),
        ]
    }

    static var safety: [ContentKind] {
        [
            .report(
                ReportContent(
                    reason: .fraud, note: "wants money", user: user,
                    messages: [
                        ReportedMessage(
                            target: MessageRef(author: .user(user), id: id), content: [1, 2],
                            frankingProof: [3], receivedAt: now)
                    ], group: group)),
            .request(RequestContent(action: .accepted, conversation: ConversationRef(user: user))),
        ]
    }

    static var syncs: [ContentKind] {
        let withUser = ConversationRef(user: user)
        let withGroup = ConversationRef(group: group)
        let sent = try? plain(.text(TextContent(body: "hi"))).encoded()
        return [
            SyncContent(
                sent: SentTranscript(conversation: withGroup, content: sent ?? [], sealedUsers: [user])),
            SyncContent(
                read: ReadSync(marks: [ReadMark(conversation: withUser, newest: target, readAt: now)])),
            SyncContent(blocked: BlockList(users: [user], groups: [group])),
            SyncContent(
                verified: VerifiedSync(
                    user: user, identityKey: [UInt8](repeating: 5, count: 33), state: .verified)),
            SyncContent(
                settings: ConversationSettings(
                    conversation: withUser, mutedUntil: now, isPinned: true, isArchived: true, isHidden: true,
                    isMarkedUnread: true, folder: "Work", languages: ["en", "de"], preview: .senderOnly,
                    timerSeconds: 30)),
            SyncContent(deletions: DeletionSync(messages: [target], conversations: [withGroup])),
            SyncContent(opened: OpenedSync(messages: [target])),
        ].map(ContentKind.sync)
    }
}
