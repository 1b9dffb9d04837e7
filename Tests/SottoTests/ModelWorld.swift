import Sotto
import TestSupport

/// Six devices, their apps, the server and the network between them, driven by a seed.
final class ModelWorld {
    /// A message on its way.
    struct Mail {
        let from: Address
        let to: Address
        let bytes: [UInt8]
    }

    let clock = TestClock()
    let server = TestServer()
    var apps: [ModelApp] = []
    var mail: [Mail] = []
    var random: SeededGenerator
    private var nextText: UInt64 = 0
    /// Content by message id: what was really sent.
    private var sent: [MessageID: [UInt8]] = [:]
    private var received: [Address: Set<MessageID>] = [:]
    private(set) var receivedTwice: [String] = []
    private(set) var wrongContents = 0
    var surprises: Set<String> = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        for user in ["alice", "bob"] as [UserID] {
            for number in 1...3 as ClosedRange<UInt32> {
                let app = try ModelApp(
                    Address(user: user, device: number), in: self,
                    linkedTo: apps.first { $0.address.user == user })
                apps.append(app)
            }
        }
        for app in apps { try app.upload() }
    }

    func app(_ address: Address) -> ModelApp? { apps.first { $0.address == address } }

    /// One action of anybody.
    func step() throws {
        clock.advance(by: Int64.random(in: 0...60_000, using: &random))
        guard let app = apps.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<1_000, using: &random) {
        case 0..<330: try say(app)
        case 330..<800: try deliver(atRandom: true)
        case 800..<830: if !mail.isEmpty { mail.remove(at: Int.random(in: 0..<mail.count, using: &random)) }
        case 830..<860: if let copy = mail.randomElement(using: &random) { mail.append(copy) }
        case 860..<900: try tamper()
        case 900..<915: app.save()
        case 915..<920: try app.putBack(isDeclared: Bool.random(using: &random))
        case 920..<924: try app.reinstall()
        case 924..<960: try app.reopen()
        case 960..<975: try app.device.maintain()
        case 975..<980: clock.advance(by: Int64(day) * Int64.random(in: 1...4, using: &random))
        default: try app.upload()
        }
    }

    /// Lets an app send something to the other user, or now and then to its own.
    private func say(_ app: ModelApp) throws {
        nextText += 1
        let content = Array("\(nextText)".utf8)
        let other: UserID = app.address.user == "alice" ? "bob" : "alice"
        let user = Int.random(in: 0..<10, using: &random) == 0 ? app.address.user : other
        let id = MessageID.random()
        sent[id] = content
        try app.send(content, id, to: user)
    }

    /// Delivers a message: one of the oldest, or any.
    func deliver(atRandom: Bool) throws {
        guard !mail.isEmpty else { return }
        let index = atRandom ? Int.random(in: 0..<min(mail.count, 40), using: &random) : 0
        let next = mail.remove(at: index)
        try app(next.to)?.take(next)
    }

    private func tamper() throws {
        guard let mail = mail.randomElement(using: &random) else { return }
        var bytes = mail.bytes
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        try app(mail.to)?.take(Mail(from: mail.from, to: mail.to, bytes: bytes))
    }

    func note(_ id: MessageID, _ content: [UInt8], at address: Address) {
        if sent[id] != content { wrongContents += 1 }
        if !received[address, default: []].insert(id).inserted {
            receivedTwice.append("\(address) \(id)")
        }
    }

    /// A device that lost its memory may get something again.
    func forgetReceived(_ address: Address) { received[address] = [] }

    /// A quiet time: everything arrives in order, hours pass, people write now and then.
    func settle() throws {
        for _ in 0..<12 {
            try drain()
            clock.advance(by: 2 * 3_600_000)
            for app in apps { try say(app) }
        }
        try drain()
    }

    private func drain() throws {
        for app in apps { try app.upload() }
        for _ in 0..<20_000 where !mail.isEmpty { try deliver(atRandom: false) }
        for app in apps { try app.retry() }
        for _ in 0..<20_000 where !mail.isEmpty { try deliver(atRandom: false) }
    }

    /// The pairs of devices of which one doesn't hear the other: each says one thing and all have to get it.
    func silentPairs() throws -> [String] {
        var silent: [String] = []
        for app in apps {
            let other: UserID = app.address.user == "alice" ? "bob" : "alice"
            let id = MessageID.random()
            sent[id] = [42]
            try app.send([42], id, to: other)
            for _ in 0..<20_000 where !mail.isEmpty { try deliver(atRandom: false) }
            for receiver in apps where receiver.address != app.address {
                if received[receiver.address]?.contains(id) != true {
                    silent.append("\(app.address) → \(receiver.address)")
                }
            }
        }
        return silent
    }
}
