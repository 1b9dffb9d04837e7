import MessageSamples
import SottoMessages

extension KindRefusalTests {
    static var places: [Refusal] {
        func at(_ latitude: Int32, _ longitude: Int32) -> ContentKind {
            .location(
                LocationContent(
                    point: GeoPoint(
                        latitude: Latitude(tenMillionths: latitude),
                        longitude: Longitude(tenMillionths: longitude))))
        }
        let latitude = ContentError.invalid(field: "GeoPoint.latitude")
        let longitude = ContentError.invalid(field: "GeoPoint.longitude")
        let live = ContentError.invalid(field: "LocationContent.live_duration")
        let point = ContentSamples.point
        let texts = [String](repeating: "1", count: 17)
        return [
            (at(900_000_001, 0), latitude), (at(-900_000_001, 0), latitude),
            (at(0, 1_800_000_001), longitude), (at(0, -1_800_000_001), longitude),
            (.location(LocationContent()), .missing(field: "LocationContent.point")),
            (.location(LocationContent(stops: true)), .missing(field: "LocationContent.live_start")),
            (.location(LocationContent(point: point, liveDuration: TimeSpan(seconds: 0))), live),
            (
                .location(
                    LocationContent(point: point, liveDuration: ContentSamples.hour, liveStart: target)), live
            ),
            (
                .location(LocationContent(point: point, accuracy: Distance(meters: 40_075_018))),
                .invalid(field: "LocationContent.accuracy")
            ),
            (.contact(ContactContent(name: "")), .missing(field: "ContactContent.name")),
            (
                .contact(ContactContent(name: "a", numbers: texts)), .tooMany(field: "ContactContent.numbers")
            ),
            (
                .contact(ContactContent(name: "a", emails: [line])),
                .wrongLength(field: "ContactContent.emails")
            ),
            (
                .contact(ContactContent(name: "a", emails: [""])),
                .wrongLength(field: "ContactContent.emails")
            ),
        ]
    }

    static var questions: [Refusal] {
        func poll(_ options: [String]) -> ContentKind { .poll(PollContent(question: "a", options: options)) }
        func vote(_ options: [UInt32]) -> ContentKind {
            .pollVote(PollVoteContent(poll: target, options: options))
        }
        let options = ContentError.invalid(field: "PollVoteContent.options")
        return [
            (.poll(PollContent(question: "", options: ["a", "b"])), .missing(field: "PollContent.question")),
            (poll(["a"]), .missing(field: "PollContent.options")),
            (poll(["a", "b", "a"]), .invalid(field: "PollContent.options")),
            (poll((0...12).map { "\($0)" }), .tooMany(field: "PollContent.options")),
            (poll(["a", ""]), .wrongLength(field: "PollContent.options")),
            (vote([12]), options), (vote([1, 1]), options), (vote([2, 1]), options),
            (vote([UInt32](0...12)), .tooMany(field: "PollVoteContent.options")),
            (
                .pollVote(PollVoteContent(poll: target, options: [1], closes: true)),
                .invalid(field: "PollVoteContent.closes")
            ),
            (
                .suggestions(SuggestionsContent(form: .replies, texts: [])),
                .missing(field: "SuggestionsContent.texts")
            ),
            (
                .suggestions(SuggestionsContent(form: .replies, texts: ["a", "b", "c", "d"])),
                .tooMany(field: "SuggestionsContent.texts")
            ),
            (
                .suggestions(SuggestionsContent(form: SuggestionForm(rawValue: 0), texts: ["a"])),
                .missing(field: "SuggestionsContent.form")
            ),
        ]
    }

    static var streams: [Refusal] {
        func part(_ change: (inout StreamedContent) -> Void) -> ContentKind {
            .streamed(changed(StreamedContent(stream: id, revision: 1, text: "a"), change))
        }
        return [
            (part { $0.revision = 0 }, .missing(field: "StreamedContent.revision")),
            (part { $0.text = "" }, .missing(field: "StreamedContent.text")),
            (
                part { $0.stream = MessageID(high: 0, low: 0) }, .missing(field: "StreamedContent.stream")
            ),
        ]
    }

