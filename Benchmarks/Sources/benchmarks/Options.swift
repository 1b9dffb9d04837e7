/// What the command line asks for.
struct Options {
    enum Mode {
        case measure
        case allocations(implementation: String, operation: String)
        case callgrind(implementation: String, operation: String, count: Int)
        case listThresholds(path: String)
        case judge(thresholds: String, counts: String)
        case open(path: String)
    }

    var mode = Mode.measure
    var isQuick = false
    var isJSON = false
    var filter = ""
    var peers: [String] = []

    static let usage = """
        usage: benchmarks [--quick] [--json] [--filter TEXT] [--peers FILE]...
               benchmarks --allocations NAME OPERATION
               benchmarks --callgrind NAME OPERATION COUNT
               benchmarks --list-thresholds FILE
               benchmarks --judge THRESHOLDS COUNTS
               benchmarks --open STORE
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        func next() throws -> String {
            guard let word = rest.popFirst() else { throw BenchmarkError(Self.usage) }
            return word
        }
        while let word = rest.popFirst() {
            switch word {
            case "--quick": isQuick = true
            case "--json": isJSON = true
            case "--filter": filter = try next()
            case "--peers": peers.append(try next())
            case "--allocations":
                mode = .allocations(implementation: try next(), operation: try next())
            case "--callgrind":
                let (implementation, operation) = (try next(), try next())
                guard let count = Int(try next()), count > 0 else { throw BenchmarkError(Self.usage) }
                mode = .callgrind(implementation: implementation, operation: operation, count: count)
            case "--list-thresholds": mode = .listThresholds(path: try next())
            case "--judge": mode = .judge(thresholds: try next(), counts: try next())
            case "--open": mode = .open(path: try next())
            default: throw BenchmarkError(Self.usage)
            }
        }
    }
}
