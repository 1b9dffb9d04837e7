package import SottoMessages

/// Content of every kind with every field: what excludes each other is in several samples.
package enum ContentSamples {
    package static let id = MessageID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
    package static let otherID = MessageID(high: 7, low: .max)
    package static let target = MessageRef(author: .recipient, id: id)
    package static let user = [UInt8](repeating: 7, count: 16)
    package static let group = [UInt8](repeating: 9, count: 16)
    package static let hash = [UInt8](repeating: 4, count: 32)
    package static let now = Instant(milliseconds: 1_800_000_000_000)
    package static let hour = TimeSpan(seconds: 3_600)
    package static let pointer = AttachmentPointer(
        id: [UInt8](repeating: 1, count: 16), key: [UInt8](repeating: 2, count: 32),
        digest: [UInt8](repeating: 3, count: 32), byteCount: 48_000)

    /// Content of a kind with no more than has to be there.
    package static func plain(_ kind: ContentKind, inGroup: Bool = false) -> Content {
        var content = Content(id: id, sentAt: now, kind: kind)
        if inGroup { content.group = group }
        return content
    }

    /// Content of a kind with every field of the frame.
    package static func full(_ kind: ContentKind) -> Content {
        var content = plain(kind, inGroup: true)
        content.reply = ReplyQuote(
            target: MessageRef(author: .user(user), id: otherID), snippet: "are we on?", kindNumber: 64,
            threadRoot: MessageRef(author: .member(position: 3, rosterRevision: 12), id: id))
        content.timer = ExpiryTimer(seconds: 30, version: 2)
        content.effect = .confetti
        content.minimumVersion = 1
        content.forwardHops = 3
        return content
    }

    /// All kinds; made anew, as what a global holds of them looks like a leak.
    package static var everyKind: [ContentKind] {
        messages + stickers + changes + signals + statuses + groups + calls + extensions + places + questions
            + safety + syncs + [
                .profile(
                    ProfileContent(name: "Sam", about: "Here and there", avatar: pointer, profileKey: hash)),
                .preview(preview), .preview(viewOncePreview),
                .null(NullContent(padding: [0, 0])),
            ]
    }

    package static let text = TextContent(
        body: "hello 👨‍👩‍👧 you",
        styles: [
            StyleRange(range: TextRange(start: 0, count: 5), style: .bold),
            StyleRange(range: TextRange(start: 24, count: 4), style: .spoiler),
        ],
        mentions: [Mention(range: TextRange(start: 6, count: 18), user: user)],
        previews: [
            LinkPreview(
                url: "https://example.org/a", title: "Example", domain: "example.org", summary: "A page",
                thumbnail: pointer)
        ])

    package static let media = MediaContent(
        attachment: pointer, form: .photo, mediaType: "image/jpeg", width: 4_000, height: 3_000,
        duration: TimeSpan(milliseconds: 1_500), caption: "hill", blurPreview: [1, 2, 3], isViewOnce: true,
        viewLimit: 10, provenance: [5, 6])

    package static let album = AlbumContent(items: [media, MediaContent(attachment: pointer, form: .video)])

    /// A voice message with 64 bars, and without a transcript.
    package static var voice: VoiceContent {
        var voice = VoiceContent(
            attachment: pointer, duration: TimeSpan(milliseconds: 12_000), barCount: 64, packedBars: [])
        voice.bars = (0..<64).map { UInt8($0 % 32) }
        return voice
    }

    /// A preview with every field, which none that is made has.
    package static var preview: PreviewContent {
        var preview = PreviewContent()
        preview.message = otherID
        preview.kind = 64
        preview.text = "hello"
        preview.form = .photo
        preview.mentions = [user]
        preview.duration = hour
        preview.photos = 1
        preview.videos = 2
        preview.others = 3
        preview.call = id
        preview.callEvent = .offer
        preview.isVideo = true
        return preview
    }

    /// The preview of what may be looked at once.
    package static var viewOncePreview: PreviewContent {
        var preview = PreviewContent()
        preview.message = otherID
        preview.kind = 65
        preview.form = .photo
        preview.isViewOnce = true
        return preview
    }

    private static var messages: [ContentKind] {
        var spoken = voice
        spoken.transcript = "see you at eight"
        spoken.language = "en"
        return [.text(text), .media(media), .album(album), .voice(spoken)]
    }

    private static var stickers: [ContentKind] {
        let placement = StickerPlacement(
            target: target, x: RelativePosition(tenThousandths: -2_500),
            y: RelativePosition(tenThousandths: 10_000), scale: ScaleFactor(thousandths: 1_500),
            rotation: Rotation(hundredths: -4_500))
        return [
            .sticker(
                StickerContent(
                    packID: [1, 2], packKey: hash, number: 12, emoji: .laugh, format: .apng, size: .giant,
                    placement: placement)),
            .sticker(
                StickerContent(
                    format: .png, size: .normal, image: pointer, isGenerated: true,
                    fallback: "a cat on a surfboard")),
            .gif(
                GifContent(
                    attachment: pointer, still: pointer, provider: "Clips", altText: "a cat nods",
                    width: 320, height: 240)),
            .gif(
                GifContent(
                    remote: RemotePointer(
                        url: "https://example.org/a.mp4", digest: hash, byteCount: 90_000))),
        ]
    }

    private static var changes: [ContentKind] {
        [
            .reaction(ReactionContent(target: target, emoji: .love, removes: true, isEmphasized: true)),
            .reaction(ReactionContent(target: target, image: pointer)),
            .reaction(ReactionContent(target: target, custom: CustomEmoji(packID: [8], number: 4))),
            .edit(EditContent(target: target, text: text)),
            .edit(EditContent(target: target, media: media)),
            .edit(EditContent(target: target, album: album)),
            .delete(DeleteContent(target: target, scope: .everyone)),
            .pin(PinContent(target: target, duration: hour)),
            .pin(PinContent(target: target, removes: true)),
        ]
    }

    private static var signals: [ContentKind] {
        [
            .receipt(ReceiptContent(kind: .read, ids: [id, otherID], age: TimeSpan(milliseconds: 0))),
            .typing(
                TypingContent(isTyping: true, repeatInterval: TimeSpan(milliseconds: 2_000), thread: target)),
        ]
    }

    private static var statuses: [ContentKind] {
        let status = CustomStatus(emoji: Emoji("🌴"), text: "away", expiresAt: now)
        return [
            .presence(
                PresenceContent(state: .doNotDisturb, status: status, lastSeen: LastSeen(at: now))),
            .presence(PresenceContent(state: .invisible, lastSeen: LastSeen(coarse: .withinWeek))),
            .note(NoteContent(form: .story, text: text, media: media, expiresAt: now)),
            .timerChange(TimerChangeContent(seconds: 86_400, version: 7)),
            .screenshot(ScreenshotContent(form: .recording, target: target)),
            .saved(SavedContent(target: target, removes: true)),
        ]
    }
}
