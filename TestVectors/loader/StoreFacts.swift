/// What is known from outside of the stores of one format, as their stores.json says it; bytes are in hex.
package struct StoreFacts: Codable {
    /// When the story ends, in milliseconds.
    package let now: UInt64
    /// Alice's storage key, and Bob's passphrase.
    package let key: String
    package let passphrase: String
    package let alice: Side
    package let bob: Side
    /// Messages to Alice that she has not received: a skipped one, one in order, one she got and acknowledged.
    package let skipped: Mail
    package let next: Mail
    package let duplicate: Mail
    package let group: Group

    package init(
        now: UInt64, key: String, passphrase: String, alice: Side, bob: Side, skipped: Mail, next: Mail,
        duplicate: Mail, group: Group
    ) {
        self.now = now
        self.key = key
        self.passphrase = passphrase
        self.alice = alice
        self.bob = bob
        self.skipped = skipped
        self.next = next
        self.duplicate = duplicate
        self.group = group
    }

    /// A group of Alice and Bob, and what is known of certificates.
    package struct Group: Codable {
        /// The trust root's public key.
        package let root: String
        package let id: String
        package let revision: UInt32
        package let members: [String]
        /// Alice's messages to the group that the server doesn't have.
        package let outbox: [String]
        /// Envelopes of Bob to Alice that she has not received: a skipped message, and the next one.
        package let skipped: Mail
        package let next: Mail

        package init(
            root: String, id: String, revision: UInt32, members: [String], outbox: [String], skipped: Mail,
            next: Mail
        ) {
            self.root = root
            self.id = id
            self.revision = revision
            self.members = members
            self.outbox = outbox
            self.skipped = skipped
            self.next = next
        }
    }

    package struct Side: Codable {
        package let user: String
        package let device: UInt32
        package let registrationID: UInt32
        package let identityKey: String
        /// What lies in the inbox, as text.
        package let inbox: [String]
        /// The ids in the outbox.
        package let outbox: [String]
        /// Whom something is known of: users, and each one's devices.
        package let users: [String: [UInt32]]
        package let verified: [String]
        /// The ids of received messages, acknowledged ones too.
        package let received: [String]

        package init(
            user: String, device: UInt32, registrationID: UInt32, identityKey: String, inbox: [String],
            outbox: [String], users: [String: [UInt32]], verified: [String], received: [String]
        ) {
            self.user = user
            self.device = device
            self.registrationID = registrationID
            self.identityKey = identityKey
            self.inbox = inbox
            self.outbox = outbox
            self.users = users
            self.verified = verified
            self.received = received
        }
    }

    package struct Mail: Codable {
        package let from: String
        package let device: UInt32
        package let text: String
        package let bytes: String

        package init(from: String, device: UInt32, text: String, bytes: String) {
            self.from = from
            self.device = device
            self.text = text
            self.bytes = bytes
        }
    }
}
