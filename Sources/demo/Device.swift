import Foundation
import Sotto
import SottoCrypto

/// Whatever answers orders: a process, or a stand-in for it.
protocol DeviceLink {
    func ask(_ order: Order) throws -> Report
}

/// One of the two devices: keys and sessions in memory, knows nothing but what it is given.
final class Device: DeviceLink {
    private let device: Sotto.Device
    private let peer: Address
    private var upload: PrekeyUpload?

    init(_ side: Side) throws {
        device = try Sotto.Device.inMemory(as: side.address(), trusting: .onFirstUse)
        peer = try side.other.address()
    }

    func ask(_ order: Order) throws -> Report {
        do { return try answer(order) } catch let error as SessionError { return .refused(Refusal(error)) }
    }

    private func answer(_ order: Order) throws -> Report {
        switch order {
        case .introduce:
            return .introduced(
                Introduction(
                    process: String(ProcessInfo.processInfo.processIdentifier),
                    identityKey: device.identityKey.encoded))
        case .publish:
            return .bundle(try makeBundle())
        case .start(let bundle):
            try device.start(withBundle: bundle, of: peer)
            return .started
        case .send(let content):
            let outgoing = try device.send(content, to: .device(peer))
            try device.markSent(outgoing.id)
            return .packet(outgoing.envelopes[0].bytes)
        case .deliver(let packet):
            let received = try device.receive(packet, from: peer)
            try device.acknowledge(received.id)
            var content: [UInt8] = []
            if case .message(_, let bytes) = received.content { content = bytes }
            return .opened(
                Opened(
                    content: content, sender: received.sender.description,
                    senderIdentityKey: received.senderIdentityKey.encoded))
        case .compare:
            let secret = try device.exportSecret(for: Array("Sotto demo".utf8), with: peer)
            return .digest(secret.withSpan { SHA256.hash($0) }.bytes)
        }
    }

    /// Uploads what is due, and makes the bundle that a server would.
    private func makeBundle() throws -> [UInt8] {
        if let due = try device.prekeyUpload() {
            try device.confirm(due)
            upload = due
        }
        return upload?.bundle(oneTimePrekey: upload?.oneTimePrekeys.first).bytes ?? []
    }
}
