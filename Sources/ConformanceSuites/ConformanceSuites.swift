package import Foundation
internal import TestVectors

/// Every suite: the values that others published, and the vectors of our own protocol.
package enum ConformanceSuites {
    /// The names of all suites, in the order in which they run.
    package static let names =
        publishedLoaders.map(\.name) + WycheproofFile.allCases.map(\.suiteName) + protocolLoaders.map(\.name)

    /// Loads the suite with this name, or nothing when there is none.
    ///
    /// - Parameter wycheproofFolder: Where the files of Project Wycheproof are; usually they are looked for.
    package static func load(_ name: String, wycheproofFolder: URL? = nil) -> ConformanceSuite? {
        if let loader = (publishedLoaders + protocolLoaders).first(where: { $0.name == name }) {
            return ConformanceSuite(name: name, content: loader.load())
        }
        guard let file = WycheproofFile.allCases.first(where: { $0.suiteName == name }) else { return nil }
        return ConformanceSuite(name: name, content: wycheproofContent(file, in: wycheproofFolder))
    }

    /// The suite of the protocol with this name over the bytes of another file, or nothing when there is none.
    package static func ofProtocol(_ name: String, in bytes: [UInt8]) -> ConformanceSuite? {
        protocolLoaders.first { $0.name == name }.map {
            ConformanceSuite(name: name, content: $0.loadBytes(bytes))
        }
    }

    /// Loads all suites whose name starts with `prefix`.
    package static func all(prefix: String = "") -> [ConformanceSuite] {
        names.filter { $0.hasPrefix(prefix) }.compactMap { load($0) }
    }
}

/// A suite that comes from a file in TestVectors.
struct SuiteLoader: Sendable {
    let name: String
    let load: @Sendable () -> ConformanceSuite.Content
    /// The same over the bytes of another file.
    let loadBytes: @Sendable ([UInt8]) -> ConformanceSuite.Content

    /// A suite over a file of TestVectors/published.
    static func published<Case: VectorCase>(
        _ type: Case.Type, _ run: @escaping @Sendable (Case) throws -> Void
    ) -> SuiteLoader {
        let name = "published-\(Case.suite)"
        return SuiteLoader(
            name: name,
            load: { content(name, run) { try VectorFiles.published(type) } },
            loadBytes: { bytes in content(name, run) { try VectorFiles.cases(bytes, hasSource: true) } })
    }

    /// A suite over a file of TestVectors/protocol.
    static func ofProtocol<Case: VectorCase>(
        _ type: Case.Type, _ run: @escaping @Sendable (Case) throws -> Void
    ) -> SuiteLoader {
        SuiteLoader(
            name: Case.suite,
            load: { content(Case.suite, run) { try VectorFiles.ofProtocol(type) } },
            loadBytes: { bytes in content(Case.suite, run) { try VectorFiles.cases(bytes, hasSource: false) }
            })
    }

    private static func content<Case: VectorCase>(
        _ suite: String, _ run: @escaping @Sendable (Case) throws -> Void,
        _ load: () throws -> [Identified<Case>]
    ) -> ConformanceSuite.Content {
        do { return .cases(try load().map { $0.conformanceCase(suite, run) }) } catch {
            return .broken("\(error)")
        }
    }
}

extension Identified {
    func conformanceCase(
        _ suite: String, _ run: @escaping @Sendable (Case) throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(suite: suite, id: id) { try run(content) }
    }
}
