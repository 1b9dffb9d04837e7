import SottoMessages

/// Puts a word into every text of a message and of all messages inside it, under spoilers and to be looked at once.
struct WordMarker: FieldVisitor, KindSource {
    static let word = "xyzzy"

    private let source: ContentKind
    private let coversTexts: Bool
    private let isViewOnce: Bool

    /// The kind with the word in its texts.
    static func mark(
        _ kind: ContentKind, coversTexts: Bool = false, isViewOnce: Bool = false
    ) throws -> ContentKind {
        var marker = WordMarker(source: kind, coversTexts: coversTexts, isViewOnce: isViewOnce)
        return try ContentKind.make(kind.number, from: &marker) ?? kind
    }

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = try source.message(as: M.self)
        try mark(&message)
        return message
    }

    private mutating func mark<M: MessageFields>(_ message: inout M) throws(ContentError) {
        try message.fields(&self)
        if coversTexts, var text = message as? TextContent {
            let all = TextRange(start: 0, count: UInt32(text.body.utf8.count))
            text.styles = [StyleRange(range: all, style: .spoiler)]
            text.mentions = []
            if let covered = text as? M { message = covered }
        }
        if isViewOnce, var media = message as? MediaContent {
            media.isViewOnce = true
            if let hidden = media as? M { message = hidden }
        }
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) {}
    mutating func optional<T: WireNumber>(_ number: UInt32, _ name: StaticString, _ value: inout T?) {}
    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) {}
    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) { value = Self.word }
    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) {}
    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) { values = values.map { _ in Self.word } }
    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) {}
    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) {}
    mutating func id(_ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool) {}
    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) {}
    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) { try mark(&value) }
    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        guard var message = value else { return }
        try mark(&message)
        value = message
    }
    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) {
        for index in values.indices { try mark(&values[index]) }
    }
}
