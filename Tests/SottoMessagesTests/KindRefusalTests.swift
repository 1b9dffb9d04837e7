import MessageSamples
import SottoMessages
import Testing

/// Rules CN-4, CN-5, CN-13, CN-16 to CN-29.
@Suite("A kind that breaks a rule")
struct KindRefusalTests {
    typealias Refusal = (kind: ContentKind, error: ContentError)

    static let id = ContentSamples.id
    static let target = ContentSamples.target
    static let user = ContentSamples.user
    static let pointer = ContentSamples.pointer
    static let line = String(repeating: "a", count: 257)
    static let unset = MessageRef(author: .unknown, id: id)

    /// A kind with one thing changed.
    static func changed<Message>(_ message: Message, _ change: (inout Message) -> Void) -> Message {
        var result = message
        change(&result)
        return result
    }

    @Test("is refused with the field's name, sent or received", arguments: refusals)
    func refused(_ refusal: Refusal) throws {
        let content = ContentSamples.plain(refusal.kind)
        #expect(throws: refusal.error) { try content.encoded() }
        let bytes = try content.encodedUnchecked()
        #expect(throws: refusal.error) { try Content(decoding: bytes) }
    }

    static var refusals: [Refusal] {
        reactions + stickers + gifs + conversations + presences + notes + groups + spaces + calls
            + extensions + places + questions + streams + safety + syncs + profiles + previews
    }

    static var reactions: [Refusal] {
        let custom = CustomEmoji(packID: [1], number: 2)
        let two = ContentError.invalid(field: "ReactionContent.emoji")
        return [
            (.reaction(ReactionContent(target: target, emoji: .love, custom: custom)), two),
            (.reaction(ReactionContent(target: target, image: pointer, custom: custom)), two),
            (.reaction(ReactionContent(target: target, emoji: .love, image: pointer)), two),
            (
                .reaction(ReactionContent(target: target, custom: CustomEmoji(packID: [], number: 1))),
                .missing(field: "CustomEmoji.pack_id")
            ),
        ]
    }

    static var stickers: [Refusal] {
        func sticker(_ change: (inout StickerContent) -> Void) -> ContentKind {
            .sticker(
                changed(
                    StickerContent(packID: [1], packKey: ContentSamples.hash, format: .png, size: .normal),
                    change))
        }
        func placed(_ change: (inout StickerPlacement) -> Void) -> ContentKind {
            let place = StickerPlacement(
                target: target, x: RelativePosition(tenThousandths: 0),
                y: RelativePosition(tenThousandths: 0), scale: ScaleFactor(thousandths: 1_000))
            return sticker { $0.placement = changed(place, change) }
        }
        let x = ContentError.invalid(field: "StickerPlacement.x")
        let scale = ContentError.invalid(field: "StickerPlacement.scale")
        let rotation = ContentError.invalid(field: "StickerPlacement.rotation")
        return [
            (sticker { $0.packID = [] }, .missing(field: "StickerContent.pack_id")),
            (sticker { $0.packKey = [] }, .missing(field: "StickerContent.pack_key")),
            (sticker { $0.packKey = [1] }, .wrongLength(field: "StickerContent.pack_key")),
            (
                sticker {
                    $0.packID = []
                    $0.packKey = []
                }, .missing(field: "StickerContent.image")
            ),
            (sticker { $0.isGenerated = true }, .missing(field: "StickerContent.image")),
            (
                sticker {
                    $0.isGenerated = true
                    $0.image = pointer
                }, .missing(field: "StickerContent.fallback")
            ),
            (sticker { $0.format = StickerFormat(rawValue: 0) }, .missing(field: "StickerContent.format")),
            (sticker { $0.size = StickerSize(rawValue: 0) }, .missing(field: "StickerContent.size")),
            (sticker { $0.emoji = Emoji("ab") }, .invalid(field: "StickerContent.emoji")),
            (placed { $0.x = RelativePosition(tenThousandths: -10_001) }, x),
            (placed { $0.x = RelativePosition(tenThousandths: 20_001) }, x),
            (placed { $0.y = RelativePosition(tenThousandths: .min) }, .invalid(field: "StickerPlacement.y")),
            (placed { $0.scale = ScaleFactor(thousandths: 99) }, scale),
            (placed { $0.scale = ScaleFactor(thousandths: 10_001) }, scale),
            (
                placed { $0.scale = ScaleFactor(thousandths: 0) }, .missing(field: "StickerPlacement.scale")
            ),
            (placed { $0.rotation = Rotation(hundredths: -18_000) }, rotation),
            (placed { $0.rotation = Rotation(hundredths: 18_001) }, rotation),
        ]
    }

