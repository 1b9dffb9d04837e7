import SottoIdentity

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

/// A device with one fault, Alice's unless it shows with Bob only: his messages are those with even numbers.
final class FaultyDevice: DeviceLink {
    enum Fault: CaseIterable {
        case opensChanged
        case altersContent
        case refusesGenuine
        case namesAnotherSender
        case namesAnotherKey
        case takesAnyBundle
        case exportsAnotherSecret
        case showsAnotherNumber
        case showsAnotherCode
        case verifiesNobody
        case sendsPlaintext
        case forgetsInbox
        case givesInboxNewIDs
        case forgetsOutbox
        case sealsAnew
        case neverMarksSent
        case makesNewIdentity
        case forgetsUpload
        case namesItselfOnEnvelopes
        case sendsPlaintextToGroup
        case altersGroupContent
        case keepsGroupKey
        case opensOthers

        var side: Side {
            switch self {
            case .forgetsOutbox, .sealsAnew, .neverMarksSent, .forgetsUpload: .bob
            case .altersGroupContent, .opensOthers: .carol
            default: .alice
            }
        }

        var difference: Difference {
            switch self {
            case .opensChanged: .accepted(12)
            case .altersContent: .content(2)
            case .refusesGenuine: .missing(2)
            case .namesAnotherSender, .namesAnotherKey: .sender(2)
            case .takesAnyBundle: .bundle
            case .exportsAnotherSecret: .secrets
            case .showsAnotherNumber: .numbers
            case .showsAnotherCode: .notVerified(.bob)
            case .verifiesNobody: .notVerified(.alice)
            case .sendsPlaintext: .readable(3)
            case .forgetsInbox: .forgotten(6)
            case .givesInboxNewIDs: .shownTwice(6)
            case .forgetsOutbox: .missing(10)
            case .sealsAnew: .otherBytes(10)
            case .neverMarksSent: .remembered(10)
            case .makesNewIdentity: .identity(.alice)
            case .forgetsUpload: .upload(.bob)
            case .namesItselfOnEnvelopes: .senderShown(.alice)
            case .sendsPlaintextToGroup: .readableEnvelope(.alice)
            case .altersGroupContent: .unheard(.carol, from: .alice)
            case .keepsGroupKey: .sameGroupKey(.alice)
            case .opensOthers: .openedOthers(.carol)
            }
        }
    }

    private let device: StandIn
    private let fault: Fault
    private var sentCount = 0
    private var isReplaced = false
    private var isCertified = false

    init(_ device: StandIn, _ fault: Fault) {
        self.device = device
        self.fault = fault
    }

    func ask(_ order: Order) throws -> Report {
        if case .certify = order { isCertified = true }
        if fault == .neverMarksSent, case .sent = order { return .done }
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
        case (.showsAnotherNumber, .number, .number(let number)):
            return .number(ShownNumber(text: String(number.text.reversed()), code: number.code))
        case (.showsAnotherCode, .number, .number(let number)):
            return .number(ShownNumber(text: number.text, code: number.code.dropLast() + [1]))
        case (.verifiesNobody, .verify, .verified(let word, _)): return .verified(word, isVerified: false)
        // Not with the first message: without it Bob has no session to go on with.
        case (.sendsPlaintext, .send(let content, _), .packet(let packet)) where !isCertified:
            sentCount += 1
            return .packet(sentCount == 1 ? packet : Packet(id: packet.id, bytes: packet.bytes + content))
        case (.forgetsInbox, .inbox, .inbox): return .inbox([])
        case (.givesInboxNewIDs, .inbox, .inbox(let all)):
            return .inbox(
                all.map {
                    Opened(
                        id: Array(repeating: 1, count: 16), content: $0.content, sender: $0.sender,
                        senderIdentityKey: $0.senderIdentityKey)
                })
        case (.forgetsOutbox, .outbox, .outbox): return .outbox([])
        case (.sealsAnew, .outbox, .outbox(let all)):
            return .outbox(all.map { Packet(id: $0.id, bytes: $0.bytes + [0]) })
        case (.makesNewIdentity, .open, .introduced(let who)):
            return .introduced(Introduction(process: who.process, identityKey: who.identityKey + [0]))
        case (.forgetsUpload, .upload, .upload) where isReplaced: return .upload(nil)
        // Once: without the roster nobody could go on.
        case (.namesItselfOnEnvelopes, .send, .packet(let packet)) where isCertified:
            isCertified = false
            let name = try Side.alice.address().encoded
            return .packet(Packet(id: packet.id, bytes: packet.bytes + name))
        case (.sendsPlaintextToGroup, .sendToGroup(_, let content), .groupPacket(let packet)):
            return .groupPacket(
                GroupPacket(
                    id: packet.id, bytes: packet.bytes + content, keyName: packet.keyName, keys: packet.keys))
        case (.altersGroupContent, .deliverSealed, .opened(let opened))
        where opened.content.first ?? 1 != 1:
            // Rosters begin with 1.
            return changed(opened, content: Array("Sunday".utf8))
        case (.keepsGroupKey, .sendToGroup, .groupPacket(let packet)):
            return .groupPacket(
                GroupPacket(id: packet.id, bytes: packet.bytes, keyName: [1], keys: packet.keys))
        case (.opensOthers, .deliverSealed, .refused):
            return .opened(Opened(id: [1], content: [1], sender: "alice.1", senderIdentityKey: []))
        default: return report
        }
    }

    func replace() throws {
        isReplaced = true
        try device.replace()
    }

    private func changed(
        _ opened: Opened, content: [UInt8]? = nil, sender: String? = nil, key: [UInt8]? = nil
    ) -> Report {
        .opened(
            Opened(
                id: opened.id, content: content ?? opened.content, sender: sender ?? opened.sender,
                senderIdentityKey: key ?? opened.senderIdentityKey))
    }
}
