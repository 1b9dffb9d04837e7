internal import SottoHandshake
internal import SottoIdentity

/// Receiving what hides its sender from the server.
///
/// Rules DS-23 and DS-24.
extension DeviceTransaction {
    /// Whether bytes are an envelope.
    func isEnvelope(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == Suite.x3dh.rawValue && bytes[1] == WireKind.envelope
    }

    /// Takes a message out of its envelope and opens it; only what the envelope's sender may have sent.
    func receiveEnvelope(
        _ bytes: [UInt8], from hint: Address?, _ serverTime: UInt64?
    ) throws -> Result<Received, SessionError> {
        guard let envelopes = state.envelopes else { throw SessionError.peer(.malformed) }
        let opened = try withIdentity { identity, receiver in
            try envelopes.open(
                bytes, receivedAt: serverTime, as: receiver, formerly: try device().formerRegistrationIDs,
                identity: identity, at: now)
        }
        guard hint == nil || hint == opened.sender else { throw SessionError.peer(.senderMismatch) }
        let context = EnvelopeContext(sender: opened.sender, facts: opened.facts)
        do throws(SessionError) {
            let result = try receive(opened, serverTime)
            return result.mapError { $0.inEnvelope(context) }
        } catch {
            throw error.inEnvelope(context)
        }
    }

    private func receive(
        _ opened: EnvelopeContent, _ serverTime: UInt64?
    ) throws(SessionError) -> Result<Received, SessionError> {
        let bytes = opened.message
        do {
            let isForGroup =
                bytes.count > 1 && bytes[0] == Suite.x3dh.rawValue && bytes[1] == WireKind.senderKeyMessage
            guard isForGroup else { return try receive(bytes, MessageOrigin(opened), serverTime) }
            guard let groups = state.groups else { throw SessionError.peer(.malformed) }
            return try groups.receive(bytes, in: opened, serverTime: serverTime, self)
        } catch {
            throw DeviceState.sessionError(error)
        }
    }
}

extension SessionError {
    /// A fault of a message whose envelope opened, with what the envelope said, unless it says so itself.
    fileprivate func inEnvelope(_ context: EnvelopeContext) -> SessionError {
        guard case .peer(let fault) = self else { return self }
        switch fault {
        case .duplicate, .undecryptable, .undecryptableInGroup, .identityChanged, .inEnvelope: return self
        default: return .peer(.inEnvelope(context, fault))
        }
    }
}

extension DeviceTransaction {
    /// Opens a message that waited for a decision about its sender's identity.
    package func receive(_ waiting: WaitingMessage) throws -> Result<Received, SessionError> {
        try receive(
            waiting.bytes, MessageOrigin(hint: nil, identityKey: nil, envelope: waiting.envelope), nil)
    }
}
