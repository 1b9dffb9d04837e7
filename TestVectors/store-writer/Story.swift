import Foundation
import Sotto
import SottoHandshake
import SottoServer
import Synchronization
import TestVectors

/// A few days of two devices that are kept, and of others around them.
final class Story {
    private static let start: UInt64 = 1_800_000_000_000
    private static let day: Int64 = 86_400_000

    let instant: Clock
    let authority: Authority
    private let key = SecretBytes.random(byteCount: 32)
    private static let passphrase = "correct horse battery staple"
    let alice: Device
    let bob: Device
    let second: Device
    private let carol: Device
    private let oldCarol: Device
    private var uploads: [Address: PrekeyUpload] = [:]
    private var given: [Address: Int] = [:]
    private var received: [Address: [String]] = [:]

    final class Clock: Sendable {
        private let now = Mutex(Story.start)
        var value: UInt64 { now.withLock { $0 } }
        func advance(by milliseconds: Int64) { now.withLock { $0 += UInt64(milliseconds) } }
        var clock: DeviceClock { DeviceClock { self.value } }
    }

    init(in folder: URL) throws {
        let instant = Clock()
        self.instant = instant
        let authority = try Authority()
        self.authority = authority
        let keyBytes = key.exposeBytes()
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
        alice = try Device.create(
            in: try SQLiteStorage.create(at: path("alice.sqlite")),
            key: .key(SecretBytes(copying: keyBytes.span)),
            as: Address(user: "alice", device: 1), trusting: .onFirstUse,
            certificates: authority.trust, clock: instant.clock)
        bob = try Device.create(
            in: try SQLiteStorage.create(at: path("bob.sqlite")),
            key: .passphrase(Self.passphrase), as: Address(user: "bob", device: 7),
            trusting: .verifiedOnly, certificates: authority.trust, clock: instant.clock)
        second = try Device.inMemory(
            as: Address(user: "alice", device: 2), trusting: .onFirstUse,
            identity: try IdentityKeyPair(alice.exposePrivateIdentityKey()),
            certificates: authority.trust, clock: instant.clock)
        let address = try Address(user: "carol", device: 1)
        oldCarol = try Device.inMemory(as: address, trusting: .onFirstUse, clock: instant.clock)
        carol = try Device.inMemory(as: address, trusting: .onFirstUse, clock: instant.clock)
    }

    func tell() throws -> StoreFacts {
        for device in [alice, bob, second, oldCarol] { try publish(device) }
        try meet()
        // Two chains with messages that didn't come, in several parts of the skipped keys.
        let skipped = try (0..<70).map { try seal("late \($0)", from: bob, to: alice) }
        try give(skipped[69], to: alice, from: bob, isTakenOver: true)
        try say("turn", from: alice, to: bob)
        let duplicate = try seal("seen", from: bob, to: alice)
        try give(duplicate, to: alice, from: bob, isTakenOver: true)
        try say("not taken over yet", from: bob, to: alice, isTakenOver: false)
        try say("from my other device", from: second, to: bob)
        try prekeys()
        try strangers()
        try repair()
        let group = try group()
        _ = try alice.send(Array("not handed over".utf8), to: .user("bob"))
        _ = try alice.apply(DeviceReport(user: "bob", missing: [8, 9]))
        _ = try alice.apply(DeviceReport(user: "bob", extra: [9]))
        let next = try seal("next", from: bob, to: alice)
        return StoreFacts(
            now: instant.value, key: hex(key.exposeBytes()), passphrase: Self.passphrase,
            alice: try side(alice), bob: try side(bob), skipped: mail(skipped[40], "late 40"),
            next: mail(next, "next"), duplicate: mail(duplicate, "seen"), group: group)
    }

    /// Sessions in both directions, older ones beside the one in use, verified on both sides.
    private func meet() throws {
        for (from, to) in [(alice, bob), (second, bob), (alice, second)] { try start(from, with: to) }
        try alice.markVerified("bob", identityKey: bob.identityKey)
        try say("hello", from: alice, to: bob)
        try say("copied", from: second, to: bob)
        try bob.markVerified("alice", identityKey: alice.identityKey)
        try say("hi", from: bob, to: alice)
        try start(alice, with: bob)
        try say("anew", from: alice, to: bob)
        try say("anew too", from: bob, to: alice)
    }

    /// A signed prekey that was replaced, an upload that waits.
    private func prekeys() throws {
        instant.advance(by: 8 * Story.day)
        try publish(alice)
        _ = try alice.prekeyUpload(remaining: 10)
        _ = try bob.prekeyUpload()
    }

