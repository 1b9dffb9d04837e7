import Foundation
import Sotto

/// Writes two stores with something of everything in them, to be kept as they are.
///
///     write-stores FOLDER     makes alice.sqlite, bob.sqlite and stores.json; refuses where one of them is
///
/// Keys are random, so the files are different each time: those of a released format are made once and kept.
@main
enum WriteStores {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: write-stores FOLDER\n".utf8))
            exit(2)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1])
        let file = folder.appendingPathComponent("stores.json")
        guard !FileManager.default.fileExists(atPath: file.path) else {
            FileHandle.standardError.write(Data("\(file.path) is there\n".utf8))
            exit(1)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let facts = try Story(in: folder).tell()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (try encoder.encode(facts) + Data("\n".utf8)).write(to: file)
    }
}
