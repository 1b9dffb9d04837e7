/// What the help says about each command beyond its options.
///
/// Rule TN-20.
extension CommandName {
    /// Paragraphs.
    var details: [String] {
        switch self {
        case .show:
            [
                "Both people see the same number when each uses the other's real key. On a terminal it stands in four "
                    + "lines, with the keys that it is of; in a pipe it is one line of 12 groups and nothing else.",
                "Give the two sides by --me, --my-key, --them and --their-key, or by --store and --with.",
            ]
        case .compare:
            [
                "Takes the digits as arguments, from standard input, or asks for them at a terminal. Spaces, line "
                    + "breaks and dashes don't matter; all 60 digits are needed. Groups that differ are marked with ^^^^^."
            ]
        case .qr:
            [
                "Draws the code in the terminal, or writes it with --png or --svg. A file that is there stays, unless "
                    + "--force is given.",
                "Without colour, that is in a pipe or with NO_COLOR, the code is drawn for a terminal that writes light "
                    + "on dark; --light is for the other ones. In a locale without UTF-8 it is ASCII, which takes twice the "
                    + "columns and lines; made of ##, it may have to be scanned from some distance.",
            ]
        case .scan:
            [
                "FILE is what a scanner gave (bytes, hex or base64) or a picture of the code; a picture needs zbarimg, "
                    + "of Debian's zbar-tools. - is standard input."
            ]
        case .verify:
            [
                "Marks the user verified only when all of it matches, and only the very key that was compared. With "
                    + "--which waiting a match also accepts the key that waits. Digits come as for compare."
            ]
        case .unverify: ["The key stays in use; it only doesn't count as verified any more."]
        case .list:
            [
                "verified, unverified, or changed: then another key waits for a decision. In a pipe each user is a line "
                    + "of fields with tabs between them: user, state, key, known since, verified at, changed since, waiting "
                    + "key; - is none."
            ]
        case .keygen:
            [
                "FILE is new, in a folder that is there, and only you can read it; a file that is there stays. The "
                    + "public key is printed, and pubkey prints it again. Other commands take FILE for --my-key."
            ]
        case .pubkey:
            [
                "FILE is what keygen made; - is standard input. Give the key that is printed to others, and FILE to nobody."
            ]
        case .completions:
            [
                "bash: source <(safetynum completions bash). zsh: put it as _safetynum into a folder of fpath. fish: put "
                    + "it as safetynum.fish into ~/.config/fish/completions."
            ]
        case .manual: ["In the form that man reads."]
        case .help: []
        }
    }

    /// One line for a shell, with status 0; a test runs it.
    var example: String {
        let sides = "--me alice --my-key alice.pub --them bob --their-key bob.pub"
        let store = "--store alice.sqlite --key-file storage.key"
        return switch self {
        case .show: "safetynum show \(sides)"
        case .compare: "safetynum compare \(sides) < digits.txt"
        case .qr: "safetynum qr \(sides) --svg code.svg"
        case .scan: "safetynum scan \(sides) scanned.bin"
        case .verify: "safetynum verify \(store) --with bob < bob-digits.txt"
        case .unverify: "safetynum unverify \(store) --with bob"
        case .list: "safetynum list \(store)"
        case .keygen: "safetynum keygen alice.key"
        case .pubkey: "safetynum pubkey alice.key"
        case .completions: "safetynum completions bash > safetynum.bash"
        case .manual: "safetynum manual > safetynum.1"
        case .help: "safetynum help show"
        }
    }

    /// How the command is called.
    var usage: String {
        let words = ["safetynum", rawValue, "[OPTIONS]", operand.usage]
        return words.compactMap { $0 }.joined(separator: " ")
    }
}

/// What holds for all commands.
enum CommonHelp {
    static let description =
        "Shows and compares safety numbers: 60 digits that are the same for two people when nobody stands between them."

    static let comparing =
        "Compare in person, or by voice with somebody whose voice you know: one reads the digits and the other compares "
        + "them with the own screen, or each scans the other's screen. Never over the chat that is being checked, for who "
        + "stands in between can change what is read there. Comparing with your own screen proves nothing."

    static let identifiers = [
        "An identifier is +15551234567 (E.164: the bytes of the text), a UUID as 8-4-4-4-12 (16 bytes), or a word "
            + "such as alice (its bytes). text:, hex:, uuid: and phone: say which is meant. What could be two things "
            + "is refused: digits without a plus, eight and more hex digits, spaces, letters beyond ASCII. With --with "
            + "a word may also be the address of a device, such as bob.1.",
        "Both people have to use the same identifiers: other bytes give another number.",
    ]

    static let keys = [
        "A key is 32 bytes, or 33 with the byte 05 before them: in hex or base64, in a file (raw, hex, base64, or a "
            + "private key that keygen made, for --my-key), or - for standard input. hex:, base64: and file: say "
            + "which is meant."
    ]

    static let statuses: [(ExitStatus, String)] = [
        (.success, "a match, or done"),
        (.mismatch, "no match; the own code and a code of another version too"),
        (.usage, "the command line is wrong"),
        (
            .badInput,
            "an identifier, a key, digits, a code, the terminal, or a file or folder that you named can't be used; or "
                + "--which has to be given, for another key waits"
        ),
        (.storage, "the store couldn't be opened, read or written, or the result couldn't be written"),
    ]
}
