import DeviceSupport
import Foundation
import Sotto
import Synchronization
import Testing

/// One device in three processes: an app and its notification extension receive, a share extension sends.
///
/// `SOTTO_SHARED_MESSAGES` says how many messages there are, half of them in each direction.
///
/// Rules ST-1, ST-10, DS-9, DS-10, DS-12.
@Suite("A device in three processes", .serialized)
struct SharedDeviceTests {
    static let messages = Int(ProcessInfo.processInfo.environment["SOTTO_SHARED_MESSAGES"] ?? "") ?? 1_500
    let folder: Folder
    let path: String
    let bob: Device

    init() throws {
        folder = try Folder()
        path = folder.path(of: "alice")
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: RequestClock().clock)
        let alice = try Device.create(
            in: try SQLiteStorage.create(at: path), key: TestKey.make(),
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: RequestClock().clock)
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        let hello = try alice.send([0], to: .user("bob"))
        _ = try bob.receive(hello.envelopes[0].bytes, from: alice.address)
        try bob.acknowledge(try bob.inbox().map(\.id))
        try alice.markSent(hello.id)
    }

    @Test("sends each message at a place of its own, and receives each once, and no process starves")
    func together() throws {
        let count = Self.messages / 2
        let app = try SharedWorker("app", path)
        let extensions = (try SharedWorker("notifications", path), try SharedWorker("share", path))
        let (notifications, share) = extensions
        let bob = bob
        let sent = Mutex((places: Set<Data>(), received: 0, fault: ""))
        let start = ContinuousClock.now
        let group = DispatchGroup()
        for receiver in [app, notifications] {
            DispatchQueue(label: receiver.name).async(group: group) { receiver.readAll(count) }
        }
        DispatchQueue(label: share.name).async(group: group) {
            do {
                var late: [Command] = []
                for number in 0..<count {
                    let id = Data(MessageID.random().bytes)
                    let reply = try share.repeating(
                        .send(Note(id: id, content: Data("\(number)".utf8), to: "bob")))
                    guard let letter = reply.letters.first else { throw Worker.Gone() }
                    _ = try share.repeating(.markSent(id))
                    // Selector, index, and ratchet key.
                    let place = letter.bytes[2..<50]
                    sent.withLock { _ = $0.places.insert(Data(place)) }
                    let received = try bob.receive(
                        Array(letter.bytes), from: try Address(user: "alice", device: 1))
                    try bob.acknowledge(received.id)
                    let answer = try bob.send(Array("\(number)".utf8), to: .user("alice"))
                    try bob.markSent(answer.id)
                    sent.withLock { $0.received += 1 }
                    let command = Command.receive(Data(answer.envelopes[0].bytes), from: "bob")
                    try app.post(command)
                    // The extension gets them in another order.
                    late.append(command)
                    if late.count == 4 || number == count - 1 {
                        for command in late.reversed() { try notifications.post(command) }
                        late = []
                    }
                }
            } catch {
                sent.withLock { $0.fault = "\(error)" }
                for receiver in [app, notifications] { receiver.end() }
            }
        }
        #expect(group.wait(timeout: .now() + 120) == .success)
        let time = ContinuousClock.now - start
        for worker in [app, notifications, share] { print(worker.summary) }
        print("\(2 * count) messages in three processes: \(time)")
        let (places, received, fault) = sent.withLock { $0 }
        #expect(fault == "")
        #expect(places.count == count)
        #expect(received == count)

        let ids = app.opened + notifications.opened
        #expect(ids.count == count)
        #expect(Set(ids).count == count)
        for receiver in [app, notifications] {
            #expect(receiver.unexpected == [])
            // Who is first with a message is for the scheduler to say.
            #expect(!receiver.opened.isEmpty, "\(receiver.name)")
            #expect(receiver.opened.count + receiver.duplicates == count)
        }
        for worker in [app, notifications, share] { #expect(worker.longest < 2_500_000) }
        try checkInbox(expecting: Set(ids).subtracting(app.acknowledged))
    }

    private func checkInbox(expecting ids: Set<Data>) throws {
        let alice = try Device.open(
            in: try SQLiteStorage.open(at: path), key: TestKey.make(), clock: RequestClock().clock)
        #expect(Set(try alice.inbox(limit: .max).map { Data($0.id.bytes) }) == ids)
        #expect(try alice.diagnostics().inboxCount == ids.count)
        #expect(try alice.outbox().isEmpty)
    }

    @Test("that slept looks at what others wrote before it acts")
    func slept() throws {
        let sleeper = try Worker(path)
        func send(_ text: String) throws -> Data {
            let note = Note(id: Data(MessageID.random().bytes), content: Data(text.utf8), to: "bob")
            return try #require(try sleeper.reply(to: .send(note)).letters.first?.bytes)
        }
        func bobOpens(_ bytes: [UInt8], _ text: String) throws {
            let received = try bob.receive(bytes, from: Address(user: "alice", device: 1))
            guard case .message(_, let content) = received.content else { throw Worker.Gone() }
            #expect(content == Array(text.utf8))
        }
        try bobOpens(Array(try send("before")), "before")
        let alice = try Device.open(
            in: try SQLiteStorage.open(at: path), key: TestKey.make(), clock: RequestClock().clock)
        for round in 0..<5 {
            sleeper.signal(SIGSTOP)
            // Nobody waits for one that sleeps between calls.
            let time = try ContinuousClock().measure {
                for number in 0..<3 {
                    let text = "meanwhile \(number)"
                    try bobOpens(try alice.send(Array(text.utf8), to: .user("bob")).envelopes[0].bytes, text)
                }
            }
            #expect(time < .seconds(2))
            let answer = try bob.send([1], to: .user("alice")).envelopes[0].bytes
            let received = try alice.receive(answer, from: bob.address)
            sleeper.signal(SIGCONT)
            #expect(
                try sleeper.reply(to: .receive(Data(answer), from: "bob")).failures
                    == [.duplicate(Data(received.id.bytes))])
            try bobOpens(Array(try send("after \(round)")), "after \(round)")
        }
    }
}
