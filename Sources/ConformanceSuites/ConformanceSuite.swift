/// A group of cases with known answers.
package struct ConformanceSuite: Sendable {
    package enum Content: Sendable {
        case cases([ConformanceCase])
        /// The data aren't here; the text says why and where to get them.
        case skipped(String)
        /// The data can't be read.
        case broken(String)
    }

    package let name: String
    package let content: Content

    /// The cases; data that can't be read are one case that fails.
    package var cases: [ConformanceCase] {
        switch content {
        case .cases(let cases): cases
        case .skipped: []
        case .broken(let reason):
            [ConformanceCase(suite: name, id: "loading") { throw CaseFailure(reason) }]
        }
    }
}

/// One case with a known answer.
package struct ConformanceCase: Sendable, CustomStringConvertible {
    package let suite: String
    package let id: String
    private let body: @Sendable () throws -> Void

    package init(suite: String, id: String, _ body: @escaping @Sendable () throws -> Void) {
        self.suite = suite
        self.id = id
        self.body = body
    }

    /// What is wrong, or nothing.
    package func failure() -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    package var description: String { "\(suite) \(id)" }
}

/// What a case found wrong.
struct CaseFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
