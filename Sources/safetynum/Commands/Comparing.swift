import Sotto

/// A comparison that was made, with digits or with a code: what it found and what is said about it.
///
/// Rules TN-10, TN-11, TN-13 and TN-27.
struct Comparing {
    let result: SafetyNumberComparison
    let text: String
    /// What it adds to the JSON of its command.
    let fields: [(String, JSON)]

    var status: ExitStatus { result == .match ? .success : .mismatch }

    /// Compares with 60 digits.
    init(digits: String, with sides: Sides, _ run: Invocation) throws(Failure) {
        result = sides.number.compare(digits: digits)
        guard let given = SafetyNumber.groups(read: digits),
            let differing = sides.number.differingGroups(from: digits)
        else { throw Failure(.badDigits, "all 60 digits are needed: give the whole number") }
        let here = sides.number.groups
        let half = DifferingHalf(sides.number, given: given).map {
            ($0, name: run.name(of: ($0 == .ours ? sides.me : sides.them).identifier))
        }
        text =
            ComparisonText.rows(here, given, run.terminal)
            + ComparisonText.verdict(differing, half: half, run.terminal)
        fields = [
            ("result", .text(Self.name(result))), ("number", .text(here.joined())),
            ("given", .text(given.joined())), ("differingGroups", .list(differing.map { .number($0 + 1) })),
        ]
    }

    /// Compares with what a code holds.
    init(scanned bytes: [UInt8], with sides: Sides, _ run: Invocation) throws(Failure) {
        let version = CodeVersion.of(run.arguments)
        result = sides.number.compare(scanned: bytes, version: version)
        guard result != .malformed else {
            throw Failure(.badCode, "that is no code of a safety number: scan the one on their screen")
        }
        text = ComparisonText.verdict(scanned: result, version, run.terminal)
        var theirs = version.rawValue
        if case .versionMismatch(let other) = result { theirs = other }
        fields = [
            ("result", .text(Self.name(result))), ("ourVersion", .number(Int(version.rawValue))),
            ("theirVersion", .number(Int(theirs))),
        ]
    }

    /// The stable name of a result.
    private static func name(_ result: SafetyNumberComparison) -> String {
        switch result {
        case .match: "match"
        case .ownCode: "ownCode"
        case .versionMismatch: "versionMismatch"
        case .mismatch, .malformed: "mismatch"
        }
    }
}
