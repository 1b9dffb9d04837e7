import Sotto
import SottoHandshake
import SottoServer
import TestSupport

/// An app around one device in a group that does what the device says, and nothing cleverer.
final class GroupApp {
    let address: Address
    private(set) var device: Device
    private unowned let world: GroupWorld
    private let storage = InMemoryStorage()
    /// What couldn't be opened, to be asked for when that is due.
    private var lost: [UndecryptableGroupMessage] = []
    private var certifiedAt: UInt64?
    /// Rosters that came before their parents.
    private var early: [Roster] = []

    init(_ address: Address, in world: GroupWorld, _ identity: consuming IdentityKeyPair) throws {
        self.address = address
        self.world = world
        device = try Device.create(
            in: storage, key: TestNetwork.key(), as: address, trusting: .onFirstUse, identity: identity,
            certificates: world.authority.trust, clock: world.clock.clock)
        try certify()
    }

    func reopen() throws {
        device = try Device.open(
            in: storage, key: TestNetwork.key(), certificates: world.authority.trust, clock: world.clock.clock
        )
    }

    func upload() throws {
        try world.server.publish(device, remaining: world.server.status(of: address)?.oneTimePrekeyCount)
    }

    /// Gets a certificate of now, unless there is one of today.
    private func certify() throws {
        let now = world.clock.now
        if let certifiedAt, now - certifiedAt < 86_400_000 { return }
        certifiedAt = now
        try device.setSenderCertificate(
            try world.authority.certificate(of: address, device.identityKey, at: world.clock.now, days: 6))
    }

    /// The revision that the device knows; nothing before the first.
    func roster() throws -> Roster? { try device.group(world.group)?.roster }

    // MARK: Sending

    /// Sends to the group: asks the server for devices, starts what is missing, hands the bytes over.
    ///
    /// - Returns: Whether it left, and under which roster.
    func send(_ content: [UInt8], _ id: MessageID) throws -> Roster? {
        try certify()
        for _ in 0..<4 {
            let outgoing: GroupOutgoing
            do throws(SessionError) {
                outgoing = try device.send(content, id: id, toGroup: world.group)
            } catch {
                switch error {
                case .usage(.unknownUser), .usage(.noSession), .peer(.identityChanged):
                    _ = try reconcile(with: [])
                default: world.surprises.insert("send: \(error)")
                }
                continue
            }
            let sentTo = try outgoing.envelope.map {
                try SplitEnvelope($0.bytes).map { ($0.address, $0.registrationID) }
            }
            if try reconcile(with: sentTo ?? []) {
                try hand(over: outgoing)
                return try roster()
            }
        }
        // What nobody was told of is forgotten by a further attempt, never.
        for outgoing in try device.groupOutbox() where outgoing.id == id { try hand(over: outgoing) }
        return try roster()
    }

    /// Takes over what the server says of the members' devices; true when the message was for exactly those.
    private func reconcile(with sent: [(Address, RegistrationID)]) throws -> Bool {
        guard let roster = try roster() else { return true }
        let there = Dictionary(
            uniqueKeysWithValues: try world.apps.filter {
                roster.contains($0.address.user) && $0.address != address
            }.map { ($0.address, try $0.device.registrationID()) })
        let got = Dictionary(uniqueKeysWithValues: sent)
        guard got != there else { return true }
        for user in roster.members {
            func numbers(_ addresses: some Sequence<Address>) -> [UInt32] {
                addresses.filter { $0.user == user }.map(\.device).sorted()
            }
            let report = DeviceReport(
                user: user, missing: numbers(there.keys.filter { got[$0] == nil }),
                extra: numbers(got.keys.filter { there[$0] == nil }),
                stale: numbers(there.keys.filter { got[$0] != nil && got[$0] != there[$0] }))
            for address in try device.apply(report) { try start(address) }
            // One that is known and not usable.
            for number in report.missing { try start(try Address(user: user, device: number)) }
        }
        return false
    }

    private func hand(over outgoing: GroupOutgoing) throws {
        try handOutbox()
        guard let envelope = outgoing.envelope else { return }
        for part in try SplitEnvelope(envelope.bytes) {
            world.post(from: address, to: part.address, part.bytes, id: outgoing.id)
        }
        try device.markSent(outgoing.id)
    }

