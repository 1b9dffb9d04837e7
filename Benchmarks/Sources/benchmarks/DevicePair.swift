import Sotto
import SottoHandshake

/// Two devices of two users that talk to each other, each having had an answer.
final class DevicePair {
    let alice: Device
    let bob: Device

    /// The files of their stores, if they have any.
    var files: TemporaryStore?

    /// Who of the two.
    enum Side {
        case alice, bob

        var user: UserID {
            switch self {
            case .alice: "alice-of-sixteen"
            case .bob: "bob-has-sixteen!"
            }
        }
    }

    /// Messages on their way from Alice to Bob.
    var messages: [Incoming] = []
    private let toBob: Destination
    /// Messages so far that were settled: what a device remembers of each of them makes its store grow.
    private(set) var messageCount = 0

    /// Starts a session from Alice to Bob and answers in it.
    ///
    /// - Parameter makeDevice: Makes one device; in memory unless it says otherwise.
    init(_ makeDevice: (Address) throws -> Device = DevicePair.inMemory) throws {
        alice = try makeDevice(try Address(user: Side.alice.user, device: 1))
        bob = try makeDevice(try Address(user: Side.bob.user, device: 1))
        toBob = .user(bob.address.user)
        for device in [alice, bob] {
            guard let upload = try device.prekeyUpload() else { throw BenchmarkError("no upload is due") }
            try device.confirm(upload)
            guard device === bob else { continue }
            try alice.start(
                with: upload.bundle(oneTimePrekey: upload.oneTimePrekeys.first), of: bob.address)
        }
        try deliver(from: alice, to: bob)
        try deliver(from: bob, to: alice)
        try deliver(from: alice, to: bob)
    }

    static func inMemory(_ address: Address) throws -> Device {
        try Device.inMemory(as: address, trusting: .onFirstUse)
    }

    private func deliver(from sender: Device, to receiver: Device) throws {
        let outgoing = try sender.send([], to: .user(receiver.address.user))
        let opened = try receiver.receive(outgoing.envelopes[0].bytes, from: sender.address)
        try receiver.acknowledge(opened.id)
        try sender.noteDelivered(outgoing.id, to: receiver.address)
    }

    /// Alice sends: what a message costs to seal.
    func send(_ content: [UInt8], id: MessageID) throws {
        _ = try alice.send(content, id: id, to: toBob)
    }

    /// Alice sends many in one transaction.
    func send(_ drafts: [Draft]) throws {
        for result in alice.send(drafts) { _ = try result.get() }
    }

    /// Bob receives the message with this number: what a message costs to open.
    func receive(_ index: Int) throws {
        let message = messages[index]
        _ = try bob.receive(message.bytes, from: message.hint)
    }

    /// Bob receives some of the messages in one transaction.
    func receive(_ range: Range<Int>) throws {
        for result in bob.receive(Array(messages[range])) { _ = try result.get() }
    }

    /// Has Alice seal `count` messages, which are then ``messages``.
    func fill(_ count: Int, _ content: [UInt8]) throws {
        let outgoing = alice.send((0..<count).map { _ in Draft(content, to: toBob) })
        messages = try outgoing.map { result in
            Incoming(try result.get().envelopes[0].bytes, from: alice.address)
        }
    }

    /// The server has what was sent and Bob took over what came: neither outbox nor inbox keeps anything.
    func settle() throws {
        // Asked for here and not noted above, where it would be in the figures.
        let sent = try alice.outbox(limit: .max).map(\.id)
        for id in sent {
            try alice.markSent(id)
            try alice.noteDelivered(id, to: bob.address)
        }
        let received = try bob.inbox(limit: .max).map(\.id)
        try bob.acknowledge(received)
        messageCount += max(sent.count, received.count)
    }
}

/// A pair of devices that is made when it is first used, and anew when what it remembers has grown.
final class LazyPair {
    private let make: () throws -> DevicePair
    private var made: DevicePair?

    /// After how many messages a pair is made anew.
    static let messages = 4_000

    init(_ make: @escaping () throws -> DevicePair = { try DevicePair() }) { self.make = make }

    /// The pair; settled, and another one after ``messages``.
    func settled() throws -> DevicePair {
        if let made, made.messageCount < Self.messages {
            try made.settle()
            return made
        }
        let pair = try make()
        made = pair
        return pair
    }

    /// The pair that ``settled()`` gave last.
    func current() throws -> DevicePair {
        guard let made else { throw BenchmarkError("nothing was prepared") }
        return made
    }
}
