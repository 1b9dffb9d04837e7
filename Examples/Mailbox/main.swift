import Foundation
import Sotto

// Two apps with their stores in a folder; Bob's app is closed and opened again in between.
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mailbox-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let server = Server()
// An app makes its key at the first start, and keeps the bytes where its system keeps secrets.
let keys = [
    "alice": try StorageKey.random().exposeBytes(),
    "bob": try StorageKey.random().exposeBytes(),
]

func mailbox(_ name: String, isFirstStart: Bool) throws -> Mailbox {
    let key = keys[name] ?? []
    return try Mailbox(
        at: folder.appendingPathComponent(name).path, key: .key(SecretBytes(copying: key.span)),
        as: Address(user: name, device: 1), isFirstStart: isFirstStart, server: server)
}

func collect(_ mailbox: Mailbox, _ address: Address) async throws {
    for mail in server.collect(for: address) {
        guard let received = try await mailbox.receive(mail.bytes, from: mail.from),
            case .message(_, let content) = received.content
        else { continue }
        print(received.sender, "says", String(decoding: content, as: UTF8.self))
        try await mailbox.takeOver(received)
    }
}

let alice = try mailbox("alice", isFirstStart: true)
var bob = try mailbox("bob", isFirstStart: true)
for mailbox in [alice, bob] { _ = try await mailbox.start() }

try await alice.send("Are you there?", to: "bob")
try await collect(bob, Address(user: "bob", device: 1))
bob = try mailbox("bob", isFirstStart: false)
print("Bob's app was opened again;", try await bob.start().count, "messages were left to take over")
try await bob.send("Yes, again.", to: "alice")
try await collect(alice, Address(user: "alice", device: 1))
