import Foundation

/// Two devices, two processes, one encrypted conversation.
@main
enum Demo {
    static func main() {
        do throws(any Error) {
            switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help:
                print(Options.helpText, terminator: "")
            case .device(let side):
                try DeviceProcess.serve(as: side)
            case .conversation(let source):
                try converse(source)
            }
        } catch let error as any DemoFailure {
            complain(error.message)
            exit(error.status.rawValue)
        } catch {
            complain("\(error)")
            exit(ExitStatus.differed.rawValue)
        }
        exit(ExitStatus.agreed.rawValue)
    }

    private static func converse(_ source: TextSource) throws {
        let text = try source.read()
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let alice = try DeviceProcess(side: .alice, program: program)
        let bob = try DeviceProcess(side: .bob, program: program)
        let style = Style.standardOutput(environment: ProcessInfo.processInfo.environment)
        let log = Log(messageCount: text.messageCount, style: style) { say($0) }
        let run = Run(text: text, alice: alice, bob: bob, log: log)
        let outcome = try run.play()
        try alice.end()
        try bob.end()
        Summary(outcome, of: text).print(to: log)
        if !outcome.differences.isEmpty { exit(ExitStatus.differed.rawValue) }
    }

    /// Prints a line; a text that nobody gets is a failure.
    private static func say(_ line: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) } catch {
            complain("standard output can't be written")
            exit(ExitStatus.differed.rawValue)
        }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("demo: \(message)\n".utf8))
    }
}

/// What the program's status means.
enum ExitStatus: Int32 {
    /// Everything arrived as it was sent.
    case agreed = 0
    /// Something differed, or a device failed.
    case differed = 1
    /// The arguments are wrong.
    case usage = 2
    /// The text can't be read.
    case unreadable = 3
}

/// A reason to stop, in words.
protocol DemoFailure: Error {
    /// The words, printable as they are.
    var message: String { get }
    /// What the program ends with.
    var status: ExitStatus { get }
}
