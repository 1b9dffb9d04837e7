/// The two chat: what they send is content, and each side's conversation is drawn from what it got.
extension Run {
    func chat() throws {
        log.heading("A chat: replies, a reaction, an edit, a voice note, a timer, receipts")
        log.columns()
        for step in ChatScript.steps {
            log.row(step.number, .device(step.side), "sends", step.act.words)
            let report = try ask(step.side, .chat(step.act, number: step.number))
            guard case .packet(let packet) = report else { throw unexpected(step.side, report) }
            wire.carry(packet.bytes)
            try tell(step.side, .sent(id: packet.id))
            try tell(step.side.other, .deliverChat(packet.bytes, number: step.number))
        }
        var said: [Side: [String]] = [:]
        for side in Side.pair {
            let report = try ask(side, .screen)
            guard case .screen(let lines, let words) = report else { throw unexpected(side, report) }
            said[side] = words
            log.line()
            log.line(log.style.dim("  ┌─ \(side.name)'s screen " + String(repeating: "─", count: 50)))
            for line in lines { log.line(TerminalText.fitted(line, columns: 80)) }
        }
        ledger.chatted(said[.alice] ?? [], said[.bob] ?? [])
    }
}
