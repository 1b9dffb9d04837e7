/// What a store is asked for when its process is started anew: upload, outbox, inbox.
extension Run {
    /// Kills a process and starts another one on its store, which must know what the first one did.
    func restart(_ side: Side, at kill: Kill, of message: Message) throws {
        let number = message.number
        log.row(number, .device(side), "killed", "by SIGKILL: \(kill.words)", isRefusal: true)
        try device(side).replace()
        let report = try ask(side, .open(store(of: side)))
        guard case .introduced(let who) = report else { throw unexpected(side, report) }
        ledger.restarted(side, identityKey: who.identityKey)
        log.row(number, .device(side), "opens", "its store again, in process \(who.process)", isRefusal: true)
        try upload(side, number)
    }

    /// Hands over what a sender's store still has in its outbox: nothing but `packet`, the same bytes.
    ///
    /// - Returns: What is to be carried in its place, if anything.
    func repeatOutbox(of message: Message, _ packet: Packet) throws -> Packet? {
        let side = message.sender
        let report = try ask(side, .outbox)
        guard case .outbox(let waiting) = report else { throw unexpected(side, report) }
        let again = waiting.first { $0.id == packet.id }
        ledger.repeated(message.number, again, as: packet, extraCount: waiting.count - (again == nil ? 0 : 1))
        let count = Figures.counted(waiting.count, "message")
        let words = again == packet ? ", the same bytes" : ""
        log.row(
            message.number, .device(side), "finds", "\(count) waiting in the outbox\(words)", isRefusal: true)
        return again
    }

    /// Shows what a receiver's store still has in its inbox, unless the user has seen it, and acknowledges it.
    func takeOverInbox(of message: Message, _ opened: Opened, isShown: Bool) throws {
        let side = message.sender.other
        let report = try ask(side, .inbox)
        guard case .inbox(let waiting) = report else { throw unexpected(side, report) }
        let isThere = waiting.contains { $0.id == opened.id }
        ledger.kept(message.number, isThere: isThere, extraCount: waiting.count - (isThere ? 1 : 0))
        let count = Figures.counted(waiting.count, "message")
        let words = isShown && isThere ? ", shown before" : ""
        log.row(
            message.number, .device(side), "finds", "\(count) waiting in the inbox\(words)", isRefusal: true)
        for again in waiting {
            // The id is the same whenever a message comes up again, so the screen knows what it has.
            if !isShown || again.id != opened.id {
                show(message, again)
                ledger.genuine(message.number, .success(again))
            }
            try tell(side, .acknowledge(id: again.id))
        }
    }

    /// Uploads what is due.
    ///
    /// What the server has and the device doesn't know of is uploaded once more.
    func upload(_ side: Side, _ number: Int? = nil) throws {
        let report = try ask(side, .upload)
        guard case .upload(let bytes) = report else { throw unexpected(side, report) }
        if let pending = pendingUploads[side] {
            ledger.uploadedAgain(side, isSame: bytes == pending)
            let words = bytes == pending ? ", the same bytes" : ""
            log.row(
                number, .device(side), "uploads", "what the server didn't confirm\(words)", isRefusal: true)
        }
        pendingUploads[side] = nil
        guard let bytes else { return }
        wire.carry(bytes)
        try tell(side, .confirm(bytes))
    }
}
