internal import SottoCrypto
public import SottoIdentity

/// What opening a group message gave.
public struct OpenedGroupMessage: Hashable, Sendable {
    /// The content, without padding.
    public let content: [UInt8]
    /// The roster that the sender knew: among the last 16, and the sender is a member there and now.
    public let rosterHash: RosterHash
    /// The chain.
    public let chainID: SenderChainID
    /// The place in the chain.
    public let iteration: UInt32
    /// Skipped keys that were dropped for good to stay within the limits.
    public let dropped: [DroppedSenderKeys]
}

/// What became of a chain's key.
public enum SenderKeyAddition: Hashable, Sendable {
    /// It is kept, in place of the named chain if there were 5.
    case added(evicted: SenderChainID?)
    /// The chain was known; nothing changed.
    case alreadyKnown
}

/// The chains of one sending device in one group, the newest 5 of them, and their skipped keys.
///
/// The skipped keys are stored apart, so that a message in order never reads them: ``needsSkippedKeys(for:)`` says when
/// they are to be loaded. After any error everything is what it was.
///
/// Rules GR-15 to GR-20, GR-23, GR-24.
public struct SenderKeyStates: ~Copyable {
    /// Oldest first.
    var states: [SenderKeyState]
    /// Whether the skipped keys differ from those that are stored.
    public internal(set) var skippedKeysChanged = false

    /// No chain yet.
    public init() { states = [] }

    init(_ states: [SenderKeyState]) { self.states = states }

    /// The chains, oldest first.
    public var chainIDs: [SenderChainID] { states.map(\.chainID) }

    /// How many skipped keys there are, loaded or not.
    public var skippedKeyCount: Int { states.reduce(0) { $0 + $1.skippedCount } }

    /// Whether the skipped keys that there are were loaded.
    public var hasSkippedKeysLoaded: Bool { states.allSatisfy { $0.skipped != nil } }

    /// Whether opening this message reads or changes skipped keys that aren't loaded.
    public func needsSkippedKeys(for message: SenderKeyMessage) -> Bool {
        guard !hasSkippedKeysLoaded, let state = state(of: message.chainID) else { return false }
        return message.iteration != state.nextIteration
    }

    private func state(of chainID: SenderChainID) -> SenderKeyState? {
        states.first { $0.chainID == chainID }
    }

    /// Takes the key of a chain, which came in a session with the sending device.
    ///
    /// A chain that is known stays where it is: nothing takes it back.
    ///
    /// - Throws: ``GroupError/conflictingSenderKey`` when the chain is known with other keys,
    ///   ``GroupError/gapTooLarge(gap:limit:)`` when that can't be told within 25,000 steps,
    ///   ``GroupError/skippedKeysNotLoaded`` when it would take the place of a chain and keys aren't loaded.
    ///
    /// Rules GR-15 and GR-20.
    public mutating func add(
        _ distribution: consuming SenderKeyDistribution
    ) throws(GroupError) -> SenderKeyAddition {
        if let known = state(of: distribution.chainID) {
            guard try known.agrees(with: distribution) else { throw .conflictingSenderKey }
            return .alreadyKnown
        }
        var evicted: SenderChainID?
        if states.count >= GroupLimits.maximumStates {
            guard hasSkippedKeysLoaded else { throw .skippedKeysNotLoaded }
            let oldest = states.removeFirst()
            evicted = oldest.chainID
            if oldest.skippedCount > 0 { skippedKeysChanged = true }
        }
        states.append(SenderKeyState(distribution))
        return .added(evicted: evicted)
    }

    /// Opens one message.
    ///
    /// - Parameters:
    ///   - message: The message, parsed.
    ///   - group: The group that the envelope names.
    ///   - sender: The device that the envelope authenticates, whose chains these are.
    ///   - rosters: The group's rosters.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    /// - Throws: in this order ``GroupError/needsSenderKey(_:)``, ``GroupError/notAuthentic`` for the signature,
    ///   ``GroupError/unknownRoster(_:)``, ``GroupError/senderNotMember``, ``GroupError/sentBeforeKey``,
    ///   ``GroupError/gapTooLarge(gap:limit:)``, ``GroupError/skippedKeysNotLoaded``,
    ///   ``GroupError/alreadyOpened`` or ``GroupError/messageKeyDropped``, ``GroupError/notAuthentic`` for commitment and tag,
    ///   ``GroupError/malformedContent``.
    /// - Complexity: One signature check, a chain step for each place, two key derivations, one AEAD.
    ///
    /// Rules GR-16 to GR-19.
    public mutating func open(
        _ message: SenderKeyMessage, group: GroupID, sender: Address, rosters: borrowing RosterHistory,
        at instant: UInt64
    ) throws(GroupError) -> OpenedGroupMessage {
        guard let state = state(of: message.chainID) else { throw .needsSenderKey(message.chainID) }
        let fields = GroupMessageFields(
            group: group, roster: message.rosterHash, sender: sender, chainID: message.chainID,
            iteration: message.iteration, commitment: message.commitment)
        // Before anything is derived: a forged place must not cost 25,000 steps.
        let signed = fields.signedBytes(message.bytes, message.sealed)
        let signature = message.bytes.span.extracting(message.sealed.upperBound..<message.bytes.count)
        guard Ed25519.isValid(signature, for: signed.span, by: state.signingKey) else {
            throw .notAuthentic
        }
        switch rosters.standing(of: sender.user, under: message.rosterHash) {
        case .member: break
        case .notMember: throw .senderNotMember
        case .unknownRoster: throw .unknownRoster(message.rosterHash)
        }
        let isInOrder = message.iteration == state.nextIteration
        let (content, dropped) = try state.open(
            message, fields, skippedKeysLoaded: hasSkippedKeysLoaded, at: instant)
        if !isInOrder { skippedKeysChanged = true }
        return OpenedGroupMessage(
            content: content, rosterHash: message.rosterHash, chainID: message.chainID,
            iteration: message.iteration, dropped: dropped)
    }

    /// Drops every skipped key older than 30 days and says which.
    ///
    /// - Throws: ``GroupError/skippedKeysNotLoaded``.
    public mutating func dropExpired(at instant: UInt64) throws(GroupError) -> [DroppedSenderKeys] {
        guard hasSkippedKeysLoaded else { throw .skippedKeysNotLoaded }
        guard skippedKeyCount > 0 else { return [] }
        // Dates may have been taken back, which is to be stored too.
        skippedKeysChanged = true
        return states.flatMap { $0.dropBeyondLimits(at: instant) }
    }
}
