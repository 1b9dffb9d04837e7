import Foundation
import Testing

/// Rule CN-4: what is refused depends on nothing but the bytes, so the module has nothing else to look at.
@Suite("SottoMessages")
struct PurityTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static var products: URL {
        Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
            .deletingLastPathComponent() ?? Bundle.main.bundleURL
    }

    private func output(of program: URL, _ arguments: [String] = []) throws -> String {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test("imports nothing but the standard library and SottoWire, which imports nothing")
    func imports() throws {
        for (target, allowed) in [("SottoMessages", ["SottoWire"]), ("SottoWire", [])] {
            let folder = Self.root.appending(path: "Sources/\(target)")
            let files = try #require(
                FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            var count = 0
            for case let file as URL in files where file.pathExtension == "swift" {
                count += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                for line in text.split(separator: "\n") {
                    let words = line.split(separator: " ")
                    guard let position = words.firstIndex(of: "import"), position < 2, words[0] != "///"
                    else {
                        continue
                    }
                    #expect(
                        allowed.contains(String(words[words.count - 1])), "\(file.lastPathComponent): \(line)"
                    )
                }
            }
            #expect(count > 3)
        }
    }

    @Test("needs no libsodium, no SQLite and no Foundation in a program that links nothing else")
    func links() throws {
        let program = Self.products.appending(path: "messages-only")
        #expect(try output(of: program) == "hello\n")
        #if os(Linux)
        let libraries = try output(of: URL(filePath: "/usr/bin/ldd"), [program.path])
        #else
        let libraries = try output(of: URL(filePath: "/usr/bin/otool"), ["-L", program.path])
        #endif
        #expect(libraries.contains("libswiftCore") || libraries.contains("libc.so"))
        for name in ["sodium", "sqlite", "Foundation", "qrencode"] {
            #expect(!libraries.contains(name), "\(libraries)")
        }
    }
}
