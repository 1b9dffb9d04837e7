/// The first bytes of what this module reads and writes.
///
/// Rule EN-9.
package enum SealedWire {
    /// Suite 1; 2 is kept for the suite with a KEM.
    package static let suite: UInt8 = 1
    /// An envelope as one recipient gets it.
    package static let receivedKind: UInt8 = 5
    /// An envelope for many recipients, as the server gets it.
    package static let sentKind: UInt8 = 6
    package static let senderCertificateKind: UInt8 = 7
    package static let serverCertificateKind: UInt8 = 8

    /// The length of C, the seed as one recipient can open it.
    package static let sealedSeedByteCount = 32
    /// The length of a recipient's tag.
    package static let tagByteCount = 16
    /// C, tag and the empty KEM slot.
    package static let entryTailByteCount = sealedSeedByteCount + tagByteCount + 1
    /// What stands before the encrypted content in the received form: suite, kind, E, C, tag, KEM slot.
    package static let receivedHeadByteCount = 2 + 33 + entryTailByteCount
}
