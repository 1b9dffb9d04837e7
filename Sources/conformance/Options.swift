import ConformanceSuites

/// What the command line asks for.
struct Options {
    private(set) var suites = ConformanceSuites.names
    private(set) var wycheproofFolder: String?
    private(set) var wantsJSON = false
    private(set) var wantsHelp = false

    struct UsageError: Error {
        let message: String
    }

    static let usage = """
        usage: conformance [--suite NAME] [--wycheproof DIR] [--json] [--help]

        Runs the values that others published and the vectors of our protocol.

          --suite NAME       only this suite; may be repeated
          --wycheproof DIR   the folder testvectors_v1 of Project Wycheproof
          --json             one array of objects and nothing else
          --help             this text

        Status: 0 all passed, 1 a case failed or nothing ran, 2 usage.
        Suites: \(ConformanceSuites.names.joined(separator: "\n        "))

        """

    init(arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var chosen: [String] = []
        while let option = rest.popFirst() {
            switch option {
            case "--suite":
                let name = try Self.value(of: option, from: &rest)
                guard ConformanceSuites.names.contains(name) else {
                    throw UsageError(message: "there is no suite \(name)")
                }
                if !chosen.contains(name) { chosen.append(name) }
            case "--wycheproof": wycheproofFolder = try Self.value(of: option, from: &rest)
            case "--json": wantsJSON = true
            case "--help", "-h": wantsHelp = true
            default: throw UsageError(message: "unknown argument \(option)")
            }
        }
        if !chosen.isEmpty { suites = chosen }
    }

    private static func value(
        of option: String, from rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw UsageError(message: "\(option) needs an argument")
        }
        return value
    }

    /// The width of the column of names.
    var nameWidth: Int { suites.map(\.count).max() ?? 0 }
}
