import Foundation

/// Two devices, two processes, one encrypted conversation; then a third one, and a group.
@main
enum Demo {
    static func main() {
        var status = ExitStatus.agreed
        do throws(any Error) {
            switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
            case .help:
                print(Options.helpText, terminator: "")
            case .device(let side):
                try DeviceProcess.serve(as: side)
            case .conversation(let source, let keep):
                status = try converse(source, keep: keep)
            }
        } catch let error as any DemoFailure {
            complain(error.message)
            status = error.status
        } catch {
            complain("\(error)")
            status = .differed
        }
        exit(status.rawValue)
    }

    private static func converse(_ source: TextSource, keep: String?) throws -> ExitStatus {
        let text = try source.read()
        let folder = keep.map { StoreFolder.kept(at: $0) } ?? .temporary()
        // Before there is anything that would have to be removed.
        let interruption = Interruption { folder.remove() }
        defer { withExtendedLifetime(interruption) { folder.remove() } }

        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let alice = try DeviceProcess(side: .alice, program: program)
        defer { alice.kill() }
        let bob = try DeviceProcess(side: .bob, program: program)
        defer { bob.kill() }
        let carol = try DeviceProcess(side: .carol, program: program)
        defer { carol.kill() }
        // As late as can be: from now on the processes know what to remove if this one is killed.
        try folder.make()

        let style = Style.standardOutput(environment: ProcessInfo.processInfo.environment)
        let log = Log(messageCount: text.messageCount, style: style) { line in
            if say(line) { return }
            alice.kill()
            bob.kill()
            carol.kill()
            folder.remove()
            complain("standard output can't be written")
            exit(ExitStatus.differed.rawValue)
        }
        let run = try Run(
            text: text, devices: [.alice: alice, .bob: bob, .carol: carol], stores: folder, log: log)
        let outcome = try run.play()
        try alice.end()
        try bob.end()
        try carol.end()
        Summary(outcome, of: text).print(to: log)
        return outcome.differences.isEmpty ? .agreed : .differed
    }

    /// Prints a line; whether that worked.
    private static func say(_ line: String) -> Bool {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
            return true
        } catch { return false }
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
    /// The folder can't hold the stores.
    case noFolder = 4
}

/// A reason to stop, in words.
protocol DemoFailure: Error {
    /// The words, printable as they are.
    var message: String { get }
    /// What the program ends with.
    var status: ExitStatus { get }
}
