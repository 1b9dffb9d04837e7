internal import SottoWire

/// Writes fields in ascending order, what is unset not at all, and unknown ones behind them.
///
/// Rules CN-2 and CN-3.
struct FieldEncoder: FieldVisitor {
    var writer = ProtobufWriter()

    mutating func fields<M: MessageFields>(of message: M) throws(ContentError) {
        var copy = message
        try copy.fields(&self)
        writer.raw(message.unknownFields.bytes)
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        if value != T.unset { writer.number(number, value.wire) }
    }

    mutating func optional<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T?
    ) throws(ContentError) {
        if let value { writer.number(number, value.wire) }
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) throws(ContentError) {
        guard !values.isEmpty else { return }
        let start = writer.begin(number)
        for value in values { writer.varint(value.wire) }
        writer.end(start)
    }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) throws(ContentError) {
        if !value.isEmpty { writer.text(number, value) }
    }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        let text = value.wire
        if !text.isEmpty { writer.text(number, text) }
    }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) throws(ContentError) {
        for value in values { writer.text(number, value) }
    }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) throws(ContentError) {
        if !value.isEmpty { writer.data(number, value) }
    }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) throws(ContentError) {
        for value in values { writer.data(number, value) }
    }

    mutating func id(
        _ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool
    ) throws(ContentError) {
        guard value != .unset else { return }
        let start = writer.begin(number)
        write(value)
        writer.end(start)
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) throws(ContentError) {
        guard !values.isEmpty else { return }
        let start = writer.begin(number)
        for value in values { write(value) }
        writer.end(start)
    }

    private mutating func write(_ id: MessageID) {
        writer.word(id.high)
        writer.word(id.low)
    }

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) {
        if value != M() { try nested(number, value) }
    }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        if let value { try nested(number, value) }
    }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) {
        for value in values { try nested(number, value) }
    }

    mutating func nested<M: MessageFields>(_ number: UInt32, _ value: M) throws(ContentError) {
        let start = writer.begin(number)
        try fields(of: value)
        writer.end(start)
    }
}
