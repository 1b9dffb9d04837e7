import SottoHandshake

/// The play: users, network, server and screen for the devices.
final class Run {
    let log: Log
    let stores: StoreFolder
    var wire = Wire()
    var ledger = Ledger(identityKeys: [:])
    let server: Server
    /// What each device has for the server, as it was first uploaded.
    var uploads: [Side: PrekeyUpload] = [:]
    /// What the server has and the device doesn't know of.
    var pendingUploads: [Side: [UInt8]] = [:]
    private let text: Text
    private let devices: [Side: any DeviceLink]
    private let schedule: Schedule
    private var held: [(message: Message, packet: [UInt8], until: Int)] = []

    init(text: Text, devices: [Side: any DeviceLink], stores: StoreFolder, log: Log) throws {
        self.text = text
        self.stores = stores
        self.log = log
        self.devices = devices
        server = try Server()
        schedule = Schedule(messageCount: text.messageCount)
    }

    func play() throws -> Outcome {
        let clock = ContinuousClock()
        let start = clock.now
        try introduce()
        try shakeHands()
        if text.messageCount > 0 {
            log.heading("Conversation")
            log.columns()
        }
        for message in text { try pass(message) }
        for late in held { try deliverLate(late.message, late.packet) }
        held = []
        for side in Side.pair where pendingUploads[side] != nil { try upload(side) }
        var digests: [Side: [UInt8]] = [:]
        if text.messageCount > 0 {
            digests = try compareSecrets()
            try compareNumbers()
        }
        let duration = clock.now - start
        try chat()
        try hideSender()
        try talkInGroup()
        ledger.close()
        return Outcome(
            ledger: ledger, packetCount: wire.packetCount, wireByteCount: wire.byteCount,
            digests: digests, duration: duration)
    }

    func device(_ side: Side) throws -> any DeviceLink {
        guard let device = devices[side] else { throw DeviceFailure(side: side, words: "it isn't there") }
        return device
    }

    func store(of side: Side) throws -> Store {
        guard let store = stores[side] else { throw DeviceFailure(side: side, words: "it has no store") }
        return store
    }

    func ask(_ side: Side, _ order: Order) throws -> Report { try device(side).ask(order) }

    /// Gives an order that has nothing to answer.
    func tell(_ side: Side, _ order: Order) throws {
        let report = try ask(side, order)
        guard report == .done else { throw unexpected(side, report) }
    }

    func unexpected(_ side: Side, _ report: Report) -> DeviceFailure {
        guard case .refused(let refusal) = report else {
            return DeviceFailure(side: side, words: "it answered another question")
        }
        return DeviceFailure(side: side, words: "\(refusal.fault): \(refusal.advice)")
    }

    private func introduce() throws {
        var keys: [Side: [UInt8]] = [:]
        let title = "Sotto: two devices, each a process of its own, and the wire between them"
        log.line(log.style.heading(title))
        log.line()
        for side in Side.pair { keys[side] = try introduce(side) }
        let name = TerminalText.fitted(text.name, columns: 50)
        log.line("  Text   \(name), \(Figures.counted(text.lineCount, "line"))")
        if text.hadByteOrderMark { log.line("         (a byte order mark at its start is left out)") }
        if text.messageCount > text.lineCount {
            let messages = Figures.counted(text.messageCount, "message")
            log.line("         (lines longer than a message are split: \(messages))")
        }
        let place =
            stores.isKept ? TerminalText.escaped(stores.path) : "in a temporary folder, removed at the end"
        log.line("  Stores " + TerminalText.fitted("an SQLite file for each, \(place)", columns: 70))
        ledger = Ledger(identityKeys: keys)
    }

    /// Makes a device; its identity key.
    func introduce(_ side: Side) throws -> [UInt8] {
        let report = try ask(side, .make(store(of: side)))
        guard case .introduced(let who) = report else { throw unexpected(side, report) }
        let process = Figures.padded(who.process, to: 9)
        let key = Figures.hex(who.identityKey.dropFirst(), byteCount: 12)
        log.line("  \(Figures.padded(side.name, to: 6)) process \(process) identity key \(key) …")
        return who.identityKey
    }

    /// Bob publishes, somebody changes it, Alice refuses that and takes the genuine one.
    private func shakeHands() throws {
        log.heading("Handshake")
        log.columns()
        let bundle = try publish()
        let changed = try Self.withChangedSignature(bundle)
        wire.carry(changed)
        log.row(nil, .wire, "changes", "one bit of the bundle's signature", isRefusal: true)
        switch try ask(.alice, .start(bundle: changed, with: .bob)) {
        case .done: ledger.changedBundle(nil)
        case .refused(let refusal):
            ledger.changedBundle(refusal)
            log.refusal(nil, by: .alice, refusal)
        case let report: throw unexpected(.alice, report)
        }
        wire.carry(bundle)
        log.row(nil, .wire, "carries", Wire.sight(of: bundle))
        try tell(.alice, .start(bundle: bundle, with: .bob))
        log.row(nil, .device(.alice), "starts", "a session: the signature verifies, the date is right")
    }

