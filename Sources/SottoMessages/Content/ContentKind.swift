internal import SottoWire

/// What content is: one case for each kind.
///
/// Rule CN-3.
@nonexhaustive
public indirect enum ContentKind: Hashable, Sendable {
    /// A text.
    case text(TextContent)
    /// A photo, a video, a video note or a file.
    case media(MediaContent)
    /// Several media in one message.
    case album(AlbumContent)
    /// A voice message.
    case voice(VoiceContent)
    /// A reaction to a message.
    case reaction(ReactionContent)
    /// New content for a message; from its author only.
    case edit(EditContent)
    /// Deletes a message.
    case delete(DeleteContent)
    /// Tells the author of messages what became of them.
    case receipt(ReceiptContent)
    /// Says that somebody types, or stopped.
    case typing(TypingContent)
    /// Nothing to show; keeps a session alive.
    case null(NullContent)
    /// A kind of a newer version, or any kind in content that only a newer version can read.
    case unknown(number: UInt32, bytes: [UInt8])

    /// The field numbers that kinds have.
    package static let numbers: ClosedRange<UInt32> = 64...1_023

    /// The number of the kind.
    public var number: UInt32 {
        switch self {
        case .text: 64
        case .media: 65
        case .album: 66
        case .voice: 67
        case .reaction: 70
        case .edit: 71
        case .delete: 72
        case .receipt: 74
        case .typing: 75
        case .null: 98
        case .unknown(let number, _): number
        }
    }

    func visit<V: KindVisitor>(_ visitor: inout V) throws(ContentError) {
        switch self {
        case .text(let content): try visitor.visit(content)
        case .media(let content): try visitor.visit(content)
        case .album(let content): try visitor.visit(content)
        case .voice(let content): try visitor.visit(content)
        case .reaction(let content): try visitor.visit(content)
        case .edit(let content): try visitor.visit(content)
        case .delete(let content): try visitor.visit(content)
        case .receipt(let content): try visitor.visit(content)
        case .typing(let content): try visitor.visit(content)
        case .null(let content): try visitor.visit(content)
        case .unknown(_, let bytes): try visitor.visit(unknown: bytes)
        }
    }

    /// Reads a kind; one without a case is kept as it is.
    static func decode(_ number: UInt32, from reader: ProtobufReader, bytes: [UInt8]) throws(ContentError)
        -> ContentKind
    {
        switch number {
        case 64: .text(try read(reader))
        case 65: .media(try read(reader))
        case 66: .album(try read(reader))
        case 67: .voice(try read(reader))
        case 70: .reaction(try read(reader))
        case 71: .edit(try read(reader))
        case 72: .delete(try read(reader))
        case 74: .receipt(try read(reader))
        case 75: .typing(try read(reader))
        case 98: .null(try read(reader))
        default: .unknown(number: number, bytes: bytes)
        }
    }

    private static func read<M: MessageFields>(_ reader: ProtobufReader) throws(ContentError) -> M {
        var message = M()
        try FieldDecoder.decode(&message, from: reader)
        return message
    }
}

/// What goes to the message of a kind.
protocol KindVisitor {
    mutating func visit<M: MessageFields>(_ content: M) throws(ContentError)
    mutating func visit(unknown bytes: [UInt8]) throws(ContentError)
}
