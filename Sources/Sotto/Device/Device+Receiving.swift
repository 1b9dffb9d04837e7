public import SottoIdentity
public import SottoSessions

extension Device {
    /// Opens what came: finds out what it is, checks it, and writes it into the inbox.
    ///
    /// After an error no session and no key has changed, and the genuine message opens when it comes. A copy of a message that
    /// was received before is ``PeerFault/duplicate(_:)`` with the id that it had.
    ///
    /// - Parameters:
    ///   - bytes: An envelope, a prekey message or a session message.
    ///   - hint: Who the transport says it is from; nil for an envelope, whose sender it doesn't know. A session message needs it; it
    ///     only selects the device. An envelope that was handed over with a log-in may have it too; the sender inside has to be the same.
    ///   - serverTime: When the server got it, in milliseconds; handed on with the message. The certificate in an envelope has to
    ///     have been good then, or now without it: what waited at the server for longer than a certificate lasts is refused then.
    /// - Returns: The content and what is to be known. It stays in the inbox until `acknowledge(_:)`.
    /// - Throws: ``PeerFault/duplicate(_:)``; ``PeerFault/undecryptable(_:)`` with what to ask the sender for
    ///   (``requestResend(of:withBundle:)``); ``PeerFault/identityChanged(_:)``, the message waits then
    ///   (``receiveWaiting(of:)``); ``PeerFault/malformed`` and the other faults of bytes; ``PeerFault/tooManyFirstMessages``;
    ///   ``UsageFault/hintRequired``, ``UsageFault/inboxFull``; what the store throws.
    ///
    /// Rules SM-8 to SM-11, HS-8 to HS-11, DS-9 to DS-11.
    public func receive(
        _ bytes: [UInt8], from hint: Address?, serverTime: UInt64? = nil
    ) throws(SessionError) -> Received {
        try write { try $0.receive(bytes, from: hint, serverTime: serverTime) }.get()
    }

    /// Opens many messages in one transaction; each has a result of its own.
    public func receive(_ messages: [Incoming]) -> [Result<Received, SessionError>] {
        withState { state, now in
            state.each(of: messages, at: now) {
                try $0.receive($1.bytes, from: $1.hint, serverTime: $1.serverTime)
            }
        }
    }

    /// Opens the first messages that waited for a decision about a user's identity; see ``accept(_:for:)``.
    ///
    /// One stays while nothing is decided or the inbox is full; its failure says so.
    ///
    /// - Throws: What the store throws.
    public func receiveWaiting(of user: UserID) throws(SessionError) -> [Result<Received, SessionError>] {
        let waiting = try write { try $0.waiting(of: user) }
        return try waiting.map { (message) throws(SessionError) in
            try write { (transaction) -> Result<Received, SessionError> in
                do {
                    let result = try transaction.receive(message)
                    // It waits on while nothing is decided.
                    if case .failure = result, try transaction.identityFacts(of: user)?.change != nil {
                        return result
                    }
                    try transaction.removeWaiting(message, of: user)
                    return result
                } catch let error as SessionError {
                    switch error {
                    case .storage: throw error
                    // A full inbox says nothing about the message.
                    case .usage: return .failure(error)
                    default: break
                    }
                    try transaction.removeWaiting(message, of: user)
                    return .failure(error)
                }
            }
        }
    }

    /// The messages that were not acknowledged, oldest first; to be taken over at each start.
    ///
    /// Damaged ones are passed over, until nothing else is left: then it says ``StorageError/recordCorrupt``.
    ///
    /// - Throws: What the store throws.
    public func inbox(limit: Int = 1_000) throws(SessionError) -> [Received] {
        try read { try $0.inbox(limit: limit) }
    }

    /// A message that was not acknowledged, by its id; nil when there is none, or it was.
    ///
    /// - Throws: What the store throws.
    public func inboxEntry(_ id: ReceivedID) throws(SessionError) -> Received? {
        try read { try $0.inboxEntry(id) }
    }

    /// Forgets the content of a message that the app has taken over; unknown ids do nothing.
    ///
    /// - Throws: What the store throws.
    public func acknowledge(_ id: ReceivedID) throws(SessionError) { try acknowledge([id]) }

    /// The same for many, in one transaction.
    ///
    /// - Throws: What the store throws.
    public func acknowledge(_ ids: [ReceivedID]) throws(SessionError) {
        try write { try $0.acknowledge(ids) }
    }
}
