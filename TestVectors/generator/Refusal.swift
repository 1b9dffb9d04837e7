import SottoGroups
import SottoRatchet
import SottoSessions

/// The names of refusals in `Specs/`.
enum Refusal {
    static func name(_ error: RatchetError) -> String {
        switch error {
        case .cannotSendYet: "cannotSendYet"
        case .chainExhausted: "chainExhausted"
        case .gapTooLarge: "gapTooLarge"
        case .messageKeyUnavailable: "messageKeyUnavailable"
        case .newChainRefused: "newChainRefused"
        case .notAuthentic: "notAuthentic"
        case .malformedContent: "malformedContent"
        case .archiveCorrupt: "archiveCorrupt"
        case .cipherRefused: "cipherRefused"
        }
    }

    static func name(_ error: GroupError) -> String {
        switch error {
        case .needsSenderKey: "needsSenderKey"
        case .unknownRoster: "unknownRoster"
        case .gapTooLarge: "gapTooLarge"
        case .contentTooLarge: "contentTooLarge"
        default: "\(error)"
        }
    }

    static func name(_ error: SessionError) -> String {
        switch error {
        case .peer(.alreadyOpened): "messageKeyUnavailable"
        case .peer(.gapTooLarge): "gapTooLarge"
        case .peer(let fault): "\(fault)"
        case .usage(.contentTooLarge): "contentTooLarge"
        case .usage(let fault): "\(fault)"
        case .storage(let fault): "\(fault)"
        }
    }
}
