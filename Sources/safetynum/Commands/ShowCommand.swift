import Sotto

/// `safetynum show`.
///
/// Rule TN-9.
enum ShowCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        if run.arguments.has(.light), !run.arguments.has(.qr) || run.arguments.has(.json) {
            throw .usage("--light goes with --qr and a code that is drawn in the terminal: leave it out")
        }
        let sides = try Sides.of(run.arguments, run.input)
        if run.arguments.has(.json) { return Outcome(text: json(sides, run).line) }
        let text =
            run.terminal.isTerminal || run.arguments.has(.halves)
            ? NumberText(sides, run).text : sides.number.groups.joined(separator: " ") + "\n"
        guard run.arguments.has(.qr) else { return Outcome(text: text) }
        return try CodeDrawing.outcome(sides, run, below: text + "\n")
    }

    private static func json(_ sides: Sides, _ run: Invocation) -> JSON {
        let number = sides.number
        var me = SideJSON.fields(sides.me)
        me.append(("half", .text(number.ours.digits)))
        var them = SideJSON.fields(sides.them)
        them.append(("half", .text(number.theirs.digits)))
        them += SideJSON.stored(sides.stored?.compared)
        return .object([
            ("command", .text("show")), ("number", .text(number.digits)),
            ("groups", .list(number.groups.map(JSON.text))), ("me", .object(me)), ("them", .object(them)),
            ("code", CodeVersion.json(number, run.arguments)),
        ])
    }
}

/// One side of a number in JSON.
///
/// Rule TN-18.
enum SideJSON {
    static func fields(_ side: Sides.Side) -> [(String, JSON)] {
        user(side.identifier) + [("identityKey", .text(Hex.encode(side.key.encoded.span)))]
    }

    /// An identifier as text that the tool reads again, and its bytes.
    static func user(_ bytes: [UInt8]) -> [(String, JSON)] {
        [
            ("identifier", .text(Identifier.text(of: bytes, isUTF8: true))),
            ("identifierHex", .text(Hex.encode(bytes.span))),
        ]
    }

    /// What a store says about the key; nulls without one.
    static func stored(_ compared: UserSafetyNumber?) -> [(String, JSON)] {
        [
            ("knownSince", JSON(compared.map { Timestamp.text($0.knownSince) })),
            ("verifiedAt", JSON(compared?.verifiedAt.map(Timestamp.text))),
            ("isKeyInUse", compared.map { .flag($0.isOfKeyInUse) } ?? .null),
            ("anotherKeyWaits", compared.map { .flag($0.change != nil || !$0.isOfKeyInUse) } ?? .null),
        ]
    }
}

/// The version of the scannable form.
enum CodeVersion {
    static func of(_ arguments: Arguments) -> ScannableVersion {
        arguments[.codeVersion] == "1" ? .one : .two
    }

    /// The version and the bytes of the code to show.
    static func json(_ number: SafetyNumber, _ arguments: Arguments) -> JSON {
        let version = of(arguments)
        return .object([
            ("version", .number(Int(version.rawValue))),
            ("hex", .text(Hex.encode(number.scannable(version: version).span))),
        ])
    }
}
