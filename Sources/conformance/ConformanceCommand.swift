import ConformanceSuites
import Foundation

/// Runs the suites of known answers and reports on each.
@main
enum ConformanceCommand {
    static func main() {
        let options: Options
        do {
            options = try Options(arguments: Array(CommandLine.arguments.dropFirst()))
        } catch {
            write("conformance: \(error.message)\n\(Options.usage)", to: .standardError)
            exit(2)
        }
        if options.wantsHelp {
            write(Options.usage, to: .standardOutput)
            exit(0)
        }
        let folder = options.wycheproofFolder.map { URL(fileURLWithPath: $0, isDirectory: true) }
        var reports: [SuiteReport] = []
        for name in options.suites {
            guard let suite = ConformanceSuites.load(name, wycheproofFolder: folder) else { continue }
            let report = SuiteReport(running: suite)
            if !options.wantsJSON { write(report.text(nameWidth: options.nameWidth), to: .standardOutput) }
            reports.append(report)
        }
        if options.wantsJSON { write(SuiteReport.json(reports), to: .standardOutput) }
        let failed = reports.contains { !$0.failures.isEmpty }
        let ran = reports.contains { $0.passed > 0 }
        exit(failed || !ran ? 1 : 0)
    }

    /// A report that nobody gets is a failure.
    private static func write(_ text: String, to handle: FileHandle) {
        do { try handle.write(contentsOf: Data(text.utf8)) } catch { exit(1) }
    }
}
