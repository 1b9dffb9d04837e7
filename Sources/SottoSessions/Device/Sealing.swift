public import SottoIdentity

/// Whether an envelope hides its sender from the server, and why not.
@nonexhaustive
public enum Sealing: Hashable, Sendable {
    /// Only who it is for learns who sent it.
    case sealed
    /// The server has to be told who sent it.
    case unsealed(UnsealedReason)
}

/// Why an envelope doesn't hide its sender.
@nonexhaustive
public enum UnsealedReason: UInt8, Hashable, Sendable {
    /// This device has no sender certificate.
    case noCertificate = 1
    /// Its sender certificate is over, or of a server key that was revoked.
    case certificateExpired = 2
    /// It isn't known which installation of the receiver gets it.
    case installationUnknown = 3
}

extension Sealing {
    /// The number in records: 0 when sealed.
    var number: UInt8 {
        switch self {
        case .sealed: 0
        case .unsealed(let reason): reason.rawValue
        }
    }

    init?(number: UInt8) {
        if number == 0 {
            self = .sealed
        } else {
            guard let reason = UnsealedReason(rawValue: number) else { return nil }
            self = .unsealed(reason)
        }
    }
}

/// What stood in an envelope beside the message; its sender vouches for it.
public struct EnvelopeFacts: Hashable, Sendable {
    /// The number of the content hint.
    package let hintNumber: UInt8
    /// The group that the message is for, up to 64 bytes; none outside of groups.
    public let groupID: [UInt8]

    package init(hintNumber: UInt8, groupID: [UInt8]) {
        self.hintNumber = hintNumber
        self.groupID = groupID
    }

    /// What an envelope says of a message that its sender doesn't keep.
    package static let plain: UInt8 = 0
    /// What an envelope says of a message that is sent again on request.
    package static let resendable: UInt8 = 1
    /// What an envelope says of a message that nobody misses.
    package static let implicit: UInt8 = 2
}

/// Who sealed an envelope, and what stood beside the message.
public struct EnvelopeContext: Hashable, Sendable {
    /// The sender, as the certificate says.
    public let sender: Address
    /// Hint and group.
    public let facts: EnvelopeFacts

    package init(sender: Address, facts: EnvelopeFacts) {
        self.sender = sender
        self.facts = facts
    }
}
