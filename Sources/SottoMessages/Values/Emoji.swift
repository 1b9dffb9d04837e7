/// One emoji, without the variation selectors that make equal ones differ.
///
/// Equal are those that people take for equal: ❤ with and without U+FE0F. Rule CN-8.
public struct Emoji: Hashable, Sendable, WireText {
    /// The scalars without variation selectors: what is sent, compared and counted.
    public let key: String

    /// Takes an emoji as a keyboard gives it.
    public init(_ text: String) { self.init(wire: text) }

    /// The emoji to be drawn: U+FE0F stands behind each scalar that would be drawn as text without it.
    public var display: String {
        var result = String.UnicodeScalarView()
        let scalars = Array(key.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            result.append(scalar)
            let properties = scalar.properties
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let isModified = next?.properties.isEmojiModifier ?? false
            // A digit is no emoji until the keycap encloses it.
            let isKeycap = next?.value == 0x20E3
            if properties.isEmoji, !properties.isEmojiPresentation, !isModified, !scalar.isASCII || isKeycap {
                result.append("\u{FE0F}")
            }
        }
        return String(result)
    }

    package static let unset = Emoji(wire: "")
    package var wire: String { key }

    package init(wire: String) {
        // The selectors start with this byte, and hardly anything else does that is no ideograph.
        guard wire.utf8.contains(0xEF) else {
            key = wire
            return
        }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: wire.unicodeScalars.filter { !(0xFE00...0xFE0F ~= $0.value) })
        key = String(scalars)
    }

    package var isValid: Bool {
        guard key.utf8.count <= ContentLimits.emojiByteCount else { return false }
        let scalars = key.unicodeScalars
        guard let first = scalars.first else { return false }
        // Counting clusters costs more than the rest, and one scalar is one.
        if scalars.index(after: scalars.startIndex) == scalars.endIndex {
            return !first.isASCII && first.properties.isEmoji
        }
        return key.count == 1 && scalars.contains { $0.properties.isEmoji }
            && !scalars.contains { $0.properties.generalCategory == .control }
    }
}

/// The six reactions that a tap offers.
///
/// Rule CN-8.
extension Emoji {
    /// The tapback ❤️.
    public static let love = Emoji("\u{2764}")
    /// The tapback 👍.
    public static let like = Emoji("\u{1F44D}")
    /// The tapback 👎.
    public static let dislike = Emoji("\u{1F44E}")
    /// The tapback 😂.
    public static let laugh = Emoji("\u{1F602}")
    /// The tapback ‼️.
    public static let emphasize = Emoji("\u{203C}")
    /// The tapback ❓.
    public static let question = Emoji("\u{2753}")

    /// All six, in the order in which they are offered.
    public static let tapbacks: [Emoji] = [love, like, dislike, laugh, emphasize, question]
}
