import Sotto

/// What an app does around a device for groups: certificates, rosters, messages, and keys that got lost.
final class Chat {
    /// What people see: who wrote what.
    struct Line {
        let sender: Address
        let text: String
    }

    let device: Device
    private let server: Server
    private let profileKey = ProfileKey()
    /// What the server wants to see with an envelope, for each user that it may go to.
    private var tokens: [UserID: [UInt8]] = [:]

    /// Makes a device that is gone with the program; ``Mailbox`` shows one that lasts.
    init(_ user: UserID, on server: Server) throws {
        self.server = server
        device = try Device.inMemory(
            as: Address(user: user, device: 1), trusting: .onFirstUse, certificates: server.trust)
        server.admit(profileKey.accessKey(), to: user)
        befriend(self)
    }

    /// Takes the key of somebody's profile, which people give each other in a message; here it is just handed over.
    func befriend(_ other: Chat) {
        tokens[other.device.address.user] = other.profileKey.accessKey().exposeToken()
    }

    /// At each start and once a day.
    func start() throws {
        if let upload = try device.prekeyUpload() {
            try server.take(upload, from: device.address)
            try device.confirm(upload)
        }
        // From now on what is sent doesn't say who sends it.
        try device.setSenderCertificate(try server.certificate(for: device.address))
        try device.maintain()
        try handOver()
    }

    /// Begins a group and tells its members.
    func begin(with users: [UserID]) throws -> GroupID {
        let roster = try Roster(group: .random(), members: users + [device.address.user])
        for user in roster.members { try meet(user) }
        try device.apply(roster)
        try tell(roster, to: users)
        return roster.group
    }

    /// Removes a member.
    func remove(_ user: UserID, from group: GroupID) throws {
        guard let before = try device.group(group)?.roster else { return }
        let after = try before.changed(
            members: before.members.filter { $0 != user }, details: before.details)
        try device.apply(after)
        // All members of before learn it, the one who is removed too.
        try tell(after, to: before.members)
    }

    /// Sends text to a group; a failed call is made again with the same id.
    func send(_ text: String, to group: GroupID, id: MessageID = .random()) throws {
        let content = Array(text.utf8)
        let outgoing = try device.send(content, id: id, toGroup: group)
        let unmet = Set(outgoing.failures.filter { $0.error.recovery == .refreshBundle }.map(\.user))
        if !unmet.isEmpty {
            for user in unmet { try meet(user) }
            _ = try device.send(content, id: id, toGroup: group)
        }
        try handOver()
    }

    /// Takes out what waits at the server.
    ///
    /// - Returns: What is for people.
    func receive() throws -> [Line] {
        var lines = try takeOver()
        for mail in server.collect(for: device.address) {
            do { _ = try device.receive(mail.bytes, from: mail.sender, serverTime: mail.time) } catch {
                try act(on: error)
            }
            // At once: a change of a group is known then before what was sent under it, and nothing is asked for in vain.
            lines += try takeOver()
        }
        try handOver()
        return lines
    }

    private func act(on error: SessionError) throws {
        switch error {
        case .peer(.undecryptableInGroup(let message)) where message.isRequestDue:
            // It waits for its key and opens when that comes; here the key is asked for at once.
            _ = try device.requestResend(of: message)
        case _ where error.recovery == .ignore: break
        default: throw error
        }
    }

    /// Acts on what is in the inbox: all that opened, what waited for a key or a roster too.
    private func takeOver() throws -> [Line] {
        var lines: [Line] = []
        var isDone = false
        while !isDone {
            isDone = true
            for received in try device.inbox() {
                // A change of a group stays in the inbox until the one before it has come.
                do { try act(on: received, &lines) } catch let error as SessionError
                    where error.recovery == .refreshRoster
                {
                    continue
                }
                try device.acknowledge(received.id)
                isDone = false
            }
        }
        return lines
    }

    private func act(on received: Received, _ lines: inout [Line]) throws {
        switch received.content {
        case .groupMessage(_, _, let bytes):
            lines.append(Line(sender: received.sender, text: String(decoding: bytes, as: UTF8.self)))
        case .message(_, let bytes), .sentCopy(_, to: _, let bytes):
            // All that this app sends outside of groups is who is in them. Here all members may change a group.
            if let roster = try? Roster(bytes) { try take(roster, by: received.sender.user) }
        case .groupResendRequest(let request): try answer(request)
        default: break
        }
    }

    /// Notes who is in a group by somebody's word, and meets those who are new.
    private func take(_ roster: Roster, by author: UserID) throws {
        do { try device.apply(roster, by: author) } catch {
            // Somebody who isn't a member changes nothing.
            if error.recovery == .ignore { return }
            throw error
        }
        for user in roster.members { try meet(user) }
    }

    private func tell(_ roster: Roster, to users: [UserID]) throws {
        for user in users where user != device.address.user {
            _ = try device.send(roster.bytes, to: .user(user))
        }
        try handOver()
    }

    /// Starts a session with every device of a user that there is none with.
    private func meet(_ user: UserID) throws {
        var known = try device.identity(of: user)?.devices ?? []
        if user == device.address.user { known.append(device.address.device) }
        try note(server.report(on: user, known: known))
    }

    private func note(_ report: DeviceReport) throws {
        for address in try device.apply(report) { try start(with: address) }
    }

    private func start(with address: Address) throws {
        try device.start(with: try server.bundle(of: address), of: address)
    }

    /// Gives a member's device the own key again, and the message that it lacks.
    private func answer(_ request: GroupResendRequest) throws {
        do { _ = try device.resend(request) } catch {
            switch error {
            case .usage(.bundleRequired(let address)):
                try start(with: address)
                _ = try device.resend(request)
            // It was given before, or isn't kept any more.
            case .usage(.unknownMessage): return
            default: throw error
            }
        }
    }

    /// Hands over all that was sealed: first what goes to one device, the keys for group messages too, then those.
    private func handOver() throws {
        for outgoing in try device.outbox() {
            for envelope in outgoing.envelopes {
                // Over a connection that is logged in goes what doesn't hide its sender, and what has no token to show.
                let token = tokens[envelope.address.user]
                let sender = envelope.sealing == .sealed && token != nil ? nil : device.address
                // Who has another token by now doesn't want this one's messages; the others get theirs.
                do { try server.take(envelope, from: sender, token: token ?? []) } catch is Server.Refused {
                    continue
                }
            }
            try device.markSent(outgoing.id)
        }
        for outgoing in try device.groupOutbox() {
            guard let envelope = outgoing.envelope else { continue }
            let reports = try server.take(envelope, tokens: tokens)
            try device.markSent(outgoing.id)
            for report in reports { try note(report) }
        }
    }
}
