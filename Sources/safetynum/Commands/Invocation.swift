/// One run of the tool: what was asked for, and where it happens.
struct Invocation {
    let arguments: Arguments
    let terminal: TerminalFacts
    let input: StandardInput

    /// An identifier as this terminal can show it.
    func name(of identifier: [UInt8]) -> String {
        Identifier.text(of: identifier, isUTF8: terminal.isUTF8)
    }
}

/// What a command ends with, when it didn't fail.
struct Outcome {
    var status = ExitStatus.success
    /// What goes to standard output.
    let text: String
    /// What goes to standard error behind it, in a sentence each.
    var notes: [String] = []
}
