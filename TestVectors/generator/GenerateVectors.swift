import Foundation

/// Writes the vector files of the protocol, or checks that the files are what it would write.
@main
enum GenerateVectors {
    static let usage = "usage: generate-vectors [--check] FOLDER"

    static func main() throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isCheck = arguments.first == "--check"
        if isCheck { arguments.removeFirst() }
        guard arguments.count == 1 else { return fail(usage, status: 2) }
        let folder = URL(fileURLWithPath: arguments[0])
        var differing: [String] = []
        for (name, cases) in try suites() {
            let file = JSONValue.object([("suite", .string(name)), ("cases", .array(cases))])
            let data = Data((file.text() + "\n").utf8)
            let url = folder.appendingPathComponent(name + ".json")
            if isCheck {
                if (try? Data(contentsOf: url)) != data { differing.append(name) }
            } else {
                try data.write(to: url)
            }
        }
        guard differing.isEmpty else {
            return fail("these files are not what the generator writes: \(differing.joined(separator: ", "))")
        }
    }

    static func suites() throws -> [(String, [JSONValue])] {
        [
            ("encoding", try EncodingVectors.cases()),
            ("xeddsa", try XEdDSAVectors.cases()),
            ("bundles", try BundleVectors.cases()),
            ("uploads", try UploadVectors.cases()),
            ("ratchet", try RatchetVectors.cases()),
            ("sessions", try SessionVectors.cases()),
            ("safety-numbers", try SafetyNumberVectors.cases()),
            ("sealed-sender", try SealedSenderVectors.cases()),
            ("groups", try GroupVectors.cases()),
            ("pushes", try PushVectors.cases()),
        ]
    }

    private static func fail(_ text: String, status: Int32 = 1) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(status)
    }
}
