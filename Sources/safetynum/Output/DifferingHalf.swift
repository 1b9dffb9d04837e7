import Sotto

/// Whose half of a number was given otherwise, where the other half is the same.
///
/// The halves stand in the order of their digits, so a half that changed may also have changed its place. Rule TN-27.
enum DifferingHalf {
    case ours, theirs

    /// The half of which all six groups differ; nothing when that isn't one of them alone.
    ///
    /// - Parameter given: The 12 groups that were given.
    init?(_ number: SafetyNumber, given: [String]) {
        for (kept, other) in [(given.prefix(6), given.suffix(6)), (given.suffix(6), given.prefix(6))] {
            if Self.count(kept, number.ours) == 0, Self.count(other, number.theirs) == 6 {
                self = .theirs
                return
            }
            if Self.count(kept, number.theirs) == 0, Self.count(other, number.ours) == 6 {
                self = .ours
                return
            }
        }
        return nil
    }

    /// How many of the six groups differ.
    private static func count(_ given: ArraySlice<String>, _ half: Fingerprint) -> Int {
        let here = stride(from: 0, to: 30, by: 5).map { String(half.digits.dropFirst($0).prefix(5)) }
        return zip(given, here).count { $0 != $1 }
    }
}
