/// Rule MR-21.
extension TextRange {
    /// The range after `byteCount` bytes were put in front of the text; nil beyond 2^32 bytes.
    public func shifted(by byteCount: Int) -> TextRange? {
        let (sum, isTooLarge) = Int(start).addingReportingOverflow(byteCount)
        guard !isTooLarge, let start = UInt32(exactly: sum) else { return nil }
        var range = self
        range.start = start
        return range
    }

    /// The range after the bytes of `edit` were replaced by `byteCount` others; nil when nothing is left of it.
    ///
    /// New bytes belong to it when the edit leaves old ones of it on both sides.
    public func after(replacing edit: Range<Int>, withByteCount byteCount: Int) -> TextRange? {
        let lower = Int(start)
        let upper = lower + Int(count)
        guard edit.lowerBound >= 0, byteCount >= 0 else { return nil }
        let change = byteCount - edit.count
        // Sums that are too large leave nothing that a range can hold.
        func moved(_ place: Int) -> Int { place.addingReportingOverflow(change).partialValue }
        let newLower = lower < edit.lowerBound ? lower : moved(max(lower, edit.upperBound))
        let newUpper =
            upper <= edit.lowerBound ? upper : upper <= edit.upperBound ? edit.lowerBound : moved(upper)
        guard newUpper > newLower, let start = UInt32(exactly: newLower),
            let count = UInt32(exactly: newUpper - newLower)
        else { return nil }
        var range = self
        range.start = start
        range.count = count
        return range
    }

    /// The part of the range that is inside the first `byteCount` bytes; nil for none.
    public func clipped(toByteCount byteCount: Int) -> TextRange? {
        let end = min(Int(start) + Int(count), byteCount)
        guard end > Int(start), let count = UInt32(exactly: end - Int(start)) else { return nil }
        var range = self
        range.count = count
        return range
    }
}
