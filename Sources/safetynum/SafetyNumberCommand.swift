import Foundation

/// Shows, compares and draws safety numbers.
@main
enum SafetyNumberCommand {
    /// Before the first release.
    static let version = "0.1.0-dev"

    static func main() {
        StandardDescriptors.fill()
        CoreFile.forbid()
        // A reader that goes away is seen where it is written to. Rule TN-23.
        _ = signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        let terminal = TerminalFacts.standardOutput(ProcessInfo.processInfo.environment)
        do throws(Failure) {
            let outcome = try run(words, terminal)
            do { try Console.write(outcome.text) } catch {
                guard let change = outcome.change else { throw error }
                throw Failure(error.code, "\(change), but \(error.message)")
            }
            outcome.notes.forEach(Console.hint)
            exit(outcome.status.rawValue)
        } catch {
            let status = error.code.status.rawValue
            guard words.prefix(while: { $0 != "--" }).contains(OptionName.json.text) else {
                if let columns = TerminalFacts.columnsOfStandardError() {
                    error.lines(columns: columns).forEach(Console.note)
                } else {
                    Console.note("safetynum: \(error.line)")
                }
                exit(status)
            }
            let fields: [(String, JSON)] = [
                ("code", .text(error.code.rawValue)), ("status", .number(Int(status))),
                ("message", .text(error.line)),
            ]
            _ = Console.write(Array(JSON.object([("error", .object(fields))]).line.utf8), to: STDERR_FILENO)
            exit(status)
        }
    }

    private static func run(_ words: [String], _ terminal: TerminalFacts) throws(Failure) -> Outcome {
        try Arguments.refusePrivateKeys(words)
        guard let first = words.first else { throw .usage("name a command: see safetynum --help") }
        let help = HelpText(columns: min(terminal.columns, TerminalFacts.usualColumns))
        switch first {
        case "--help", "-h": return Outcome(text: help.general)
        case "--version", "-V": return Outcome(text: "safetynum \(version)\n")
        case _ where first.hasPrefix("-"):
            guard let command = words.first(where: { CommandName(rawValue: $0) != nil }) else {
                throw .usage("the command comes first: see safetynum --help")
            }
            throw .usage(
                "the command comes first: write safetynum \(command), and \(Printable.text(first)) behind it")
        default: break
        }
        let command = try CommandName.named(first)
        let arguments = try Arguments(command, words.dropFirst())
        if arguments.has(.help) { return Outcome(text: help.command(command)) }
        let run = Invocation(arguments: arguments, terminal: terminal, input: StandardInput())
        switch command {
        case .show: return try ShowCommand.run(run)
        case .compare: return try CompareCommand.run(run)
        case .qr: return try CodeCommand.draw(run)
        case .scan: return try CodeCommand.scan(run)
        case .verify: return try VerifyCommand.run(run).changing("the store has the verification")
        case .unverify: return try UnverifyCommand.run(run).changing("the verification was taken back")
        case .list: return try ListCommand.run(run)
        case .keygen: return try KeygenCommand.run(run).changing("the file has the key")
        case .pubkey: return try PublicKeyCommand.run(run)
        case .completions: return Outcome(text: try Completions.text(arguments.operands))
        case .manual: return Outcome(text: Manual.text)
        case .help:
            guard let name = arguments.operands.first else { return Outcome(text: help.general) }
            return Outcome(text: help.command(try CommandName.named(name)))
        }
    }
}