    /// Hands over what goes between devices: keys, requests, answers.
    func handOutbox(isRepair: Bool = false) throws {
        for outgoing in try device.outbox() {
            for envelope in outgoing.envelopes {
                world.post(from: address, to: envelope.address, envelope.bytes, id: nil, isRepair: isRepair)
            }
            try device.markSent(outgoing.id)
        }
    }

    private func start(_ other: Address) throws {
        guard other != address, let bundle = try? world.server.bundle(of: other) else { return }
        do throws(SessionError) {
            _ = try device.start(withBundle: bundle, of: other)
        } catch {
            guard case .peer(.identityChanged(let change)) = error else {
                world.surprises.insert("start: \(error)")
                return
            }
            try device.accept(change.received, for: change.user)
            _ = try device.start(withBundle: bundle, of: other)
        }
    }

    // MARK: Receiving

    func take(_ mail: GroupWorld.Mail) throws {
        try certify()
        do throws(SessionError) {
            let received = try device.receive(mail.bytes, from: nil, serverTime: mail.sentAt)
            try react(to: received)
        } catch {
            try react(to: error)
        }
    }

    private func react(to received: Received) throws(SessionError) {
        for opened in received.facts.opened { try react(to: opened) }
        switch received.content {
        case .groupMessage(let id, let group, let content):
            if group != world.group { world.surprises.insert("another group") }
            world.note(id, content, at: address)
        case .groupResendRequest(let request): try answer(request)
        default: break
        }
        if received.facts.isHeartbeatDue {
            _ = try device.heartbeat(to: received.sender)
            try world.orSurprise { try handOutbox() }
        }
        try device.acknowledge(received.id)
    }

    private func answer(_ request: GroupResendRequest) throws(SessionError) {
        for _ in 0..<2 {
            do throws(SessionError) {
                _ = try device.resend(request)
                return try world.orSurprise { try handOutbox(isRepair: true) }
            } catch {
                switch error {
                case .usage(.bundleRequired(let other)), .usage(.noSession(let other)):
                    try world.orSurprise { try start(other) }
                case .peer(.notMember), .usage(.notMember), .usage(.unknownMessage): return
                default: world.surprises.insert("resend: \(error)")
                }
            }
        }
    }

    private func react(to error: SessionError) throws {
        switch error {
        case .peer(.undecryptableInGroup(let message)):
            lost.removeAll { $0.place == message.place }
            if message.envelope.hint == .resendable { lost.append(message) }
            try ask()
        case .peer(.identityChanged(let change)):
            guard world.identityKey(of: change.user) == change.received else { return }
            try device.accept(change.received, for: change.user)
            for result in try device.receiveWaiting(of: change.user) {
                if case .success(let received) = result { try react(to: received) }
            }
        case .peer(.tooManyFirstMessages): try upload()
        case .peer: break
        default: world.surprises.insert("receive: \(error)")
        }
    }

    /// Asks for what couldn't be opened, as far as that is due.
    func ask() throws {
        try certify()
        lost.removeAll { world.app($0.sender) == nil }
        for message in lost {
            for _ in 0..<2 {
                do throws(SessionError) {
                    _ = try device.requestResend(of: message)
                    break
                } catch {
                    switch error {
                    case .usage(.bundleRequired), .usage(.noSession), .usage(.unknownUser):
                        try start(message.sender)
                    case .peer(.identityChanged(let change)):
                        guard world.identityKey(of: change.user) == change.received else { break }
                        try device.accept(change.received, for: change.user)
                    case .usage(.repairLimit), .peer(.notMember): break
                    default: world.surprises.insert("request: \(error)")
                    }
                }
            }
        }
        try handOutbox(isRepair: true)
    }

    /// Is told that something was opened: nothing is asked for any more.
    func forgetLost() { lost = [] }

    // MARK: Rosters

    /// Takes a roster, or keeps it until its parent came.
    func take(_ roster: Roster) throws {
        early.append(roster)
        early.sort { $0.revision < $1.revision }
        for roster in early {
            do throws(SessionError) {
                let applied = try device.apply(roster)
                for opened in applied.opened { try react(to: opened) }
            } catch {
                switch error {
                case .usage(.rosterRefused):
                    // Too old is what came before the one that it began with.
                    if try self.roster().map({ $0.revision < roster.revision }) ?? false { continue }
                case .usage(.notMember): break
                default: world.surprises.insert("roster: \(error)")
                }
            }
            early.removeAll { $0 == roster }
        }
    }
}
