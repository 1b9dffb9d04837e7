/// What is known of the stores from outside; bytes are in hex.
struct Facts: Codable {
    /// When the story ends, in milliseconds.
    let now: UInt64
    /// Alice's storage key, and Bob's passphrase.
    let key: String
    let passphrase: String
    let alice: Side
    let bob: Side
    /// Messages to Alice that she has not received: a skipped one, one in order, one she got and acknowledged.
    let skipped: Mail
    let next: Mail
    let duplicate: Mail

    struct Side: Codable {
        let user: String
        let device: UInt32
        let registrationID: UInt32
        let identityKey: String
        /// What lies in the inbox, as text.
        let inbox: [String]
        /// The ids in the outbox.
        let outbox: [String]
        /// Whom something is known of: users, and each one's devices.
        let users: [String: [UInt32]]
        let verified: [String]
        /// The ids of received messages, acknowledged ones too.
        let received: [String]
    }

    struct Mail: Codable {
        let from: String
        let device: UInt32
        let text: String
        let bytes: String
    }
}
