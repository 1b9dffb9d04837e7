import SottoMessages
import Testing

/// Rules MR-1 to MR-4.
@Suite("Texts for readers")
struct StringsTests {
    let english = EnglishStrings()

    /// Changes a noun and nothing else.
    struct Pictures: ReaderStrings {
        func noun(_ phrase: NounPhrase) -> String {
            if case .name(.photo) = phrase { "Picture" } else { english(phrase) }
        }
    }

    /// Three forms, as in Polish.
    struct Polish: ReaderStrings {
        func pluralForm(of count: Int) -> PluralForm {
            if count == 1 { return .one }
            let isFew = 2...4 ~= count % 10 && !(12...14 ~= count % 100)
            return isFew ? .few : .many
        }

        func noun(_ phrase: NounPhrase) -> String {
            guard case .counted(let count, .photo) = phrase else { return english(phrase) }
            return counted(
                count, PluralForms(one: "zdjęcie", few: "zdjęcia", many: "zdjęć", other: "zdjęcia"))
        }
    }

    static let knownPreviews: [(PreviewPhrase, String)] = [
        (.text("are we on?"), "are we on?"), (.photo, "Photo"), (.video, "Video"), (.videoNote, "Video note"),
        (.voice(TimeSpan(seconds: 12)), "Voice message 0:12"), (.gif, "GIF"),
        (.sticker(emoji: ""), "Sticker"),
        (.sticker(emoji: "🐈"), "Sticker 🐈"), (.album(photos: 3, videos: 0, others: 0), "Album: 3 photos"),
        (.album(photos: 1, videos: 2, others: 0), "Album: 1 photo, 2 videos"),
        (.file(name: ""), "File"), (.file(name: "plan.pdf"), "File: plan.pdf"),
        (.captioned(.photo, "hill"), "Photo: hill"), (.viewOnce(.photo), "View-once photo"),
        (.concealed, "Sent with invisible ink"), (.location, "Location"), (.liveLocation, "Live location"),
        (.contact(name: "Kim"), "Contact: Kim"), (.poll(question: "Where?"), "Poll: Where?"),
        (.call(.missed(isVideo: false)), "Missed call"), (.call(.missed(isVideo: true)), "Missed video call"),
        (.call(.ended(isVideo: false, duration: TimeSpan(seconds: 3_723))), "Call ended, 1:02:03"),
        (.reacted(emoji: "❤️", to: .photo, snippet: ""), "reacted ❤️ to a photo"),
        (.reacted(emoji: "❤️", to: .message, snippet: "are we on?"), "reacted ❤️ to “are we on?”"),
        (.reacted(emoji: "", to: .album, snippet: ""), "reacted to an album"),
        (.payment(AmountPhrase(minorUnits: 1_250, currency: "EUR")), "Payment: €12.50"),
        (.payment(nil), "Payment"), (.paymentRequest(nil), "Payment request"),
        (.link(title: "", domain: "example.org"), "Link: example.org"),
        (.invitation(title: ""), "Invitation"),
        (.app(fallback: "Move: e4"), "Move: e4"), (.deleted, "Deleted message"),
        (.unsupported, "This message isn't supported yet"), (.draft(.text("I th")), "Draft: I th"),
        (.by(.named("Sam"), .photo), "Sam: Photo"), (.by(.you, .text("yes")), "You: yes"),
        (
            .by(.named("Sam"), .reacted(emoji: "👍", to: .voiceMessage, snippet: "")),
            "Sam reacted 👍 to a voice message"
        ),
        (.by(.you, .reactionRemoved(emoji: "👍", from: .gif, snippet: "")), "You removed 👍 from a GIF"),
        (.by(.you, .notice(.timerOff(by: .you))), "You turned off disappearing messages"), (.empty, ""),
    ]

    @Test("give each kind of message a preview of one line", arguments: knownPreviews)
    func previews(_ phrase: PreviewPhrase, _ text: String) {
        #expect(english.preview(phrase) == text)
    }

    static let knownNotices: [(NoticePhrase, String)] = [
        (.encrypted, "Messages and calls are end-to-end encrypted"),
        (
            .timerSet(by: .named("Sam"), TimeSpan(seconds: 604_800)),
            "Sam set messages to disappear after 1 week"
        ),
        (.safetyNumberChanged(name: "Sam"), "Your safety number with Sam has changed"),
        (.screenshot(by: .you), "You took a screenshot"),
        (.recordingOfViewOnce(by: .named("Sam"), .video), "Sam recorded a view-once video"),
        (.group(by: .named("Sam"), .renamed(title: "Hills")), "Sam renamed the group to “Hills”"),
        (
            .group(by: .you, .added([.named("Sam"), .named("Kim"), .named("Alex")])),
            "You added Sam, Kim and Alex"
        ),
        (.group(by: .named("Sam"), .promoted([.you])), "Sam made you an admin"),
        (.call(.unanswered(isVideo: true)), "Unanswered video call"),
        (.pinned(by: .named("Sam"), .message), "Sam pinned a message"),
    ]

