/// The help, from the tables of commands and options.
///
/// Rule TN-20.
struct HelpText {
    /// How wide it may be.
    let columns: Int

    /// Of the whole tool.
    var general: String {
        var lines = ["usage: safetynum COMMAND [OPTIONS]", ""] + paragraph(CommonHelp.description) + [""]
        lines += paragraph(CommonHelp.comparing) + [""]
        lines += table(CommandName.allCases.map { ($0.rawValue, $0.summary) }) + [""]
        for text in CommonHelp.identifiers + CommonHelp.keys { lines += paragraph(text) + [""] }
        lines += ["Status:"] + table(CommonHelp.statuses.map { (String($0.0.rawValue), $0.1) }) + [""]
        lines += paragraph(
            "safetynum COMMAND --help (-h) shows the options of a command and an example, safetynum --version (-V) the version."
        )
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of one command.
    func command(_ command: CommandName) -> String {
        var lines = TextWrap.lines("usage: \(command.usage)", columns: columns) + [""]
        lines += paragraph(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".") + [""]
        for text in command.details { lines += paragraph(text) + [""] }
        lines += table(command.options.map { ("\($0.text) \($0.value?.name ?? "")", $0.summary) }) + [""]
        // Not broken: it is for copying.
        lines += ["Example:", "  \(command.example)", ""]
        lines += paragraph(
            "safetynum --help says how to compare safely, what identifiers and keys are, and the exit status."
        )
        return lines.joined(separator: "\n") + "\n"
    }

    private func paragraph(_ text: String) -> [String] { TextWrap.lines(text, columns: columns) }

    /// Names and what they mean, side by side or one above the other where that is too narrow.
    private func table(_ rows: [(String, String)]) -> [String] {
        let names = rows.map { $0.0.last == " " ? String($0.0.dropLast()) : $0.0 }
        let width = (names.map(\.count).max() ?? 0) + 4
        let isNarrow = columns < width + 30
        return zip(names, rows).flatMap { name, row -> [String] in
            let text = TextWrap.lines(row.1, columns: columns, indent: isNarrow ? 6 : width)
            guard !isNarrow, let first = text.first else { return ["  \(name)"] + text }
            let padding = String(repeating: " ", count: width - 2 - name.count)
            return ["  \(name)\(padding)\(first.dropFirst(width))"] + text.dropFirst()
        }
    }
}
