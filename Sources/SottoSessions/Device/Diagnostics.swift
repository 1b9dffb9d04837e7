public import SottoHandshake
public import SottoIdentity

/// What there is with one device of a peer; nothing in it is secret.
public struct PeerDiagnostics: Hashable, Sendable {
    /// The installation last heard of.
    public let registrationID: RegistrationID?
    /// The session in use first, then the others, most recently used first.
    public let sessions: [SessionFacts]
    /// The length of the peer's record before it is sealed, in bytes; the session in use is in it.
    public let recordByteCount: Int
    /// Whether a session waits in which a message was asked for.
    public let waitsForRepair: Bool

    /// The session in use.
    public var active: SessionFacts? { sessions.first { $0.isActive } }
}

/// What is to be known about one session; nothing in it is secret.
public struct SessionFacts: Hashable, Sendable {
    /// T, which names it.
    public let transcript: HandshakeTranscript
    /// Whether it is the one in use.
    public let isActive: Bool
    /// Whether it may be used for sending now.
    public let isUsable: Bool
    /// Whether it was started here and not answered.
    public let isUnanswered: Bool
    /// Whether it never sends again.
    public let isRetired: Bool
    /// When it began here, in milliseconds since 1970-01-01T00:00:00Z.
    public let createdAt: UInt64
    /// The place of the next message in our newest chain; nothing when the next message begins one.
    public let nextSendingIndex: UInt32?
    /// The place of the next message in their newest chain; nothing before their first message.
    public let nextReceivingIndex: UInt32?
    /// The skipped keys that are kept.
    public let skippedKeyCount: Int
    /// The length of the stored session in bytes, without skipped keys.
    public let recordByteCount: Int
}

/// What a device has altogether.
public struct DeviceDiagnostics: Hashable, Sendable {
    /// Messages that were not acknowledged.
    public let inboxCount: Int
    /// The bytes of their content.
    public let inboxByteCount: Int
    /// One-time prekeys that were made and not used.
    public let oneTimePrekeyCount: Int
    /// Signed prekeys that still open first messages.
    public let signedPrekeyCount: Int
    /// Whether an upload is due or waits.
    public let isUploadDue: Bool
}
