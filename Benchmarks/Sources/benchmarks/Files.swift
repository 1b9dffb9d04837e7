#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The files that the command reads.
enum Files {
    /// Measurements of other programs: one JSON object a line.
    static func peers(at path: String) throws -> [Measurement] {
        try text(at: path).split(separator: "\n").map { line in
            let peer = try JSONDecoder().decode(Peer.self, from: Data(line.utf8))
            return Measurement(
                implementation: peer.name, operation: peer.operation, fastestNanoseconds: peer.fastest,
                medianNanoseconds: peer.median, wireBytes: peer.wireBytes)
        }
    }

    static func thresholds(at path: String) throws -> [Threshold] {
        try JSONDecoder().decode([Threshold].self, from: Data(text(at: path).utf8))
    }

    static func counts(at path: String) throws -> [Count] {
        try text(at: path).split(separator: "\n").compactMap(Count.init)
    }

    private static func text(at path: String) throws -> String {
        do {
            return try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw BenchmarkError("can't read \(path)")
        }
    }

    private struct Peer: Decodable {
        let name: String
        let operation: String
        let fastest: Double
        let median: Double
        let wireBytes: Int?

        enum CodingKeys: String, CodingKey {
            case name, operation
            case fastest = "fastest_ns"
            case median = "median_ns"
            case wireBytes = "wire_bytes"
        }
    }
}
