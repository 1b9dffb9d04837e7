/// A sticker that somebody put on a message.
///
/// Rule CV-20.
public struct PlacedSticker: Hashable, Sendable {
    /// The sticker's own name.
    public let name: MessageName
    /// Which sticker, and where.
    public let sticker: StickerContent
    /// When this device learnt it.
    public let receivedAt: Instant
}
