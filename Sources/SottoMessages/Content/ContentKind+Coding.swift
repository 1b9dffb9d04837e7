/// What goes to the message of a kind.
protocol KindVisitor {
    mutating func visit<M: MessageFields>(_ content: M) throws(ContentError)
    mutating func visit(unknown bytes: [UInt8]) throws(ContentError)
}

/// What makes the message of a kind.
package protocol KindSource {
    /// Makes the message of the type that the kind has.
    mutating func make<M: MessageFields>() throws(ContentError) -> M
}

extension ContentKind {
    /// The numbers of the kinds that have a case.
    package static let knownNumbers: [UInt32] = [
        64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88,
        89, 90, 91, 92, 93, 94, 95, 96, 97, 98,
    ]

    func visit<V: KindVisitor>(_ visitor: inout V) throws(ContentError) {
        switch self {
        case .text(let content): try visitor.visit(content)
        case .media(let content): try visitor.visit(content)
        case .album(let content): try visitor.visit(content)
        case .voice(let content): try visitor.visit(content)
        case .sticker(let content): try visitor.visit(content)
        case .gif(let content): try visitor.visit(content)
        case .reaction(let content): try visitor.visit(content)
        case .edit(let content): try visitor.visit(content)
        case .delete(let content): try visitor.visit(content)
        case .pin(let content): try visitor.visit(content)
        case .receipt(let content): try visitor.visit(content)
        case .typing(let content): try visitor.visit(content)
        case .presence(let content): try visitor.visit(content)
        case .note(let content): try visitor.visit(content)
        case .timerChange(let content): try visitor.visit(content)
        case .screenshot(let content): try visitor.visit(content)
        case .saved(let content): try visitor.visit(content)
        case .groupUpdate(let content): try visitor.visit(content)
        case .spaceUpdate(let content): try visitor.visit(content)
        case .voiceChannel(let content): try visitor.visit(content)
        case .style(let content): try visitor.visit(content)
        case .call(let content): try visitor.visit(content)
        case .appExtension(let content): try visitor.visit(content)
        case .location(let content): try visitor.visit(content)
        case .contact(let content): try visitor.visit(content)
        case .poll(let content): try visitor.visit(content)
        case .pollVote(let content): try visitor.visit(content)
        case .suggestions(let content): try visitor.visit(content)
        case .streamed(let content): try visitor.visit(content)
        case .report(let content): try visitor.visit(content)
        case .request(let content): try visitor.visit(content)
        case .sync(let content): try visitor.visit(content)
        case .profile(let content): try visitor.visit(content)
        case .preview(let content): try visitor.visit(content)
        case .null(let content): try visitor.visit(content)
        case .unknown(_, let bytes): try visitor.visit(unknown: bytes)
        }
    }

    /// Makes the kind that has the number; nil when there is no case for it.
    package static func make<Source: KindSource>(
        _ number: UInt32, from source: inout Source
    ) throws(ContentError) -> ContentKind? {
        switch number {
        case 64: .text(try source.make())
        case 65: .media(try source.make())
        case 66: .album(try source.make())
        case 67: .voice(try source.make())
        case 68: .sticker(try source.make())
        case 69: .gif(try source.make())
        case 70: .reaction(try source.make())
        case 71: .edit(try source.make())
        case 72: .delete(try source.make())
        case 73: .pin(try source.make())
        case 74: .receipt(try source.make())
        case 75: .typing(try source.make())
        case 76: .presence(try source.make())
        case 77: .note(try source.make())
        case 78: .timerChange(try source.make())
        case 79: .screenshot(try source.make())
        case 80: .saved(try source.make())
        case 81: .groupUpdate(try source.make())
        case 82: .spaceUpdate(try source.make())
        case 83: .voiceChannel(try source.make())
        case 84: .style(try source.make())
        case 85: .call(try source.make())
        case 86: .appExtension(try source.make())
        case 87: .location(try source.make())
        case 88: .contact(try source.make())
        case 89: .poll(try source.make())
        case 90: .pollVote(try source.make())
        case 91: .suggestions(try source.make())
        case 92: .streamed(try source.make())
        case 93: .report(try source.make())
        case 94: .request(try source.make())
        case 95: .sync(try source.make())
        case 96: .profile(try source.make())
        case 97: .preview(try source.make())
        case 98: .null(try source.make())
        default: nil
        }
    }
}
