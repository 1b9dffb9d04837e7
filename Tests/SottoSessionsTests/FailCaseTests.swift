import Foundation
import FuzzTargets
import Testing

/// Hostile inputs, made by hand or found by `Scripts/fuzz`, through the same functions and without libFuzzer.
///
/// Rules EN-2, EN-4 to EN-7, EN-10, HS-2, HS-8 to HS-11, HS-16 to HS-18, HS-20, SM-1 to SM-5, SM-7 to SM-12, DR-4 to DR-9,
/// DR-14 to DR-16, SS-2, SS-3, SS-5, SS-8, SS-9, SS-14, SS-15, SS-17, SS-18, SV-5, SV-6, GR-1, GR-2, GR-8, GR-10, GR-15, GR-16,
/// GR-19, GR-23, GR-24, CN-1 to CN-4, PP-1 to PP-5, PP-13 to PP-16.
@Suite("Inputs that once were or could be trouble")
struct FailCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let target: FuzzTarget
        let file: URL

        var testDescription: String { "\(target.rawValue)/\(file.lastPathComponent)" }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fuzz/FailCases")

    static let cases: [Case] = FuzzTarget.allCases.flatMap { target in
        let folder = folder.appending(path: target.rawValue)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }.map { Case(target: target, file: $0) }
    }

    @Test("keep the laws of their target", arguments: cases)
    func keepsLaws(_ example: Case) throws {
        try example.target.run([UInt8](Data(contentsOf: example.file)))
    }

    @Test("are there for every target", arguments: FuzzTarget.allCases)
    func isCovered(target: FuzzTarget) {
        #expect(Self.cases.contains { $0.target == target })
    }

    @Test("the seeds of every target keep its laws, cut off anywhere too", arguments: FuzzTarget.allCases)
    func seedsKeepLaws(target: FuzzTarget) throws {
        for seed in try target.seeds() {
            try target.run(seed)
            for count in stride(from: 0, to: seed.count, by: max(1, seed.count / 40)) {
                try target.run(Array(seed.prefix(count)))
            }
        }
    }
}
