/// What the command line asks for, with every option known to its command and given once.
///
/// Rule TN-19.
struct Arguments {
    let command: CommandName
    private(set) var operands: [String] = []
    private var values: [OptionName: String] = [:]
    private var flags: Set<OptionName> = []

    /// Whether an option without a value was given.
    func has(_ option: OptionName) -> Bool { flags.contains(option) || values[option] != nil }

    /// The value of an option.
    subscript(_ option: OptionName) -> String? { values[option] }

    /// A command line for a shell, with those of its options that have a value and that another command takes.
    func written(as other: CommandName) -> [String] {
        ["safetynum", other.rawValue]
            + other.options.flatMap { option -> [String] in
                guard let value = values[option] else { return [] }
                return [option.text, Printable.word(value)]
            }
    }

    /// Reads the words behind the program's name and the command's.
    init(_ command: CommandName, _ words: some Sequence<String>) throws(Failure) {
        self.command = command
        var rest = Array(words)[...]
        // Swift has put U+FFFD where bytes weren't UTF-8: an identifier would silently be another one.
        guard !rest.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
            throw .usage("an argument isn't valid UTF-8: write its bytes as hex:… or name a file")
        }
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                try take(word, &rest)
            }
        }
        guard !has(.help) else { return }
        try checkOperands()
    }

    /// Refuses a private key wherever it stands, before anything is said that could show it.
    ///
    /// Rule TN-5.
    static func refusePrivateKeys(_ words: [String]) throws(Failure) {
        guard words.contains(where: { PrivateKeyFile.isIn($0.utf8) }) else { return }
        throw Failure(
            .privateKey, "an argument has a private key, which others may have seen now: make a new one")
    }

    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Failure) {
        // By bytes: a mark behind the sign makes one character with it.
        let sign = word.utf8.firstIndex(of: UInt8(ascii: "="))
        let written = sign.map { String(word[..<$0]) } ?? word
        let attached = sign.map { String(word[word.utf8.index(after: $0)...]) }
        let known = command.options
        let option = written == "-h" ? OptionName.help : known.first { $0.text == written }
        guard let option else { throw Self.unknown(written, of: command) }
        guard !has(option) else { throw .usage("\(option.text) is given twice: give it once") }
        guard let kind = option.value else {
            guard attached == nil else { throw .usage("\(option.text) takes no value: write it alone") }
            flags.insert(option)
            return
        }
        let value: String
        if let attached {
            value = attached
        } else {
            guard let next = rest.popFirst(), !next.hasPrefix("--") else {
                throw .usage("\(option.text) needs a value: write \(option.text) \(kind.name)")
            }
            value = next
        }
        guard !value.isEmpty else { throw .usage("the value of \(option.text) is empty: write \(kind.name)") }
        if case .choice(let words) = kind, !words.contains(value) {
            throw .usage("\(option.text) is one of \(words.joined(separator: ", "))")
        }
        values[option] = value
    }

    /// The failure for an option that the command doesn't take.
    private static func unknown(_ written: String, of command: CommandName) -> Failure {
        let shown = Printable.text(written)
        if let near = NearestName.of(written, among: command.options.map(\.text)) {
            return .usage("\(command) has no option \(shown): did you mean \(near)?")
        }
        let others = CommandName.allCases.filter { $0.options.contains { $0.text == written } }
        guard others.isEmpty else {
            return .usage(
                "\(shown) is an option of \(others.map(\.rawValue).joined(separator: ", ")), not of \(command)"
            )
        }
        return .usage("\(command) has no option \(shown): see safetynum \(command) --help")
    }

    private func checkOperands() throws(Failure) {
        let help = "see safetynum \(command) --help"
        switch command.operand {
        case .none:
            if let first = operands.first {
                throw .usage("\(command) takes no argument \(Printable.text(first)): \(help)")
            }
        case .digits:
            if operands.count > 1, operands.contains("-") {
                throw .usage("give the digits or -, not both: \(help)")
            }
        case .file, .shell:
            let name = command.operand.usage ?? ""
            guard operands.count == 1 else {
                throw .usage("\(command) needs \(operands.isEmpty ? "" : "exactly one ")\(name): \(help)")
            }
            guard operands != [""] else { throw .usage("\(name) is empty: \(help)") }
        case .command:
            guard operands.count <= 1 else { throw .usage("help takes one command: \(help)") }
        }
    }
}

extension CommandName: CustomStringConvertible {
    /// As it is written.
    var description: String { rawValue }

    /// Reads a command's name.
    static func named(_ word: String) throws(Failure) -> CommandName {
        if let command = CommandName(rawValue: word) { return command }
        let shown = Printable.text(word)
        if let near = NearestName.of(word, among: allCases.map(\.rawValue)) {
            throw .usage("there is no command \(shown): did you mean \(near)?")
        }
        throw .usage("there is no command \(shown): see safetynum --help")
    }
}
