import Sotto

/// What an app does around a device: hand over, take over, and act on what results and errors say.
actor Mailbox {
    private let device: Device
    private let server: Server

    /// Opens the device of this app, or makes it at the first start.
    ///
    /// Whether it is the first start is for the app to remember: a store that is missing is an error, never a new identity.
    init(
        at path: String, key: borrowing StorageKey, as address: Address, isFirstStart: Bool, server: Server
    ) throws {
        self.server = server
        if isFirstStart {
            // A first start that was cut short has left a store without a device: it goes on with that one.
            let storage: SQLiteStorage
            do { storage = try SQLiteStorage.create(at: path) } catch .storage(.storeExists) {
                storage = try SQLiteStorage.open(at: path)
            } catch { throw error }
            device = try Device.create(in: storage, key: key, as: address, trusting: .onFirstUse)
        } else {
            device = try Device.open(in: try SQLiteStorage.open(at: path), key: key)
        }
    }

    /// At each start and once a day: prekeys, what wasn't handed over, what wasn't taken over.
    func start() throws -> [Received] {
        // What waited for long is old when it is confirmed: then another one is due.
        for _ in 1...2 {
            guard let upload = try upload() else { break }
            server.take(upload)
            try device.confirm(upload)
        }
        try device.maintain()
        for outgoing in try device.outbox() { try handOver(outgoing) }
        return try device.inbox()
    }

    private func upload() throws -> PrekeyUpload? {
        guard let status = server.status(of: device.address) else { return try device.prekeyUpload() }
        do { return try device.prekeyUpload(server: status) } catch .storage(.rolledBack) {
            // The store was put back; an app that knows it says so itself.
            try device.restored()
            return try device.prekeyUpload(server: status)
        } catch { throw error }
    }

    /// Sends text to all devices of a user, and a copy to the own other ones; a failed call is made again with the same id.
    func send(_ text: String, to user: UserID, id: MessageID = .random()) throws {
        // The server's lists of devices first: a new contact, or devices that came since; the own ones too.
        for user in Set([user, device.address.user]) {
            let known = try device.identity(of: user)?.devices ?? []
            for address in try device.apply(server.report(on: user, known: known)) {
                try start(with: address)
            }
        }
        var outgoing = try seal(text, to: user, id)
        let missing = outgoing.failures.filter { $0.error.recovery == .refreshBundle }.map(\.address)
        if !missing.isEmpty {
            // Those that were sealed for get the same bytes again, the others theirs.
            for address in missing { try start(with: address) }
            outgoing = try seal(text, to: user, id)
        }
        try handOver(outgoing)
    }

    /// Seals for the devices that there are sessions with, and starts one when there is none at all.
    private func seal(_ text: String, to user: UserID, _ id: MessageID) throws -> Outgoing {
        do {
            return try device.send(Array(text.utf8), id: id, to: .user(user))
        } catch .usage(.noSession(let address)) {
            try start(with: address)
            return try device.send(Array(text.utf8), id: id, to: .user(user))
        } catch { throw error }
    }

    private func start(with address: Address) throws {
        try device.start(withBundle: try server.bundle(of: address), of: address)
    }

    /// Opens what came.
    ///
    /// What isn't for people is acted on here; the rest is returned, and stays in the inbox until it is taken over.
    func receive(_ bytes: [UInt8], from sender: Address) throws -> Received? {
        do {
            let received = try device.receive(bytes, from: sender)
            if received.facts.isHeartbeatDue { try handOver(try device.heartbeat(to: sender)) }
            switch received.content {
            case .message, .sentCopy: return received
            case .resendRequest(let request):
                try handOver(try device.resend(request, withBundle: try server.bundle(of: request.address)))
                try device.acknowledge(received.id)
                return nil
            default:
                try device.acknowledge(received.id)
                return nil
            }
        } catch SessionError.peer(.undecryptable(let message)) where message.isRequestDue {
            let bundle = try server.bundle(of: message.sender)
            try handOver(try device.requestResend(of: message, withBundle: bundle))
            return nil
        } catch SessionError.peer(.duplicate) {
            return nil
        }
    }

    /// The app has written the message down itself.
    func takeOver(_ received: Received) throws { try device.acknowledge(received.id) }

    private func handOver(_ outgoing: Outgoing) throws {
        for envelope in outgoing.envelopes { server.carry(envelope, from: device.address) }
        try device.markSent(outgoing.id)
    }
}
