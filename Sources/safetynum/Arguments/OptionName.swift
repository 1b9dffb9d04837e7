/// The options of all commands; each means the same wherever it is taken.
///
/// Parser, help, manual page and completions read this table. Rules TN-19 and TN-20.
enum OptionName: String, CaseIterable {
    case me
    case myKey = "my-key"
    case them
    case theirKey = "their-key"
    case store
    case with
    case passphraseFile = "passphrase-file"
    case keyFile = "key-file"
    case which
    case scan
    case halves
    case qr
    case codeVersion = "code-version"
    case png
    case svg
    case light
    case force
    case json
    case help
    case version

    /// As it is written.
    var text: String { "--\(rawValue)" }

    /// What its value is, for those that have one.
    enum Value: Equatable {
        /// Text with this name in the help.
        case text(String)
        /// A file's name, or `-`.
        case file(String)
        /// One of a few words.
        case choice([String])

        /// The value's name in the help.
        var name: String {
            switch self {
            case .text(let name), .file(let name): name
            case .choice(let words): words.joined(separator: "|")
            }
        }
    }

    var value: Value? {
        switch self {
        case .me, .them: .text("ID")
        case .with: .text("ADDRESS")
        case .myKey, .theirKey: .file("KEY")
        case .store: .file("PATH")
        case .passphraseFile, .keyFile, .scan, .png, .svg: .file("FILE")
        case .which: .choice(["used", "waiting"])
        case .codeVersion: .choice(["1", "2"])
        case .halves, .qr, .light, .force, .json, .help, .version: nil
        }
    }

    var summary: String {
        switch self {
        case .me: "who you are to them: +E.164, a UUID, a word, or text:, hex:, uuid:, phone:"
        case .myKey: "your public identity key: hex, base64, a file, or - for standard input"
        case .them: "who they are, in the same forms as --me"
        case .theirKey: "their public identity key, in the same forms as --my-key"
        case .store: "the store of a Sotto device, which knows both keys and your identifier"
        case .with: "a user in the store: an identifier, or the address of a device such as bob.1"
        case .passphraseFile:
            "a file with the passphrase of the store, of which one line end is ignored; without it the terminal asks"
        case .keyFile:
            "a file with the storage key of the store: the 32 raw bytes that its app opens it with, not what keygen makes"
        case .which: "which key is meant, when another one of the user waits for a decision"
        case .scan: "a scanned code instead of digits: a file, or - for standard input"
        case .halves: "also each side's half of the number, keys and dates, in a pipe too"
        case .qr: "also the code for them to scan"
        case .codeVersion: "the version of the code, 2 unless said otherwise; both sides need the same"
        case .png: "writes a picture instead of drawing"
        case .svg: "writes a drawing that scales instead"
        case .light: "draws without colour for a terminal that writes dark on light"
        case .force: "replaces a file that is there"
        case .json: "one JSON object instead of text, for errors too"
        case .help: "shows how the command is used"
        case .version: "shows the version"
        }
    }
}