    /// A first message without a one-time prekey; a user whose key changed, and a message that waits for a decision.
    private func strangers() throws {
        try start(oldCarol, with: alice, withOneTimePrekey: false)
        try say("it's carol", from: oldCarol, to: alice)
        try start(carol, with: alice)
        let waiting = try carol.send(Array("new phone".utf8), to: .user("alice"))
        for envelope in waiting.envelopes where envelope.address == alice.address {
            _ = try? alice.receive(envelope.bytes, from: carol.address)
        }
    }

    /// A message that couldn't be opened, was asked for, and was sent again.
    private func repair() throws {
        let sent = try alice.send(Array("damaged".utf8), to: .device(bob.address))
        var bytes = sent.envelopes[0].bytes
        bytes[bytes.count - 1] ^= 1
        try alice.markSent(sent.id)
        do throws(SessionError) { _ = try bob.receive(bytes, from: alice.address) } catch {
            guard case .peer(.undecryptable(let message)) = error else { throw error }
            let request = try bob.requestResend(of: message, withBundle: try bundle(of: alice.address))
            try give(request.envelopes[0].bytes, to: alice, from: bob, isTakenOver: true)
            try bob.markSent(request.id)
            let wanted = ResendRequest(id: sent.id, address: bob.address)
            let again = try alice.resend(wanted, withBundle: try bundle(of: bob.address))
            try give(again.envelopes[0].bytes, to: bob, from: alice, isTakenOver: false)
            try alice.markSent(again.id)
        }
        try say("after the repair", from: bob, to: alice)
        try say("all is well", from: alice, to: bob)
    }

    private func publish(_ device: Device) throws {
        guard let upload = try device.prekeyUpload() else { return }
        uploads[device.address] = upload
        given[device.address] = 0
        try device.confirm(upload)
    }

    private func bundle(of address: Address, withOneTimePrekey: Bool = true) throws -> [UInt8] {
        guard let upload = uploads[address] else { throw Missing() }
        let index = given[address, default: 0]
        guard withOneTimePrekey, index < upload.oneTimePrekeys.count else {
            return upload.bundle(oneTimePrekey: nil).bytes
        }
        given[address] = index + 1
        return upload.bundle(oneTimePrekey: upload.oneTimePrekeys[index]).bytes
    }

    struct Missing: Error {}

    private func start(_ device: Device, with other: Device, withOneTimePrekey: Bool = true) throws {
        try device.start(
            withBundle: try bundle(of: other.address, withOneTimePrekey: withOneTimePrekey), of: other.address
        )
    }

    /// Seals for one device and marks it sent.
    private func seal(_ text: String, from device: Device, to other: Device) throws -> [UInt8] {
        let sent = try device.send(Array(text.utf8), to: .device(other.address))
        try device.markSent(sent.id)
        return sent.envelopes[0].bytes
    }

    /// Sends to a user's devices and delivers what goes to those of the story.
    private func say(_ text: String, from device: Device, to other: Device, isTakenOver: Bool = true) throws {
        let sent = try device.send(Array(text.utf8), to: .user(other.address.user))
        for envelope in sent.envelopes {
            guard let receiver = [alice, bob, second].first(where: { $0.address == envelope.address }) else {
                continue
            }
            try give(envelope.bytes, to: receiver, from: device, isTakenOver: isTakenOver)
        }
        try device.markSent(sent.id)
    }

    func give(_ bytes: [UInt8], to device: Device, from other: Device, isTakenOver: Bool) throws {
        let message = try device.receive(bytes, from: other.address, serverTime: instant.value)
        received[device.address, default: []].append(message.id.description)
        if isTakenOver { try device.acknowledge(message.id) }
        instant.advance(by: 1_000)
    }

    private func side(_ device: Device) throws -> StoreFacts.Side {
        var users: [String: [UInt32]] = [:]
        var verified: [String] = []
        for user in try device.users().users {
            let facts = try device.identity(of: user)
            users[user.description] = facts?.devices ?? []
            if facts?.isVerified == true { verified.append(user.description) }
        }
        let inbox = try device.inbox().map { message -> String in
            switch message.content {
            case .message(_, let bytes): String(decoding: bytes, as: UTF8.self)
            case .sentCopy(_, _, let bytes): String(decoding: bytes, as: UTF8.self)
            case .groupMessage(_, _, let bytes): String(decoding: bytes, as: UTF8.self)
            default: "\(message.content)"
            }
        }
        return StoreFacts.Side(
            user: device.address.user.description, device: device.address.device,
            registrationID: try device.registrationID().value, identityKey: hex(device.identityKey.encoded),
            inbox: inbox, outbox: try device.outbox().map(\.id.description), users: users,
            verified: verified.sorted(), received: received[device.address] ?? [])
    }

    func mail(_ bytes: [UInt8], _ text: String) -> StoreFacts.Mail {
        StoreFacts.Mail(
            from: bob.address.user.description, device: bob.address.device, text: text, bytes: hex(bytes))
    }

    func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
}
