@testable import SottoMessages

extension RandomHistory {
    private static let point = GeoPoint(
        latitude: Latitude(tenMillionths: 10), longitude: Longitude(tenMillionths: 20))

    mutating func kind() -> ContentKind {
        if let focus, pick(4) > 0 { return kind(of: focus) }
        return switch pick(30) {
        case 0...2: .text(TextContent(body: "text \(pick(100))"))
        case 3: .media(media(isViewOnce: false))
        case 4: .media(media(isViewOnce: true))
        case 5: .poll(PollContent(question: "?", options: ["a", "b", "c"], isMultiple: pick(2) == 0))
        case 6: .location(LocationContent(point: Self.point, liveDuration: TimeSpan(seconds: 50_000)))
        case 7...8: .reaction(reaction())
        case 9...10: edit()
        case 11...12:
            .delete(DeleteContent(target: reference(), scope: DeleteScope(rawValue: UInt32(1 + pick(3)))))
        case 13:
            .pin(
                PinContent(
                    target: reference(), removes: pick(3) == 0,
                    duration: pick(2) == 0 ? TimeSpan(seconds: 20) : nil))
        case 14: .saved(SavedContent(target: reference(), removes: pick(3) == 0))
        case 15...16: vote()
        case 17: place()
        case 18: sticker()
        case 19...20: stream()
        case 21...22: call()
        case 23...24: update()
        case 25: state()
        case 26: receipt()
        case 27: signal()
        default: sync()
        }
    }

    private mutating func kind(of focus: Focus) -> ContentKind {
        switch focus {
        case .groups:
            switch pick(6) {
            case 0: return .delete(DeleteContent(target: reference(), scope: .everyone))
            case 1: return .pin(PinContent(target: reference()))
            case 2: return .text(TextContent(body: "text \(pick(100))"))
            default: return update()
            }
        case .streams: return stream()
        case .calls: return call()
        case .votes:
            return pick(4) == 0
                ? .poll(PollContent(question: "?", options: ["a", "b", "c"], isMultiple: true)) : vote()
        }
    }

    private mutating func stream() -> ContentKind {
        .streamed(
            StreamedContent(
                stream: known(), revision: UInt32(1 + pick(4)), text: "part \(pick(9)) ",
                isAppended: pick(2) == 0, isFinal: pick(5) == 0))
    }

    private mutating func media(isViewOnce: Bool) -> MediaContent {
        MediaContent(
            attachment: AttachmentPointer(id: [1], key: [2, 3], digest: [4]), form: .photo,
            mediaType: "image/png", caption: "caption \(pick(9))", isViewOnce: isViewOnce)
    }

    private mutating func reaction() -> ReactionContent {
        ReactionContent(
            target: reference(), emoji: pick(2) == 0 ? Emoji("👍") : Emoji("😂"), removes: pick(5) == 0,
            isEmphasized: pick(4) == 0)
    }

    private mutating func edit() -> ContentKind {
        switch pick(3) {
        case 0: .edit(EditContent(target: reference(), media: media(isViewOnce: pick(4) == 0)))
        default: .edit(EditContent(target: reference(), text: TextContent(body: "edited \(pick(100))")))
        }
    }

    private mutating func vote() -> ContentKind {
        if pick(4) == 0 { return .pollVote(PollVoteContent(poll: reference(), closes: true)) }
        let options = [UInt32(0), 1, 2, 11].filter { _ in pick(3) == 0 }
        return .pollVote(PollVoteContent(poll: reference(), options: options))
    }

    private mutating func place() -> ContentKind {
        let stops = pick(3) == 0
        return .location(
            LocationContent(
                point: stops ? nil : Self.point, name: "place \(pick(9))", liveStart: reference(),
                stops: stops))
    }

    private mutating func sticker() -> ContentKind {
        .sticker(
            StickerContent(
                packID: [1], packKey: [2], number: UInt32(pick(9)), format: .png, size: .normal,
                placement: StickerPlacement(
                    target: reference(), x: RelativePosition(tenThousandths: 1),
                    y: RelativePosition(tenThousandths: 1), scale: ScaleFactor(thousandths: 1_000))))
    }

    private mutating func call() -> ContentKind {
        let events: [CallEvent] = [
            .offer, .offer, .answer, .candidates, .hangUp, .busy, .ringing, .videoRaised, .muted,
            .groupOpened, .groupClosed, CallEvent(rawValue: 99),
        ]
        return .call(
            CallContent(
                call: MessageID(high: UInt64(pick(12) == 0 ? 0 : 5), low: UInt64(pick(2))),
                event: events[pick(events.count)], isVideo: pick(3) == 0, payload: [1],
                isMuted: pick(2) == 0, reason: CallEndReason(rawValue: UInt32(1 + pick(5))),
                participants: pick(2) == 0 ? [person().bytes, person().bytes] : [],
                duration: TimeSpan(seconds: UInt32(pick(3)))))
    }

