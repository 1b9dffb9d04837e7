internal import SottoWire

/// Gives each value that is read to the field that has its number.
///
/// The fields of a message are gone through as often as needed: once when they come in ascending order, as they are
/// written. A field that is there again replaces, or adds to, or is merged with what came before, as in protobuf.
/// Rules CN-1 to CN-4.
struct FieldDecoder: FieldVisitor {
    private var reader: ProtobufReader
    private var messageName: StaticString = "Content"
    /// The tag that was read last and whose value stands next; the number is 0 at the end of a message.
    private(set) var number: UInt32 = 0
    private var wireType = ProtobufWireType.varint
    private var tagStart = 0
    /// Whether the message of a kind is checked before it is made a kind.
    var checksKinds = false

    init(_ bytes: [UInt8]) { reader = ProtobufReader(bytes) }

    /// Reads all fields of the message that the reader stands at; what no field takes is kept as unknown.
    mutating func decode<M: MessageFields>(_ message: inout M) throws(ContentError) {
        messageName = M.schemaName
        try advance()
        while number != 0 {
            if try !pass(&message) { try keep(in: &message) }
        }
    }

    /// Goes through the fields once; false when none took a value.
    mutating func pass<M: MessageFields>(_ message: inout M) throws(ContentError) -> Bool {
        let start = reader.offset
        try message.fields(&self)
        return reader.offset != start
    }

    /// Keeps the field as unknown.
    mutating func keep<M: MessageFields>(in message: inout M) throws(ContentError) {
        do { try reader.skip(wireType) } catch { throw Self.error(error) }
        message.unknownFields.bytes.append(contentsOf: reader.read(since: tagStart))
        try advance()
    }

    /// Reads the next tag.
    mutating func advance() throws(ContentError) {
        tagStart = reader.offset
        do {
            if let tag = try reader.tag() {
                number = tag.number
                wireType = tag.wireType
            } else {
                number = 0
            }
        } catch { throw Self.error(error) }
    }

    /// Passes over a field that holds the message of a kind.
    mutating func skipKind() throws(ContentError) -> Range<Int> {
        guard wireType == .delimited else { throw .wrongType(field: "Content.kind") }
        let range: Range<Int>
        do { range = try reader.delimited() } catch { throw Self.error(error) }
        try advance()
        return range
    }

    /// Goes back to a field that was passed over.
    mutating func enter(_ range: Range<Int>) throws(ContentError) {
        do { _ = try reader.enter(range) } catch { throw Self.error(error) }
    }

    func bytes(of range: Range<Int>) -> [UInt8] { reader.bytes(of: range) }

    /// The name that content has for an error.
    private static func error(_ error: ProtobufError) -> ContentError {
        switch error {
        case .tooDeep: .tooDeep
        case .truncated, .overlongVarint, .fieldNumber, .wireType, .invalidText: .malformed
        }
    }

    // Built only where something is refused, and not inlined there.
    @inline(never)
    private func path(_ name: StaticString) -> String { "\(messageName).\(name)" }

    /// Whether the value is this field's; checks how it is written.
    @inline(__always)
    private func takes(
        _ number: UInt32, _ name: StaticString, _ wireType: ProtobufWireType
    ) throws(ContentError) -> Bool {
        guard number == self.number else { return false }
        guard wireType == self.wireType else { throw .wrongType(field: path(name)) }
        return true
    }

    private mutating func varint<T: WireNumber>(_ name: StaticString) throws(ContentError) -> T {
        let wire: UInt64
        do { wire = try reader.varint() } catch { throw Self.error(error) }
        guard let value = T(wire: wire) else { throw .invalid(field: path(name)) }
        return value
    }

    private mutating func data() throws(ContentError) -> [UInt8] {
        do { return try reader.data() } catch { throw Self.error(error) }
    }

    private mutating func string(_ name: StaticString) throws(ContentError) -> String {
        do { return try reader.text() } catch {
            guard error == .invalidText else { throw .malformed }
            throw .invalidText(field: path(name))
        }
    }
}

extension FieldDecoder {
    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .varint) else { return }
        value = try varint(name)
        try advance()
    }

    mutating func optional<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T?
    ) throws(ContentError) {
        guard try takes(number, name, .varint) else { return }
        value = try varint(name) as T
        try advance()
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) throws(ContentError) {
        while number == self.number {
            if wireType == .varint {
                guard values.count < limit else { throw .tooMany(field: path(name)) }
                values.append(try varint(name))
            } else {
                guard try takes(number, name, .delimited) else { return }
                let end: Int
                do { end = try reader.delimitedEnd() } catch { throw Self.error(error) }
                while reader.offset < end {
                    guard values.count < limit else { throw .tooMany(field: path(name)) }
                    values.append(try varint(name))
                }
                guard reader.offset == end else { throw .malformed }
            }
            try advance()
        }
    }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        value = try string(name)
        try advance()
    }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        value = T(wire: try string(name))
        try advance()
    }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) throws(ContentError) {
        while try takes(number, name, .delimited) {
            guard values.count < limit else { throw .tooMany(field: path(name)) }
            values.append(try string(name))
            try advance()
        }
    }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        value = try data()
        try advance()
    }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) throws(ContentError) {
        while try takes(number, name, .delimited) {
            guard values.count < limit else { throw .tooMany(field: path(name)) }
            values.append(try data())
            try advance()
        }
    }

    mutating func id(
        _ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        let range: Range<Int>
        do { range = try reader.delimited() } catch { throw Self.error(error) }
        guard range.count == MessageID.byteCount else { throw .wrongLength(field: path(name)) }
        value = id(at: range.lowerBound)
        try advance()
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        let range: Range<Int>
        do { range = try reader.delimited() } catch { throw Self.error(error) }
        guard range.count % MessageID.byteCount == 0 else { throw .wrongLength(field: path(name)) }
        guard range.count / MessageID.byteCount <= counts.upperBound else {
            throw .tooMany(field: path(name))
        }
        values = []
        values.reserveCapacity(range.count / MessageID.byteCount)
        for start in stride(from: range.lowerBound, to: range.upperBound, by: MessageID.byteCount) {
            values.append(id(at: start))
        }
        try advance()
    }

    private func id(at start: Int) -> MessageID {
        MessageID(high: reader.word(at: start), low: reader.word(at: start + 8))
    }

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) {
        if try takes(number, name, .delimited) { try nested(&value) }
    }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        var message = value ?? M()
        try nested(&message)
        value = message
    }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) {
        while try takes(number, name, .delimited) {
            guard values.count < limit else { throw .tooMany(field: path(name)) }
            var message = M()
            try nested(&message)
            values.append(message)
        }
    }

    private mutating func nested<M: MessageFields>(_ message: inout M) throws(ContentError) {
        let outerName = messageName
        let outer: ProtobufReader.Outer
        do { outer = try reader.enter() } catch { throw Self.error(error) }
        try decode(&message)
        reader.leave(outer)
        messageName = outerName
        try advance()
    }
}

extension FieldDecoder: KindSource {
    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = M()
        try decode(&message)
        if checksKinds { try FieldValidator.check(&message) }
        return message
    }
}