    @Test("say what changed and who changed it", arguments: knownNotices)
    func notices(_ phrase: NoticePhrase, _ text: String) {
        #expect(english.notice(phrase) == text)
    }

    static let knownNotifications: [(NotificationPhrase, String)] = [
        (.line(name: "Sam", text: "are we still on for tonight?"), "Sam: are we still on for tonight?"),
        (.replied(name: "Sam"), "Sam just replied to your message"),
        (.reacted(name: "Alice", emoji: "❤️", to: .photo), "Alice tapped ❤️ on your photo"),
        (
            .shared(name: "Alice", othersCount: 2, count: 3, .photo, group: "Family Chat"),
            "Alice and 2 others shared photos in Family Chat"
        ),
        (.shared(name: "Alice", othersCount: 0, count: 1, .album, group: ""), "Alice shared an album"),
        (.titleInGroup(name: "Sam", group: "Hills"), "Sam in Hills"), (.fallback, "New message"),
        (.summary(messages: 12, conversations: 1), "12 new messages in 1 conversation"),
        (
            .summaryFrom(names: ["Sam"], othersCount: 1, messages: 1),
            "1 new message from Sam and 1 other"
        ),
        (.incomingCall(isVideo: true), "Incoming video call"),
    ]

    @Test("name the sender and show the content in notifications", arguments: knownNotifications)
    func notifications(_ phrase: NotificationPhrase, _ text: String) {
        #expect(english.notification(phrase) == text)
    }

    static let knownSpoken: [(AccessibilityPhrase, String)] = [
        (.said(by: .you, text: "hello"), "You said hello"),
        (.said(by: .named("Sam"), text: "hello"), "Sam said hello"),
        (.reacted(by: .named("Sam"), emoji: "❤️", to: .photo, snippet: ""), "Sam reacted ❤️ to a photo"),
        (
            .sent(by: .named("Sam"), .voiceMessage, detail: "12 seconds"),
            "Sam sent a voice message, 12 seconds"
        ),
        (.sentAlbum(by: .you, photos: 2, videos: 1, others: 0), "You sent 2 photos and 1 video"),
        (.sentViewOnce(by: .you, .photo), "You sent a view-once photo"),
        (.replying(label: "Sam said yes", to: "are we on?"), "Sam said yes, in reply to “are we on?”"),
        (.duration(TimeSpan(seconds: 65)), "1 minute 5 seconds"),
        (.duration(TimeSpan(seconds: 0)), "0 seconds"),
        (.duration(TimeSpan(seconds: 3_605)), "1 hour"),
        (.duration(TimeSpan(seconds: 90_061)), "1 day 1 hour"),
        (
            .conversation(title: "Sam", preview: "Photo", time: "9:41 AM", unreadCount: 2),
            "Sam, Photo, 9:41 AM, 2 unread"
        ),
    ]

    @Test("have an equivalent for who doesn't see the screen", arguments: knownSpoken)
    func spoken(_ phrase: AccessibilityPhrase, _ text: String) {
        #expect(english.accessibility(phrase) == text)
    }

    @Test("that an app replaces appear inside those that it leaves")
    func replaced() {
        #expect(Pictures().preview(.by(.you, .captioned(.photo, "hill"))) == "You: Picture: hill")
        #expect(Pictures().preview(.video) == "Video")
    }

    @Test("take the plural forms of another language")
    func plurals() {
        let forms = [1, 2, 5, 12, 22, 112].map { Polish().noun(.counted($0, .photo)) }
        #expect(forms == ["1 zdjęcie", "2 zdjęcia", "5 zdjęć", "12 zdjęć", "22 zdjęcia", "112 zdjęć"])
        #expect(Polish().preview(.album(photos: 22, videos: 5, others: 0)) == "Album: 22 zdjęcia, 5 videos")
    }

    @Test("use the form for all others where a language has none", arguments: [0, 2, 7, -1])
    func otherForm(_ count: Int) {
        #expect(english.counted(count, PluralForms(one: "photo", other: "photos")) == "\(count) photos")
        #expect(PluralForms(other: "photos")[.few] == "photos")
    }

    @Test("show who types, how far a message came, and what may be done")
    func small() {
        #expect(english.typing(.many("Sam", othersCount: 4)) == "Sam and 4 others are typing…")
        #expect(english.status(.read(time: "9:41 AM")) == "Read 9:41 AM")
        #expect(english.status(.read(time: "")) == "Read")
        #expect(english.security(.verifyQuestion) == "Verify safety number?")
        #expect(english.title(.members(["Sam", "Kim", "Alex"])) == "Sam, Kim, Alex")
        #expect(english.label(.unreadSeparator(count: 1)) == "1 unread message")
        #expect(english.action(.react) == "React")
    }

    @Test("are never empty for an action or a noun")
    func notEmpty() {
        #expect(ActionPhrase.allCases.allSatisfy { !english.action($0).isEmpty })
        #expect(ContentNoun.allCases.allSatisfy { !english.noun(.one($0)).isEmpty })
    }
}
