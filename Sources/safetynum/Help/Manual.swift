/// The manual page, from the tables of commands and options.
///
/// Rule TN-20.
enum Manual {
    /// In roff, with the macros of man.
    static var text: String {
        var lines = [
            ".TH SAFETYNUM 1 \"\" \"safetynum \(SafetyNumberCommand.version)\" \"Sotto\"",
            ".SH NAME", "safetynum \\- show and compare safety numbers",
            ".SH SYNOPSIS", ".B safetynum", ".I COMMAND", "[\\fIOPTIONS\\fR]",
            ".SH DESCRIPTION", escaped(CommonHelp.description),
            ".SH COMMANDS",
        ]
        for command in CommandName.allCases { lines += section(command) }
        lines += [".SH COMPARING SAFELY", escaped(CommonHelp.comparing)]
        lines += [".SH IDENTIFIERS"] + paragraphs(CommonHelp.identifiers)
        lines += [".SH KEYS"] + paragraphs(CommonHelp.keys)
        lines.append(".SH EXIT STATUS")
        for (status, meaning) in CommonHelp.statuses {
            lines += [".TP", ".B \(status.rawValue)", escaped(meaning)]
        }
        lines += [".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "No colour, when it isn't empty."]
        lines += [".TP", ".B LC_ALL, LC_CTYPE, LANG", "Whether anything but ASCII is written to a terminal."]
        lines += [".SH EXAMPLES", ".nf"] + CommandName.allCases.map { escaped($0.example) } + [".fi"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func section(_ command: CommandName) -> [String] {
        var lines = [".SS \"\(escaped(command.usage))\""]
        lines.append(escaped(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."))
        lines += command.details.flatMap { [".PP", escaped($0)] }
        for option in command.options {
            let value = option.value.map { " \\fI\(escaped($0.name))\\fR" } ?? ""
            lines += [".TP", "\\fB\(escaped(option.text))\\fR\(value)", escaped(option.summary)]
        }
        return lines
    }

    private static func paragraphs(_ texts: [String]) -> [String] {
        texts.enumerated().flatMap { $0 == 0 ? [escaped($1)] : [".PP", escaped($1)] }
    }

    /// Text that roff shows as it is.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "'": escaped += "\\(aq"
            case "\"": escaped += "\\(dq"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
