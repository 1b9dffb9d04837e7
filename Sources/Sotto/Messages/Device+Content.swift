public import SottoIdentity
public import SottoMessages
public import SottoSessions

extension Device {
    /// Makes content of a kind, with a random id and the time of this device's clock.
    ///
    /// What else a message has, a reply or a timer, is set before it is sent.
    ///
    /// Rule DS-32.
    public func compose(_ kind: ContentKind) -> Content {
        Content(id: .random(), sentAt: Instant(milliseconds: now), kind: kind)
    }

    /// Seals content as ``send(_:id:to:)`` does its bytes; the message has the content's id.
    ///
    /// - Parameters:
    ///   - content: At most ``SottoMessages/ContentLimits/byteCount`` bytes when encoded.
    ///   - destination: `.user` or `.device`.
    /// - Throws: ``ContentSendError/content(_:)`` when it may not be sent as it is, naming the field, and
    ///   ``ContentSendError/session(_:)`` with what sending bytes throws.
    ///
    /// Rule DS-32.
    public func send(
        _ content: Content, to destination: Destination
    ) throws(ContentSendError) -> Outgoing {
        let bytes = try Self.encode(content)
        do throws(SessionError) { return try send(bytes, id: content.id, to: destination) } catch {
            throw .session(error)
        }
    }

    /// Seals content for a group as ``send(_:id:toGroup:)`` does its bytes; the message has the content's id.
    ///
    /// - Throws: As ``send(_:to:)``.
    ///
    /// Rule DS-32.
    public func send(
        _ content: Content, toGroup group: GroupID
    ) throws(ContentSendError) -> GroupOutgoing {
        let bytes = try Self.encode(content)
        do throws(SessionError) { return try send(bytes, id: content.id, toGroup: group) } catch {
            throw .session(error)
        }
    }

    private static func encode(_ content: Content) throws(ContentSendError) -> [UInt8] {
        do throws(ContentError) { return try content.encoded() } catch { throw .content(error) }
    }
}

/// Why content wasn't sent.
///
/// Rule DS-32.
@nonexhaustive
public enum ContentSendError: Error, Hashable, Sendable {
    /// It may not be sent as it is: a fault of who made it.
    case content(ContentError)
    /// What sending bytes throws.
    case session(SessionError)

    /// What to do.
    public var recovery: Recovery {
        switch self {
        case .content: .fixCall
        case .session(let error): error.recovery
        }
    }
}
