/// What each scalar becomes when a text is folded, spread out for one look-up.
///
/// Made once from ``FoldingData``, in a fraction of a millisecond. Rule MR-22.
struct FoldingTable: Sendable {
    /// What a scalar becomes.
    enum Entry {
        /// Itself.
        case same
        /// Nothing.
        case dropped
        /// Another scalar.
        case scalar(UInt32)
        /// Several: where they stand in ``FoldingData/sequences``, their count first.
        case sequence(Int)
    }

    static let shared = FoldingTable()

    /// For each page of 128 scalars the place of its entries; page 0 has none.
    private var pages: [UInt16]
    /// 0 for itself, 1 for nothing, else a scalar or a place with the lowest two bits 2 or 3.
    private var entries: [UInt32]

    private init() {
        pages = [UInt16](repeating: 0, count: Int(Self.end >> Self.pageBits))
        entries = [UInt32](repeating: 0, count: 1 << Self.pageBits)
        let mapped = FoldingData.mapped
        for place in stride(from: 0, to: mapped.count - 2, by: 3) {
            let form = mapped[place + 2]
            for index in 0..<(form >> 8) {
                let target = mapped[place + 1] + index * (form & 15)
                set(mapped[place] + index * (form >> 4 & 15), target << 2 | 2)
            }
        }
        let dropped = FoldingData.dropped
        for place in stride(from: 0, to: dropped.count - 1, by: 2) {
            let form = dropped[place + 1]
            for index in 0..<(form >> 8) { set(dropped[place] + index * (form >> 4 & 15), 1) }
        }
        let sequences = FoldingData.sequences
        var place = 0
        while place + 1 < sequences.count {
            set(sequences[place], UInt32(place + 1) << 2 | 3)
            place += 2 + Int(sequences[place + 1])
        }
    }

    private mutating func set(_ scalar: UInt32, _ entry: UInt32) {
        let page = Int(scalar >> Self.pageBits)
        guard page < pages.count else { return }
        if pages[page] == 0 {
            pages[page] = UInt16(entries.count >> Self.pageBits)
            entries.append(contentsOf: repeatElement(0, count: 1 << Self.pageBits))
        }
        entries[Int(pages[page]) << Self.pageBits | Int(scalar & Self.pageMask)] = entry
    }

    subscript(scalar: UInt32) -> Entry {
        guard scalar < Self.end else { return .same }
        let page = Int(pages[Int(scalar >> Self.pageBits)])
        let entry = entries[page << Self.pageBits | Int(scalar & Self.pageMask)]
        switch entry & 3 {
        case 0: return .same
        case 1: return .dropped
        case 2: return .scalar(entry >> 2)
        default: return .sequence(Int(entry >> 2))
        }
    }

    private static let pageBits: UInt32 = 7
    private static let pageMask: UInt32 = 127
    /// Behind the last plane that has entries.
    private static let end: UInt32 = 0x20000
}
