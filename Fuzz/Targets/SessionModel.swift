import SottoCrypto
import SottoRatchet

/// What one side of a session must do, worked out from the rules with lists and numbers only.
///
/// Chains are counted, not named by keys; no key is kept. Rules DR-4 to DR-7, DR-9, SM-5.
struct SessionModel {
    /// The place of one message: the number of its chain, and its index there.
    struct Place: Hashable, Comparable {
        let chain: Int
        let index: UInt32

        static func < (left: Place, right: Place) -> Bool {
            (left.chain, left.index) < (right.chain, right.index)
        }
    }

    struct Expected {
        let isFromNewestChain: Bool
        let lost: [Place]
    }

    private struct Kept {
        let place: Place
        let instant: UInt64
    }

    // Sending.
    private(set) var canSend: Bool
    private var startsChain: Bool
    private var sendingChain: Int
    private var sendingNext: UInt32 = 0
    private var previousLength: UInt32 = 0
    // Receiving. Kept keys stand in order of their places, which is the order in which they are dropped.
    private(set) var receivingChain = -1
    private var receivingNext: UInt32 = 0
    private var kept: [Kept] = []

    var keptCount: Int { kept.count }

    init(isInitiator: Bool) {
        canSend = isInitiator
        startsChain = !isInitiator
        sendingChain = isInitiator ? 0 : -1
    }

    /// Place and PN of the next message.
    mutating func send() -> (place: Place, previous: UInt32) {
        if startsChain {
            startsChain = false
            previousLength = sendingNext
            sendingChain += 1
            sendingNext = 0
        }
        defer { sendingNext += 1 }
        return (Place(chain: sendingChain, index: sendingNext), previousLength)
    }

    /// What opening the message at `place` gives, or nothing when it is refused.
    mutating func open(_ place: Place, previous: UInt32, at instant: UInt64) -> Expected? {
        if place.chain == receivingChain, place.index >= receivingNext {
            return openInOrder(place, at: instant) { _ in }
        }
        if place.chain == receivingChain + 1 {
            let (oldChain, oldNext) = (receivingChain, receivingNext)
            return openInOrder(place, at: instant) { model in
                for index in oldNext..<max(oldNext, previous) {
                    model.keep(Place(chain: oldChain, index: index), at: instant)
                }
                model.receivingChain += 1
                model.receivingNext = 0
                model.startsChain = true
                model.canSend = true
            }
        }
        guard let position = kept.firstIndex(where: { $0.place == place }),
            !Self.isExpired(kept[position], at: instant)
        else { return nil }
        kept.remove(at: position)
        return Expected(isFromNewestChain: false, lost: [])
    }

    private mutating func openInOrder(
        _ place: Place, at instant: UInt64, turn: (inout SessionModel) -> Void
    ) -> Expected {
        let before = kept.count
        turn(&self)
        for index in receivingNext..<place.index {
            keep(Place(chain: place.chain, index: index), at: instant)
        }
        receivingNext = place.index + 1
        guard kept.count > before else { return Expected(isFromNewestChain: true, lost: []) }
        var lostCount = max(0, kept.count - RatchetLimits.maximumSkippedKeys)
        while lostCount < kept.count, Self.isExpired(kept[lostCount], at: instant) { lostCount += 1 }
        let lost = kept.prefix(lostCount).map(\.place)
        kept.removeFirst(lostCount)
        return Expected(isFromNewestChain: true, lost: lost)
    }

    private mutating func keep(_ place: Place, at instant: UInt64) {
        kept.append(Kept(place: place, instant: instant))
    }

    private static func isExpired(_ kept: Kept, at instant: UInt64) -> Bool {
        instant > kept.instant && instant - kept.instant > RatchetLimits.maximumSkippedKeyAge
    }
}
