/// A message of the schemas, described once: what encodes, decodes and checks it goes through ``fields(_:)``.
package protocol MessageFields: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The message's name in the schemas.
    static var schemaName: StaticString { get }

    /// The message without any field.
    init()

    /// What a newer version wrote.
    var unknownFields: UnknownFields { get set }

    /// Shows each field to the visitor, in ascending order of their numbers.
    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError)

    /// Checks what isn't a matter of one field.
    func validate() throws(ContentError)
}

extension MessageFields {
    package func validate() throws(ContentError) {}

    /// The name of a field for errors.
    @inline(never)
    static func path(_ field: StaticString) -> String { "\(schemaName).\(field)" }

    /// How many of some ways are taken.
    func count(_ first: Bool, _ second: Bool, _ third: Bool = false, _ fourth: Bool = false) -> Int {
        (first ? 1 : 0) + (second ? 1 : 0) + (third ? 1 : 0) + (fourth ? 1 : 0)
    }

    /// Refuses several ways at once, and none unless a newer version may have another.
    func requireOne(of count: Int, _ field: StaticString) throws(ContentError) {
        if count > 1 { throw .invalid(field: Self.path(field)) }
        if count == 0, unknownFields.isEmpty { throw .missing(field: Self.path(field)) }
    }

    /// Refuses a field that is there and doesn't belong to what the message says.
    func allow(_ isThere: Bool, _ field: StaticString, when belongs: Bool) throws(ContentError) {
        if isThere, !belongs { throw .invalid(field: Self.path(field)) }
    }
}

/// A value that is written as a number.
package protocol WireNumber: Hashable, Sendable {
    /// The value that isn't written.
    static var unset: Self { get }

    /// The type's name in the schemas.
    static var schemaType: StaticString { get }

    /// The number for the wire.
    var wire: UInt64 { get }

    /// Takes a number from the wire; nil when the type can't hold it.
    init?(wire: UInt64)

    /// Whether it is a value that content may have.
    var isValid: Bool { get }
}

extension WireNumber {
    package var isValid: Bool { true }
}

/// A value that is written as text.
package protocol WireText: Hashable, Sendable {
    /// The value that isn't written.
    static var unset: Self { get }

    /// The text for the wire; empty for ``unset``.
    var wire: String { get }

    /// Takes text from the wire as it is.
    init(wire: String)

    /// Whether it is a value that content may have.
    var isValid: Bool { get }
}

/// What goes through the fields of a message.
///
/// `required` says that the field has to be there; counts are those that are allowed when it is.
package protocol FieldVisitor {
    /// A number that isn't written when it is unset.
    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool) throws(ContentError)

    /// A number that may be absent, which isn't the same as unset.
    mutating func optional<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T?) throws(ContentError)

    /// Numbers in one packed field.
    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int) throws(ContentError)

    /// Text; the count is of its UTF-8.
    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) throws(ContentError)

    /// A value written as text.
    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool) throws(ContentError)

    /// Texts.
    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) throws(ContentError)

    /// Bytes.
    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) throws(ContentError)

    /// Byte strings; counts are those that each may have.
    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) throws(ContentError)

    /// The id of a message.
    mutating func id(
        _ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool
    ) throws(ContentError)

    /// Ids of messages in one field.
    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) throws(ContentError)

    /// A message that is always there; not written when it has no field.
    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M) throws(ContentError)

    /// A message that may be absent.
    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?) throws(ContentError)

    /// Messages.
    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int) throws(ContentError)
}
