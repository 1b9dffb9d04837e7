/// What people compare at the end: whether they have the same secret, and whether nobody stands between them.
extension Run {
    /// Asks both for the digest of a secret that they should share.
    func compareSecrets() throws -> [Side: [UInt8]] {
        var digests: [Side: [UInt8]] = [:]
        for side in Side.pair {
            let report = try ask(side, .compare)
            guard case .digest(let digest) = report else { throw unexpected(side, report) }
            digests[side] = digest
        }
        ledger.digests(digests[.alice] ?? [], digests[.bob] ?? [])
        return digests
    }

    /// Shows both safety numbers; each side scans the other's code.
    func compareNumbers() throws {
        var numbers: [Side: ShownNumber] = [:]
        for side in Side.pair {
            let report = try ask(side, .number)
            guard case .number(let number) = report else { throw unexpected(side, report) }
            numbers[side] = number
        }
        log.heading("Does anybody stand between them? What each one's screen shows:")
        let lines = Side.pair.map { side in
            (numbers[side]?.text ?? "").split(separator: "\n").map { TerminalText.escaped(String($0)) }
        }
        let names = Side.pair.map(\.name)
        for index in -1..<4 {
            let row = index < 0 ? names : lines.map { $0.dropFirst(index).first ?? "" }
            log.line("  \(Figures.padded(row[0], to: 22))\(row[1])")
        }
        ledger.numbers(numbers[.alice]?.text ?? "", numbers[.bob]?.text ?? "")
        for side in Side.pair {
            let report = try ask(side, .verify(scanned: numbers[side.other]?.code ?? []))
            guard case .verified(let word, let isVerified) = report else { throw unexpected(side, report) }
            let result = isVerified ? "takes \(side.other.name) as verified" : "verifies nobody"
            log.line(
                "  \(side.name) scans \(side.other.name)'s code: \(TerminalText.escaped(word)), and \(result)."
            )
            ledger.scanned(side, isMatch: word == "match" && isVerified)
        }
    }
}
