internal import SottoWire

/// What one person sends another: a kind, and what all kinds share.
///
/// Rules CN-1 to CN-4.
public struct Content: Hashable, Sendable {
    /// What names the message, with its author.
    public var id: MessageID = .unset
    /// The sender's clock, for display only.
    public var sentAt = Instant.unset
    /// The group, when the way the content comes doesn't say it; empty otherwise.
    public var group: [UInt8] = []
    /// What is answered.
    public var reply: ReplyQuote? {
        get {
            guard case .one(let reply) = quote else { return nil }
            return reply
        }
        set { quote = newValue.map { .one($0) } }
    }
    // Large as a value and mostly absent: content is moved often.
    private var quote: Quote?
    /// When the message disappears.
    public var timer: ExpiryTimer?
    /// How the message appears.
    public var effect = MessageEffect.unset
    /// The lowest version that can read the kind.
    public var minimumVersion: UInt32 = 0
    /// How often it was forwarded, 0 for not at all; the origin isn't named.
    public var forwardHops: UInt32 = 0
    /// What it is.
    public var kind = ContentKind.none
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    /// The version of this library's content.
    public static let version: UInt32 = 1

    private indirect enum Quote: Hashable, Sendable {
        case one(ReplyQuote)
    }

    package init() {}

    /// Makes content.
    public init(id: MessageID, sentAt: Instant, kind: ContentKind) {
        self.id = id
        self.sentAt = sentAt
        self.kind = kind
    }

    /// Decodes and checks content.
    ///
    /// - Throws: ``ContentError`` when the bytes aren't content, or a field isn't as the rules say.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        self = try Self.decode(bytes, checks: true)
    }

    /// Encodes content after the checks that its reader makes.
    ///
    /// - Throws: ``ContentError`` naming the field that may not be sent.
    public func encoded() throws(ContentError) -> [UInt8] {
        try check()
        let bytes = try encodedUnchecked()
        guard bytes.count <= ContentLimits.byteCount else { throw .tooLarge }
        return bytes
    }

    /// Decodes without the checks of limits.
    package static func unchecked(_ bytes: [UInt8]) throws(ContentError) -> Content {
        try decode(bytes, checks: false)
    }

    /// Reads the frame, then the kind: which version can read that is known only when all of the frame is.
    private static func decode(_ bytes: [UInt8], checks: Bool) throws(ContentError) -> Content {
        guard bytes.count <= ContentLimits.byteCount else { throw .tooLarge }
        var content = Content()
        var decoder = FieldDecoder(bytes)
        var found: (number: UInt32, range: Range<Int>)?
        try decoder.advance()
        while decoder.number != 0 {
            if try decoder.pass(&content) { continue }
            if ContentKind.numbers.contains(decoder.number) {
                guard found == nil else { throw .invalid(field: "Content.kind") }
                let number = decoder.number
                found = (number, try decoder.skipKind())
            } else {
                try decoder.keep(in: &content)
            }
        }
        if checks { try FieldValidator.checkFields(&content) }
        guard let found else {
            if checks { throw .missing(field: "Content.kind") }
            return content
        }
        if content.minimumVersion <= version {
            decoder.checksKinds = checks
            try decoder.enter(found.range)
            if let kind = try ContentKind.make(found.number, from: &decoder) {
                content.kind = kind
                return content
            }
        }
        content.kind = .unknown(number: found.number, bytes: decoder.bytes(of: found.range))
        return content
    }

    package func encodedUnchecked() throws(ContentError) -> [UInt8] {
        var copy = self
        var encoder = FieldEncoder()
        try copy.fields(&encoder)
        if kind.number != 0 {
            let start = encoder.writer.begin(kind.number)
            try kind.visit(&encoder)
            encoder.writer.end(start)
        }
        encoder.writer.raw(unknownFields.bytes)
        return encoder.writer.bytes
    }

    private func check() throws(ContentError) {
        var copy = self
        try FieldValidator.check(&copy)
        var checker = KindChecker()
        try kind.visit(&checker)
    }
}

extension Content: MessageFields {
    package static var schemaName: StaticString { "Content" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.id(1, "id", &id, required: true)
        try visitor.number(2, "sent_at", &sentAt, required: true)
        try visitor.bytes(3, "group", &group, counts: ContentLimits.groupByteCounts, required: false)
        try visitor.message(4, "reply", &reply)
        try visitor.message(5, "timer", &timer)
        try visitor.number(6, "effect", &effect, required: false)
        try visitor.number(7, "minimum_version", &minimumVersion, required: false)
        try visitor.number(8, "forward_hops", &forwardHops, required: false)
    }

    package func validate() throws(ContentError) {
        guard ContentKind.numbers.contains(kind.number) else { throw .missing(field: "Content.kind") }
    }
}

extension FieldEncoder: KindVisitor {
    mutating func visit<M: MessageFields>(_ content: M) throws(ContentError) { try fields(of: content) }
    mutating func visit(unknown bytes: [UInt8]) throws(ContentError) { writer.raw(bytes) }
}

private struct KindChecker: KindVisitor {
    mutating func visit<M: MessageFields>(_ content: M) throws(ContentError) {
        var copy = content
        try FieldValidator.check(&copy)
    }

    mutating func visit(unknown bytes: [UInt8]) throws(ContentError) {}
}
