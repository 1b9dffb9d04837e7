/// The suites of the protocol: whole, with nothing negotiated piecemeal.
public enum Suite: UInt8, Hashable, Sendable {
    /// X3DH over Curve25519. Number 2 is kept for PQXDH.
    case x3dh = 1
}

/// What a device says about itself with one byte: the lowest ratchet version that it accepts.
public struct Capabilities: Hashable, Sendable {
    /// The byte, 1 or more.
    public let lowestRatchetVersion: UInt8

    /// The version of the ratchet that this library speaks.
    public static let ratchetVersion: UInt8 = 1

    /// What this library says of itself.
    public static let current = Capabilities(unchecked: ratchetVersion)

    /// Takes a byte; 0 is none.
    public init?(_ value: UInt8) {
        guard value >= 1 else { return nil }
        lowestRatchetVersion = value
    }

    private init(unchecked value: UInt8) { lowestRatchetVersion = value }

    /// Whether a device that says this can be talked to.
    public var isSupported: Bool { lowestRatchetVersion <= Self.ratchetVersion }
}

/// The kinds of message and record that follow the suite byte.
package enum WireKind {
    package static let prekeyMessage: UInt8 = 1
    package static let sessionMessage: UInt8 = 2
    package static let prekeyBundle: UInt8 = 3
    package static let prekeyUpload: UInt8 = 4
    package static let envelope: UInt8 = 5
    package static let senderKeyMessage: UInt8 = 9
}
