/// Completions for shells, from the tables of commands and options.
///
/// Rule TN-20.
enum Completions {
    static func text(_ operands: [String]) throws(Failure) -> String {
        let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
        guard let shell = operands.first.flatMap(Shell.init(rawValue:)) else {
            throw .usage("completions are for one of \(names): name one of them")
        }
        return switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static let commands = CommandName.allCases

    /// The words that may stand behind a command, if they are a few.
    private static func words(_ operand: CommandName.Operand) -> [String] {
        switch operand {
        case .shell: Shell.allCases.map(\.rawValue)
        case .command: commands.map(\.rawValue)
        case .none, .digits, .file: []
        }
    }

    private static var bash: String {
        var lines = [
            "# Completions of safetynum for bash.",
            "_safetynum() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
            "    COMPREPLY=()",
            "    if ((COMP_CWORD == 1)); then",
            "        mapfile -t COMPREPLY < <(compgen -W \"\(commands.map(\.rawValue).joined(separator: " ")) --help --version\" -- \"$word\")",
            "        return",
            "    fi",
            "    case $before in",
        ]
        for option in OptionName.allCases {
            switch option.value {
            case .text: lines.append("    \(option.text)) return ;;")
            case .file:
                lines.append(
                    "    \(option.text)) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;"
                )
            case .choice(let words):
                lines.append(
                    "    \(option.text)) mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"); return ;;"
                )
            case nil: break
            }
        }
        lines += ["    esac", "    case ${COMP_WORDS[1]} in"]
        for command in commands {
            let words = command.options.map(\.text) + words(command.operand)
            lines.append("    \(command))")
            lines.append(
                "        mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")"
            )
            if command.operand == .file {
                lines.append(
                    "        [[ $word == -* ]] || { compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); }"
                )
            }
            lines.append("        ;;")
        }
        lines += ["    esac", "}", "complete -F _safetynum safetynum"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static var zsh: String {
        func quoted(_ text: String) -> String {
            var quoted = ""
            for character in text {
                switch character {
                case "'": quoted += "'\\''"
                case "[", "]", ":", "\\": quoted += "\\\(character)"
                default: quoted.append(character)
                }
            }
            return quoted
        }
        var lines = [
            "#compdef safetynum", "# Completions of safetynum for zsh.", "_safetynum() {",
            "    local -a commands",
        ]
        lines.append("    commands=(")
        lines += commands.map { "        '\($0):\(quoted($0.summary))'" }
        lines += [OptionName.help, .version].map { "        '\($0.text):\(quoted($0.summary))'" }
        lines += [
            "    )", "    if ((CURRENT == 2)); then", "        _describe command commands", "        return",
            "    fi",
        ]
        lines += [
            "    local command=${words[2]}", "    shift words", "    ((CURRENT--))", "    case $command in",
        ]
        for command in commands {
            lines.append("    \(command))")
            var specs = command.options.map { option -> String in
                let head = "\(option.text)[\(quoted(option.summary))]"
                return switch option.value {
                case nil: "'\(head)'"
                case .text(let name): "'\(head):\(name): '"
                case .file(let name): "'\(head):\(name):_files'"
                case .choice(let words): "'\(head):choice:(\(words.joined(separator: " ")))'"
                }
            }
            let words = words(command.operand)
            if !words.isEmpty { specs.append("'1:word:(\(words.joined(separator: " ")))'") }
            if command.operand == .file { specs.append("'1:file:_files'") }
            lines.append("        _arguments \(specs.joined(separator: " \\\n            "))")
            lines.append("        ;;")
        }
        lines += ["    esac", "}", "_safetynum \"$@\""]
        return lines.joined(separator: "\n") + "\n"
    }

    private static var fish: String {
        func quoted(_ text: String) -> String {
            "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
        }
        var lines = ["# Completions of safetynum for fish.", "complete -c safetynum -f"]
        for option in [OptionName.help, .version] {
            lines.append(
                "complete -c safetynum -n __fish_use_subcommand -l \(option.rawValue) -d \(quoted(option.summary))"
            )
        }
        for command in commands {
            lines.append(
                "complete -c safetynum -n __fish_use_subcommand -a \(command) -d \(quoted(command.summary))")
        }
        for command in commands {
            let head = "complete -c safetynum -n '__fish_seen_subcommand_from \(command)'"
            for option in command.options {
                let value: String
                switch option.value {
                case nil: value = ""
                case .text: value = " -x"
                case .file: value = " -r -F"
                case .choice(let words): value = " -x -a \(quoted(words.joined(separator: " ")))"
                }
                lines.append("\(head) -l \(option.rawValue)\(value) -d \(quoted(option.summary))")
            }
            let words = words(command.operand)
            if !words.isEmpty { lines.append("\(head) -a \(quoted(words.joined(separator: " ")))") }
            if command.operand == .file { lines.append("\(head) -F") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
