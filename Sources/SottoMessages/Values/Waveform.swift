/// The bars of a voice message, made of the levels that a recorder measured.
///
/// A recorder measures the level, 0 to 1, every 50 ms. Rules MR-15 and MR-16.
public enum Waveform {
    /// How often the recorder measures.
    public static let sampleInterval = TimeSpan(milliseconds: 50)
    /// The level below which it is silent.
    public static let silence: Float = 0.02
    /// The highest bar.
    public static let highestBar: UInt8 = 31

    /// The bar of a level: 0 below ``silence``, else 1 to 31; what is no number counts as silence.
    public static func bar(of level: Float) -> UInt8 {
        guard level >= silence else { return 0 }
        let part = (min(level, 1) - silence) / (1 - silence)
        return min(UInt8(part * Float(highestBar - 1) + 0.5) + 1, highestBar)
    }

    /// Reduces any number of levels to 60 to 80 bars: as many as there are levels, within these limits.
    ///
    /// A bar shows the loudest level of its part; of fewer levels than bars, each stands for several bars.
    ///
    /// - Complexity: O(n).
    public static func bars(of levels: some RandomAccessCollection<Float>) -> [UInt8] {
        let limits = ContentLimits.barCounts
        let count = min(max(levels.count, limits.lowerBound), limits.upperBound)
        return resampled(levels, count: count, none: 0) { part in
            part.reduce(into: UInt8(0)) { $0 = max($0, bar(of: $1)) }
        }
    }

    /// Draws bars in any number: each shows the highest of its part, or repeats.
    ///
    /// - Complexity: O(n + count).
    public static func resample(_ bars: [UInt8], to count: Int) -> [UInt8] {
        resampled(bars, count: count, none: 0) { min($0.max() ?? 0, highestBar) }
    }

    private static func resampled<Values: RandomAccessCollection, Result>(
        _ values: Values, count: Int, none: Result, _ value: (Values.SubSequence) -> Result
    ) -> [Result] {
        guard count > 0 else { return [] }
        guard !values.isEmpty else { return [Result](repeating: none, count: count) }
        let whole = values.count
        return (0..<count).map { index in
            // The products are wide enough for any collection.
            let start = place(index, whole, count)
            let end = max(place(index + 1, whole, count), start + 1)
            let lower = values.index(values.startIndex, offsetBy: start)
            return value(values[lower..<values.index(lower, offsetBy: end - start)])
        }
    }

    private static func place(_ index: Int, _ whole: Int, _ count: Int) -> Int {
        count.dividingFullWidth(index.multipliedFullWidth(by: whole)).quotient
    }
}

/// The bars that a recorder shows while it records: the last ones, one for each level.
///
/// Rule MR-16.
public struct LiveWaveform: Hashable, Sendable {
    /// Each level's bar, with the oldest at `next` once all places are taken.
    private var ring: [UInt8] = []
    private var next = 0
    private let capacity: Int

    /// Starts empty; shows 60 to 80 bars, and other counts are taken as the nearer limit.
    public init(count: Int = ContentLimits.barCounts.upperBound) {
        let limits = ContentLimits.barCounts
        capacity = min(max(count, limits.lowerBound), limits.upperBound)
    }

    /// Takes a level.
    public mutating func append(_ level: Float) {
        let bar = Waveform.bar(of: level)
        if ring.count < capacity {
            ring.append(bar)
        } else if ring.indices.contains(next) {
            ring[next] = bar
            next = (next + 1) % capacity
        }
    }

    /// The last bars, the oldest first; fewer at the start.
    public var bars: [UInt8] { Array(ring[next...] + ring[..<next]) }
}