    private mutating func update() -> ContentKind {
        let revision = UInt32(1 + pick(4))
        let creates = revision == 1
        let actions: [GroupAction] = [
            .rename, .add, .add, .remove, .leave, .promote, .promote, .demote, .setPermissions,
            .setInviteLink, GroupAction(rawValue: 77),
        ]
        let audience = GroupAudience(rawValue: UInt32(pick(4)))
        return .groupUpdate(
            GroupUpdateContent(
                revision: revision, rosterHash: [UInt8(revision), UInt8(pick(3))],
                parentHash: creates ? [] : [UInt8(revision - 1), UInt8(pick(2))],
                action: creates ? .create : actions[pick(actions.count)], name: "name \(pick(9))",
                users: [person().bytes, person().bytes], link: "link",
                permissions: pick(2) == 0
                    ? GroupPermissions(adding: audience, editing: audience, pinning: audience) : nil))
    }

    private mutating func state() -> ContentKind {
        switch pick(4) {
        case 0: .timerChange(TimerChangeContent(seconds: UInt32(pick(99)), version: UInt32(pick(4))))
        case 1: .style(StyleContent(color: ThemeColor(rawValue: UInt32(pick(9)))))
        case 2:
            .spaceUpdate(SpaceUpdateContent(space: [1], version: UInt32(pick(4)), name: "space \(pick(9))"))
        default: .screenshot(ScreenshotContent(form: .image))
        }
    }

    private mutating func receipt() -> ContentKind {
        .receipt(
            ReceiptContent(
                kind: ReceiptKind(rawValue: UInt32(1 + pick(4))), ids: [known(), known()],
                age: pick(2) == 0 ? TimeSpan(seconds: 1) : nil))
    }

    private mutating func signal() -> ContentKind {
        switch pick(5) {
        case 0, 1: .typing(TypingContent(isTyping: pick(3) > 0, thread: pick(4) == 0 ? reference() : nil))
        case 2: .suggestions(SuggestionsContent(form: .replies, texts: ["\(pick(9))"], target: reference()))
        case 3:
            .voiceChannel(
                VoiceChannelContent(
                    channel: [UInt8(pick(2))], participants: [VoiceParticipant(user: person().bytes)]))
        default: .request(RequestContent(action: RequestAction(rawValue: UInt32(1 + pick(3)))))
        }
    }

    var here: ConversationRef {
        isGroup ? ConversationRef(group: [1, 2, 3]) : ConversationRef(user: peer.bytes)
    }

    private mutating func sync() -> ContentKind {
        switch pick(7) {
        case 0, 1: .sync(SyncContent(sent: transcript()))
        case 2: .sync(SyncContent(read: ReadSync(marks: [ReadMark(conversation: here, newest: reference())])))
        case 3: .sync(SyncContent(blocked: BlockList(users: pick(3) == 0 ? [person().bytes] : [])))
        case 4:
            .sync(
                SyncContent(
                    verified: VerifiedSync(
                        user: person().bytes, identityKey: [1],
                        state: VerifiedState(rawValue: UInt32(1 + pick(3))))))
        case 5:
            .sync(
                SyncContent(
                    deletions: DeletionSync(
                        messages: [reference()], conversations: pick(5) == 0 ? [here] : [])))
        default: .sync(SyncContent(opened: OpenedSync(messages: [reference()])))
        }
    }

    private mutating func transcript() -> SentTranscript {
        let id = known()
        let kind: ContentKind =
            pick(3) == 0
            ? .reaction(ReactionContent(target: reference(), emoji: Emoji("👍")))
            : .text(TextContent(body: "from afar \(pick(9))"))
        let offset = (id.low &* 2_654_435_761) % 108_000_000
        let content = Content(id: id, sentAt: Instant(milliseconds: Self.start + offset), kind: kind)
        let bytes = (try? content.encoded()) ?? []
        return SentTranscript(
            conversation: here, content: bytes,
            sealedUsers: isGroup ? [people[1].bytes, people[2].bytes] : [])
    }

    mutating func fact(_ sequence: UInt64) -> LocalFact {
        switch pick(22) {
        case 0: .sending(known())
        case 1...2: .sent(known())
        case 3: .failed(known(), .network)
        case 4: .retried(known())
        case 5: .sentByFallback(known())
        case 6...7: .read(through: UInt64(pick(Int(sequence) + 1)))
        case 8...9: .opened(name())
        case 10: .deleted([name(), name()])
        case 11: .annotated(name(), pick(2) == 0 ? .effectPlayed : .transcript("said \(pick(9))"))
        case 12: .identityChanged(person())
        case 13: .verified(person(), pick(2) == 0)
        case 14...15: .blocked(person(), pick(2) == 0)
        case 16: .settings(ConversationSettings(conversation: here, isPinned: pick(2) == 0, timerSeconds: 5))
        case 17: .request(isAccepted: pick(2) == 0)
        case 18: .markedUnread(pick(2) == 0)
        case 19: pick(3) == 0 ? .cleared : .connectionLost
        case 20: .connectionLost
        default:
            .group(
                GroupSnapshot(
                    revision: UInt32(1 + pick(4)), hash: [UInt8(1 + pick(4)), 0], members: people,
                    admins: [person()]))
        }
    }
}
