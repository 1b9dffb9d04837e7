import Sotto

/// Two numbers one above the other, the groups that differ marked below them.
///
/// The marks are characters; colour only repeats them. Rules TN-11 and TN-21.
enum ComparisonText {
    /// - Parameters:
    ///   - here: The 12 groups that were worked out.
    ///   - given: The 12 groups that were given.
    static func rows(_ here: [String], _ given: [String], _ terminal: TerminalFacts) -> String {
        var lines: [String] = []
        for start in stride(from: 0, to: min(here.count, given.count), by: 3) {
            let range = start..<min(start + 3, here.count, given.count)
            let differs = range.map { here[$0] != given[$0] }
            lines.append("  here   " + here[range].joined(separator: " "))
            lines.append(
                "  given  "
                    + zip(given[range], differs).map { $1 ? terminal.bad($0) : $0 }.joined(separator: " "))
            var marks = differs.map { $0 ? "^^^^^" : "     " }.joined(separator: " ")
            while marks.last == " " { marks.removeLast() }
            lines.append(marks.isEmpty ? "" : "         " + terminal.bad(marks))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a comparison of digits found, and what that means most likely.
    ///
    /// Whatever it means, it's no match. Rule TN-27.
    ///
    /// - Parameter half: Whose whole half differs, and the name of that side.
    static func verdict(_ differing: [Int], half: (DifferingHalf, name: String)?, _ terminal: TerminalFacts)
        -> String
    {
        guard !differing.isEmpty else { return terminal.good("MATCH: all 60 digits are the same.") + "\n" }
        let places = differing.map { String($0 + 1) }.joined(separator: ", ")
        let groups = differing.count == 1 ? "group \(places) differs" : "groups \(places) differ"
        return sentence("NO MATCH: \(groups). \(meaning(of: differing, places, half))", terminal)
    }

    private static func meaning(
        of differing: [Int], _ places: String, _ half: (DifferingHalf, name: String)?
    ) -> String {
        let isInPlace = differing.count <= 6
        let fact: String
        let another: String
        switch half {
        case (.theirs, let name)?:
            fact =
                isInPlace
                ? "That is the whole half of \(name), and yours is the same"
                : "Your half is there in the other place, and the half of \(name) isn't"
            another = "they have another key or another identifier than the one here"
        case (.ours, let name)?:
            fact =
                isInPlace
                ? "That is your whole half (\(name)), and theirs is the same"
                : "Their half is there in the other place, and yours (\(name)) isn't"
            another = "they have another key or another identifier of yours"
        case nil where differing.count <= mostSlips:
            return "So few are most likely a slip in reading or typing: check "
                + "\(differing.count == 1 ? "group" : "groups") \(places) and compare all again. "
                + "Until all 60 digits match, don't trust this key."
        case nil:
            return
                "One of you has another key or another identifier, or somebody is in between: don't trust this key."
        }
        return "\(fact): \(another), or somebody is in between: don't trust this key."
    }

    /// What a comparison with a code found, in one sentence.
    static func verdict(
        scanned comparison: SafetyNumberComparison, _ ours: ScannableVersion, _ terminal: TerminalFacts
    ) -> String {
        switch comparison {
        case .match: return terminal.good("MATCH: the code is theirs, and it is for you.") + "\n"
        case .ownCode:
            return sentence(
                "NO MATCH: this is the code that you show yourself. Scan the one on their screen.", terminal)
        case .versionMismatch(let theirs):
            let advice =
                ScannableVersion(rawValue: theirs) == nil
                ? "Update the older program." : "Use --code-version \(theirs) if both mean it."
            return sentence(
                "NO MATCH: their code has version \(theirs) and yours \(ours.rawValue), which says nothing "
                    + "either way. \(advice)", terminal)
        default:
            return sentence(
                "NO MATCH: the code is of another key or another identifier, or somebody is in between: "
                    + "don't trust this key.", terminal)
        }
    }

    /// Another key gives six other groups; that four of them are the same by chance is less than one case in 10¹⁸.
    private static let mostSlips = 2

    private static func sentence(_ text: String, _ terminal: TerminalFacts) -> String {
        TextWrap.lines(text, columns: terminal.columns).map(terminal.bad).joined(separator: "\n") + "\n"
    }
}
