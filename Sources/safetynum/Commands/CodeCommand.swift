import Sotto

/// `safetynum qr` and `safetynum scan`.
///
/// Rules TN-12 and TN-13.
enum CodeCommand {
    static func draw(_ run: Invocation) throws(Failure) -> Outcome {
        let arguments = run.arguments
        if arguments.has(.png), arguments.has(.svg) {
            throw .usage("--png and --svg are both given: write one after the other")
        }
        let path = arguments[.png] ?? arguments[.svg]
        if arguments.has(.force), path == nil {
            throw .usage("--force goes with --png or --svg: leave it out")
        }
        if arguments.has(.light), path != nil || arguments.has(.json) {
            throw .usage("--light goes with a code that is drawn in the terminal: leave it out")
        }
        if path == "-" { throw .usage("a picture goes to a file: give its name") }
        let sides = try Sides.of(arguments, run.input)
        if let path { try CodeDrawing.write(sides, arguments, to: path, isSVG: arguments.has(.svg)) }
        if arguments.has(.json) {
            let json: JSON = .object([
                ("command", .text("qr")), ("code", CodeVersion.json(sides.number, arguments)),
                ("file", JSON(path)),
            ])
            return Outcome(text: json.line)
        }
        return path == nil ? try CodeDrawing.outcome(sides, run) : Outcome(text: "")
    }

    static func scan(_ run: Invocation) throws(Failure) -> Outcome {
        let sides = try Sides.of(run.arguments, run.input)
        let name = run.arguments.operands.first ?? "-"
        let comparing = try Comparing(
            scanned: try CodeInput.bytes(name, for: "the code", run.input), with: sides, run)
        guard run.arguments.has(.json) else { return Outcome(status: comparing.status, text: comparing.text) }
        let json: JSON = .object([("command", .text("scan"))] + comparing.fields)
        return Outcome(status: comparing.status, text: json.line)
    }
}
