import Sotto

/// `safetynum qr` and `safetynum scan`.
///
/// Rules TN-12 and TN-13.
enum CodeCommand {
    static func draw(_ run: Invocation) throws(Failure) -> Outcome {
        let sides = try Sides.of(run.arguments, run.input)
        return Outcome(text: try CodeDrawing.text(sides, run))
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
