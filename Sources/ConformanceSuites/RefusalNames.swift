internal import SottoCrypto
internal import SottoGroups
internal import SottoHandshake
internal import SottoIdentity
internal import SottoPushPayload
internal import SottoRatchet
internal import SottoSealedSender
internal import SottoSessions
internal import SottoWire

/// The name that Specs gives to a refusal.
func refusalName(of error: any Error) -> String {
    switch error {
    case let error as CryptoError: name(of: error)
    case let error as HandshakeError: name(of: PeerFault(error))
    case let error as RatchetError: name(of: error)
    case let error as GroupError: name(of: error)
    case let error as SessionError: name(of: error)
    case SealedSenderError.certificate(let fault): name(of: fault)
    case let fault as CertificateError: name(of: fault)
    case let fault as PeerFault: name(of: fault)
    case let fault as UsageFault: name(of: .usage(fault))
    case is WireError, is AddressError: "malformed"
    // Without what stands in the payload of the case.
    case is PushEncodingError, is PushDecodingError: String("\(error)".prefix { $0 != "(" })
    default: "\(error)"
    }
}

/// A refusal that a suite makes itself, with its name in Specs.
struct CaseRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = name }
}

private func name(of error: CryptoError) -> String {
    switch error {
    case .wrongLength: "wrongLength"
    case .wrongKeyType: "wrongKeyType"
    default: "\(error)"
    }
}

private func name(of error: RatchetError) -> String {
    switch error {
    case .gapTooLarge: "gapTooLarge"
    default: "\(error)"
    }
}

private func name(of error: GroupError) -> String {
    switch error {
    case .needsSenderKey: "needsSenderKey"
    case .unknownRoster: "unknownRoster"
    case .gapTooLarge: "gapTooLarge"
    case .contentTooLarge: "contentTooLarge"
    default: "\(error)"
    }
}

private func name(of error: SessionError) -> String {
    switch error {
    case .peer(let fault): name(of: fault)
    case .storage(let fault): "\(fault)"
    case .usage(.contentTooLarge): "contentTooLarge"
    case .usage(let fault): "\(fault)"
    }
}

private func name(of fault: PeerFault) -> String {
    switch fault {
    case .gapTooLarge: "gapTooLarge"
    case .alreadyOpened: "messageKeyUnavailable"
    case .identityChanged: "identityChanged"
    default: "\(fault)"
    }
}

private func name(of fault: CertificateError) -> String {
    switch fault {
    case .unknownServerCertificate: "unknownServerCertificate"
    case .conflictingServerCertificate: "conflictingServerCertificate"
    case .untrustedCertificate: "untrustedCertificate"
    case .certificateRevoked: "certificateRevoked"
    default: "\(fault)"
    }
}
