internal import SottoWire

/// Gives the value that was read to the field that has its number.
///
/// A field that is there again replaces, or adds to, or is merged with what came before, as in protobuf.
/// Rules CN-1 to CN-4.
struct FieldDecoder: FieldVisitor {
    private var reader: ProtobufReader
    private var tag: ProtobufTag
    private let messageName: StaticString
    private var isTaken = false

    /// Reads all fields into a message; what no field takes is kept as unknown.
    static func decode<M: MessageFields>(
        _ message: inout M, from reader: consuming ProtobufReader
    ) throws(ContentError) {
        try decode(&message, from: reader) { (_, _) throws(ContentError) in false }
    }

    /// Reads all fields into a message; what neither a field nor `takes` takes is kept as unknown.
    static func decode<M: MessageFields>(
        _ message: inout M, from reader: consuming ProtobufReader,
        takes: (ProtobufTag, inout ProtobufReader) throws(ContentError) -> Bool
    ) throws(ContentError) {
        var reader = reader
        while true {
            let start = reader.offset
            guard let tag = try wire({ () throws(ProtobufError) in try reader.tag() }) else { return }
            if try takes(tag, &reader) { continue }
            var decoder = FieldDecoder(reader: reader, tag: tag, messageName: M.schemaName)
            try message.fields(&decoder)
            reader = decoder.reader
            if !decoder.isTaken {
                try wire { () throws(ProtobufError) in try reader.skip(tag.wireType) }
                message.unknownFields.bytes.append(contentsOf: reader.read(since: start))
            }
        }
    }

    private init(reader: ProtobufReader, tag: ProtobufTag, messageName: StaticString) {
        self.reader = reader
        self.tag = tag
        self.messageName = messageName
    }

    /// Runs a read; its error gets the name that content has for it.
    static func wire<Value>(
        _ read: () throws(ProtobufError) -> Value
    ) throws(ContentError) -> Value {
        do { return try read() } catch {
            switch error {
            case .tooDeep: throw .tooDeep
            case .truncated, .overlongVarint, .fieldNumber, .wireType, .invalidText: throw .malformed
            }
        }
    }

    private func path(_ name: StaticString) -> String { "\(messageName).\(name)" }

    /// Whether the value is this field's; checks how it is written.
    @inline(__always)
    private mutating func takes(
        _ number: UInt32, _ name: StaticString, _ wireType: ProtobufWireType
    ) throws(ContentError) -> Bool {
        guard number == tag.number, !isTaken else { return false }
        guard tag.wireType == wireType else { throw .wrongType(field: path(name)) }
        isTaken = true
        return true
    }

    private mutating func varint<T: WireNumber>(_ name: StaticString) throws(ContentError) -> T {
        let wire = try Self.wire { () throws(ProtobufError) in try reader.varint() }
        guard let value = T(wire: wire) else { throw .invalid(field: path(name)) }
        return value
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        if try takes(number, name, .varint) { value = try varint(name) }
    }

    mutating func optional<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T?
    ) throws(ContentError) {
        if try takes(number, name, .varint) { value = try varint(name) as T }
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) throws(ContentError) {
        guard number == tag.number, !isTaken else { return }
        if tag.wireType == .varint {
            isTaken = true
            guard values.count < limit else { throw .tooMany(field: path(name)) }
            values.append(try varint(name))
        } else if try takes(number, name, .delimited) {
            var outer = reader
            reader = try Self.wire { () throws(ProtobufError) in try outer.packed() }
            while !reader.isAtEnd {
                guard values.count < limit else { throw .tooMany(field: path(name)) }
                values.append(try varint(name))
            }
            reader = outer
        }
    }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) throws(ContentError) {
        if try takes(number, name, .delimited) { value = try string(name) }
    }

    private mutating func string(_ name: StaticString) throws(ContentError) -> String {
        do { return try reader.text() } catch {
            guard error == .invalidText else { throw .malformed }
            throw .invalidText(field: path(name))
        }
    }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        if try takes(number, name, .delimited) { value = T(wire: try string(name)) }
    }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        guard values.count < limit else { throw .tooMany(field: path(name)) }
        values.append(try string(name))
    }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) throws(ContentError) {
        if try takes(number, name, .delimited) {
            value = try Self.wire { () throws(ProtobufError) in try reader.data() }
        }
    }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        guard values.count < limit else { throw .tooMany(field: path(name)) }
        values.append(try Self.wire { () throws(ProtobufError) in try reader.data() })
    }

    mutating func id(
        _ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        let bytes = try Self.wire { () throws(ProtobufError) in try reader.data() }
        guard let id = MessageID(bytes) else { throw .wrongLength(field: path(name)) }
        value = id
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) throws(ContentError) {
        guard try takes(number, name, .delimited) else { return }
        let bytes = try Self.wire { () throws(ProtobufError) in try reader.data() }
        guard bytes.count % MessageID.byteCount == 0 else { throw .wrongLength(field: path(name)) }
        guard bytes.count / MessageID.byteCount <= counts.upperBound else {
            throw .tooMany(field: path(name))
        }
        values = stride(from: 0, to: bytes.count, by: MessageID.byteCount).compactMap {
            MessageID(bytes[$0..<$0 + MessageID.byteCount])
        }
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
        guard try takes(number, name, .delimited) else { return }
        guard values.count < limit else { throw .tooMany(field: path(name)) }
        var message = M()
        try nested(&message)
        values.append(message)
    }

    private mutating func nested<M: MessageFields>(_ message: inout M) throws(ContentError) {
        let inner = try Self.wire { () throws(ProtobufError) in try reader.nested() }
        try Self.decode(&message, from: inner)
    }
}
