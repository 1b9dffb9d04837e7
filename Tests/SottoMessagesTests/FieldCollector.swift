import SottoMessages

/// Notes the fields that Swift's messages have, and those that are set.
struct FieldCollector: FieldVisitor, KindSource {
    /// As the lock writes them.
    private(set) var lines: Set<String> = []
    /// The names, `Message.field`.
    private(set) var declared: Set<String> = []
    private(set) var set: Set<String> = []
    private var messageName = ""

    mutating func collect(_ content: Content) throws {
        try collect(content as any MessageFields)
        try collect(of: content.kind)
    }

    mutating func collect(_ message: any MessageFields) throws {
        var message = message
        try collect(&message)
    }

    private mutating func collect(_ message: inout some MessageFields) throws(ContentError) {
        let outer = messageName
        messageName = "\(type(of: message).schemaName)"
        try message.fields(&self)
        messageName = outer
    }

    private mutating func collect(of kind: ContentKind) throws(ContentError) {
        // The kind's own message is got by reading its bytes anew.
        var source = CollectingSource(collector: self, content: kind)
        _ = try ContentKind.make(kind.number, from: &source)
        self = source.collector
    }

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = M()
        try collect(&message)
        return message
    }

    private mutating func note(_ number: UInt32, _ name: StaticString, _ type: String, isSet: Bool) {
        lines.insert("\(messageName) \(number) \(name) \(type)")
        declared.insert("\(messageName).\(name)")
        if isSet { set.insert("\(messageName).\(name)") }
    }

    mutating func number<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) { note(number, name, "\(T.schemaType)", isSet: value != T.unset) }

    mutating func optional<T: WireNumber>(_ number: UInt32, _ name: StaticString, _ value: inout T?) {
        note(number, name, "optional \(T.schemaType)", isSet: value != nil)
    }

    mutating func numbers<T: WireNumber>(
        _ number: UInt32, _ name: StaticString, _ values: inout [T], limit: Int
    ) { note(number, name, "repeated \(T.schemaType)", isSet: !values.isEmpty) }

    mutating func text(
        _ number: UInt32, _ name: StaticString, _ value: inout String, limit: Int, required: Bool
    ) { note(number, name, "string", isSet: !value.isEmpty) }

    mutating func typed<T: WireText>(
        _ number: UInt32, _ name: StaticString, _ value: inout T, required: Bool
    ) { note(number, name, "string", isSet: value != T.unset) }

    mutating func texts(
        _ number: UInt32, _ name: StaticString, _ values: inout [String], limit: Int, textLimit: Int
    ) { note(number, name, "repeated string", isSet: !values.isEmpty) }

    mutating func bytes(
        _ number: UInt32, _ name: StaticString, _ value: inout [UInt8], counts: ClosedRange<Int>,
        required: Bool
    ) { note(number, name, "bytes", isSet: !value.isEmpty) }

    mutating func list(
        _ number: UInt32, _ name: StaticString, _ values: inout [[UInt8]], limit: Int,
        counts: ClosedRange<Int>
    ) { note(number, name, "repeated bytes", isSet: !values.isEmpty) }

    mutating func id(_ number: UInt32, _ name: StaticString, _ value: inout MessageID, required: Bool) {
        note(number, name, "bytes", isSet: value.bytes != [UInt8](repeating: 0, count: 16))
    }

    mutating func ids(
        _ number: UInt32, _ name: StaticString, _ values: inout [MessageID], counts: ClosedRange<Int>
    ) { note(number, name, "bytes", isSet: !values.isEmpty) }

    mutating func one<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M
    ) throws(ContentError) {
        note(number, name, "\(M.schemaName)", isSet: value != M())
        try collect(&value)
    }

    mutating func message<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ value: inout M?
    ) throws(ContentError) {
        note(number, name, "\(M.schemaName)", isSet: value != nil)
        var message = value ?? M()
        try collect(&message)
    }

    mutating func messages<M: MessageFields>(
        _ number: UInt32, _ name: StaticString, _ values: inout [M], limit: Int
    ) throws(ContentError) {
        note(number, name, "repeated \(M.schemaName)", isSet: !values.isEmpty)
        for value in values + [M()] {
            var message = value
            try collect(&message)
        }
    }
}

/// Collects from the message that a kind has.
private struct CollectingSource: KindSource {
    var collector: FieldCollector
    let content: ContentKind

    mutating func make<M: MessageFields>() throws(ContentError) -> M {
        var message = try content.message(as: M.self)
        try collector.collectKind(&message)
        return message
    }
}

extension FieldCollector {
    fileprivate mutating func collectKind(_ message: inout some MessageFields) throws(ContentError) {
        try collect(&message)
    }
}
