/// A limit for one operation of one implementation, or for a figure, as `thresholds.json` has it.
struct Threshold: Decodable {
    let name: String
    let operation: String

    /// The most that a figure of that name may be.
    var figure: Double?

    /// Whether it is about a figure and not about the calls of an operation.
    var isFigure: Bool { figure != nil }

    /// The most heap allocations of one call.
    var allocations: Double?

    /// The most instructions of one call.
    var instructions: Double?

    /// The most instructions of one call, as a multiple of the floor's on the same machine.
    var instructionsToFloor: Double?

    enum CodingKeys: String, CodingKey {
        case name, operation, figure, allocations, instructions
        case instructionsToFloor = "instructions_to_floor"
    }
}

/// What was counted for one operation of one implementation.
struct Count {
    let name: String
    let operation: String
    let allocations: Double
    let instructions: Double

    /// Reads "name operation allocations instructions".
    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 4, let allocations = Double(words[2]), let instructions = Double(words[3]),
            instructions > 0
        else { return nil }
        name = String(words[0])
        operation = String(words[1])
        self.allocations = allocations
        self.instructions = instructions
    }
}

/// Compares counts with their limits.
struct Verdict {
    let table: String
    let holds: Bool

    init(thresholds: [Threshold], counts: [Count], figures: [Figure]) {
        func count(_ name: String, _ operation: String) -> Count? {
            counts.first { $0.name == name && $0.operation == operation }
        }
        var lines = [
            "operation".left(20) + "implementation".left(15) + "allocations".right(12) + "limit".right(8)
                + "instructions".right(14) + "limit".right(12) + "  verdict"
        ]
        var holds = true
        for threshold in thresholds {
            if let limit = threshold.figure {
                let value = figures.first { $0.name == threshold.operation }?.value
                let fits = (value ?? .infinity) <= limit
                holds = holds && fits
                lines.append(
                    threshold.operation.left(24) + (value?.fixed(0) ?? "not counted").right(23)
                        + limit.fixed(0).right(8) + String(repeating: " ", count: 26)
                        + (fits ? "  ok" : "  over the limit"))
                continue
            }
            guard let found = count(threshold.name, threshold.operation) else {
                lines.append(threshold.operation.left(20) + threshold.name.left(15) + "not counted")
                holds = false
                continue
            }
            var limits: [Double] = []
            if let limit = threshold.instructions { limits.append(limit) }
            if let ratio = threshold.instructionsToFloor {
                limits.append(ratio * (count("floor", threshold.operation)?.instructions ?? 0))
            }
            let instructionLimit = limits.min()
            let fits =
                found.allocations <= threshold.allocations ?? .infinity
                && found.instructions <= instructionLimit ?? .infinity
            holds = holds && fits
            lines.append(
                threshold.operation.left(20) + threshold.name.left(15)
                    + found.allocations.fixed(1).right(12)
                    + (threshold.allocations?.fixed(1) ?? "–").right(8)
                    + found.instructions.fixed(0).right(14)
                    + (instructionLimit?.fixed(0) ?? "–").right(12) + (fits ? "  ok" : "  over the limit"))
        }
        table = lines.joined(separator: "\n")
        self.holds = holds
    }
}
