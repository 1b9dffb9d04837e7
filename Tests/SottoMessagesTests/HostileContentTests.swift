import MessageSamples
import SottoMessages
import SottoWire
import TestSupport
import Testing

/// Rules CN-1, CN-3, CN-4.
@Suite("Hostile content")
struct HostileContentTests {
    private static let frame = ContentSamples.plain(.null(NullContent()))

    /// Content whose kind has these bytes.
    private func content(_ number: UInt32, _ bytes: [UInt8]) throws -> [UInt8] {
        try ContentSamples.plain(.unknown(number: number, bytes: bytes)).encodedUnchecked()
    }

    @Test("that is cut anywhere is refused", arguments: ContentSamples.everyKind)
    func cut(_ kind: ContentKind) throws {
        let bytes = try ContentSamples.plain(kind).encoded()
        for count in bytes.indices {
            let start = Array(bytes.prefix(count))
            #expect(throws: ContentError.self) { try Content(decoding: start) }
        }
    }

    @Test("with any bit or byte changed is refused or encodes again", arguments: ContentSamples.everyKind)
    func changed(_ kind: ContentKind) throws {
        let bytes = try ContentSamples.plain(kind).encoded()
        for position in bytes.indices {
            let byte = bytes[position]
            let others = (0..<8).map { byte ^ 1 << UInt8($0) } + (byte == 0xFF ? [] : [0xFF])
            for other in others {
                var changed = bytes
                changed[position] = other
                guard let content = try? Content(decoding: changed) else { continue }
                let again = try content.encoded()
                #expect(try Content(decoding: again) == content)
            }
        }
    }

    @Test("of random bytes never traps", arguments: 0..<20)
    func random(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for count in 0..<200 { _ = try? Content(decoding: generator.bytes(count)) }
    }

    @Test("of a kind with random bytes never traps", arguments: ContentKind.knownNumbers)
    func randomKind(_ number: UInt32) throws {
        var generator = SeededGenerator(seed: UInt64(number))
        for count in 0..<100 {
            guard let read = try? Content(decoding: content(number, generator.bytes(count))) else { continue }
            #expect(try Content(decoding: read.encoded()) == read)
        }
    }

    @Test("with unknown messages in one another, thousands deep, is kept without going in")
    func nesting() throws {
        var bytes: [UInt8] = []
        for _ in 0..<9_000 {
            var writer = ProtobufWriter()
            writer.data(200, [])
            bytes.insert(contentsOf: writer.bytes.dropLast(), at: 0)
        }
        var writer = ProtobufWriter()
        writer.data(2_000, bytes)
        let all = try Self.frame.encoded() + writer.bytes
        #expect(try Content(decoding: all).encoded() == all)
    }

    @Test("with a count or length beyond what there is is refused before anything is taken")
    func lengths() throws {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1]
        for number in ContentKind.knownNumbers {
            for field: UInt8 in 1...15 {
                let bytes = try content(number, [field << 3 | 2] + huge)
                #expect(throws: ContentError.self) { try Content(decoding: bytes) }
            }
        }
        let overlong = try content(64, [0x0A] + [UInt8](repeating: 0x80, count: 10) + [0])
        #expect(throws: ContentError.malformed) { try Content(decoding: overlong) }
        let wide = try content(64, [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [2])
        #expect(throws: ContentError.malformed) { try Content(decoding: wide) }
    }

