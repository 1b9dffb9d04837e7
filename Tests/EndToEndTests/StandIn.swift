@testable import demo

/// A device in the tests' own process.
final class StandIn: DeviceLink {
    private let side: Side
    private var device: Device

    init(_ side: Side) throws {
        self.side = side
        device = try Device(side)
    }

    func ask(_ order: Order) throws -> Report { try device.ask(order) }

    func replace() throws { device = try Device(side) }
}

/// A device with one fault, Alice's: Bob's messages, those with even numbers, come to it.
final class FaultyDevice: DeviceLink {
    enum Fault: CaseIterable {
        case opensChanged
        case altersContent
        case refusesGenuine
        case namesAnotherSender
        case namesAnotherKey
        case takesAnyBundle
        case exportsAnotherSecret
        case sendsPlaintext

        var difference: Difference {
            switch self {
            case .opensChanged: .accepted(12)
            case .altersContent: .content(2)
            case .refusesGenuine: .missing(2)
            case .namesAnotherSender, .namesAnotherKey: .sender(2)
            case .takesAnyBundle: .bundle
            case .exportsAnotherSecret: .secrets
            case .sendsPlaintext: .readable(3)
            }
        }
    }

    private let device: StandIn
    private let fault: Fault
    private var sentCount = 0

    init(_ device: StandIn, _ fault: Fault) {
        self.device = device
        self.fault = fault
    }

    func ask(_ order: Order) throws -> Report {
        let report = try device.ask(order)
        switch (fault, order, report) {
        case (.opensChanged, .deliver, .refused):
            return .opened(Opened(id: [1], content: [1], sender: "bob.1", senderIdentityKey: []))
        case (.altersContent, .deliver, .opened(let opened)):
            return changed(opened, content: opened.content + [0])
        case (.refusesGenuine, .deliver, .opened):
            return .refused(Refusal(fault: "notAuthentic", recovery: "askForResend"))
        case (.namesAnotherSender, .deliver, .opened(let opened)):
            return changed(opened, sender: "eve.1")
        case (.namesAnotherKey, .deliver, .opened(let opened)):
            return changed(opened, key: [5])
        case (.takesAnyBundle, .start, .refused): return .done
        case (.exportsAnotherSecret, .compare, .digest(let digest)): return .digest(digest.reversed())
        // Not with the first message: without it Bob has no session to go on with.
        case (.sendsPlaintext, .send(let content), .packet(let packet)):
            sentCount += 1
            return .packet(sentCount == 1 ? packet : Packet(id: packet.id, bytes: packet.bytes + content))
        default: return report
        }
    }

    func replace() throws { try device.replace() }

    private func changed(
        _ opened: Opened, content: [UInt8]? = nil, sender: String? = nil, key: [UInt8]? = nil
    ) -> Report {
        .opened(
            Opened(
                id: opened.id, content: content ?? opened.content, sender: sender ?? opened.sender,
                senderIdentityKey: key ?? opened.senderIdentityKey))
    }
}
