/// A sorted set that takes elements anywhere in O(√n), and knows how many stand before one.
///
/// Elements stand in chunks of at most 512; those that come in order fill their chunks.
struct ChunkedSet<Element: Comparable & Sendable>: Sendable {
    private var chunks: [[Element]] = []
    private(set) var count = 0

    private static var capacity: Int { 512 }

    var isEmpty: Bool { count == 0 }
    var first: Element? { chunks.first?.first }
    var last: Element? { chunks.last?.last }

    /// Inserts an element; false when it is there.
    @discardableResult
    mutating func insert(_ element: Element) -> Bool {
        guard let last = chunks.last?.last else {
            chunks.append([element])
            count = 1
            return true
        }
        if last < element {
            if chunks[chunks.count - 1].count < Self.capacity {
                chunks[chunks.count - 1].append(element)
            } else {
                chunks.append([element])
            }
            count += 1
            return true
        }
        let chunk = chunkIndex(of: element)
        let index = Self.lowerBound(of: element, in: chunks[chunk])
        guard index == chunks[chunk].count || chunks[chunk][index] != element else { return false }
        chunks[chunk].insert(element, at: index)
        count += 1
        if chunks[chunk].count > Self.capacity { split(chunk) }
        return true
    }

    /// Removes an element; false when it isn't there.
    @discardableResult
    mutating func remove(_ element: Element) -> Bool {
        guard let last, element <= last else { return false }
        let chunk = chunkIndex(of: element)
        let index = Self.lowerBound(of: element, in: chunks[chunk])
        guard index < chunks[chunk].count, chunks[chunk][index] == element else { return false }
        chunks[chunk].remove(at: index)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
        return true
    }

    /// The greatest element of those that are wanted.
    func last(where isWanted: (Element) -> Bool) -> Element? {
        for chunk in chunks.reversed() {
            if let found = chunk.last(where: isWanted) { return found }
        }
        return nil
    }

    /// How many elements are less than `element`.
    func rank(of element: Element) -> Int {
        guard let last, element <= last else { return count }
        let chunk = chunkIndex(of: element)
        var rank = Self.lowerBound(of: element, in: chunks[chunk])
        for index in 0..<chunk { rank += chunks[index].count }
        return rank
    }

    /// Whether an element is there.
    func contains(_ element: Element) -> Bool {
        guard let last, element <= last else { return false }
        let chunk = chunks[chunkIndex(of: element)]
        let index = Self.lowerBound(of: element, in: chunk)
        return index < chunk.count && chunk[index] == element
    }

    /// The element before which `rank` others stand; nil outside.
    subscript(rank: Int) -> Element? {
        guard rank >= 0, rank < count else { return nil }
        var rest = rank
        for chunk in chunks {
            if rest < chunk.count { return chunk[rest] }
            rest -= chunk.count
        }
        return nil
    }

    /// The elements with these ranks, as far as they are there.
    func elements(_ ranks: Range<Int>) -> [Element] {
        let range = ranks.clamped(to: 0..<count)
        var result: [Element] = []
        result.reserveCapacity(range.count)
        var start = 0
        for chunk in chunks {
            let part = range.clamped(to: start..<start + chunk.count)
            result.append(contentsOf: chunk[part.lowerBound - start..<part.upperBound - start])
            start += chunk.count
            if start >= range.upperBound { break }
        }
        return result
    }

    /// The greatest element below `element` and the least one above it.
    func neighbours(of element: Element) -> (before: Element?, after: Element?) {
        guard let last else { return (nil, nil) }
        guard element <= last else { return (last, nil) }
        let chunk = chunkIndex(of: element)
        let index = Self.lowerBound(of: element, in: chunks[chunk])
        let before = index > 0 ? chunks[chunk][index - 1] : chunk > 0 ? chunks[chunk - 1].last : nil
        var next = index
        if chunks[chunk][index] == element { next += 1 }
        let after =
            next < chunks[chunk].count
            ? chunks[chunk][next] : chunk + 1 < chunks.count ? chunks[chunk + 1].first : nil
        return (before, after)
    }

    private mutating func split(_ chunk: Int) {
        let half = chunks[chunk].count / 2
        let rest = Array(chunks[chunk][half...])
        chunks[chunk].removeSubrange(half...)
        chunks.insert(rest, at: chunk + 1)
    }

    /// The first chunk of which the last element isn't less than `element`, which there has to be.
    private func chunkIndex(of element: Element) -> Int {
        var low = 0
        var high = chunks.count - 1
        while low < high {
            let middle = (low + high) / 2
            if let last = chunks[middle].last, last < element { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func lowerBound(of element: Element, in chunk: [Element]) -> Int {
        var low = 0
        var high = chunk.count
        while low < high {
            let middle = (low + high) / 2
            if chunk[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
