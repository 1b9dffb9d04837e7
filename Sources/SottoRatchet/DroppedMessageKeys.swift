/// Messages that can no longer be opened because their skipped keys were dropped.
public struct DroppedMessageKeys: Hashable, Sendable {
    /// The chain's ratchet key.
    public let ratchetKey: RatchetPublicKey
    /// The places of the messages in the chain.
    public private(set) var indices: ClosedRange<UInt32>
}

extension [DroppedMessageKeys] {
    /// Adds one place, joined to the last range where it continues it.
    mutating func add(_ ratchetKey: RatchetPublicKey, _ index: UInt32) {
        if let last, last.ratchetKey == ratchetKey, index > 0, last.indices.upperBound == index - 1 {
            self[count - 1] = DroppedMessageKeys(
                ratchetKey: ratchetKey, indices: last.indices.lowerBound...index)
        } else {
            append(DroppedMessageKeys(ratchetKey: ratchetKey, indices: index...index))
        }
    }
}
