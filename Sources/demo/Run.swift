import SottoHandshake

/// The play: users, network and screen for two devices.
final class Run {
    private let text: Text
    private let devices: [Side: any DeviceLink]
    private let log: Log
    private let schedule: Schedule
    private var wire = Wire()
    private var ledger = Ledger(identityKeys: [:])
    private var held: [(message: Message, packet: [UInt8], until: Int)] = []

    init(text: Text, alice: any DeviceLink, bob: any DeviceLink, log: Log) {
        self.text = text
        self.log = log
        devices = [.alice: alice, .bob: bob]
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
        let digests = try compare()
        ledger.close()
        return Outcome(
            ledger: ledger, packetCount: wire.packetCount, wireByteCount: wire.byteCount,
            digests: digests, duration: clock.now - start)
    }

    private func ask(_ side: Side, _ order: Order) throws -> Report {
        guard let device = devices[side] else { throw DeviceFailure(side: side, words: "it isn't there") }
        return try device.ask(order)
    }

    private func unexpected(_ side: Side, _ report: Report) -> DeviceFailure {
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
        for side in Side.allCases {
            let report = try ask(side, .introduce)
            guard case .introduced(let who) = report else { throw unexpected(side, report) }
            keys[side] = who.identityKey
            let process = Figures.padded(who.process, to: 9)
            let key = Figures.hex(who.identityKey.dropFirst(), byteCount: 12)
            log.line("  \(Figures.padded(side.name, to: 6)) process \(process) identity key \(key) …")
        }
        let name = TerminalText.fitted(text.name, columns: 50)
        log.line("  Text   \(name), \(Figures.counted(text.lineCount, "line"))")
        if text.hadByteOrderMark { log.line("         (a byte order mark at its start is left out)") }
        if text.messageCount > text.lineCount {
            let messages = Figures.counted(text.messageCount, "message")
            log.line("         (lines longer than a message are split: \(messages))")
        }
        ledger = Ledger(identityKeys: keys)
    }

    /// Bob publishes, somebody changes it, Alice refuses that and takes the genuine one.
    private func shakeHands() throws {
        log.heading("Handshake")
        log.columns()
        let published = try ask(.bob, .publish)
        guard case .bundle(let bundle) = published else { throw unexpected(.bob, published) }
        log.row(nil, .device(.bob), "offers", "a bundle: identity key, signed prekey, one-time prekey")

        let changed = try Self.withChangedSignature(bundle)
        wire.carry(changed)
        log.row(nil, .wire, "changes", "one bit of the bundle's signature", isRefusal: true)
        switch try ask(.alice, .start(bundle: changed)) {
        case .started: ledger.changedBundle(nil)
        case .refused(let refusal):
            ledger.changedBundle(refusal)
            log.refusal(nil, by: .alice, refusal)
        case let report: throw unexpected(.alice, report)
        }
        wire.carry(bundle)
        log.row(nil, .wire, "carries", Wire.sight(of: bundle))
        let started = try ask(.alice, .start(bundle: bundle))
        guard started == .started else { throw unexpected(.alice, started) }
        log.row(nil, .device(.alice), "starts", "a session: the signature verifies, the date is right")
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
        let sealed = try ask(message.sender, .send(message.content))
        guard case .packet(let packet) = sealed else { throw unexpected(message.sender, sealed) }
        ledger.sent(message, as: packet)

        let treatment = schedule.treatment(of: number)
        if let until = treatment.lateUntil {
            log.row(number, .wire, "holds", Wire.sight(of: packet))
            held.append((message, packet, until))
        } else {
            if let change = treatment.change { try deliverChanged(message, packet, change) }
            wire.carry(packet)
            log.row(number, .wire, "carries", Wire.sight(of: packet))
            ledger.genuine(number, try deliver(message, packet))
            if treatment.isTwice { try deliverAgain(message, packet) }
        }
        while let due = held.firstIndex(where: { $0.until <= number }) {
            let late = held.remove(at: due)
            try deliverLate(late.message, late.packet)
        }
    }

    private func deliverChanged(_ message: Message, _ packet: [UInt8], _ change: Change) throws {
        let changed = change.applied(to: packet)
        wire.carry(changed)
        log.row(message.number, .wire, "changes", "one bit of the \(change.name)", isRefusal: true)
        ledger.forbidden(message.number, try deliver(message, changed))
    }

    private func deliverAgain(_ message: Message, _ packet: [UInt8]) throws {
        wire.carry(packet)
        log.row(message.number, .wire, "repeats", "the same bytes", isRefusal: true)
        ledger.forbidden(message.number, try deliver(message, packet))
    }

    private func deliverLate(_ message: Message, _ packet: [UInt8]) throws {
        wire.carry(packet)
        log.row(message.number, .wire, "carries", Wire.sight(of: packet))
        ledger.genuine(message.number, try deliver(message, packet, note: "late: "))
    }

    private func deliver(
        _ message: Message, _ packet: [UInt8], note: String = ""
    ) throws -> Result<Opened, Refusal> {
        let receiver = message.sender.other
        switch try ask(receiver, .deliver(packet)) {
        case .opened(let opened):
            log.row(
                message.number, .device(receiver), "sees", Self.words(opened.content),
                note: note + Self.note(message))
            return .success(opened)
        case .refused(let refusal):
            log.refusal(message.number, by: receiver, refusal)
            return .failure(refusal)
        case let report: throw unexpected(receiver, report)
        }
    }

    private static func words(_ content: [UInt8]) -> String {
        content.isEmpty ? "(an empty line)" : String(decoding: content, as: UTF8.self)
    }

    private static func note(_ message: Message) -> String {
        message.pieceCount > 1 ? "[\(message.piece) of \(message.pieceCount)] " : ""
    }

    /// Asks both for the digest of a secret that they should share.
    private func compare() throws -> [Side: [UInt8]] {
        guard text.messageCount > 0 else { return [:] }
        var digests: [Side: [UInt8]] = [:]
        for side in Side.allCases {
            let report = try ask(side, .compare)
            guard case .digest(let digest) = report else { throw unexpected(side, report) }
            digests[side] = digest
        }
        ledger.digests(digests[.alice] ?? [], digests[.bob] ?? [])
        return digests
    }
}
