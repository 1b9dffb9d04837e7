@testable import SottoMessages

/// Puts a field of a newer version into a message and all messages inside it.
struct UnknownFieldMarker: FieldVisitor {
    /// In how many messages it was put.
    private(set) var count = 0

    mutating func mark(_ message: inout some MessageFields) throws(ContentError) {
        try message.fields(&self)
        // Field 2000: a number that isn't of the shortest form; and 2001: bytes.
        message.unknownFields.bytes += [0x80, 0x7D, 0x85, 0x80, 0, 0x8A, 0x7D, 2, UInt8(count & 0x7F), 0xFF]
        count += 1
    }

    mutating func mark(_ kind: ContentKind) throws(ContentError) -> ContentKind {
        var source = MarkingSource(marker: self, kind: kind)
        defer { self = source.marker }
        return try ContentKind.make(kind.number, from: &source) ?? kind
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
    ) {}
    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) {}
    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) {}
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
    ) throws(ContentError) { for index in values.indices { try mark(&values[index]) } }
}

/// Marks the message that a kind has.
private struct MarkingSource: KindSource {
    var marker: UnknownFieldMarker
    let kind: ContentKind

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = try kind.message(as: M.self)
        try marker.mark(&message)
        return message
    }
}

extension ContentKind {
    /// The message that the kind has.
    func message<M: MessageFields>(as type: M.Type) throws(ContentError) -> M {
        var catcher = MessageCatcher()
        try visit(&catcher)
        guard let message = catcher.message as? M else { throw .missing(field: "Content.kind") }
        return message
    }
}

private struct MessageCatcher: KindVisitor {
    var message: (any MessageFields)?

    mutating func visit<M: MessageFields>(_ content: M) throws(ContentError) { message = content }
    mutating func visit(unknown bytes: [UInt8]) throws(ContentError) {}
}
