import Sotto
import SottoCrypto

/// Sending much: leased, and to many devices in one transaction.
enum FanOutSuite {
    static func operations() -> [Operation] {
        [
            leased("send-leased", sessions: 1), leased("send-leased-256", sessions: 256), batch(),
        ]
    }

    /// 256 messages a call, in turn to so many devices, and noted as sent.
    private static func leased(_ name: String, sessions: Int) -> Operation {
        let sender = CrowdSender(sessions)
        return Operation(
            implementation: "device", name: name, largestBatch: 8, messages: 256,
            prepare: { _ in try sender.prepare() },
            call: { _ in try sender.sendLeased(256) })
    }

    /// One message for each of 1,000 devices, in one transaction.
    private static func batch() -> Operation {
        let sender = CrowdSender(1_000)
        return Operation(
            implementation: "device", name: "send-batch-1000", largestBatch: 1, messages: 1_000,
            prepare: { _ in try sender.prepare() },
            call: { _ in try sender.sendBatch() })
    }
}

/// A device over an exclusive file with sessions to many, made when it is first used.
private final class CrowdSender {
    private let count: Int
    private var made: (device: Device, files: TemporaryStore)?
    private let content = Random.bytes(DeviceSuite.contentByteCount)
    private var drafts: [Draft] = []
    private var sent: [Outgoing] = []
    private var next = 0

    init(_ count: Int) { self.count = count }

    func prepare() throws {
        if made == nil {
            let files = try TemporaryStore()
            let device = try files.device(
                try Address(user: "the-sending-user", device: 1), exclusively: true, clock: Crowd.clock)
            try Crowd.join(0..<count, device)
            made = (device, files)
            try sendBatch()
        }
        for outgoing in sent {
            try device().noteDelivered(outgoing.id, to: outgoing.envelopes[0].address)
        }
        sent.removeAll(keepingCapacity: true)
        try device().flush()
    }

    private func device() throws -> Device {
        guard let made else { throw BenchmarkError("nothing was prepared") }
        return made.device
    }

    private func drafts(_ count: Int) throws -> [Draft] {
        try (0..<count).map { _ in
            next = (next + 1) % self.count
            return Draft(content, to: .user(try Crowd.address(next).user))
        }
    }

    func sendLeased(_ count: Int) throws {
        let device = try device()
        for result in try device.sendLeased(try drafts(count)) { try device.markSent(result.get().id) }
    }

    func sendBatch() throws {
        for result in try device().send(try drafts(count)) { sent.append(try result.get()) }
    }
}
