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
    /// What has changed by then, for when the text can't be written.
    var change: String?

    /// The same with the change that a command has made when it ends with status 0.
    func changing(_ change: String) -> Outcome {
        status == .success ? Outcome(status: status, text: text, notes: notes, change: change) : self
    }
}
