/// Who the server knows to be writing: the same message without an envelope that hides its sender, and in one.
extension Run {
    func hideSender() throws {
        log.heading("Who writes to whom? What the server sees")
        log.columns()
        let plain = try seal("Whoever carries this sees that I write to you.")
        try look(at: plain.packet.bytes, from: .alice)
        try hand(.deliver(plain.packet.bytes), plain.content)
        for side in Side.pair { try certify(side) }
        log.row(nil, .server, "gives", "alice.1 and bob.1 a certificate each, good for a day")

        let hidden = try seal("Now only you do.")
        try look(at: hidden.packet.bytes, from: nil)
        ledger.hidden(hidden.packet.bytes, of: .alice, hidden.content)
        try hand(.deliverSealed(hidden.packet.bytes), hidden.content)
    }

    /// Has a device use a certificate of today.
    func certify(_ side: Side) throws {
        try tell(side, .certify(certificate: server.certificate(for: side), root: server.root))
    }

    private func seal(_ text: String) throws -> (content: [UInt8], packet: Packet) {
        let content = Array(text.utf8)
        log.row(nil, .device(.alice), "sends", text)
        let report = try ask(.alice, .send(content, to: .bob))
        guard case .packet(let packet) = report else { throw unexpected(.alice, report) }
        wire.carry(packet.bytes)
        try tell(.alice, .sent(id: packet.id))
        return (content, packet)
    }

    /// Shows what the server sees of bytes for Bob.
    private func look(at bytes: [UInt8], from sender: Side?) throws {
        let sight = try Server.sight(of: bytes, from: sender, to: .bob)
        log.row(nil, .server, "sees", sight)
    }

    private func hand(_ order: Order, _ content: [UInt8]) throws {
        let opened = try open(order, at: .bob)
        ledger.heard(.bob, from: .alice, content, opened)
        if let opened { log.row(nil, .device(.bob), "sees", Self.words(opened), note: "\(opened.sender): ") }
    }

    /// Gives bytes that are for somebody; what was opened, acknowledged.
    func open(_ order: Order, at side: Side) throws -> Opened? {
        switch try ask(side, order) {
        case .opened(let opened):
            try tell(side, .acknowledge(id: opened.id))
            return opened
        case .refused(let refusal):
            log.refusal(nil, by: side, refusal)
            return nil
        case let report: throw unexpected(side, report)
        }
    }

    static func words(_ opened: Opened) -> String { String(decoding: opened.content, as: UTF8.self) }
}
