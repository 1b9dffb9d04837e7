/// `safetynum compare`.
///
/// Rules TN-10 and TN-11.
enum CompareCommand {
    static func run(_ run: Invocation) throws(Failure) -> Outcome {
        let sides = try Sides.of(run.arguments, run.input)
        let digits = try DigitsInput.read(run.arguments, run.input)
        let comparing = try Comparing(digits: digits, with: sides, run)
        guard run.arguments.has(.json) else { return Outcome(status: comparing.status, text: comparing.text) }
        let json: JSON = .object([("command", .text("compare"))] + comparing.fields)
        return Outcome(status: comparing.status, text: json.line)
    }
}
