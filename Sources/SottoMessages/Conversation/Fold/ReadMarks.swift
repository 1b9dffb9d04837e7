/// Up to where I read, and when: what was read first of each message counts, in whatever order it is told.
struct ReadMarks: Sendable {
    private struct Mark: Sendable {
        let through: UInt64
        let at: Instant
    }

    /// Ascending in both: a mark that another reaches further and earlier isn't kept.
    private var marks: [Mark] = []

    /// Up to where I read; 0 for nothing.
    var through: UInt64 { marks.last?.through ?? 0 }

    /// When I read the message at a place in the order; nil when I didn't.
    func time(of sequence: UInt64) -> Instant? {
        let index = firstIndex(reaching: sequence)
        return index < marks.count ? marks[index].at : nil
    }

    /// Takes a mark; gives the places in the order of which the time changed.
    mutating func insert(through: UInt64, at: Instant) -> ClosedRange<UInt64>? {
        guard through > 0 else { return nil }
        let index = firstIndex(reaching: through)
        if index < marks.count, marks[index].at <= at { return nil }
        if index < marks.count, marks[index].through == through { marks.remove(at: index) }
        var start = index
        while start > 0, marks[start - 1].at >= at { start -= 1 }
        marks.replaceSubrange(start..<index, with: [Mark(through: through, at: at)])
        let before = start == 0 ? 0 : marks[start - 1].through
        return before + 1...through
    }

    private func firstIndex(reaching sequence: UInt64) -> Int {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].through < sequence { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
