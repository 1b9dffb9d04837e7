/// The commands.
///
/// Parser, help, manual page and completions read this table. Rules TN-19 and TN-20.
enum CommandName: String, CaseIterable {
    case show, compare, qr, scan, verify, unverify, list, keygen, pubkey, completions, manual, help

    var summary: String {
        switch self {
        case .show: "show the safety number of two people"
        case .compare: "compare the safety number with 60 digits"
        case .qr: "draw the code for them to scan"
        case .scan: "compare with a code that was scanned from their screen"
        case .verify: "compare, and remember in a store that it matched"
        case .unverify: "take a verification back"
        case .list: "list the users of a store and who is verified"
        case .keygen: "make an identity key in a new file"
        case .pubkey: "print the public key of a private one"
        case .completions: "print completions for a shell"
        case .manual: "print the manual page"
        case .help: "show how a command is used"
        }
    }

    /// What stands behind the options.
    enum Operand: Equatable {
        case none
        /// All words together are the 60 digits.
        case digits
        case file
        case shell
        case command

        /// As it stands in the line of usage.
        var usage: String? {
            switch self {
            case .none: nil
            case .digits: "[DIGITS | -]"
            case .file: "FILE"
            case .shell: Shell.allCases.map(\.rawValue).joined(separator: "|")
            case .command: "[COMMAND]"
            }
        }
    }

    var operand: Operand {
        switch self {
        case .compare, .verify: .digits
        case .scan, .keygen, .pubkey: .file
        case .completions: .shell
        case .help: .command
        case .show, .qr, .unverify, .list, .manual: .none
        }
    }

    /// The options that it takes, in the order of its help.
    var options: [OptionName] { ownOptions + [.help] }

    private var ownOptions: [OptionName] {
        let keys: [OptionName] = [.me, .myKey, .them, .theirKey]
        let store: [OptionName] = [.store, .with, .passphraseFile, .keyFile, .which]
        return switch self {
        case .show: keys + store + [.halves, .qr, .light, .codeVersion, .json]
        case .compare: keys + store + [.json]
        case .qr: keys + store + [.light, .codeVersion, .png, .svg, .force, .json]
        case .scan: keys + store + [.codeVersion, .json]
        case .verify: store + [.scan, .codeVersion, .json]
        case .unverify: [.store, .with, .passphraseFile, .keyFile, .json]
        case .list: [.store, .passphraseFile, .keyFile, .json]
        case .keygen, .pubkey: [.json]
        case .completions, .manual, .help: []
        }
    }
}

/// The shells that completions are for.
enum Shell: String, CaseIterable {
    case bash, zsh, fish
}
