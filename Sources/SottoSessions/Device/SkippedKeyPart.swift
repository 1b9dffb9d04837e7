internal import SottoHandshake
internal import SottoRatchet

/// One of the records of skipped keys of a session, for the time of one transaction.
///
/// However many of its keys are used or added, it is read once and written once.
final class SkippedKeyPart {
    let number: Int
    let session: StoredSession
    let peer: PeerRecord
    /// Whether there is a record of it.
    private let isStored: Bool
    /// Without those that a session has while it opens a message.
    var keys: SkippedMessageKeys
    private var countBefore: Int
    private var isChanged = false

    init(
        _ number: Int, _ keys: consuming SkippedMessageKeys, isStored: Bool, of session: StoredSession,
        _ peer: PeerRecord
    ) {
        self.number = number
        self.session = session
        self.peer = peer
        self.isStored = isStored
        countBefore = keys.count
        self.keys = keys
    }

    /// Takes all keys out, to be put back.
    func takeKeys() -> SkippedMessageKeys {
        var taken = SkippedMessageKeys()
        swap(&taken, &keys)
        return taken
    }

    /// When the oldest of its keys was skipped.
    var age: UInt64 { keys.oldestInstant ?? .max }

    /// Brings the session's index up to date after a change of the keys; true when it is the first of the transaction.
    func noteChange() -> Bool {
        // Zero means that there is no record; 2^32 writings don't happen to one session.
        let generation = max(1, UInt32(truncatingIfNeeded: peer.nextGeneration))
        session.skippedKeys.set(
            keys.count > 0 ? generation : 0, of: number, countChange: keys.count - countBefore)
        countBefore = keys.count
        defer { isChanged = true }
        return !isChanged
    }

    /// Writes the record, or deletes it when no key is left.
    func write(in transaction: DeviceTransaction) throws {
        let name = try transaction.skippedKeyName(number, session.number, peer)
        if keys.count > 0 {
            try transaction.put(keys.archive(), as: name, in: peer.group, generation: peer.nextGeneration)
        } else if isStored {
            try transaction.remove(name)
        }
    }

    /// Which part of which session.
    struct Place: Hashable {
        let session: ObjectIdentifier
        let number: Int

        init(_ number: Int, _ session: StoredSession) {
            self.session = ObjectIdentifier(session)
            self.number = number
        }
    }
}
