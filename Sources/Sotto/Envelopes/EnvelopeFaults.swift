internal import SottoSealedSender
internal import SottoSessions

/// What the faults of envelopes and certificates are to a device.
extension PeerFault {
    init(_ error: SealedSenderError) {
        switch error {
        case .malformed: self = .malformed
        case .unsupportedSuite: self = .unsupportedSuite
        case .invalidKey: self = .invalidKey
        case .notAuthentic: self = .envelopeRefused
        case .certificate(let error): self = .certificateRefused(CertificateFault(error))
        case .selfSent: self = .ownEnvelope
        }
    }
}

extension CertificateFault {
    init(_ error: CertificateError) {
        switch error {
        case .unknownServerCertificate(let id): self = .serverCertificateUnknown(id: id.value)
        case .untrustedCertificate(let id): self = .untrusted(rootID: id.value)
        case .certificateRevoked(let id): self = .revoked(id: id.value)
        case .certificateExpired: self = .expired
        case .certificateTooLong: self = .expiresTooLate
        case .malformed, .unsupportedSuite, .invalidKey, .signatureInvalid: self = .invalid
        case .conflictingServerCertificate: self = .invalid
        }
    }
}

extension SessionError {
    init(_ error: SealingError) {
        switch error {
        case .recipientCount(let count):
            self = .usage(
                .tooManyRecipients(count: count, limit: SealedSenderLimits.maximumRecipientCount))
        case .ownAddress: self = .usage(.ownAddress)
        case .certificateOfAnotherKey: self = .usage(.certificateRefused(.notOurs))
        case .keyNotContributory: self = .peer(.invalidKey)
        // Lengths and receivers are this library's own.
        case .messageLength, .groupIDLength, .repeatedRecipient: self = .storage(.recordCorrupt)
        }
    }
}
