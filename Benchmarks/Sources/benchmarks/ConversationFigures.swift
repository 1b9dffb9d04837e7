import ConversationLoads
import Foundation

/// A conversation from encoded events to its last 50 rows, in a process of its own: time and the most memory.
enum ConversationFigures {
    /// The figures whose names contain `filter`.
    static func all(_ sizes: [Int] = ConversationSuite.sizes, filter: String = "") throws -> [Figure] {
        let files = try TemporaryStore()
        return try ["direct", "group"].flatMap { form -> [Figure] in
            var small: Double?
            return try sizes.flatMap { size -> [Figure] in
                let name = "fold-\(form)" + ConversationSuite.suffix(size)
                guard filter.isEmpty || name.contains(filter) else { return [] }
                let path = files.path()
                _ = try run(form, path, "\(size)")
                defer { try? FileManager.default.removeItem(atPath: path) }
                let runs = try (0..<7).map { _ in try run(form, path) }
                let fastest = runs.map { $0[0] }.min() ?? 0
                let peak = runs.map { $0[1] }.max() ?? 0
                if size == 10_000 { small = fastest }
                let goals = (
                    time: size == 10_000 ? 50_000.0 : size > 10_000 ? small.map { $0 / 1_000 * 12 } : nil,
                    memory: size == 10_000 ? 40_000.0 : nil
                )
                return [
                    Figure(name: name + "-us", value: fastest / 1_000, goal: goals.time),
                    Figure(name: name + "-peak-kB", value: peak / 1_000, goal: goals.memory),
                ]
            }
        }
    }

    /// The encoded length of a history: what doesn't jitter.
    static func counts() throws -> [Figure] {
        let history = try History(Cast(isGroup: false), rows: 1_000)
        return [Figure(name: "history-bytes-1k", value: Double(try history.encodedByteCount()))]
    }

    /// Runs the program beside this one; returns the numbers that it prints.
    private static func run(_ arguments: String...) throws -> [Double] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("fold-conversation")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let numbers = String(decoding: output, as: UTF8.self).split(separator: " ").compactMap {
            Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        guard process.terminationStatus == 0, arguments.count > 2 || numbers.count == 3 else {
            throw BenchmarkError("the process that folds a conversation failed")
        }
        return numbers
    }
}
