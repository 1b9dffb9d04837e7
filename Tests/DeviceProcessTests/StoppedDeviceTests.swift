import DeviceSupport
import Foundation
import Sotto
import Testing

/// A device one of whose processes stands still in the middle of a write.
///
/// Rules ST-10, DS-12, DS-32, CV-11.
@Suite("A device beside a process that stands still in a write", .serialized)
struct StoppedDeviceTests {
    let folder: Folder
    let worker: Worker
    let alice: Device
    let bob: Device

    init() throws {
        folder = try Folder()
        let path = folder.path(of: "alice")
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: RequestClock().clock)
        worker = try Worker(path, creating: "alice")
        alice = try Device.open(
            in: try SQLiteStorage.open(at: path), key: TestKey.make(), clock: RequestClock().clock)
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        let hello = try alice.send([0], to: .user("bob"))
        _ = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        let answer = try bob.send([0], to: .user("alice"))
        _ = try alice.receive(answer.envelopes[0].bytes, from: bob.address)
    }

    private func measure(_ what: String, _ body: () throws -> Void) throws -> Duration {
        let time = try ContinuousClock().measure(body)
        print("\(what) beside a process that stands still in a write: \(time)")
        return time
    }

    /// Has the other process stand still in a send; the message that it sends.
    private func stop(isAfter: Bool) throws -> Note {
        let note = Note(id: Data(MessageID.random().bytes), content: Data([9]), to: "bob")
        let fault = FaultPlan.Fault(.stop, write: 2, isAfter: isAfter)
        try worker.write(Request(.send(note), at: 1_800_000_000_000, fault: fault))
        usleep(300_000)
        return note
    }

    @Test("is busy within about two seconds, reads on, and goes on when it does", arguments: [true, false])
    func goesOn(isKilled: Bool) throws {
        let note = try stop(isAfter: isKilled)
        for what in ["a send", "a receive"] {
            let answer = try bob.send([1], to: .user("alice")).envelopes[0].bytes
            let time = try measure(what) {
                #expect(throws: SessionError.storage(.busy)) {
                    if what == "a send" {
                        _ = try alice.send([1], to: .user("bob"))
                    } else {
                        _ = try alice.receive(answer, from: bob.address)
                    }
                }
            }
            #expect(time < .seconds(4))
        }
        let batch = try measure("a call of ten sends") {
            let results = alice.send((0..<10).map { Draft([$0], to: .user("bob")) })
            #expect(results == results.map { _ in .failure(.storage(.busy)) })
        }
        #expect(batch < .seconds(4))
        let reads = try measure("a hundred reads") {
            for _ in 0..<50 {
                let count = try alice.inbox().count
                let facts = try alice.diagnostics(for: bob.address)
                #expect(count == 1 && facts?.active != nil)
            }
        }
        #expect(reads < .seconds(1))
        if isKilled {
            worker.end()
            try worker.reopen()
        } else {
            worker.signal(SIGCONT)
            let letter = try #require(try worker.read()?.letters.first)
            let id = try MessageID.checked(Array(note.id))
            #expect(try bob.receive(Array(letter.bytes), from: alice.address).content == .message(id, [9]))
        }
        for text in [[2], [3]] as [[UInt8]] {
            let sent = try alice.send(text, to: .user("bob"))
            #expect(
                try bob.receive(sent.envelopes[0].bytes, from: alice.address).content
                    == .message(sent.id, text))
        }
        let letter = try #require(try worker.reply(to: .send(isKilled ? note : other())).letters.first)
        #expect(throws: Never.self) { try bob.receive(Array(letter.bytes), from: alice.address) }
    }

    @Test("has a queued row for a message before the store can be written, and the same row afterwards")
    func queuedRow() throws {
        _ = try stop(isAfter: false)
        let content = alice.compose(.text("see you"))
        let bobs = PersonID(bob.address.user)
        var conversation = Conversation(id: .direct(bobs), me: PersonID(alice.address.user))
        let event = alice.conversationEvent(of: content, in: conversation.id, sequence: 1)
        _ = conversation.apply([event], cause: .local)
        let clock = ReaderClock(timeZone: .utc, style: .twentyFourHour, strings: EnglishStrings())
        let context = RowContext(now: event.receivedAt, clock: clock) { _ in "Bob" }
        let queued = try #require(conversation.rows(0..<1, in: context).first)
        #expect(queued.sendState == .queued)

        #expect(throws: ContentSendError.session(.storage(.busy))) {
            try alice.send(content, to: .user("bob"))
        }
        worker.signal(SIGCONT)
        _ = try worker.read()
        let outgoing = try alice.send(content, to: .user("bob"))
        #expect(outgoing.id == queued.name.id)
        let sent = ConversationEvent(
            sequence: 2, receivedAt: event.receivedAt, body: .local(.sent(content.id)))
        let changes = conversation.apply([sent], cause: .local)
        #expect(changes.updates == [queued.name])
        #expect(conversation.row(queued.name, in: context)?.sendState == .sent)
    }

    private func other() -> Note {
        Note(id: Data(MessageID.random().bytes), content: Data([8]), to: "bob")
    }
}
