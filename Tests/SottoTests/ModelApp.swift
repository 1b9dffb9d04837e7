import Sotto
import SottoHandshake
import TestSupport

/// An app around one device that does what the device says, and nothing cleverer.
final class ModelApp {
    let address: Address
    private(set) var device: Device
    private unowned let world: ModelWorld
    private var storage = BackupStorage()

    init(_ address: Address, in world: ModelWorld, linkedTo other: ModelApp?) throws {
        self.address = address
        self.world = world
        device = try Device.create(
            in: storage, key: TestNetwork.key(), as: address, trusting: .onFirstUse,
            identity: try other?.device.identity(), clock: world.clock.clock)
        storage.save()
    }

    func save() { storage.save() }

    func reopen() throws {
        device = try Device.open(in: storage, key: TestNetwork.key(), clock: world.clock.clock)
    }

    /// The disk is put back to when it was saved last.
    func putBack(isDeclared: Bool) throws {
        storage.putBack()
        world.forgetReceived(address)
        try reopen()
        if isDeclared { try device.restored() }
        try upload()
    }

    /// The app is deleted and installed anew; the identity comes from another device of the user.
    func reinstall() throws {
        storage = BackupStorage()
        world.forgetReceived(address)
        device = try Device.create(
            in: storage, key: TestNetwork.key(), as: address, trusting: .onFirstUse,
            identity: try device.identity(), clock: world.clock.clock)
        storage.save()
        try upload()
    }

    /// Uploads what is due; a device that the server shows to have been set back says so.
    func upload() throws {
        if let status = world.server.status(of: address) {
            do throws(SessionError) {
                _ = try device.prekeyUpload(server: status)
            } catch {
                guard error == .storage(.rolledBack) || error == .storage(.otherInstallation) else {
                    throw error
                }
                try device.restored()
            }
        }
        try world.server.publish(device, remaining: world.server.status(of: address)?.oneTimePrekeyCount)
    }

    /// Sends: asks the server for devices, starts what is missing, hands the bytes over.
    func send(_ content: [UInt8], _ id: MessageID, to user: UserID) throws {
        for _ in 0..<4 {
            let outgoing: Outgoing
            do throws(SessionError) {
                outgoing = try device.send(content, id: id, to: .user(user))
            } catch {
                switch error {
                case .usage(.unknownUser), .usage(.noSession): try startMissing(user)
                default: world.surprises.insert("send: \(error)")
                }
                continue
            }
            let isComplete = try hand(over: outgoing, user)
            if isComplete { return }
        }
    }

    /// What the server says to a message: its own devices and installations against those of the envelopes.
    private func hand(over outgoing: Outgoing, _ user: UserID) throws -> Bool {
        var isComplete = true
        for known in Set([user, address.user]) {
            var there: [UInt32: UInt32] = [:]
            for app in world.apps where app.address.user == known && app.address != address {
                there[app.address.device] = try app.device.registrationID().value
            }
            let envelopes = outgoing.envelopes.filter { $0.address.user == known }
            let report = DeviceReport(
                user: known,
                missing: there.keys.filter { number in !envelopes.contains { $0.address.device == number } }
                    .sorted(),
                stale: envelopes.filter { there[$0.address.device] != $0.registrationID?.value }.map(
                    \.address.device))
            guard !report.missing.isEmpty || !report.stale.isEmpty else { continue }
            isComplete = false
            for address in try device.apply(report) { try start(address) }
        }
        guard isComplete else { return false }
        for envelope in outgoing.envelopes {
            world.mail.append(ModelWorld.Mail(from: address, to: envelope.address, bytes: envelope.bytes))
        }
        try device.markSent(outgoing.id)
        return true
    }

    private func startMissing(_ user: UserID) throws {
        for app in world.apps where app.address.user == user && app.address != address {
            try start(app.address)
        }
    }

    private func start(_ other: Address) throws {
        do throws(SessionError) {
            try device.start(withBundle: try bundle(of: other), of: other)
        } catch {
            world.surprises.insert("start: \(error)")
        }
    }

    private func bundle(of other: Address) throws(SessionError) -> [UInt8] {
        do { return try world.server.bundle(of: other) } catch { throw .usage(.noSession(other)) }
    }

    /// Receives, and does what the result says.
    func take(_ mail: ModelWorld.Mail) throws {
        do throws(SessionError) {
            let received = try device.receive(mail.bytes, from: mail.from)
            try react(to: received)
            try device.acknowledge(received.id)
        } catch {
            try react(to: error)
        }
    }

    private func react(to received: Received) throws(SessionError) {
        switch received.content {
        case .message(let id, let content): world.note(id, content, at: address)
        case .sentCopy(let id, _, let content): world.note(id, content, at: address)
        case .resendRequest(let request): try answer(request)
        default: break
        }
        if received.facts.isHeartbeatDue { try control(try device.heartbeat(to: received.sender)) }
    }

    private func answer(_ request: ResendRequest) throws(SessionError) {
        do throws(SessionError) {
            try control(try device.resend(request, withBundle: try bundle(of: request.address)))
        } catch {
            switch error {
            // The other device was installed anew since: what was meant for the old one isn't for the new one.
            case .peer(.otherRegistration), .usage(.unknownMessage): break
            default: world.surprises.insert("resend: \(error)")
            }
        }
    }

    private func react(to error: SessionError) throws {
        switch error {
        case .peer(.undecryptable(let message)) where message.isRequestDue:
            guard world.app(message.sender) != nil else { return }
            do throws(SessionError) {
                try control(
                    try device.requestResend(of: message, withBundle: try bundle(of: message.sender)))
            } catch {
                world.surprises.insert("request: \(error)")
            }
        case .peer(.tooManyFirstMessages): try upload()
        case .peer: break
        default: world.surprises.insert("receive: \(error)")
        }
    }

    private func control(_ outgoing: Outgoing) throws(SessionError) {
        for envelope in outgoing.envelopes {
            world.mail.append(ModelWorld.Mail(from: address, to: envelope.address, bytes: envelope.bytes))
        }
        try device.markSent(outgoing.id)
    }

    /// What the outbox still has is handed over again.
    func retry() throws {
        for outgoing in try device.outbox() {
            for envelope in outgoing.envelopes {
                world.mail.append(ModelWorld.Mail(from: address, to: envelope.address, bytes: envelope.bytes))
            }
            try device.markSent(outgoing.id)
        }
    }
}
