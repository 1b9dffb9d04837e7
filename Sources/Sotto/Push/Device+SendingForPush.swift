internal import SottoCrypto
public import SottoIdentity
public import SottoMessages
public import SottoSessions

extension Device {
    /// Seals content as ``send(_:to:)`` does, and a preview in the same sessions if an envelope is too long for a push.
    ///
    /// A sender doesn't know what pushes the receiver's devices get, so the preview is made when an envelope has more than
    /// ``SottoPushPayload/PushLimits/certainEnvelopeByteCount`` bytes. Its id follows from the message's: asking again gives the same bytes of both.
    ///
    /// - Throws: As ``send(_:to:)``. If the preview failed the message is in the outbox, and asking again goes on.
    ///
    /// Rules PD-1 to PD-4.
    public func sendForPush(
        _ content: Content, to destination: Destination
    ) throws(ContentSendError) -> PushOutgoing {
        let message = try send(content, to: destination)
        guard message.envelopes.contains(where: \.bytes.isTooLongForAPush),
            let preview = content.preview(id: .preview(of: content.id))
        else { return PushOutgoing(message, nil, by: address.user) }
        return PushOutgoing(message, try send(preview, to: destination), by: address.user)
    }

    /// Seals content for a group as ``send(_:toGroup:)`` does, and a preview if a device's part of it is too long for a push.
    ///
    /// - Throws: As ``sendForPush(_:to:)``.
    ///
    /// Rules PD-1 to PD-4.
    public func sendForPush(
        _ content: Content, toGroup group: GroupID
    ) throws(ContentSendError) -> PushGroupOutgoing {
        let message = try send(content, toGroup: group)
        guard let envelope = message.envelope,
            envelope.partByteCount > PushLimits.certainEnvelopeByteCount,
            let preview = content.preview(id: .preview(of: content.id))
        else { return PushGroupOutgoing(message: message, preview: nil) }
        return PushGroupOutgoing(message: message, preview: try send(preview, toGroup: group))
    }
}

extension MessageID {
    /// The id of the preview of a message: the first 16 bytes of SHA-256("Sotto_PreviewID" ‖ id).
    ///
    /// It follows from the message's, so that a sender that ended in between makes no second preview.
    ///
    /// Rule PD-3.
    public static func preview(of id: MessageID) -> MessageID {
        digest(of: Array("Sotto_PreviewID".utf8) + id.bytes)
    }

    /// The first 16 bytes of a hash.
    static func digest(of bytes: [UInt8]) -> MessageID {
        let hash: Bytes32 = SHA256.hash(bytes.span)
        return MessageID(Array(hash.bytes.prefix(byteCount))) ?? .unset
    }
}

extension GroupEnvelope {
    /// How many bytes a device gets of it, the same for each (SS-14, SS-15).
    var partByteCount: Int {
        let entries = recipients.reduce(0) { $0 + $1.encodedByteCount + Self.registrationByteCount }
        let tails = recipients.count * SealedWire.entryTailByteCount
        return bytes.count - Self.headByteCount - entries - tails + SealedWire.receivedHeadByteCount
    }

    /// Suite, kind, E, and the number of recipients.
    private static let headByteCount = 2 + 33 + 2
    private static let registrationByteCount = 4
}
