import Foundation
import SottoCrypto
import SottoSessions

/// Whatever answers orders: a process, or a stand-in for it.
protocol DeviceLink {
    func ask(_ order: Order) throws -> Report
}

/// One of the two devices: keys and sessions in memory, knows nothing but what it is given.
final class Device: DeviceLink {
    private let store: InMemorySessionStore
    private let peer: Address

    init(_ side: Side) throws {
        store = try InMemorySessionStore(address: side.address())
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
                    identityKey: store.identityKey.encoded))
        case .publish:
            return .bundle(store.makeBundle(at: now).bytes)
        case .start(let bundle):
            try store.start(withBundle: bundle, of: peer, at: now)
            return .started
        case .send(let content):
            return .packet(try store.seal(content, to: peer))
        case .deliver(let packet):
            let message = try store.open(packet, from: peer, at: now)
            return .opened(
                Opened(
                    content: message.content, sender: message.sender.description,
                    senderIdentityKey: message.senderIdentityKey.encoded))
        case .compare:
            let secret = try store.exportSecret(for: Array("Sotto demo".utf8), with: peer)
            return .digest(secret.withSpan { SHA256.hash($0) }.bytes)
        }
    }

    private var now: UInt64 { UInt64(Date().timeIntervalSince1970 * 1000) }
}
