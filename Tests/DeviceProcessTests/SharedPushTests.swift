import DeviceSupport
import Foundation
import Sotto
import Testing

/// A notification extension opens pushes while the app sends and receives the same messages on one store.
///
/// `SOTTO_SHARED_PUSHES` says how many there are.
///
/// Rules PD-5, PD-7, PD-8, DS-9, DS-10.
@Suite("Pushes in one process and the app in another", .serialized)
struct SharedPushTests {
    static let pushes = Int(ProcessInfo.processInfo.environment["SOTTO_SHARED_PUSHES"] ?? "") ?? 1_000
    let folder: Folder
    let path: String
    let bob: Device

    init() throws {
        folder = try Folder()
        path = folder.path(of: "alice")
        let clock = RequestClock().clock
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, certificates: TestPost.trust,
            clock: clock)
        try bob.setSenderCertificate(
            try TestPost.certificate(of: bob.address, bob.identityKey, at: 1_800_000_000_000))
        let alice = try Device.create(
            in: try SQLiteStorage.create(at: path), key: TestKey.make(),
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, certificates: TestPost.trust,
            clock: clock)
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        let hello = try alice.send([0], to: .user("bob"))
        _ = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        try alice.markSent(hello.id)
    }

    @Test("tell each message once or say that it is there, and never an error")
    func together() throws {
        let count = Self.pushes
        let (app, pushes) = (try SharedWorker("app", path), try Worker(path))
        var letters: [[UInt8]] = []
        for number in 0..<count {
            let content = bob.compose(.text(TextContent(body: "number \(number)")))
            let outgoing = try bob.sendForPush(content, to: .user("alice"))
            try bob.markSent(outgoing.message.id)
            letters.append(outgoing.pushes[0].envelope)
        }
        var told = 0
        // The app gets the newest first, so that each is first with some; neither waits for the other but between batches.
        for start in stride(from: 0, to: count, by: 100) {
            let batch = Array(start..<min(start + 100, count))
            let all = letters
            let group = DispatchGroup()
            DispatchQueue(label: "app").async(group: group) {
                for number in batch.reversed() { Self.receive(all[number], number, app) }
            }
            for number in batch where try Self.tells(letters[number], number, pushes) { told += 1 }
            #expect(group.wait(timeout: .now() + 60) == .success)
        }
        #expect(app.unexpected == [])
        // Who is first with a message is for the scheduler to say.
        #expect(told > 0)
        #expect(told < count)
        print("\(told) of \(count) pushes told their message; \(app.summary)")
        try check(letters)
    }

    /// The app receives a message, takes it over, and sends one now and then.
    private static func receive(_ letter: [UInt8], _ number: Int, _ app: SharedWorker) {
        guard let reply = try? app.repeating(.receive(Data(letter), from: "bob")) else { return }
        if let opened = reply.opened.first { _ = try? app.repeating(.acknowledge([opened.id])) }
        guard number % 10 == 0 else { return }
        let id = Data(MessageID.random().bytes)
        _ = try? app.repeating(.send(Note(id: id, content: Data("answer".utf8), to: "bob")))
        _ = try? app.repeating(.markSent(id))
    }

    /// Whether a push told its message; if not, it has to be silent.
    private static func tells(_ letter: [UInt8], _ number: Int, _ pushes: Worker) throws -> Bool {
        let push = try RawPushEncoder().encode(try PushContent(envelope: letter, fetchID: [1]))
        var reply = try pushes.reply(to: .openPush(Data(push.payload.bytes)))
        while reply.shown?.failure?.contains("busy") == true {
            #expect(reply.shown?.line == "New message")
            reply = try pushes.reply(to: .openPush(Data(push.payload.bytes)))
        }
        let shown = try #require(reply.shown)
        #expect(shown.failure == nil)
        // What the app has taken over already is nothing to be told.
        #expect(shown.line == "bob: number \(number)" || shown.line.isEmpty)
        return !shown.line.isEmpty
    }

    /// Each message was received once: a copy of any is known.
    private func check(_ letters: [[UInt8]]) throws {
        let alice = try Device.open(
            in: try SQLiteStorage.open(at: path), key: TestKey.make(), certificates: TestPost.trust,
            clock: RequestClock().clock)
        let inbox = try alice.inbox(limit: .max).map(\.id)
        #expect(Set(inbox).count == inbox.count)
        #expect(inbox.count == (try alice.diagnostics().inboxCount))
        for letter in letters {
            let result = Result { () throws(SessionError) in try alice.receive(letter, from: nil) }
            guard case .failure(.peer(.duplicate)) = result else {
                Issue.record("a message that wasn't received")
                return
            }
        }
        #expect(try alice.outbox().isEmpty)
    }
}
