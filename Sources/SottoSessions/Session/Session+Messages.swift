public import SottoCrypto
internal import SottoHandshake
internal import SottoRatchet
internal import SottoWire

extension Session {
    /// Seals one message: content of 0 to 65,535 bytes, padded.
    ///
    /// - Returns: The bytes for the wire: a prekey message until the first reply, then a session message.
    /// - Throws: ``UsageFault/contentTooLarge(byteCount:limit:)``, ``UsageFault/cannotSendYet``,
    ///   ``UsageFault/chainExhausted``, ``UsageFault/sessionRetired``; the session is then unchanged.
    ///
    /// Rules SM-1 to SM-7.
    public mutating func seal(_ content: [UInt8]) throws(SessionError) -> [UInt8] {
        try seal(content, freshKey: { X25519.PrivateKey() })
    }

    package mutating func seal(
        _ content: [UInt8], freshKey: () -> X25519.PrivateKey
    ) throws(SessionError) -> [UInt8] {
        try seal(contentByteCount: content.count, freshKey: freshKey) { $0.append(contentsOf: content) }
    }

    /// The same with content that is written where it is sealed; says too where the message stands, and whether it began
    /// a chain.
    mutating func seal(
        _ body: MessageBody
    ) throws(SessionError) -> (
        bytes: [UInt8], place: (ratchetKey: RatchetPublicKey, index: UInt32)?, beganChain: Bool
    ) {
        let beginsChain = ratchet.nextSendingIndex == nil
        let bytes = try seal(contentByteCount: body.encodedByteCount, freshKey: { X25519.PrivateKey() }) {
            body.append(to: &$0)
        }
        return (bytes, ratchet.lastSent, beginsChain)
    }

    @inline(__always)
    private mutating func seal(
        contentByteCount: Int, freshKey: () -> X25519.PrivateKey, _ writeContent: (inout [UInt8]) -> Void
    ) throws(SessionError) -> [UInt8] {
        guard contentByteCount <= SessionLimits.maximumContentByteCount else {
            throw .usage(
                .contentTooLarge(byteCount: contentByteCount, limit: SessionLimits.maximumContentByteCount))
        }
        guard !isRetired else { throw .usage(.sessionRetired) }
        let handshake = repeatedHandshake
        let selector = outgoingSelector
        let byteCount =
            MessageHeader.maximumByteCount + (handshake?.count ?? 0)
            + SyntheticNonceAEAD.nonceByteCount + Padding.bucket(contentByteCount + 1)
            + SyntheticNonceAEAD.tagByteCount
        do {
            return try ratchet.seal(
                context: transcript.digest, reserving: byteCount, freshKey: freshKey,
                writeHeader: { header, message in
                    let kind = handshake == nil ? WireKind.sessionMessage : WireKind.prekeyMessage
                    MessageHeader.append(kind: kind, selector: selector, header, to: &message)
                    if let handshake { message.append(contentsOf: handshake) }
                },
                writePlaintext: {
                    writeContent(&$0)
                    Padding.appendEnd(of: contentByteCount, to: &$0)
                })
        } catch {
            throw SessionError(error)
        }
    }

    /// Opens one message of this session.
    ///
    /// - Parameters:
    ///   - bytes: A prekey message or a session message.
    ///   - instant: Now, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - betweenOwnDevices: Whether the peer is another device of the same user, which allows larger gaps.
    /// - Throws: ``PeerFault``; the session is then unchanged.
    ///
    /// Rules SM-4, SM-5, SM-7, SM-13, DR-5 to DR-8.
    public mutating func open(
        _ bytes: [UInt8], at instant: UInt64, betweenOwnDevices: Bool = false
    ) throws(SessionError) -> OpenedContent {
        try open(ReceivedBytes(bytes), at: instant, betweenOwnDevices: betweenOwnDevices)
    }

    /// The same, with a reader of the content that gives what is left of it; when it gives nothing the content is malformed
    /// and nothing changes.
    @inline(__always)
    mutating func open(
        _ received: ReceivedBytes, at instant: UInt64, betweenOwnDevices: Bool,
        reading read: (consuming [UInt8]) -> [UInt8]? = { $0 }
    ) throws(SessionError) -> OpenedContent {
        guard received.selector == incomingSelector else {
            throw .peer(received.handshake == nil ? .noSession : .handshakeMismatch)
        }
        guard received.handshake == nil || role == .responder else { throw .peer(.malformed) }
        let limit =
            betweenOwnDevices ? RatchetLimits.maximumGapBetweenOwnDevices : RatchetLimits.maximumGap
        do {
            let opened = try ratchet.open(
                received.bytes, header: received.ratchetHeader, headerByteCount: received.headerByteCount,
                context: transcript.digest, skipped: &skipped, at: instant, maximumGap: limit,
                allowsNewChain: !isRetired,
                check: { (padded: consuming [UInt8]) throws(RatchetError) -> [UInt8] in
                    guard let content = Padding.remove(from: padded), let rest = read(content) else {
                        throw .malformedContent
                    }
                    return rest
                })
            repeatedHandshake = nil
            return OpenedContent(
                content: opened.content, isFromNewestChain: opened.isFromNewestChain,
                beganChain: opened.beganChain,
                lost: opened.dropped.map(LostMessages.init))
        } catch {
            throw SessionError(error)
        }
    }
}

/// What opening a message gave.
public struct OpenedContent: Hashable, Sendable {
    /// The content, as it was sealed.
    public let content: [UInt8]
    /// Whether the message was in the peer's newest chain, and not opened with a skipped key.
    public let isFromNewestChain: Bool
    /// Whether it was the first one of its chain here.
    let beganChain: Bool
    /// Messages that have not come and can no longer be opened.
    public let lost: [LostMessages]
}

/// Messages of one chain whose skipped keys were dropped: they can no longer be opened.
public struct LostMessages: Hashable, Sendable {
    /// The chain's ratchet key, 32 bytes.
    public let ratchetKey: Bytes32
    /// The places of the messages in the chain.
    public let indices: ClosedRange<UInt32>

    init(ratchetKey: Bytes32, indices: ClosedRange<UInt32>) {
        self.ratchetKey = ratchetKey
        self.indices = indices
    }

    init(_ dropped: DroppedMessageKeys) {
        ratchetKey = dropped.ratchetKey.key.bytes
        indices = dropped.indices
    }
}
