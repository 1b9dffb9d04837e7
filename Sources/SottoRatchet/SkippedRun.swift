internal import SottoCrypto

/// Up to 32 message keys that one message skipped, neighbours in one chain.
///
/// A class, so that a collection can hold it though the keys can't be copied.
package final class SkippedRun {
    package let ratchetKey: RatchetPublicKey
    /// The index of slot 0 in its chain.
    package let firstIndex: UInt32
    /// When the message that skipped these was opened, in milliseconds.
    var instant: UInt64
    /// Bit n is set while slot n holds a key.
    private(set) var mask: UInt32
    private(set) var slotCount: Int
    private var keys: SecretBytes

    static let maximumSlotCount = 32

    init(ratchetKey: RatchetPublicKey, firstIndex: UInt32, instant: UInt64, capacity: Int) {
        self.ratchetKey = ratchetKey
        self.firstIndex = firstIndex
        self.instant = instant
        mask = 0
        slotCount = 0
        keys = SecretBytes(zeroedByteCount: min(capacity, Self.maximumSlotCount) * 32)
    }

    /// Restores a stored run, without its keys.
    init(ratchetKey: RatchetPublicKey, firstIndex: UInt32, instant: UInt64, slotCount: Int, mask: UInt32) {
        self.ratchetKey = ratchetKey
        self.firstIndex = firstIndex
        self.instant = instant
        self.mask = mask
        self.slotCount = slotCount
        keys = SecretBytes(zeroedByteCount: slotCount * 32)
    }

    var isFull: Bool { slotCount * 32 == keys.count }
    package var keyCount: Int { mask.nonzeroBitCount }
    var lastIndex: UInt32 { firstIndex + UInt32(slotCount) - 1 }

    /// Adds the message key in the second half of a chain step's output.
    func add(fromStep block: borrowing SecretBytes) {
        guard !isFull else { return }
        keys.copy(block, 32..<64, to: slotCount * 32)
        mask |= 1 << UInt32(slotCount)
        slotCount += 1
    }

    /// Adds a key of another run behind the last slot.
    func add(from other: SkippedRun, slot: Int) {
        guard !isFull else { return }
        keys.copy(other.keys, slot * 32..<slot * 32 + 32, to: slotCount * 32)
        mask |= 1 << UInt32(slotCount)
        slotCount += 1
    }

    func slot(of index: UInt32) -> Int? {
        guard index >= firstIndex, slotCount > 0, index <= lastIndex else { return nil }
        let slot = Int(index - firstIndex)
        return mask & (1 << UInt32(slot)) != 0 ? slot : nil
    }

    func key(in slot: Int) -> SecretBytes { keys.duplicate(of: slot * 32..<slot * 32 + 32) }

    /// Takes the keys of a stored run.
    func read(from reader: inout SecretReader) throws(SecretReader.Corrupt) {
        for slot in usedSlots { try reader.copy(32, to: &keys, at: slot * 32) }
    }

    /// Wipes one key.
    func remove(slot: Int) {
        keys.wipe(slot * 32..<slot * 32 + 32)
        mask &= ~(1 << UInt32(slot))
    }

    /// The slots in use, lowest first.
    var usedSlots: [Int] { (0..<slotCount).filter { mask & (1 << UInt32($0)) != 0 } }

    func append(to writer: inout SecretWriter) {
        writer.append(ratchetKey.key.bytes)
        writer.append(u32: firstIndex)
        writer.append(u8: UInt8(truncatingIfNeeded: slotCount))
        writer.append(u32: mask)
        writer.append(u64: instant)
        for slot in usedSlots { writer.append(keys, slot * 32..<slot * 32 + 32) }
    }

    static let archivedHeaderByteCount = 32 + 4 + 1 + 4 + 8
    var archivedByteCount: Int { Self.archivedHeaderByteCount + keyCount * 32 }
}
