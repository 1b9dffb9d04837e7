/// The known name that somebody may have meant.
enum NearestName {
    /// The name that takes the fewest changes, when a third of its letters or fewer change, or that begins like it.
    static func of(_ wrong: String, among names: [String]) -> String? {
        let near =
            names
            .map { (name: $0, changes: distance(Array(wrong.utf8.prefix(64)), Array($0.utf8))) }
            .filter { $0.changes <= max(1, $0.name.utf8.count / 3) }
            .min { $0.changes < $1.changes }
        if let near { return near.name }
        guard wrong.utf8.count >= 3 else { return nil }
        let longer = names.filter { $0.hasPrefix(wrong) }
        return longer.count == 1 ? longer.first : nil
    }

    /// How many letters are put in, left out or replaced.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
