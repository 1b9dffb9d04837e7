internal import SottoCrypto

/// What a comparison found.
///
/// Marking somebody verified is another call: only ``match`` is a reason for it.
@nonexhaustive
public enum SafetyNumberComparison: Hashable, Sendable {
    /// The same keys under the same identifiers on both sides.
    case match
    /// Another number: a slip of who typed it, another key, another identifier, or somebody in between.
    case mismatch
    /// A scanned code of another version than ours, which says nothing either way.
    case versionMismatch(theirs: UInt8)
    /// The code that this side shows itself.
    case ownCode
    /// Not 60 digits, or not a code.
    case malformed
}

extension SafetyNumber {
    /// Compares with digits that somebody typed, pasted or read out.
    ///
    /// White space, line breaks and dashes don't matter, and decimal digits of any script count; 59 or 61 of them are
    /// malformed. The comparison takes the same time whichever digits differ.
    ///
    /// - Returns: ``SafetyNumberComparison/match``, ``SafetyNumberComparison/mismatch`` or ``SafetyNumberComparison/malformed``.
    ///
    /// Rules SN-7 and SN-8.
    public func compare(digits text: String) -> SafetyNumberComparison {
        guard let theirs = Self.readDigits(text) else { return .malformed }
        return ConstantTime.isEqual(Array(digits.utf8).span, theirs.span) ? .match : .mismatch
    }

    /// Compares with a code that was scanned from their screen.
    ///
    /// - Parameters:
    ///   - bytes: What the code holds.
    ///   - version: The version that both sides are to have.
    ///
    /// Rules SN-5 and SN-6.
    public func compare(
        scanned bytes: [UInt8], version: ScannableVersion = .two
    ) -> SafetyNumberComparison {
        guard let code = ScannableCode(bytes) else { return .malformed }
        guard code.version == version.rawValue else { return .versionMismatch(theirs: code.version) }
        let isOwnFirst = code.local.isEqual(to: ours)
        let isOwnSecond = code.remote.isEqual(to: theirs)
        let isTheirsFirst = code.local.isEqual(to: theirs)
        let isTheirsSecond = code.remote.isEqual(to: ours)
        if isOwnFirst, isOwnSecond { return .ownCode }
        return isTheirsFirst && isTheirsSecond ? .match : .mismatch
    }

    /// Which of the 12 groups differ from those in `text`, for showing them; nothing when it hasn't 60 digits.
    ///
    /// Rule SN-8.
    public func differingGroups(from text: String) -> [Int]? {
        guard let digits = Self.readDigits(text) else { return nil }
        let theirs = Self.groups(of: String(decoding: digits, as: UTF8.self))
        return zip(groups, theirs).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    }

    /// The 12 groups of five in `text`, as ASCII digits; nothing when it hasn't 60 digits.
    ///
    /// Rule SN-7.
    public static func groups(read text: String) -> [String]? {
        readDigits(text).map { groups(of: String(decoding: $0, as: UTF8.self)) }
    }

    /// 60 digits as ASCII, or nothing.
    private static func readDigits(_ text: String) -> [UInt8]? {
        var digits: [UInt8] = []
        digits.reserveCapacity(digitCount)
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDash || properties.generalCategory == .format {
                continue
            }
            guard properties.numericType == .decimal, let value = properties.numericValue,
                digits.count < digitCount
            else { return nil }
            digits.append(UInt8(ascii: "0") + UInt8(value))
        }
        return digits.count == digitCount ? digits : nil
    }
}
