import Sotto

/// A number as people read it, and which keys it is of; no line is wider than 40 columns unless the terminal is.
///
/// Rules TN-9 and TN-21.
struct NumberText {
    let text: String

    init(_ sides: Sides, _ run: Invocation) {
        let terminal = run.terminal
        let (me, them) = (run.name(of: sides.me.identifier), run.name(of: sides.them.identifier))
        var lines = TextWrap.lines("Safety number of \(me) and \(them)", columns: terminal.columns) + [""]
        lines += sides.number.text().split(separator: "\n").map { "    " + terminal.bold(String($0)) } + [""]
        for (label, name, side, half) in [
            ("Your", me, sides.me, sides.number.ours), ("Their", them, sides.them, sides.number.theirs),
        ] {
            lines += TextWrap.lines("\(label) key (\(name)):", columns: terminal.columns)
            lines += Self.key(side.key, terminal.columns)
            guard run.arguments.has(.halves) else { continue }
            lines += ["\(label) half:"] + Self.half(half.digits, terminal.columns)
        }
        if let compared = sides.stored?.compared { lines += Self.facts(compared) }
        text = lines.joined(separator: "\n") + "\n"
    }

    /// In hex, on two lines where one is too narrow.
    static func key(_ key: IdentityPublicKey, _ columns: Int) -> [String] {
        let hex = Hex.encode(key.encoded.span)
        guard columns < hex.count + 2 else { return ["  \(hex)"] }
        return ["  \(hex.prefix(34))", "  \(hex.dropFirst(34))"]
    }

    private static func half(_ digits: String, _ columns: Int) -> [String] {
        let groups = stride(from: 0, to: 30, by: 5).map { String(digits.dropFirst($0).prefix(5)) }
        return TextWrap.lines(groups.joined(separator: " "), columns: columns, indent: 2)
    }

    static func facts(_ compared: UserSafetyNumber) -> [String] {
        var lines = ["Key known since: \(Timestamp.text(compared.knownSince))"]
        lines.append("Verified: \(compared.verifiedAt.map(Timestamp.text) ?? "no")")
        if !compared.isOfKeyInUse {
            lines.append("This key waits for a decision.")
        } else if compared.change != nil {
            lines.append("Another key waits for a decision.")
        }
        return lines
    }
}
