import ConformanceSuites
import Foundation

/// What came of one suite.
struct SuiteReport: Encodable {
    struct Failure: Encodable {
        let id: String
        let reason: String
    }

    let name: String
    let passed: Int
    let failed: Int
    /// Why it was skipped, if it was.
    let skipped: String?
    let failures: [Failure]

    init(running suite: ConformanceSuite) {
        name = suite.name
        if case .skipped(let reason) = suite.content { skipped = reason } else { skipped = nil }
        let cases = suite.cases
        var failures = cases.compactMap { each in
            each.failure().map { Failure(id: each.id, reason: $0) }
        }
        passed = cases.count - failures.count
        // A file that was emptied must not look like one that passed.
        if cases.isEmpty, skipped == nil { failures.append(Failure(id: name, reason: "no case in it")) }
        failed = failures.count
        self.failures = failures
    }

    /// One line, and one for each failure.
    func text(nameWidth: Int) -> String {
        let label = name.padding(toLength: nameWidth, withPad: " ", startingAt: 0)
        if let skipped { return "\(label)  skipped: \(skipped)\n" }
        var text = "\(label)  \(column(passed)) passed  \(column(failed)) failed\n"
        for failure in failures { text += "    \(failure.id): \(failure.reason)\n" }
        return text
    }

    private func column(_ count: Int) -> String {
        let digits = String(count)
        return String(repeating: " ", count: max(0, 5 - digits.count)) + digits
    }

    /// The reports as one array.
    static func json(_ reports: [SuiteReport]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(reports) else { return "[]\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
