/// The kinds of record that a device keeps.
///
/// Rule DS-1.
package enum RecordKind: UInt8 {
    case device = 1
    case user = 2
    case peer = 3
    case session = 4
    case skippedKeys = 5
    case received = 6
    case outgoing = 7
    case sentMessage = 8
    case prekeys = 9
    case signedPrekey = 10
    case oneTimePrekey = 11
    case firstMessage = 12
    case firstMessageCount = 13
    case upload = 14
    case waiting = 15
    case inbox = 16
    case repair = 17
    case openedFirstMessage = 18
    case senderCertificate = 19
    /// A group: which rosters it had.
    case group = 20
    /// The own chain in a group, and who has its key.
    case senderChain = 21
    case senderKeyHolders = 22
    /// The chains of one member's device in a group.
    case senderKeys = 23
    case skippedSenderKeys = 24
    case groupMessage = 25
    /// Which message stands at a place of an own chain.
    case groupPlace = 26
    /// A group message, or a key, that waits for what it needs.
    case waitingInGroup = 27
    case roster = 28
}

/// The groups that records are listed by.
///
/// Rule DS-1.
package enum RecordGroupKind: UInt8 {
    /// Device record, prekeys, inbox totals: one of each.
    case device = 1
    case users = 2
    /// All records about one device of a peer.
    case peer = 3
    case inbox = 6
    case outbox = 7
    case sentMessages = 8
    case signedPrekeys = 10
    case oneTimePrekeys = 11
    /// The first messages remembered for one signed prekey.
    case firstMessages = 12
    case waiting = 15
    /// What is left of messages that were acknowledged.
    case acknowledged = 18
    /// First messages that were opened.
    case openedFirstMessages = 19
    case groups = 20
    /// All records about one group that others have a say in.
    case group = 21
    /// The own chains, which a restore drops.
    case senderChains = 22
    case groupOutbox = 23
    case sentGroupMessages = 24
    case waitingInGroup = 25
    case groupPlaces = 26
    case rosters = 27
}
