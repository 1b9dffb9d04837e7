/// What the director, who is user, screen, server and network at once, asks of a device.
enum Order: Equatable {
    /// Make a store, with a new identity, and say who you are.
    case make(Store)
    /// Open the store that was made before, and say who you are.
    case open(Store)
    /// Say what is to be uploaded.
    case upload
    /// Note that the server has an upload.
    case confirm([UInt8])
    /// Start a session with somebody whose bundle this is said to be.
    case start(bundle: [UInt8], with: Side)
    /// Seal what the user typed for somebody.
    case send([UInt8], to: Side)
    /// Note that the network has the message with this id.
    case sent(id: [UInt8])
    /// Say what was sealed and isn't known to be sent.
    case outbox
    /// Take a packet that came over the wire.
    case deliver([UInt8])
    /// Note that the user has seen the message with this id.
    case acknowledge(id: [UInt8])
    /// Say what was opened and isn't known to be seen.
    case inbox
    /// Give the digest of a secret that both sides can export.
    case compare
    /// Show the safety number with the other side, and the code for it to scan.
    case number
    /// Compare with the code on the other side's screen; if it matches, take the other side as verified.
    case verify(scanned: [UInt8])
    /// Use a sender certificate, and believe those that this root vouches for.
    case certify(certificate: [UInt8], root: [UInt8])
    /// Take bytes that came without a word of whom they are from.
    case deliverSealed([UInt8])
    /// Take note of who is in a group, as somebody made it.
    case apply(roster: [UInt8], by: Side)
    /// Seal what the user typed for a group.
    case sendToGroup([UInt8], [UInt8])
    /// Seal what the user does in the chat, as its message with a number, for the other side.
    case chat(ChatAct, number: Int)
    /// Take the chat's message with a number.
    case deliverChat([UInt8], number: Int)
    /// Draw the chat.
    case screen
}

/// What a device answers.
enum Report: Equatable {
    case introduced(Introduction)
    /// Public keys for the server, if any are due.
    case upload([UInt8]?)
    /// A packet for the wire.
    case packet(Packet)
    /// Packets that the wire may not have yet.
    case outbox([Packet])
    /// What the user sees.
    case opened(Opened)
    /// What the user may not have seen yet.
    case inbox([Opened])
    case digest([UInt8])
    case number(ShownNumber)
    /// What the comparison found, in a word, and whether the other side counts as verified now.
    case verified(String, isVerified: Bool)
    /// A packet for a group, and the keys that go before it.
    case groupPacket(GroupPacket)
    /// The lines of a chat, and what they say whoever looks.
    case screen(lines: [String], said: [String])
    case refused(Refusal)
    /// It is noted.
    case done
}

/// Who a device says it is.
struct Introduction: Equatable {
    let process: String
    let identityKey: [UInt8]
}

/// What a device shows for comparing.
struct ShownNumber: Equatable {
    /// Four lines of three groups of digits.
    let text: String
    let code: [UInt8]
}

/// A sealed message.
struct Packet: Equatable {
    /// Its id for the sender's store.
    let id: [UInt8]
    let bytes: [UInt8]
}

/// A sealed message for a group.
struct GroupPacket: Equatable {
    /// Its id for the sender's store.
    let id: [UInt8]
    /// One envelope for all.
    let bytes: [UInt8]
    /// The name of the key that it was sealed with.
    let keyName: [UInt8]
    /// The key, sealed for each device that lacks it.
    let keys: [GroupKey]
}

/// The key of a group's sender, sealed for one device.
struct GroupKey: Equatable {
    /// Its id for the sender's store.
    let id: [UInt8]
    let receiver: String
    let bytes: [UInt8]
}

/// An opened message.
struct Opened: Equatable {
    /// Its id for the receiver's store, the same whenever it comes up again.
    let id: [UInt8]
    let content: [UInt8]
    let sender: String
    let senderIdentityKey: [UInt8]
}
