import Foundation
import Sotto
import SottoCrypto

/// One of the devices: an account in a store on disk, knows nothing but what it is given.
///
/// What it answers is durable before that, and it forgets nothing before it is told that others have it.
final class Device {
    /// The store, once it is made or opened.
    private(set) var store: Store?
    private let side: Side
    private let peer: Address
    private var device: Sotto.Device?
    private var chat: Chat?

    init(_ side: Side) throws {
        self.side = side
        peer = try side.other.address()
    }

    func ask(_ order: Order) throws -> Report {
        do { return try answer(order) } catch let error as SessionError {
            return .refused(Refusal(error))
        }
    }

    /// Closes the store.
    func close() { device = nil }

    private func answer(_ order: Order) throws -> Report {
        switch order {
        case .make(let store):
            self.store = store
            let storage = try SQLiteStorage.create(at: store.path)
            let device = try Sotto.Device.create(
                in: storage, key: Self.key(of: store), as: side.address(), trusting: .onFirstUse)
            self.device = device
            return introduction(of: device)
        case .open(let store):
            self.store = store
            let device = try Sotto.Device.open(
                in: SQLiteStorage.open(at: store.path), key: Self.key(of: store))
            try device.maintain()
            self.device = device
            return introduction(of: device)
        default:
            guard let device else { throw SessionError.storage(.noStore) }
            return try answer(order, with: device)
        }
    }

    private func answer(_ order: Order, with device: Sotto.Device) throws -> Report {
        switch order {
        case .make, .open: throw SessionError.storage(.storeExists)
        case .upload: return .upload(try device.prekeyUpload()?.bytes)
        case .confirm(let upload): try device.confirm(PrekeyUpload(upload))
        case .start(let bundle, let side): try device.start(withBundle: bundle, of: side.address())
        case .send(let content, let side):
            return .packet(Packet(try device.send(content, to: .device(side.address()))))
        case .sent(let id):
            if let id = MessageID(id) { try device.markSent(id) }
        case .outbox: return .outbox(try device.outbox().map { Packet($0) })
        case .deliver(let packet): return .opened(Opened(try device.receive(packet, from: peer)))
        case .acknowledge(let id):
            if let id = ReceivedID(id) { try device.acknowledge(id) }
        case .inbox: return .inbox(try device.inbox().map { Opened($0) })
        case .compare:
            let secret = try device.exportSecret(for: Array("Sotto demo".utf8), with: peer)
            return .digest(secret.withSpan { SHA256.hash($0) }.bytes)
        case .number:
            let number = try device.safetyNumber(with: peer.user).number
            return .number(ShownNumber(text: number.text(), code: number.scannable()))
        case .verify(let scanned): return try verify(scanned, with: device)
        case .certify(let certificate, let root):
            device.certificateTrust = try CertificateTrust(roots: [TrustRoot(root)])
            try device.setSenderCertificate(certificate)
        case .deliverSealed(let bytes): return .opened(Opened(try device.receive(bytes, from: nil)))
        case .apply(let roster, let side): try device.apply(Roster(roster), by: side.address().user)
        case .sendToGroup(let group, let content):
            let group = try GroupID(group)
            let outgoing = try device.send(content, toGroup: group)
            return .groupPacket(
                GroupPacket(outgoing, keyName: try device.group(group)?.chain?.id.bytes ?? []))
        case .chat(let act, let number): return try say(act, number, with: device)
        case .deliverChat(let bytes, let number):
            let received = try device.receive(bytes, from: peer)
            var chat = chat ?? Chat(device, with: peer)
            try chat.received(received, number: number)
            self.chat = chat
            try device.acknowledge(received.id)
        case .screen:
            guard let chat else { return .screen(lines: [], said: []) }
            let screen = ChatScreen(now: device.compose(.null(NullContent())).sentAt)
            return .screen(
                lines: screen.lines(of: chat.conversation), said: screen.said(in: chat.conversation))
        }
        return .done
    }

    private func say(_ act: ChatAct, _ number: Int, with device: Sotto.Device) throws -> Report {
        var chat = chat ?? Chat(device, with: peer)
        let content = chat.content(of: act, by: device)
        let outgoing = try device.send(content, to: .device(peer))
        chat.sent(content, number: number, by: device)
        self.chat = chat
        return .packet(Packet(outgoing))
    }

    /// Compares, and marks only what matches; what it says comes from the store.
    private func verify(_ scanned: [UInt8], with device: Sotto.Device) throws -> Report {
        let ours = try device.safetyNumber(with: peer.user)
        let comparison = ours.number.compare(scanned: scanned)
        if case .match(let compared) = ours.compare(scanned: scanned) { try device.markVerified(compared) }
        let isVerified = try device.identity(of: peer.user)?.isVerified ?? false
        return .verified("\(comparison)", isVerified: isVerified)
    }

    private func introduction(of device: Sotto.Device) -> Report {
        .introduced(
            Introduction(
                process: String(ProcessInfo.processInfo.processIdentifier),
                identityKey: device.identityKey.encoded))
    }

    private static func key(of store: Store) -> StorageKey {
        var bytes = store.key
        return .key(SecretBytes(consuming: &bytes))
    }
}

extension Packet {
    init(_ outgoing: Outgoing) {
        self.init(id: outgoing.id.bytes, bytes: outgoing.envelopes.first?.bytes ?? [])
    }
}

extension GroupPacket {
    init(_ outgoing: GroupOutgoing, keyName: [UInt8]) {
        let keys = outgoing.distributions.flatMap { key in
            key.envelopes.map {
                GroupKey(id: key.id.bytes, receiver: $0.address.description, bytes: $0.bytes)
            }
        }
        self.init(
            id: outgoing.id.bytes, bytes: outgoing.envelope?.bytes ?? [], keyName: keyName, keys: keys)
    }
}

extension Opened {
    /// What the user sees; nothing of what only devices tell each other.
    init(_ received: Received) {
        let content: [UInt8] =
            switch received.content {
            case .message(_, let bytes), .groupMessage(_, in: _, let bytes): bytes
            default: []
            }
        self.init(
            id: received.id.bytes, content: content, sender: received.sender.description,
            senderIdentityKey: received.senderIdentityKey.encoded)
    }
}
