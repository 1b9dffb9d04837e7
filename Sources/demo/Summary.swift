/// What a run gave.
struct Outcome {
    let ledger: Ledger
    let packetCount: Int
    let wireByteCount: Int
    /// Of a secret that both sides exported; empty when no message was sent.
    let digests: [Side: [UInt8]]
    let duration: Duration

    var differences: [Difference] { ledger.differences }
}

/// The end of the output: do both agree, what was counted, did anything differ.
struct Summary {
    private let outcome: Outcome
    private let text: Text

    init(_ outcome: Outcome, of text: Text) {
        self.outcome = outcome
        self.text = text
    }

    func print(to log: Log) {
        if !outcome.digests.isEmpty { printAgreement(to: log) }
        log.heading("Figures")
        for (name, value) in figures(log) { log.line("  \(Figures.padded(name, to: 12))\(value)") }
        log.line()
        for line in verdict(log.style) { log.line(line) }
    }

    private func printAgreement(to log: Log) {
        log.heading("Do both have the same secret? Each exports one and prints its digest:")
        for side in Side.pair {
            let digest = Figures.hex(outcome.digests[side] ?? [], byteCount: 12)
            log.line("  \(Figures.padded(side.name, to: 12))\(digest)")
        }
        log.line("  " + (outcome.differences.contains(.secrets) ? "They differ." : "They are the same."))
    }

    private func figures(_ log: Log) -> [(String, String)] {
        let ledger = outcome.ledger
        var rows: [(String, String)] = []
        for side in Side.pair {
            let sent = ledger.sentCount[side, default: 0]
            let seen = ledger.seenCount[side, default: 0]
            rows.append((side.name, "sent \(Figures.grouped(sent)), saw \(Figures.grouped(seen))"))
        }
        let messages = Figures.counted(text.messageCount, "message")
        rows.append(("Text", "\(messages), \(Figures.counted(text.byteCount, "byte"))"))
        let packets = Figures.counted(outcome.packetCount, "packet")
        rows.append(("On the wire", "\(packets), \(Figures.counted(outcome.wireByteCount, "byte"))"))
        let refusals = ledger.refusalCounts.sorted { $0.key < $1.key }
        let total = refusals.reduce(0) { $0 + $1.value }
        let list = refusals.map { "\(Figures.grouped($0.value)) \($0.key)" }.joined(separator: ", ")
        rows.append(("Refused", total == 0 ? "none" : "\(Figures.grouped(total)): \(list)"))
        if ledger.restartCount > 0 {
            rows.append(
                ("Killed", "\(Figures.counted(ledger.restartCount, "time")), and started anew from the store")
            )
        }
        let rate = Figures.grouped(Figures.rate(text.messageCount, in: outcome.duration))
        rows.append(("Time", "\(Figures.seconds(outcome.duration)), \(rate) messages a second"))
        if log.leftOutCount > 0 {
            rows.append(("Not printed", Figures.counted(log.leftOutCount, "message")))
        }
        return rows
    }

    private func verdict(_ style: Style) -> [String] {
        let differences = outcome.differences
        guard differences.isEmpty else {
            var lines = [style.refused("\(Figures.counted(differences.count, "difference")):")]
            lines += differences.prefix(Self.shownDifferences).map { style.refused("  \($0.words)") }
            if differences.count > Self.shownDifferences { lines.append("  …") }
            return lines
        }
        guard text.messageCount > 0 else {
            return ["The text has no line, so nothing of it was sent."]
        }
        return [
            style.good("Every line arrived once, as it was sent."),
            style.good("Killed processes went on from their stores, with the same identity and bytes."),
            style.good("Nothing that was changed or repeated was accepted."),
            style.good("Both show the same safety number, and took each other as verified by it."),
            style.good("No line of \(Wire.shortestSearched) bytes or more could be read on the wire."),
            style.good("The server read no sender on any envelope, and Carol nothing after she left."),
        ]
    }

    private static let shownDifferences = 10
}
