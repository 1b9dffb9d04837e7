/// Checks the limits of each field, then what a message checks itself; the first fault is reported.
///
/// Rule CN-4.
struct FieldValidator: FieldVisitor {
    private var messageName: StaticString

    /// Checks a message, which isn't changed: it is inout so that nothing is copied.
    static func check<M: MessageFields>(_ message: inout M) throws(ContentError) {
        try checkFields(&message)
        try message.validate()
    }

    /// Checks each field, not what concerns several of them.
    static func checkFields<M: MessageFields>(_ message: inout M) throws(ContentError) {
        var validator = FieldValidator(messageName: M.schemaName)
        try message.fields(&validator)
    }

    // Built only where something is refused, and not inlined there.
    @inline(never)
    private func path(_ name: StaticString) -> String { "\(messageName).\(name)" }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        if required, value == T.unset { throw .missing(field: path(name)) }
        guard value.isValid else { throw .invalid(field: path(name)) }
    }

    mutating func optional<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T?
    ) throws(ContentError) {
        guard value?.isValid ?? true else { throw .invalid(field: path(name)) }
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) throws(ContentError) {
        guard values.count <= limit else { throw .tooMany(field: path(name)) }
        guard values.allSatisfy(\.isValid) else { throw .invalid(field: path(name)) }
    }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) throws(ContentError) {
        if required, value.isEmpty { throw .missing(field: path(name)) }
        guard value.utf8.count <= limit else { throw .wrongLength(field: path(name)) }
    }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) throws(ContentError) {
        if value == T.unset {
            if required { throw .missing(field: path(name)) }
        } else if !value.isValid {
            throw .invalid(field: path(name))
        }
    }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) throws(ContentError) {
        guard values.count <= limit else { throw .tooMany(field: path(name)) }
        guard values.allSatisfy({ 1...textLimit ~= $0.utf8.count }) else {
            throw .wrongLength(field: path(name))
        }
    }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) throws(ContentError) {
        if value.isEmpty {
            if required { throw .missing(field: path(name)) }
        } else if !counts.contains(value.count) {
            throw .wrongLength(field: path(name))
        }
    }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) throws(ContentError) {
        guard values.count <= limit else { throw .tooMany(field: path(name)) }
        guard values.allSatisfy({ counts.contains($0.count) }) else {
            throw .wrongLength(field: path(name))
        }
    }

    mutating func id(
        _ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool
    ) throws(ContentError) {
        if required, value == .unset { throw .missing(field: path(name)) }
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) throws(ContentError) {
        if values.isEmpty, counts.lowerBound > 0 { throw .missing(field: path(name)) }
        guard values.count <= counts.upperBound else { throw .tooMany(field: path(name)) }
        guard !values.contains(.unset) else { throw .invalid(field: path(name)) }
    }

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) {
        if value == M() { throw .missing(field: path(name)) }
        try Self.check(&value)
    }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        try value?.check()
    }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) {
        guard values.count <= limit else { throw .tooMany(field: path(name)) }
        for value in values {
            var copy = value
            try Self.check(&copy)
        }
    }
}

extension MessageFields {
    /// Checks an optional message in its place.
    fileprivate mutating func check() throws(ContentError) { try FieldValidator.check(&self) }
}
