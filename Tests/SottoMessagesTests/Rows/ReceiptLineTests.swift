import SottoMessages
import Testing

/// Rules CV-36 and CV-43.
@Suite("What is told below my messages")
struct ReceiptLineTests {
    private func lines(_ chat: RowChat) -> [String?] {
        chat.rows().map { row in
            switch row.receipt {
            case .line(let line): line.text(in: chat.context())
            case .waiting: "waiting"
            case .failed: "failed"
            default: nil
            }
        }
    }

    @Test("is under the newest of them that has it, until a newer one has it too")
    func supersedes() {
        var chat = RowChat()
        let first = chat.sayMine("a")
        let second = chat.sayMine("b")
        #expect(lines(chat) == [nil, nil])
        chat.receipt(.delivered, first)
        #expect(lines(chat) == ["Delivered", nil])
        chat.receipt(.delivered, second)
        #expect(lines(chat) == [nil, "Delivered"])
        chat.receipt(.read, first)
        #expect(lines(chat) == ["Read 08:00", "Delivered"])
        chat.wait(60_000)
        chat.receipt(.read, second)
        #expect(lines(chat) == [nil, "Read 08:01"])
        chat.sayMine("c")
        #expect(lines(chat) == [nil, "Read 08:01", nil])
    }

    @Test("has no time when the reader hides it")
    func hiddenTime() {
        var chat = RowChat()
        let name = chat.sayMine("a")
        chat.receipt(.read, name, age: nil)
        #expect(lines(chat) == ["Read"])
        #expect(chat.conversation.info(of: name)?.recipients.map(\.read) == [.hidden])
    }

    @Test("tells the least of all in a group, and when the last one read")
    func group() throws {
        var chat = RowChat(groupWith: .sotto)
        let name = chat.sayMine("a", recipients: [RowChat.alice, RowChat.bob])
        chat.receipt(.read, name, by: RowChat.alice)
        #expect(chat.row(name)?.sendState == .sent)
        chat.wait(60_000)
        chat.receipt(.delivered, name, by: RowChat.bob)
        #expect(chat.row(name)?.sendState == .delivered)
        chat.wait(60_000)
        chat.receipt(.read, name, by: RowChat.bob)
        #expect(lines(chat) == ["Read 08:02"])
        let info = try #require(chat.conversation.info(of: name))
        #expect(info.recipients.map(\.person) == [RowChat.alice, RowChat.bob])
        let start = RowChat.start
        #expect(info.recipients.map(\.delivered) == [.no, .at(Instant(milliseconds: start + 60_000))])
        #expect(
            info.recipients.map(\.read)
                == [start, start + 120_000].map { .at(Instant(milliseconds: $0)) })
        #expect(info.recipients.map(\.sent?.milliseconds) == [start, start])
        #expect(info.acceptedAt?.milliseconds == start)
        #expect(info.state == .read)
    }

    @Test("says played for what is listened to")
    func played() {
        var chat = RowChat()
        let voice = VoiceContent(
            attachment: AttachmentPointer(id: [], key: [], digest: []), duration: TimeSpan(seconds: 3),
            barCount: 0, packedBars: [])
        let name = chat.send(.voice(voice), by: RowChat.me)
        chat.receipt(.played, name)
        #expect(lines(chat) == ["Played 08:00"])
        #expect(chat.row(name)?.sendState == .viewed)
    }

    @Test("goes from queued to failed and on to a text message, and never back from read")
    func states() {
        var chat = RowChat()
        let name = chat.say("a", by: RowChat.me)
        #expect(chat.row(name)?.sendState == .queued)
        chat.tell(.sending(name.id))
        #expect(lines(chat) == ["waiting"])
        chat.tell(.failed(name.id, .network))
        #expect(chat.row(name)?.sendState == .failed(.network))
        #expect(lines(chat) == ["failed"])
        chat.tell(.sentByFallback(name.id))
        #expect(chat.row(name)?.isEncrypted == false)
        #expect(chat.row(name)?.sendState == .sending)
        chat.tell(.sent(name.id))
        #expect(chat.row(name)?.sendState == .sent)
        let other = chat.sayMine("b")
        chat.receipt(.read, other)
        chat.tell(.failed(other.id, .network))
        #expect(chat.row(other)?.sendState == .read)
    }

    @Test(
        "is a mark in the other profiles",
        arguments: [
            (
                ConversationProfile.signal,
                [.waiting, .outlinedCircle, .filledCircle, .doubleCircle, .doubleCircle]
            ), (.whatsApp, [.waiting, .check, .doubleCheck, .blueDoubleCheck, .blueDoubleCheck]),
            (.telegram, [.waiting, .check, .check, .doubleCheck, .doubleCheck]),
        ] as [(ConversationProfile, [ReceiptMark])])
    func marks(_ profile: ConversationProfile, _ marks: [ReceiptMark]) {
        var chat = RowChat(profile: profile)
        let name = chat.say("a", by: RowChat.me)
        var seen = [chat.row(name)?.receipt]
        chat.tell(.sent(name.id))
        seen.append(chat.row(name)?.receipt)
        for kind: ReceiptKind in [.delivered, .read, .viewed] {
            chat.receipt(kind, name)
            seen.append(chat.row(name)?.receipt)
        }
        #expect(seen == marks)
        let failed = chat.say("b", by: RowChat.me)
        chat.tell(.failed(failed.id, .network))
        #expect(chat.row(failed)?.receipt == .failed)
    }

    @Test("is nothing for what others sent, whose info has no recipients")
    func theirs() throws {
        var chat = RowChat()
        let name = chat.say("a")
        #expect(chat.row(name)?.receipt == nil && chat.row(name)?.sendState == nil)
        let info = try #require(chat.conversation.info(of: name))
        #expect(info.recipients.isEmpty && info.state == nil && info.transport == .endToEnd)
        chat.tell(.deleted([name]))
        #expect(chat.conversation.info(of: name) == nil)
    }
}