    /// Both upload public keys, and the server makes a bundle of Bob's; he doesn't get its answer.
    private func publish() throws -> [UInt8] {
        for side in Side.pair {
            let report = try ask(side, .upload)
            guard case .upload(let bytes?) = report else { throw unexpected(side, report) }
            uploads[side] = try server.checked(bytes, from: side)
            wire.carry(bytes)
            if side == .alice { try tell(side, .confirm(bytes)) } else { pendingUploads[side] = bytes }
        }
        let bundle = uploads[.bob].map { $0.bundle(oneTimePrekey: $0.oneTimePrekeys.first) }
        log.row(nil, .device(.bob), "offers", "a bundle: identity key, signed prekey, one-time prekey")
        log.row(nil, .wire, "loses", "the server's answer that it has Bob's keys", isRefusal: true)
        return bundle?.bytes ?? []
    }

    private static func withChangedSignature(_ bundle: [UInt8]) throws -> [UInt8] {
        let signature = try PrekeyBundle(bundle).signature
        var changed = bundle
        let starts = bundle.indices.first { bundle[$0...].starts(with: signature) }
        if let starts { changed[starts] ^= 1 }
        return changed
    }

    private func pass(_ message: Message) throws {
        let number = message.number
        log.row(
            number, .device(message.sender), "sends", Self.words(message.content), note: Self.note(message))
        var packet = try seal(message)
        ledger.sent(message, as: packet.bytes)

        let treatment = schedule.treatment(of: number)
        if treatment.kill == .beforeHandingOver {
            try restart(message.sender, at: .beforeHandingOver, of: message)
            guard let again = try repeatOutbox(of: message, packet) else { return }
            packet = again
        }
        if let until = treatment.lateUntil {
            log.row(number, .wire, "holds", Wire.sight(of: packet.bytes))
            held.append((message, packet.bytes, until))
            try tell(message.sender, .sent(id: packet.id))
        } else {
            if let change = treatment.change { try deliverChanged(message, packet.bytes, change) }
            carry(message, packet.bytes)
            if treatment.kill != .beforeMarkingSent { try tell(message.sender, .sent(id: packet.id)) }
            try deliver(message, packet.bytes, kill: treatment.kill)
            if treatment.kill == .beforeMarkingSent {
                try restart(message.sender, at: .beforeMarkingSent, of: message)
                if let again = try repeatOutbox(of: message, packet) {
                    try deliverAgain(message, again.bytes)
                    try tell(message.sender, .sent(id: again.id))
                }
            }
            if treatment.isTwice { try deliverAgain(message, packet.bytes) }
        }
        while let due = held.firstIndex(where: { $0.until <= number }) {
            let late = held.remove(at: due)
            try deliverLate(late.message, late.packet)
        }
    }

    private func seal(_ message: Message) throws -> Packet {
        let report = try ask(message.sender, .send(message.content, to: message.sender.other))
        guard case .packet(let packet) = report else { throw unexpected(message.sender, report) }
        return packet
    }

    private func carry(_ message: Message, _ packet: [UInt8]) {
        wire.carry(packet)
        log.row(message.number, .wire, "carries", Wire.sight(of: packet))
    }

    private func deliverChanged(_ message: Message, _ packet: [UInt8], _ change: Change) throws {
        let changed = change.applied(to: packet)
        wire.carry(changed)
        log.row(message.number, .wire, "changes", "one bit of the \(change.name)", isRefusal: true)
        try deliverForbidden(message, changed)
    }

    private func deliverAgain(_ message: Message, _ packet: [UInt8]) throws {
        wire.carry(packet)
        log.row(message.number, .wire, "repeats", "the same bytes", isRefusal: true)
        try deliverForbidden(message, packet)
    }

    private func deliverLate(_ message: Message, _ packet: [UInt8]) throws {
        carry(message, packet)
        try deliver(message, packet, note: "late: ")
    }

    /// Gives genuine bytes for the first time: opened, shown, and only then acknowledged.
    private func deliver(
        _ message: Message, _ packet: [UInt8], note: String = "", kill: Kill? = nil
    ) throws {
        let receiver = message.sender.other
        switch try ask(receiver, .deliver(packet)) {
        case .opened(let opened):
            if kill != .beforeShowing {
                show(message, opened, note: note)
                ledger.genuine(message.number, .success(opened))
            }
            if let kill, !kill.isSenders {
                try restart(receiver, at: kill, of: message)
                try takeOverInbox(of: message, opened, isShown: kill == .beforeAcknowledging)
            } else {
                try tell(receiver, .acknowledge(id: opened.id))
            }
        case .refused(let refusal):
            log.refusal(message.number, by: receiver, refusal)
            ledger.genuine(message.number, .failure(refusal))
        case let report: throw unexpected(receiver, report)
        }
    }

    /// Gives bytes that must not be opened.
    private func deliverForbidden(_ message: Message, _ packet: [UInt8]) throws {
        let receiver = message.sender.other
        switch try ask(receiver, .deliver(packet)) {
        case .opened(let opened):
            show(message, opened)
            ledger.forbidden(message.number, .success(opened))
        case .refused(let refusal):
            log.refusal(message.number, by: receiver, refusal)
            ledger.forbidden(message.number, .failure(refusal))
        case let report: throw unexpected(receiver, report)
        }
    }

    func show(_ message: Message, _ opened: Opened, note: String = "") {
        log.row(
            message.number, .device(message.sender.other), "sees", Self.words(opened.content),
            note: note + Self.note(message))
    }

    private static func words(_ content: [UInt8]) -> String {
        content.isEmpty ? "(an empty line)" : String(decoding: content, as: UTF8.self)
    }

    private static func note(_ message: Message) -> String {
        message.pieceCount > 1 ? "[\(message.piece) of \(message.pieceCount)] " : ""
    }
}
