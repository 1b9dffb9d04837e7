import Foundation
import SottoPushPayload
import TestSupport
import Testing

/// Rules PP-7 to PP-10 and PP-14.
@Suite("Pushes and the JSON of others")
struct InteroperationTests {
    private struct Sample {
        let json: [UInt8]
        let value: String
        let keys: [String]
    }

    private func samples(_ seed: UInt64) throws -> [Sample] {
        print("seed of the pushes: \(seed)")
        var generator = SeededGenerator(seed: seed)
        var samples: [Sample] = []
        let alerts = ["New message", "\"\\/", "新しいメッセージ", "👩‍👩‍👧‍👦é", "\u{2028}\u{FFFD}\u{10FFFF}"]
        for round in 0..<120 {
            let content = try PushContent(
                envelope: generator.bytes(Int.random(in: 1...3_100, using: &generator)), fetchID: [1])
            if round % 4 == 0 {
                let push = try FCMPushEncoder().encode(content)
                samples.append(Sample(json: push.data.bytes, value: push.value, keys: ["sotto"]))
                samples.append(
                    Sample(json: try push.requestBody(token: "tok:en"), value: push.value, keys: ["message"]))
                samples.append(Sample(json: push.android, value: "", keys: ["priority", "ttl"]))
                continue
            }
            let alert = try PushAlert(alerts[round % alerts.count])
            let encoder: APNsPushEncoder =
                switch round % 4 {
                case 1: try .alert(alert)
                case 2: try .background()
                default: try .call(budget: .voIPMaximum)
                }
            let bytes = try encoder.encode(content, now: 5, collapseID: PushCollapseID(using: &generator))
                .payload.bytes
            samples.append(Sample(json: bytes, value: try Outside(bytes).text, keys: ["aps", "sotto"]))
        }
        return samples
    }

    @Test(
        "Foundation reads every push, and we read what Foundation writes",
        arguments: [UInt64.random(in: 0...9_999)])
    func foundation(seed: UInt64) throws {
        for sample in try samples(seed) {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(sample.json)) as? [String: Any])
            #expect(object.keys.sorted() == sample.keys)
            guard sample.keys.contains("sotto") else { continue }
            #expect(object["sotto"] as? String == sample.value)
            let decoded = try DecodedPush(json: sample.json)
            #expect(Data(base64Encoded: sample.value).map([UInt8].init) == decoded.encoded)
            // As an extension would that writes the dictionary it got: with its slashes escaped.
            let again = [UInt8](try JSONSerialization.data(withJSONObject: object))
            if again.count <= PushLimits.maximumByteCount { #expect(try DecodedPush(json: again) == decoded) }
            #expect(try DecodedPush(value: sample.value) == decoded)
        }
    }

    @Test(
        "Python's strict reader reads every push, and its base64 the same bytes",
        arguments: [UInt64.random(in: 0...9_999)])
    func python(seed: UInt64) throws {
        let samples = try samples(seed)
        let file = FileManager.default.temporaryDirectory.appending(path: "pushes-\(UUID().uuidString)")
        let lines = samples.map { String(decoding: $0.json, as: UTF8.self).replacing("\n", with: "") }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.script, file.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let expected = try samples.map { sample in
            sample.keys.contains("sotto")
                ? try DecodedPush(json: sample.json).encoded.map {
                    String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
                }.joined() : "-"
        }
        #expect(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
    }

    /// Refuses duplicate keys and numbers that aren't JSON's, checks that writing it again compactly changes nothing.
    private static let script = """
        import base64, json, sys

        def pairs(items):
            assert len({key for key, _ in items}) == len(items)
            return dict(items)

        def refuse(word):
            raise ValueError(word)

        for line in open(sys.argv[1], "rb").read().split(b"\\n"):
            text = line.decode("utf-8", "strict")
            found = json.loads(text, object_pairs_hook=pairs, parse_constant=refuse)
            assert json.dumps(found, ensure_ascii=False, separators=(",", ":")) == text
            if "aps" in found:
                assert set(found) == {"aps", "sotto"} and type(found["aps"]) is dict
                assert found["aps"].get("mutable-content", 1) == 1 and found["aps"].get("content-available", 1) == 1
            if "message" in found:
                assert set(found["message"]) == {"token", "data", "android"}
                assert all(type(value) is str for part in ("data", "android") for value in found["message"][part].values())
            print(base64.b64decode(found["sotto"], validate=True).hex() if "sotto" in found else "-")
        """
}
