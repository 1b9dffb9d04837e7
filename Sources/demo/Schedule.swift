/// What happens to which message on its way.
///
/// The same for every text of the same length. A text of 12 messages or more has blocks, each with two messages
/// that are late, one that comes twice, one that is changed and two at which a process is killed; the blocks
/// start at 0, 16, 32, 64, 128, …, so that a long text isn't full of them.
struct Schedule {
    let messageCount: Int

    /// What the wire does with a message besides delivering it once.
    struct Treatment: Equatable {
        /// It is held until this message has been delivered.
        var lateUntil: Int?
        /// A changed copy comes first.
        var change: Change?
        /// It comes again right after the first time.
        var isTwice = false
        /// When the sender's or the receiver's process is killed.
        var kill: Kill?
    }

    func treatment(of number: Int) -> Treatment {
        guard messageCount >= 12 else { return short(number) }
        let block = Self.block(of: number)
        let start = Self.start(ofBlock: block)
        var treatment = Treatment()
        // The last place that is used is 12; a block that isn't all there stays untouched.
        guard start + 12 <= messageCount else { return treatment }
        switch number - start {
        case 5: treatment.lateUntil = number + 4
        case 6: treatment.kill = block.isMultiple(of: 2) ? .beforeAcknowledging : .beforeShowing
        case 8: treatment.lateUntil = number + 2
        case 10: treatment.kill = block.isMultiple(of: 2) ? .beforeHandingOver : .beforeMarkingSent
        case 11: treatment.isTwice = true
        case 12: treatment.change = Change.allCases[block % Change.allCases.count]
        default: break
        }
        return treatment
    }

    /// For a text that is too short for a block: as much as there is room for.
    ///
    /// The first message can't be late, because Bob can't answer before it.
    private func short(_ number: Int) -> Treatment {
        switch (messageCount, number) {
        case (1, 1): Treatment(change: .ciphertext, isTwice: true, kill: .beforeHandingOver)
        case (2...3, 1): Treatment(isTwice: true, kill: .beforeHandingOver)
        case (2...3, 2): Treatment(change: .ciphertext, kill: .beforeAcknowledging)
        case (4..., 1): Treatment(isTwice: true)
        case (4..., 2): Treatment(lateUntil: 4)
        case (4..., 3): Treatment(change: .ciphertext, kill: .beforeShowing)
        case (4..., 4): Treatment(kill: .beforeMarkingSent)
        default: Treatment()
        }
    }

    private static func block(of number: Int) -> Int {
        number <= 16 ? 0 : Int.bitWidth - ((number - 1) >> 4).leadingZeroBitCount
    }

    private static func start(ofBlock block: Int) -> Int { block == 0 ? 0 : 8 << block }
}

/// One bit that the wire changes.
enum Change: CaseIterable {
    case ciphertext
    case index
    case tag
    case ratchetKey
    case selector

    var name: String {
        switch self {
        case .ciphertext: "ciphertext"
        case .index: "message index"
        case .tag: "tag"
        case .ratchetKey: "ratchet key"
        case .selector: "session selector"
        }
    }

    /// The packet with the bit changed, at the places of rules SM-1 to SM-3.
    func applied(to packet: [UInt8]) -> [UInt8] {
        let place =
            switch self {
            case .selector: 2
            case .index: 6
            case .ratchetKey: 12
            case .ciphertext: packet.count - 80
            case .tag: packet.count - 1
            }
        var changed = packet
        if changed.indices.contains(place) { changed[place] ^= 1 }
        return changed
    }
}