    static var gifs: [Refusal] {
        let remote = RemotePointer(url: "https://example.org")
        return [
            (.gif(GifContent()), .missing(field: "GifContent.attachment")),
            (
                .gif(GifContent(attachment: pointer, remote: remote)),
                .invalid(field: "GifContent.attachment")
            ),
            (.gif(GifContent(remote: RemotePointer(url: ""))), .missing(field: "RemotePointer.url")),
            (
                .gif(GifContent(remote: changed(remote) { $0.digest = [1] })),
                .wrongLength(field: "RemotePointer.digest")
            ),
        ]
    }

    static var conversations: [Refusal] {
        let duration = ContentError.invalid(field: "PinContent.duration")
        return [
            (.pin(PinContent(target: target, duration: TimeSpan(seconds: 0))), duration),
            (.pin(PinContent(target: target, removes: true, duration: ContentSamples.hour)), duration),
            (.pin(PinContent(target: unset)), .missing(field: "MessageRef.side")),
            (.saved(SavedContent(target: unset)), .missing(field: "MessageRef.side")),
            (
                .timerChange(TimerChangeContent(seconds: 30, version: 0)),
                .missing(field: "TimerChangeContent.version")
            ),
            (
                .screenshot(ScreenshotContent(form: CaptureForm(rawValue: 0))),
                .missing(field: "ScreenshotContent.form")
            ),
            (
                .style(StyleContent(style: [UInt8](repeating: 0, count: 4_097))),
                .wrongLength(field: "StyleContent.style")
            ),
            (
                .style(StyleContent(color: ThemeColor(rawValue: 1 << 31))),
                .invalid(field: "StyleContent.color")
            ),
        ]
    }

    static var presences: [Refusal] {
        func presence(_ change: (inout PresenceContent) -> Void) -> ContentKind {
            .presence(changed(PresenceContent(state: .online), change))
        }
        return [
            (
                presence { $0.state = PresenceState(rawValue: 0) }, .missing(field: "PresenceContent.state")
            ),
            (presence { $0.status = CustomStatus() }, .missing(field: "CustomStatus.text")),
            (presence { $0.status = CustomStatus(text: line) }, .wrongLength(field: "CustomStatus.text")),
            (presence { $0.lastSeen = LastSeen() }, .missing(field: "LastSeen.at")),
            (
                presence { $0.lastSeen = LastSeen(at: ContentSamples.now, coarse: .recently) },
                .invalid(field: "LastSeen.at")
            ),
            (
                presence { $0.lastSeen = LastSeen(at: Instant(milliseconds: .max)) },
                .invalid(field: "LastSeen.at")
            ),
        ]
    }

    static var notes: [Refusal] {
        let none = Instant(milliseconds: 0)
        let text = TextContent(body: "a")
        return [
            (
                .note(NoteContent(form: .status, expiresAt: ContentSamples.now)),
                .missing(field: "NoteContent.text")
            ),
            (
                .note(NoteContent(form: .status, text: text, expiresAt: none)),
                .missing(field: "NoteContent.expires_at")
            ),
            (
                .note(NoteContent(form: NoteForm(rawValue: 0), text: text, expiresAt: none)),
                .missing(field: "NoteContent.form")
            ),
        ]
    }
}
