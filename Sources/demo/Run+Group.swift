import Sotto
import SottoHandshake

/// A group of three, of whom one leaves.
extension Run {
    func talkInGroup() throws {
        log.heading("Three in a group, and one leaves")
        try introduceCarol()
        log.columns()
        let first = try Roster(group: .random(), members: Side.allCases.map { try $0.address().user })
        try pass(first, from: .alice, "begins", "a group, and sends who is in it: \(Self.names(first))")
        let before = try say("Saturday, the three of us?", from: .alice, in: first)
        _ = try say("I have the tickets.", from: .bob, in: first)

        let carol = try Side.carol.address().user
        let second = try first.changed(members: first.members.filter { $0 != carol }, details: [])
        try pass(second, from: .carol, "leaves", "and sends who is in it now: \(Self.names(second))")
        let after = try say("Then we need two seats.", from: .alice, in: second)
        ledger.rekeyed(.alice, isNew: before.keyName != after.keyName)
        try handOn(after)
    }

    private func introduceCarol() throws {
        ledger.joined(.carol, identityKey: try introduce(.carol))
        let report = try ask(.carol, .upload)
        guard case .upload(let bytes?) = report else { throw unexpected(.carol, report) }
        wire.carry(bytes)
        uploads[.carol] = try server.checked(bytes, from: .carol)
        try tell(.carol, .confirm(bytes))
        try certify(.carol)
        // Each of the two gets a bundle of hers, with a one-time prekey that nobody else gets.
        for (index, side) in Side.pair.enumerated() {
            let bundle = uploads[.carol].map { $0.bundle(oneTimePrekey: $0.oneTimePrekeys[index]) }
            wire.carry(bundle?.bytes ?? [])
            try tell(side, .start(bundle: bundle?.bytes ?? [], with: .carol))
        }
    }

    /// Sends a roster to everybody else, and lets all take note of it.
    private func pass(_ roster: Roster, from author: Side, _ event: String, _ what: String) throws {
        log.row(nil, .device(author), event, what)
        try tell(author, .apply(roster: roster.bytes, by: author))
        let others = Side.allCases.filter { $0 != author }
        for listener in others {
            let report = try ask(author, .send(roster.bytes, to: listener))
            guard case .packet(let packet) = report else { throw unexpected(author, report) }
            wire.carry(packet.bytes)
            ledger.hidden(packet.bytes, of: author, roster.bytes)
            try tell(author, .sent(id: packet.id))
            let opened = try open(.deliverSealed(packet.bytes), at: listener)
            ledger.heard(listener, from: author, roster.bytes, opened)
            if let opened { try tell(listener, .apply(roster: opened.content, by: author)) }
        }
        log.row(nil, .server, "sees", "two envelopes from ?, for \(Self.list(others))")
    }

    /// Sends text to the group and shows who sees it.
    private func say(_ text: String, from sender: Side, in roster: Roster) throws -> GroupPacket {
        let content = Array(text.utf8)
        log.row(nil, .device(sender), "sends", text)
        let report = try ask(sender, .sendToGroup(roster.group.bytes, content))
        guard case .groupPacket(let packet) = report else { throw unexpected(sender, report) }
        try pass(packet.keys, from: sender)

        wire.carry(packet.bytes)
        ledger.hidden(packet.bytes, of: sender, content)
        let parts = try Server.split(packet.bytes)
        let listeners = parts.map(\.side)
        let size = Figures.counted(packet.bytes.count, "byte")
        log.row(nil, .server, "splits", "\(size) from ?, a part each for \(Self.list(listeners))")
        try tell(sender, .sent(id: packet.id))
        for part in parts {
            let opened = try open(.deliverSealed(part.bytes), at: part.side)
            ledger.heard(part.side, from: sender, content, opened)
            if let opened {
                log.row(nil, .device(part.side), "sees", Self.words(opened), note: "\(opened.sender): ")
            }
        }
        return packet
    }

    /// Passes the key of a sender on to those that lack it.
    private func pass(_ keys: [GroupKey], from sender: Side) throws {
        let receivers = keys.compactMap { Side(address: $0.receiver) }
        log.row(nil, .device(sender), "gives", "a new key for the group to \(Self.list(receivers)), sealed")
        for (key, receiver) in zip(keys, receivers) {
            wire.carry(key.bytes)
            ledger.hidden(key.bytes, of: sender, [])
            try tell(sender, .sent(id: key.id))
            ledger.heard(receiver, from: sender, [], try open(.deliverSealed(key.bytes), at: receiver))
        }
    }

    /// Gives Carol what is for Bob: there is nothing for her.
    private func handOn(_ packet: GroupPacket) throws {
        let parts = try Server.split(packet.bytes)
        ledger.parts(for: parts.map(\.side), without: .carol)
        log.row(nil, .server, "hands", "Bob's part to Carol, who has none", isRefusal: true)
        guard let bytes = parts.first?.bytes else { return }
        wire.carry(bytes)
        switch try ask(.carol, .deliverSealed(bytes)) {
        case .opened(let opened):
            log.row(nil, .device(.carol), "sees", Self.words(opened))
            ledger.notTheirs(.carol, isOpened: true)
        case .refused(let refusal):
            log.refusal(nil, by: .carol, refusal)
            ledger.notTheirs(.carol, isOpened: false)
        case let report: throw unexpected(.carol, report)
        }
    }

    private static func names(_ roster: Roster) -> String {
        roster.members.map(\.description).joined(separator: ", ")
    }

    private static func list(_ sides: [Side]) -> String {
        sides.compactMap { try? $0.address().description }.joined(separator: " and ")
    }
}
