import MessageSamples
import SottoMessages
import Testing

/// Rules CN-2, CN-3, CN-5, CN-10 to CN-29.
@Suite("Every kind")
struct EveryKindTests {
    @Test("has samples, and no two the same")
    func samples() {
        #expect(Set(ContentSamples.everyKind.map(\.number)) == Set(ContentKind.knownNumbers))
        #expect(Set(ContentSamples.everyKind).count == ContentSamples.everyKind.count)
    }

    @Test("has samples that together set every field of the schemas")
    func fields() throws {
        var collector = FieldCollector()
        for kind in ContentSamples.everyKind { try collector.collect(ContentSamples.full(kind)) }
        for body in Self.bodies() { try collector.collect(body) }
        #expect(collector.declared.subtracting(collector.set) == [])
    }

    @Test("is declared in Swift as the lock of the schemas says")
    func declared() throws {
        var collector = FieldCollector()
        for number in ContentKind.knownNumbers {
            guard let kind = try ContentKind.make(number, from: &collector) else { continue }
            #expect(kind.number == number)
        }
        try collector.collect(Content())
        for kind in ContentSamples.everyKind { try collector.collect(ContentSamples.full(kind)) }
        for body in Self.bodies() { try collector.collect(body) }
        let locked = try SchemaLock.fields().filter { !$0.isKind }.map(\.line)
        #expect(collector.lines == Set(locked))
    }

    @Test("keeps unknown fields in every message of it byte for byte", arguments: ContentSamples.everyKind)
    func unknownFields(_ kind: ContentKind) throws {
        var marker = UnknownFieldMarker()
        var content = ContentSamples.full(kind)
        try marker.mark(&content)
        content.kind = try marker.mark(kind)
        let bytes = try content.encoded()
        let decoded = try Content(decoding: bytes)
        #expect(decoded == content)
        #expect(try decoded.encoded() == bytes)
        // The frame has a reply with two names, and a timer; the kind is a message, too.
        #expect(marker.count >= 6)
    }

    @Test("is kept byte for byte by a version that doesn't know it", arguments: ContentSamples.everyKind)
    func unknownKind(_ kind: ContentKind) throws {
        let inner = try kind.encodedBytes()
        let content = ContentSamples.full(.unknown(number: 1_023, bytes: inner))
        let bytes = try content.encoded()
        #expect(try Content(decoding: bytes) == content)
        #expect(try Content(decoding: bytes).encoded() == bytes)
        // After an update the same bytes are the kind.
        let read = try Content(
            decoding: ContentSamples.full(.unknown(number: kind.number, bytes: inner)).encoded())
        #expect(read.kind == kind)
    }

    @Test("keeps a value of an enumeration that has no name yet", arguments: [13, 1 << 31 - 1])
    func openValues(_ value: UInt32) throws {
        let kinds: [ContentKind] = [
            .presence(PresenceContent(state: PresenceState(rawValue: value))),
            .call(CallContent(call: ContentSamples.id, event: CallEvent(rawValue: value), payload: [1])),
            .groupUpdate(ContentSamples.update(GroupAction(rawValue: value)) { $0.name = "a" }),
            .style(StyleContent(color: ThemeColor(rawValue: value))),
        ]
        for kind in kinds {
            let bytes = try ContentSamples.plain(kind).encoded()
            #expect(try Content(decoding: bytes).kind == kind)
        }
    }

    private static func bodies() -> [any MessageFields] {
        ContentSamples.everyKind.flatMap { kind -> [any MessageFields] in
            guard case .appExtension(let content) = kind else { return [] }
            let bodies: [(any MessageFields)?] = [
                content.payment, content.sharedActivity, content.invite, content.gameSession,
            ]
            return bodies.compactMap { $0 }
        }
    }
}

extension ContentKind {
    /// The bytes of the kind's message.
    func encodedBytes() throws -> [UInt8] {
        var content = Content()
        content.kind = self
        let unknown = try Content.unchecked(content.encodedUnchecked(), minimumVersion: 2)
        guard case .unknown(_, let bytes) = unknown.kind else { return [] }
        return bytes
    }
}

extension Content {
    /// Reads content as a version does that is too old for it.
    fileprivate static func unchecked(_ bytes: [UInt8], minimumVersion: UInt8) throws -> Content {
        try unchecked([0x38, minimumVersion] + bytes)
    }
}
