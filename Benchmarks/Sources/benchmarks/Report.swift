/// Measurements as a table for people or as JSON for programs.
struct Report {
    private let rows: [Measurement]
    private let figures: [Figure]

    /// Orders the rows by operation, as they first came, then by implementation.
    init(_ measurements: [Measurement], _ figures: [Figure]) {
        self.figures = figures
        var operations: [String] = []
        for measurement in measurements where !operations.contains(measurement.operation) {
            operations.append(measurement.operation)
        }
        rows = operations.flatMap { operation in
            measurements.filter { $0.operation == operation }.sorted { rank($0) < rank($1) }
        }
        func rank(_ measurement: Measurement) -> Int {
            Self.order.firstIndex(of: measurement.implementation) ?? Self.order.count
        }
    }

    private static let order = [
        "device", "messages", "sotto", "floor", "libsignal-c", "libolm", "vodozemac", "foundation",
    ]

    private func ratioToFloor(_ row: Measurement) -> Double? {
        rows.first { $0.operation == row.operation && $0.implementation == "floor" }
            .map { row.fastestNanoseconds / $0.fastestNanoseconds }
    }

    /// How many times as long as the ratchet alone the device takes, and as the push codec Foundation.
    private func ratioToSotto(_ row: Measurement) -> Double? {
        guard ["device", "foundation"].contains(row.implementation) else { return nil }
        return rows.first { $0.operation == row.operation && $0.implementation == "sotto" }
            .map { row.fastestNanoseconds / $0.fastestNanoseconds }
    }

    var table: String {
        var lines = rows.isEmpty ? [] : timeLines
        if !rows.isEmpty, !figures.isEmpty { lines.append("") }
        for figure in figures {
            lines.append(
                figure.name.left(28) + figure.value.fixed(0).right(12)
                    + Self.verdict(figure.value, figure.goal, places: 0))
        }
        return lines.joined(separator: "\n")
    }

    /// The goal, and whether this run reached it.
    private static func verdict(_ value: Double, _ goal: Double?, places: Int) -> String {
        goal.map { "  goal " + $0.fixed(places) + (value <= $0 ? ", reached" : ", MISSED") } ?? ""
    }

    private var timeLines: [String] {
        var lines = [
            "operation".left(20) + "implementation".left(15) + "fastest µs".right(13)
                + "median µs".right(13) + "× floor".right(10) + "× sotto".right(10) + "wire bytes".right(12)
        ]
        var previous: String?
        for row in rows {
            if previous != nil, previous != row.operation { lines.append("") }
            lines.append(
                (previous == row.operation ? "" : row.operation).left(20) + row.implementation.left(15)
                    + (row.fastestNanoseconds / 1000).fixed(3).right(13)
                    + (row.medianNanoseconds / 1000).fixed(3).right(13)
                    + (ratioToFloor(row)?.fixed(2) ?? "–").right(10)
                    + (ratioToSotto(row)?.fixed(2) ?? "–").right(10)
                    + (row.wireBytes.map(String.init) ?? "–").right(12)
                    + Self.verdict(
                        row.fastestNanoseconds / 1_000, row.goalNanoseconds.map { $0 / 1_000 }, places: 0))
            previous = row.operation
        }
        return lines
    }

    var json: String {
        let objects =
            rows.map { row in
                """
                  {"name": "\(row.implementation)", "operation": "\(row.operation)", \
                "fastest_ns": \(row.fastestNanoseconds.fixed(1)), "median_ns": \(row.medianNanoseconds.fixed(1)), \
                "ratio_to_floor": \(ratioToFloor(row)?.fixed(4) ?? "null"), \
                "ratio_to_sotto": \(ratioToSotto(row)?.fixed(4) ?? "null")}
                """
            }
            + figures.map {
                #"  {"name": "device", "operation": "\#($0.name)", "figure": \#($0.value.fixed(0))}"#
            }
        return "[\n" + objects.joined(separator: ",\n") + "\n]"
    }
}

extension String {
    func left(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    func right(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

extension Double {
    /// The value, not negative, with `places` digits after the point.
    func fixed(_ places: Int) -> String {
        var unit = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = Int(self * Double(unit) + 0.5)
        if places == 0 { return String(scaled) }
        let fraction = String(scaled % unit)
        return String(scaled / unit) + "." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
