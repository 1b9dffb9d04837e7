/// Whether a text is a few emoji and nothing else, which are drawn large.
///
/// Rule MR-17.
public enum SoloEmoji {
    /// The most emoji that are drawn large.
    public static let limit = 3

    /// How many emoji the text is; nil unless it is 1 to 3 of them and nothing else but spaces and line ends.
    ///
    /// - Complexity: It looks at no more than a dozen characters.
    public static func count(in text: String) -> Int? {
        var count = 0
        var blanks = 0
        for character in text {
            if character.isWhitespace {
                blanks += 1
                if blanks > blankLimit { return nil }
                continue
            }
            count += 1
            if count > limit || !isEmoji(character) { return nil }
        }
        return count > 0 ? count : nil
    }

    /// Whether a character is an emoji as it is drawn: flags, keycaps, skin tones and families are one each.
    ///
    /// A digit, # or * is none alone, and neither is what is drawn as text unless U+FE0F asks for an emoji.
    public static func isEmoji(_ character: Character) -> Bool {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        guard let second = scalars.dropFirst().first else {
            return first.properties.isEmojiPresentation && !isRegional(first)
        }
        if first.isASCII {
            let rest = scalars.dropFirst().map(\.value)
            return rest == [0xFE0F, 0x20E3] || rest == [0x20E3]
        }
        if isRegional(first) { return scalars.count == 2 && isRegional(second) }
        guard scalars.count <= scalarLimit, scalars.allSatisfy(isPart) else { return false }
        // What follows makes an emoji of what is drawn as text alone.
        let asks = second.value == 0xFE0F || second.properties.isEmojiModifier || second.value == 0x200D
        return first.properties.isEmojiPresentation ? second.value != 0xFE0E : asks
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Variation selectors, the joiner, and the tags of flags of regions.
        case 0xFE0E, 0xFE0F, 0x200D, 0xE0020...0xE007F: true
        default: !scalar.isASCII && scalar.properties.isEmoji && !isRegional(scalar)
        }
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { 0x1F1E6...0x1F1FF ~= scalar.value }

    /// The longest sequence of Unicode has 10 scalars; a flag of a region has up to 8.
    private static let scalarLimit = 16
    private static let blankLimit = 8
}
