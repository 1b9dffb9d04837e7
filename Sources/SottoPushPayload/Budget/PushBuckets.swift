/// The few lengths that binary forms have, so that a push tells little about what is in it.
///
/// Rule PP-3.
package enum PushBuckets {
    /// The lengths in bytes below the largest: each is one and a half times the one before, and fills base64 without padding.
    package static let byteCounts = [768, 1_152, 1_728, 2_592]

    /// The length of a binary form that needs `needed` bytes where there is room for `capacity`.
    ///
    /// Nothing when there is too little room. The largest length is all the room there is.
    package static func byteCount(for needed: Int, capacity: Int) -> Int? {
        guard needed <= capacity else { return nil }
        return byteCounts.first { needed <= $0 && $0 < capacity } ?? capacity
    }
}
