#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command: measures, or counts one operation for `Scripts/bench`.
@main
enum Benchmarks {
    static func main() {
        do {
            let options = try Options(Array(CommandLine.arguments.dropFirst()))
            if try !run(options) { exit(1) }
        } catch {
            fail("\(error)")
        }
    }

    private static func run(_ options: Options) throws -> Bool {
        switch options.mode {
        case .measure:
            try measure(options)
        case .allocations(let implementation, let operation):
            print(try Counts.allocations(find(implementation, operation)).fixed(2))
        case .callgrind(let implementation, let operation, let count):
            try Counts.runMeasured(find(implementation, operation), count: count)
        case .listThresholds(let path):
            for threshold in try Files.thresholds(at: path) {
                if threshold.isFigure { continue }
                print(threshold.name, threshold.operation)
                if threshold.instructionsToFloor != nil { print("floor", threshold.operation) }
            }
        case .judge(let thresholds, let counts):
            let verdict = Verdict(
                thresholds: try Files.thresholds(at: thresholds), counts: try Files.counts(at: counts),
                figures: try DeviceFigures.all(.full(), LargeStore(sessionCount: 10_000))
                    + ConversationFigures.counts())
            print(verdict.table)
            return verdict.holds
        case .open(let path): print(try LargeStore.growth(opening: path).fixed(0))
        }
        return true
    }

    private static func measure(_ options: Options) throws {
        let store = options.isQuick ? LargeStore.quick() : LargeStore.full()
        let sizes = options.isQuick ? [1_000] : ConversationSuite.sizes
        let operations = try all(store, sizes).filter {
            options.filter.isEmpty || $0.name.contains(options.filter)
        }
        let harness = options.isQuick ? Harness.quick : Harness.full
        let measurements = try harness.measure(operations) + options.peers.flatMap(Files.peers)
        let figures =
            try DeviceFigures.all(
                store, options.isQuick ? .quick() : LargeStore(sessionCount: 10_000), filter: options.filter)
            + ConversationFigures.all(sizes, filter: options.filter)
        if measurements.isEmpty, figures.isEmpty {
            throw BenchmarkError("no operation is called \(options.filter)")
        }
        let report = Report(measurements, figures)
        print(options.isJSON ? report.json : report.table)
    }

    private static func all(
        _ store: LargeStore = .full(), _ sizes: [Int] = ConversationSuite.sizes
    ) throws -> [Operation] {
        try SottoSuite.operations() + EnvelopeSuite.operations() + GroupSuite.operations()
            + PushSuite.operations() + FloorSuite.operations() + DeviceSuite.operations(store)
            + ConversationSuite.operations(sizes)
    }

    private static func find(_ implementation: String, _ name: String) throws -> Operation {
        guard let found = try all().first(where: { $0.implementation == implementation && $0.name == name })
        else { throw BenchmarkError("there is no \(implementation) \(name)") }
        return found
    }

    private static func fail(_ text: String) -> Never {
        let line = Array((text + "\n").utf8)
        _ = unsafe write(STDERR_FILENO, line, line.count)
        exit(2)
    }
}
