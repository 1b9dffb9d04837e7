import Foundation
import MessageSamples
import SottoMessages
import TestSupport
import Testing

/// Rules CN-2 and CN-9.
@Suite("Content and protobuf's own tools")
struct InteroperationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("understand each other, with all fields, none and some", arguments: [UInt64.random(in: 0...9_999)])
    func bothWays(_ seed: UInt64) throws {
        print("seed of the content: \(seed)")
        var generator = SeededGenerator(seed: seed)
        let numbers = ContentKind.knownNumbers
        let wanted =
            numbers.map { ($0, 0) } + numbers.map { ($0, 100) }
            + (0..<250).map { (numbers[$0 % numbers.count], 50) }
        var contents = try wanted.map { number, chance in
            var fields = RandomFields(chance: chance, generator: generator)
            defer { generator = fields.generator }
            return try fields.content(of: number).encodedUnchecked()
        }
        contents += try ContentSamples.everyKind.map { try ContentSamples.full($0).encoded() }
        let lines = contents.map { bytes in
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "content-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = Self.root.appending(path: "Scripts/check-messages")
        process.arguments = [file.path, "\(seed)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let written = String(decoding: output, as: UTF8.self).split(separator: "\n").map(bytes)
        #expect(written.count == 2 * numbers.count + 250)
        for bytes in written {
            let content = try Content.unchecked(bytes)
            #expect(content.unknownFields.isEmpty)
            if case .unknown = content.kind { Issue.record("an unknown kind") }
            #expect(try content.encodedUnchecked() == bytes)
        }
    }

    private func bytes(_ hex: Substring) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}

/// Fills fields with random values that their types can hold.
private struct RandomFields: FieldVisitor, KindSource {
    let chance: Int
    var generator: SeededGenerator

    mutating func content(of number: UInt32) throws -> Content {
        var content: Content = try make()
        content.minimumVersion = 0
        content.kind = try ContentKind.make(number, from: &self) ?? content.kind
        return content
    }

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = M()
        try message.fields(&self)
        return message
    }

    private mutating func isSet() -> Bool { Int.random(in: 0..<100, using: &generator) < chance }

    private mutating func number<T: WireNumber>() -> T? {
        let bits = UInt64.random(in: 1...64, using: &generator)
        let value = generator.next() >> (64 - bits)
        return T(wire: value) ?? T(wire: value & 0xFFFF)
    }

    private mutating func text() -> String {
        String((0..<Int.random(in: 1...9, using: &generator)).map { _ in "aé語😀"[generator.next() % 4] })
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) { if isSet(), let new: T = self.number() { value = new } }

    mutating func optional<T: WireNumber>(_ number: UInt32, _ name: StaticString, _ value: inout T?) {
        if isSet() { value = self.number() }
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) { if isSet() { values = (0..<3).compactMap { _ in self.number() } } }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) { if isSet() { value = text() } }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) { if isSet() { value = T(wire: text()) } }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) { if isSet() { values = [text(), text()] } }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) { if isSet() { value = generator.bytes(Int.random(in: 1...200, using: &generator)) } }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) { if isSet() { values = (1...3).map { generator.bytes($0) } } }

    mutating func id(_ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool) {
        if isSet() { value = MessageID.random(using: &generator) }
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) { if isSet() { values = (0..<3).map { _ in MessageID.random(using: &generator) } } }

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) { if isSet() { value = try make() } }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) { if isSet() { value = try make() } }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) { if isSet() { values = [try make(), try make()] } }
}

extension String {
    fileprivate subscript(offset: UInt64) -> Character { self[index(startIndex, offsetBy: Int(offset))] }
}
