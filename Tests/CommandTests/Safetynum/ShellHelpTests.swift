import Foundation
import Testing

@testable import safetynum

/// Rule TN-20.
@Suite("The completions and the manual of safetynum")
struct ShellHelpTests {
    private static func isInstalled(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }

    @Test("know every command, option and word", arguments: Shell.allCases)
    func complete(_ shell: Shell) throws {
        let result = try SafetynumTool().run("completions", shell.rawValue)
        #expect(result.status == 0)
        for command in CommandName.allCases { #expect(result.output.contains(command.rawValue)) }
        for option in OptionName.allCases {
            #expect(result.output.contains(shell == .fish ? "-l \(option.rawValue)" : option.text))
        }
        for word in ["used", "waiting", "bash", "zsh", "fish"] { #expect(result.output.contains(word)) }
    }

    @Test("complete in bash what is begun")
    func bash() throws {
        let tool = try SafetynumTool()
        try tool.write("", as: "alice key.pub")
        func completed(_ words: String...) throws -> [String] {
            let array = words.map { "'\($0)'" }.joined(separator: " ")
            let result = try tool.shell(
                """
                source <(safetynum completions bash); compopt() { :; }
                COMP_WORDS=(safetynum \(array)); COMP_CWORD=\(words.count)
                _safetynum; printf '%s\\n' "${COMPREPLY[@]}"
                """)
            #expect(result.errors.isEmpty)
            return result.output.split(separator: "\n").map(String.init)
        }
        #expect(try completed("com") == ["compare", "completions"])
        #expect(try completed("show", "--th") == ["--them", "--their-key"])
        #expect(try completed("show", "--my-key", "al") == ["alice key.pub"])
        #expect(try completed("show", "--which", "") == ["used", "waiting"])
        #expect(try completed("list", "--me").isEmpty)
        #expect(try completed("completions", "") == ["--help", "bash", "zsh", "fish"])
        #expect(try completed("keygen", "al") == ["alice key.pub"])
        #expect(try completed("show", "--me", "").isEmpty)
    }

    @Test("are syntax that each shell takes")
    func syntax() throws {
        let tool = try SafetynumTool()
        for (shell, check) in [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")]
        where Self.isInstalled(shell) {
            let result = try tool.shell("safetynum completions \(shell) > file && \(check) file")
            #expect(result.status == 0, "\(shell): \(result.errors)")
            #expect(result.errors.isEmpty)
        }
    }

    @Test("complete in fish what is begun", .enabled(if: isInstalled("fish")))
    func fish() throws {
        let result = try SafetynumTool().shell(
            "safetynum completions fish > c.fish && HOME=$PWD fish -c 'source c.fish; complete -C \"safetynum show --th\"'"
        )
        let names = result.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
        #expect(names.sorted() == ["--their-key", "--them"])
    }

    @Test("say every command and option in the manual")
    func manual() throws {
        let result = try SafetynumTool().run("manual")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix(".TH SAFETYNUM 1"))
        #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
        let text = result.output.replacingOccurrences(of: "\\-", with: "-")
        for command in CommandName.allCases { #expect(text.contains(".SS \"safetynum \(command) [OPTIONS]")) }
        for option in OptionName.allCases where option != .version {
            #expect(text.contains("\\fB\(option.text)\\fR"))
        }
        for command in CommandName.allCases { #expect(text.contains("\n\(command.example)\n")) }
    }

    @Test("give roff that groff takes without a warning", .enabled(if: isInstalled("groff")))
    func roff() throws {
        let result = try SafetynumTool().shell("safetynum manual | groff -man -ww -Tascii -P-cbou")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.contains("--passphrase-file FILE"))
        #expect(result.output.contains("safetynum compare --me alice --my-key alice.pub"))
    }
}
