/// What arbitrary bytes are fed to; each target checks laws, not only that nothing traps.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// A prekey bundle as a server gives it.
    case bundle
    /// A prekey upload as a device gives it to a server.
    case upload
    /// A prekey message or a session message up to its nonce.
    case message
    /// An address.
    case address
    /// A variable-length number.
    case varint
    /// A script of reads from a `WireReader`.
    case reader
    /// A public key: parsing, agreement, signature check.
    case key
    /// A stored session, then a message to it.
    case archive
    /// Stored skipped keys.
    case skipped
    /// Padded content.
    case padding
    /// Hex and base64.
    case text
    /// A safety number's scanned code, and its digits as text.
    case number
    /// A sender certificate or a server certificate.
    case certificate
    /// A sealed envelope as its recipient gets it, or the content of one.
    case envelope
    /// A sealed envelope as the server gets it.
    case split
    /// A roster, or a stored history of rosters.
    case roster
    /// The key of a group's chain.
    case distribution
    /// A group message, to a member who has its key.
    case groupmessage
    /// The stored chains of a sender, and their skipped keys.
    case chains
    /// Content of a message.
    case content
    /// A push in its binary form.
    case push
    /// A push that is JSON.
    case pushjson
    /// The text of a push by itself.
    case pushtext
    /// A budget, a message and a service, to an encoder and back.
    case pushencode
    /// A stored event.
    case event
    /// What is remembered between notifications, a draft, or settings.
    case kept
    /// A script for two sessions and the network between them, followed by a model.
    case sessions
    /// A script for two stores and the network between them.
    case stores

    /// Runs the target once.
    ///
    /// - Throws: ``BrokenLaw`` when a law of the target doesn't hold.
    package func run(_ bytes: [UInt8]) throws {
        switch self {
        case .bundle: try Decoders.bundle(bytes)
        case .upload: try Decoders.upload(bytes)
        case .message: try Decoders.message(bytes)
        case .address: try Decoders.address(bytes)
        case .varint: try Decoders.varint(bytes)
        case .reader: try Decoders.reader(bytes)
        case .key: try Decoders.key(bytes)
        case .archive: try StoredStates.archive(bytes)
        case .skipped: try StoredStates.skipped(bytes)
        case .padding: try Decoders.padding(bytes)
        case .text: try Decoders.text(bytes)
        case .number: try Decoders.number(bytes)
        case .certificate: try Envelopes.certificate(bytes)
        case .envelope: try Envelopes.envelope(bytes)
        case .split: try Envelopes.split(bytes)
        case .roster: try GroupTargets.roster(bytes)
        case .distribution: try GroupTargets.distribution(bytes)
        case .groupmessage: try GroupTargets.message(bytes)
        case .chains: try GroupTargets.states(bytes)
        case .content: try ContentTarget.run(bytes)
        case .push: try PushTargets.binary(bytes)
        case .pushjson: try PushTargets.json(bytes)
        case .pushtext: try PushTargets.text(bytes)
        case .pushencode: try PushTargets.encode(bytes)
        case .event: try StoredTarget.runEvent(bytes)
        case .kept: try StoredTarget.runKept(bytes)
        case .sessions: try SessionScript.run(bytes)
        case .stores: try StoreScript.run(bytes)
        }
    }
}

/// Something that always holds did not.
package struct BrokenLaw: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Ends the run unless `condition` holds.
func require(_ condition: Bool, _ law: @autoclosure () -> String) throws {
    if !condition { throw BrokenLaw(law()) }
}

/// Hands out the bytes of a script one after the other.
struct Script {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    /// The next byte; zero after the end.
    mutating func next() -> Int {
        guard offset < bytes.count else { return 0 }
        defer { offset += 1 }
        return Int(bytes[offset])
    }

    /// Two bytes, big-endian.
    mutating func next16() -> Int { next() << 8 | next() }

    /// Four bytes, big-endian.
    mutating func next32() -> UInt32 { UInt32(next16()) << 16 | UInt32(next16()) }

    /// Up to `count` bytes.
    mutating func take(_ count: Int) -> [UInt8] {
        let end = min(bytes.count, offset + count)
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    /// Everything that is left.
    mutating func rest() -> [UInt8] { take(bytes.count) }
}
