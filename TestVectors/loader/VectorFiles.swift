package import Foundation

/// One case of a vector file.
package protocol VectorCase: Sendable {
    /// The name of its suite, which the file has to say.
    static var suite: String { get }
    /// Takes the fields that follow the id.
    init(_ fields: Fields) throws(VectorError)
}

/// A case with the name that it has in its file.
package struct Identified<Case: VectorCase>: Sendable {
    package let id: String
    package let content: Case
}

/// Finds and reads the files of TestVectors/.
package enum VectorFiles {
    /// The cases of a file of TestVectors/published.
    package static func published<Case: VectorCase>(
        _ type: Case.Type
    ) throws(VectorError) -> [Identified<Case>] {
        try cases(try bundled("published", "\(Case.suite).json"), hasSource: true)
    }

    /// The cases of a file of TestVectors/protocol.
    package static func ofProtocol<Case: VectorCase>(
        _ type: Case.Type
    ) throws(VectorError) -> [Identified<Case>] {
        try cases(try bundled("protocol", "\(Case.suite).json"), hasSource: false)
    }

    /// The cases in the bytes of a file.
    package static func cases<Case: VectorCase>(
        _ bytes: [UInt8], hasSource: Bool
    ) throws(VectorError) -> [Identified<Case>] {
        let file = try Fields(try JSON(parsing: bytes), Case.suite)
        let suite = try file.text("suite")
        guard suite == Case.suite else { throw VectorError("\(Case.suite): unknown suite \(suite)") }
        if hasSource, try file.text("source").isEmpty { throw VectorError("\(suite): no source") }
        var seen: Set<String> = []
        var cases: [Identified<Case>] = []
        for (index, item) in try file.array("cases").enumerated() {
            let id = try Fields(item, "\(suite), case \(index)").text("id")
            guard !id.isEmpty, seen.insert(id).inserted else {
                throw VectorError("\(suite): the id \(id) is there twice")
            }
            let fields = try Fields(item, "\(suite), \(id)")
            fields.ignore("id")
            cases.append(Identified(id: id, content: try Case(fields)))
            try fields.finish()
        }
        try file.finish()
        guard !cases.isEmpty else { throw VectorError("\(suite): no cases") }
        return cases
    }

    /// The folder with the stores of a format version.
    package static func stores(format: Int) throws(VectorError) -> URL {
        guard let resources = Bundle.module.resourceURL else { throw VectorError("no resources") }
        return resources.appendingPathComponent("stores").appendingPathComponent("\(format)")
    }

    private static func bundled(_ folder: String, _ name: String) throws(VectorError) -> [UInt8] {
        guard let resources = Bundle.module.resourceURL else { throw VectorError("no resources") }
        guard let bytes = try read(resources.appendingPathComponent(folder).appendingPathComponent(name))
        else {
            throw VectorError("TestVectors/\(folder)/\(name) isn't there")
        }
        return bytes
    }

    /// The bytes of a file, or nothing when it isn't there.
    package static func read(_ url: URL) throws(VectorError) -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do { return Array(try Data(contentsOf: url)) } catch {
            throw VectorError("\(url.lastPathComponent) can't be read")
        }
    }
}