    @Test("with more items than allowed is refused at the first that is too many")
    func counts() throws {
        let body: [UInt8] = [0x0A, 1, 0x61]
        let style: [UInt8] = [0x12, 6, 0x0A, 2, 0x10, 1, 0x10, 1]
        let styles = [[UInt8]](repeating: style, count: 513).flatMap { $0 }
        #expect(throws: ContentError.tooMany(field: "TextContent.styles")) {
            try Content(decoding: content(64, body + styles))
        }
        let fits = try Content(decoding: content(64, body + styles.dropLast(style.count)))
        #expect(try Content(decoding: fits.encoded()) == fits)
        // Packed numbers, and the same one by one.
        let packed: [UInt8] = [0x12, 13] + [UInt8](repeating: 1, count: 13)
        let apart = [[UInt8]](repeating: [0x10, 1], count: 13).flatMap { $0 }
        for votes in [packed, apart] {
            #expect(throws: ContentError.tooMany(field: "PollVoteContent.options")) {
                try Content(decoding: content(90, votes))
            }
        }
    }

    @Test("with packed numbers that end inside one is malformed")
    func packedNumbers() throws {
        let poll = try ContentKind.pollVote(PollVoteContent(poll: ContentSamples.target)).encodedBytes()
        #expect(throws: ContentError.malformed) {
            try Content(decoding: content(90, [0x12, 1, 0x81, 0] + poll))
        }
    }

    @Test("with numbers packed or one by one is the same")
    func bothFormsOfNumbers() throws {
        let poll = try ContentKind.pollVote(PollVoteContent(poll: ContentSamples.target)).encodedBytes()
        let packed = try Content(decoding: content(90, poll + [0x12, 2, 1, 3]))
        let apart = try Content(decoding: content(90, poll + [0x10, 1, 0x10, 3]))
        #expect(packed == apart)
    }

    @Test("with fields in another order, again, or in parts is read as protobuf reads it")
    func order() throws {
        let style: [UInt8] = [0x12, 6, 0x0A, 2, 0x10, 1, 0x10, 1]
        let read = try Content(
            decoding: content(64, style + [0x0A, 1, 0x62] + style + [0x0A, 2, 0x61, 0x62]))
        guard case .text(let text) = read.kind else { return #expect(Bool(false)) }
        #expect(text.body == "ab")
        #expect(text.styles.count == 2)
        // A message that comes in two parts is merged.
        let target = try ContentKind.pollVote(PollVoteContent(poll: ContentSamples.target)).encodedBytes()
        let half: [UInt8] = [0x0A, 2, 0x10, 1]
        let merged = try Content(decoding: content(90, half + target))
        guard case .pollVote(let vote) = merged.kind else { return #expect(Bool(false)) }
        #expect(vote.poll == ContentSamples.target)
    }

    @Test("with text that isn't UTF-8 is refused with the field's name")
    func text() throws {
        for bad: [UInt8] in [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ] {
            let bytes = try content(89, [0x0A, 1, 0x61, 0x12, UInt8(bad.count)] + bad)
            #expect(throws: ContentError.invalidText(field: "PollContent.options")) {
                try Content(decoding: bytes)
            }
        }
    }

    @Test("with a number that its type can't hold is refused with the field's name")
    func numbers() throws {
        let tooLarge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
        #expect(throws: ContentError.invalid(field: "GeoPoint.latitude")) {
            try Content(decoding: content(87, [0x0A, 6, 0x08] + tooLarge))
        }
        #expect(throws: ContentError.invalid(field: "TimerChangeContent.seconds")) {
            try Content(decoding: content(78, [0x08] + tooLarge))
        }
        #expect(throws: ContentError.wrongType(field: "TimerChangeContent.seconds")) {
            try Content(decoding: content(78, [0x0A, 1, 1]))
        }
    }

    @Test("of more than 64,000 bytes is neither sent nor read")
    func size() throws {
        let largest = String(repeating: "a", count: 32_768)
        var voice = ContentSamples.voice
        voice.transcript = largest
        let fits = ContentSamples.plain(.voice(voice))
        #expect(try fits.encoded().count < 64_000)
        let message = ReportedMessage(
            target: ContentSamples.target, content: [UInt8](repeating: 1, count: 64_000))
        let report = ReportContent(reason: .spam, user: [1], messages: [message])
        #expect(throws: ContentError.tooLarge) { try ContentSamples.plain(.report(report)).encoded() }
    }
}