    static var previews: [Refusal] {
        func preview(_ change: (inout PreviewContent) -> Void) -> ContentKind {
            .preview(changed(ContentSamples.viewOncePreview, change))
        }
        let kind = ContentError.invalid(field: "PreviewContent.kind")
        return [
            (
                preview { $0.message = MessageID(high: 0, low: 0) },
                .missing(field: "PreviewContent.message")
            ),
            (preview { $0.kind = 0 }, .missing(field: "PreviewContent.kind")),
            (preview { $0.kind = 63 }, kind), (preview { $0.kind = 1_024 }, kind),
            (preview { $0.text = "a" }, .invalid(field: "PreviewContent.text")),
            (
                preview {
                    $0.isViewOnce = false
                    $0.text = line
                }, .wrongLength(field: "PreviewContent.text")
            ),
            (
                preview { $0.mentions = [[UInt8]](repeating: [1], count: 9) },
                .tooMany(field: "PreviewContent.mentions")
            ),
            (preview { $0.mentions = [[]] }, .wrongLength(field: "PreviewContent.mentions")),
        ]
    }

    static var safety: [Refusal] {
        func report(_ change: (inout ReportContent) -> Void) -> ContentKind {
            .report(changed(ReportContent(reason: .spam, user: user), change))
        }
        let message = ReportedMessage(target: target)
        let both = ConversationRef(user: user, group: [1])
        return [
            (report { $0.user = [] }, .missing(field: "ReportContent.user")),
            (report { $0.reason = ReportReason(rawValue: 0) }, .missing(field: "ReportContent.reason")),
            (
                report { $0.messages = [ReportedMessage](repeating: message, count: 65) },
                .tooMany(field: "ReportContent.messages")
            ),
            (
                report {
                    $0.messages = [
                        changed(message) { $0.frankingProof = [UInt8](repeating: 1, count: 1_025) }
                    ]
                }, .wrongLength(field: "ReportedMessage.franking_proof")
            ),
            (
                .request(RequestContent(action: RequestAction(rawValue: 0))),
                .missing(field: "RequestContent.action")
            ),
            (
                .request(RequestContent(action: .accepted, conversation: ConversationRef())),
                .missing(field: "ConversationRef.user")
            ),
            (
                .request(RequestContent(action: .accepted, conversation: both)),
                .invalid(field: "ConversationRef.user")
            ),
        ]
    }

    static var syncs: [Refusal] {
        let opened = OpenedSync(messages: [target])
        let blocked = BlockList(users: [[UInt8]](repeating: [1], count: 3_001))
        let key = [UInt8](repeating: 1, count: 31)
        let conversation = ConversationRef(user: user)
        return [
            (.sync(SyncContent()), .missing(field: "SyncContent.sent")),
            (
                .sync(SyncContent(blocked: BlockList(users: [user]), opened: opened)),
                .invalid(field: "SyncContent.sent")
            ),
            (
                .sync(SyncContent(sent: SentTranscript(conversation: conversation, content: []))),
                .missing(field: "SentTranscript.content")
            ),
            (
                .sync(SyncContent(sent: SentTranscript(conversation: ConversationRef(), content: [1]))),
                .missing(field: "SentTranscript.conversation")
            ),
            (.sync(SyncContent(read: ReadSync(marks: []))), .missing(field: "ReadSync.marks")),
            (.sync(SyncContent(blocked: blocked)), .tooMany(field: "BlockList.users")),
            (
                .sync(SyncContent(verified: VerifiedSync(user: user, identityKey: key, state: .verified))),
                .wrongLength(field: "VerifiedSync.identity_key")
            ),
            (.sync(SyncContent(deletions: DeletionSync())), .missing(field: "DeletionSync.messages")),
            (.sync(SyncContent(opened: OpenedSync(messages: []))), .missing(field: "OpenedSync.messages")),
            (
                .sync(
                    SyncContent(
                        settings: ConversationSettings(
                            conversation: conversation, languages: [String](repeating: "en", count: 33)))),
                .tooMany(field: "ConversationSettings.languages")
            ),
        ]
    }

    static var profiles: [Refusal] {
        [
            (.profile(ProfileContent(name: line)), .wrongLength(field: "ProfileContent.name")),
            (
                .profile(ProfileContent(profileKey: [1])), .wrongLength(field: "ProfileContent.profile_key")
            ),
        ]
    }
}
