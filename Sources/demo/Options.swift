/// What the arguments ask for.
enum Options: Equatable {
    /// Print the help.
    case help
    /// Be one of the devices.
    case device(Side)
    /// Run the conversation over a text, and keep the stores in a folder if one is named.
    case conversation(TextSource, keep: String? = nil)

    static let helpText = """
        usage: demo [--keep FOLDER] [TEXTFILE]

        Starts two devices, Alice and Bob, as processes of their own, each with a store
        on disk, and sends every line of a text from one to the other in turn, encrypted
        end to end. On the way some messages come late, one comes twice, one is
        changed, and both processes are killed and go on from their stores. Then both
        hide from the server who sends, and talk in a group with a third, who leaves.

          (nothing)       the conversation that comes with the demo
          TEXTFILE        any UTF-8 file; lines end with LF or CR LF
          -               standard input
          --keep FOLDER   keeps the stores there, and beside them their keys, which an
                          app keeps elsewhere; without it nothing is left behind
          --device NAME   alice, bob or carol; the demo starts itself with it, people
                          don't
          -h, --help      this text

        A line longer than a message holds (65,000 bytes) goes as several messages.
        With more than 40 messages the first, the last and the refused ones are shown.
        Colour is used on a terminal, unless NO_COLOR is set.

        Exit status: 0 everything arrived as it was sent, 1 something differed or
        failed, 2 wrong arguments, 3 the text can't be read, 4 the folder can't be used.

        """

    static func parse(_ arguments: [String]) throws(UsageFailure) -> Options {
        var files: [TextSource] = []
        var rest = arguments[...]
        var folder: String?
        var optionsEnded = false
        while let argument = rest.popFirst() {
            if optionsEnded {
                files.append(.file(argument))
                continue
            }
            switch argument {
            case "--": optionsEnded = true
            case "-h", "--help": return .help
            case "--device":
                guard let name = rest.popFirst(), let side = Side(rawValue: name), rest.isEmpty,
                    files.isEmpty,
                    folder == nil
                else { throw UsageFailure("--device needs one name, alice, bob or carol, and nothing else") }
                return .device(side)
            case "--keep":
                guard folder == nil, let path = rest.popFirst(), !path.isEmpty
                else { throw UsageFailure("--keep needs a folder, and only one") }
                folder = path
            case "-": files.append(.standardInput)
            case "": throw UsageFailure("the name of the text is empty")
            case _ where argument.hasPrefix("-"):
                throw UsageFailure("there is no option \(TerminalText.escaped(argument))")
            default: files.append(.file(argument))
            }
        }
        guard files.count <= 1 else { throw UsageFailure("more than one text") }
        return .conversation(files.first ?? .builtIn, keep: folder)
    }
}

/// Wrong arguments.
struct UsageFailure: DemoFailure, Equatable {
    let message: String
    let status = ExitStatus.usage

    init(_ words: String) { message = words + "; see demo --help" }
}
