/// The kinds of record that a device keeps.
///
/// Rule DS-1.
enum RecordKind: UInt8 {
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
}

/// The groups that records are listed by.
///
/// Rule DS-1.
enum RecordGroupKind: UInt8 {
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
}
