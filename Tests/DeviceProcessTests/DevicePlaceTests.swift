import DeviceSupport
import Foundation
import Sotto
import Testing

/// A device whose store is full, may not be written, isn't there, is cut, or is something else.
///
/// Rules DS-2, ST-7, ST-11.
@Suite("A device at a place that doesn't do", .serialized)
struct DevicePlaceTests {
    let folder: Folder
    let path: String
    let bob: Device
    let identity: [UInt8]

    init() throws {
        folder = try Folder()
        path = folder.path(of: "alice")
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, clock: RequestClock().clock)
        let alice = try Device.create(
            in: try SQLiteStorage.create(at: path), key: TestKey.make(),
            as: Address(user: "alice", device: 1), trusting: .onFirstUse, clock: RequestClock().clock)
        identity = alice.identityKey.encoded
        let upload = try #require(try bob.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: bob.address)
        try talk(alice)
    }

    private func open(_ path: String? = nil, key: UInt8 = 7) throws -> Device {
        try Device.open(
            in: try SQLiteStorage.open(at: path ?? self.path), key: TestKey.make(key),
            clock: RequestClock().clock)
    }

    private func talk(_ alice: Device) throws {
        #expect(alice.identityKey.encoded == identity || identity.isEmpty)
        let sent = try alice.send([1], to: .user("bob"))
        _ = try bob.receive(sent.envelopes[0].bytes, from: alice.address)
        let answer = try bob.send([2], to: .user("alice"))
        _ = try alice.receive(answer.envelopes[0].bytes, from: bob.address)
    }

    private func note(_ byteCount: Int = 1) -> Note {
        Note(
            id: Data(MessageID.random().bytes), content: Data(repeating: 5, count: byteCount), to: "bob")
    }

    @Test(
        "says that the disk is full, and goes on when there is room", arguments: [0, 4_096, 65_536, 400_000])
    func full(limit: Int) throws {
        let worker = try Worker(path)
        #expect(try worker.reply(to: .limitFiles(limit)).failures == [])
        var failed: Note?
        for _ in 0..<60 where failed == nil {
            let note = note(20_000)
            let reply = try worker.reply(to: .send(note))
            if let letter = reply.letters.first {
                _ = try bob.receive(Array(letter.bytes), from: Address(user: "alice", device: 1))
            } else {
                #expect(reply.failures == [.storage("\(StorageError.storeFull)")])
                failed = note
            }
        }
        let again = try #require(failed)
        #expect(try worker.reply(to: .inbox).opened.count == 1)
        #expect(try worker.reply(to: .limitFiles(nil)).failures == [])
        let letter = try #require(try worker.reply(to: .send(again)).letters.first)
        _ = try bob.receive(Array(letter.bytes), from: Address(user: "alice", device: 1))
        worker.end()
        try talk(try open())
    }

    @Test("says that it may not be written, and is unharmed")
    func readOnly() throws {
        let manager = FileManager.default
        defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let worker = try Worker(path, mode: "nobody")
        #expect(worker.opening.failures == [.storage("\(StorageError.readOnly)")])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try talk(try open())
    }

    @Test("that is missing, foreign or under another key is refused, and no new one is made")
    func refused() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(throws: SessionError.storage(.noStore)) { try open(folder.path(of: "none")) }
        #expect(throws: SessionError.storage(.wrongKey)) { try open(key: 8) }
        #expect(throws: SessionError.storage(.storeExists)) {
            try Device.create(
                in: try SQLiteStorage.open(at: path), key: TestKey.make(),
                as: Address(user: "alice", device: 1), trusting: .onFirstUse)
        }
        #expect(throws: SessionError.storage(.wrongKey)) {
            try Device.create(
                in: try SQLiteStorage.open(at: path), key: TestKey.make(8),
                as: Address(user: "alice", device: 1), trusting: .onFirstUse)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == files)
        try Data(repeating: 0x41, count: 9_000).write(to: URL(fileURLWithPath: folder.path(of: "text")))
        #expect(throws: SessionError.storage(.foreignFile)) { try open(folder.path(of: "text")) }
        try talk(try open())
    }

    @Test("that is cut at any length says so, or has the same identity")
    func cut() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in stride(from: 0, to: whole.count, by: 1_501) {
            let copy = folder.path(of: "cut \(length)")
            try whole.prefix(length).write(to: URL(fileURLWithPath: copy))
            do {
                let device = try open(copy)
                #expect(device.identityKey.encoded == identity)
                // Where nothing is missing of what is read.
                _ = try device.send([1], to: .user("bob"))
            } catch {
                guard case .storage = error as? SessionError else {
                    Issue.record("\(length): \(error)")
                    continue
                }
            }
        }
        try talk(try open())
    }

    @Test("has no address, user name, public key or content in its files")
    func nothingInTheFiles() throws {
        let content = Array("a sentence that nobody else is to read".utf8)
        let user = Array("somebody-with-a-long-name".utf8)
        let contact = try Device.inMemory(
            as: Address(user: user, device: 77), trusting: .onFirstUse, clock: RequestClock().clock)
        let alice = try open()
        let upload = try #require(try contact.prekeyUpload())
        try alice.start(withBundle: upload.bundle(oneTimePrekey: nil).bytes, of: contact.address)
        let own = try #require(try alice.prekeyUpload())
        let sent = try alice.send(content, to: .user(contact.address.user))
        _ = try contact.receive(sent.envelopes[0].bytes, from: alice.address)
        let answer = try contact.send(content, to: .user("alice"))
        _ = try alice.receive(answer.envelopes[0].bytes, from: contact.address)
        var secrets = [
            "content": content, "user": user, "identity key": contact.identityKey.encoded,
            "own identity key": identity, "message id": sent.id.bytes, "message": sent.envelopes[0].bytes,
            "own signed prekey": own.signedPrekey.bytes.bytes, "address": contact.address.bytes,
        ]
        for prekey in own.oneTimePrekeys.prefix(5) {
            secrets["prekey \(prekey.id)"] = prekey.publicKey.bytes.bytes
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count >= 2)
        for file in files {
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: file)))
            for (what, bytes) in secrets { #expect(data.range(of: Data(bytes)) == nil, "\(what) in \(file)") }
        }
    }
}

extension Address {
    /// The user's bytes and the number.
    fileprivate var bytes: [UInt8] { user.bytes + [0, 0, 0, UInt8(truncatingIfNeeded: device)] }
}
