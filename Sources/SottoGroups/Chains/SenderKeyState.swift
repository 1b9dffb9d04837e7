internal import SottoCrypto

/// One chain of a sender: what is needed to open its messages.
///
///     opened in order ──▶ next place
///     skipped         ──▶ key kept ──▶ opened, or dropped
///
/// A class, so that an array can hold it. It changes only where ``SenderKeyStates`` commits.
///
/// Rules GR-15 to GR-19.
final class SenderKeyState {
    let chainID: SenderChainID
    let signingKey: Bytes32
    let createdAt: UInt64
    /// The place that the key was given for.
    let firstIteration: UInt32
    /// No skipped key below this place is kept.
    var droppedBelow: UInt32
    /// The place that the chain key is for.
    private(set) var nextIteration: UInt32
    // Its first 32 bytes are the chain key; the rest, if there is any, is zero.
    private(set) var chainKey: SecretBytes
    /// The skipped keys, unless they are stored and not loaded.
    var skipped: SkippedSenderKeys?
    /// How many skipped keys are stored; those that are loaded count themselves.
    private let storedSkippedCount: Int

    init(
        chainID: SenderChainID, signingKey: Bytes32, createdAt: UInt64,
        iterations: (first: UInt32, droppedBelow: UInt32, next: UInt32), chainKey: consuming SecretBytes,
        storedSkippedCount: Int
    ) {
        self.chainID = chainID
        self.signingKey = signingKey
        self.createdAt = createdAt
        (firstIteration, droppedBelow, nextIteration) = iterations
        self.chainKey = chainKey
        self.storedSkippedCount = storedSkippedCount
        skipped = storedSkippedCount == 0 ? SkippedSenderKeys() : nil
    }

    convenience init(_ distribution: consuming SenderKeyDistribution) {
        let iteration = distribution.iteration
        self.init(
            chainID: distribution.chainID, signingKey: distribution.signingKey,
            createdAt: distribution.createdAt, iterations: (iteration, iteration, iteration),
            chainKey: distribution.chainKey, storedSkippedCount: 0)
    }

    var skippedCount: Int { skipped?.count ?? storedSkippedCount }

    /// Whether a distribution of this chain says the same keys; whichever is behind is taken forward aside.
    ///
    /// - Throws: ``GroupError/gapTooLarge(gap:limit:)`` when they are too far apart.
    func agrees(with distribution: borrowing SenderKeyDistribution) throws(GroupError) -> Bool {
        guard signingKey == distribution.signingKey else { return false }
        let (ours, theirs) = (nextIteration, distribution.iteration)
        let gap = ours > theirs ? ours - theirs : theirs - ours
        try Self.check(gap: gap)
        if ours > theirs {
            return SenderChainKey.isEqual(
                chainKey, SenderChainKey.advanced(distribution.chainKey, by: gap))
        }
        return SenderChainKey.isEqual(
            SenderChainKey.advanced(chainKey, by: gap), distribution.chainKey)
    }

    static func check(gap: UInt32) throws(GroupError) {
        guard gap <= GroupLimits.maximumGap else {
            throw .gapTooLarge(gap: UInt64(gap), limit: GroupLimits.maximumGap)
        }
    }

    /// Takes the chain to the place after a message that was opened.
    func advance(to block: consuming SecretBytes, next: UInt32) {
        block.wipe(32..<64)
        chainKey = block
        nextIteration = next
    }
}
