import SottoSessions

/// Why a device refused something and what the error says is to be done, by their names in the library.
struct Refusal: Error, Equatable {
    let fault: String
    let recovery: String

    init(fault: String, recovery: String) {
        self.fault = fault
        self.recovery = recovery
    }

    init(_ error: SessionError) {
        fault =
            switch error {
            case .peer(.undecryptable(let message)): Self.name(of: message.fault)
            case .peer(let fault): Self.name(of: fault)
            case .storage(let fault): fault.description
            case .usage(let fault): Self.name(of: fault)
            }
        recovery = Self.name(of: error.recovery)
    }

    /// The case without its payload.
    private static func name<T>(of value: T) -> String {
        String(String(describing: value).prefix { $0 != "(" })
    }

    /// The fault in words.
    var reason: String {
        switch fault {
        case "duplicate": "it was opened before"
        case "notAuthentic": "the tag doesn't verify"
        case "signatureInvalid": "the signature doesn't verify"
        case "noSession": "it fits no session with the sender"
        case "malformed": "no message has this form"
        case "invalidKey": "a key in it isn't valid"
        case "gapTooLarge": "it skips too many messages"
        case "envelopeRefused": "it isn't sealed for this device"
        default: "see the library's documentation"
        }
    }

    /// The recovery in words.
    var advice: String {
        switch recovery {
        case "ignore": "nothing is to be done"
        case "askForResend": "ask the sender to send it again"
        case "resetSession": "start a new session"
        case "refreshBundle": "fetch the bundle again"
        case "waitForPeer": "wait for the other side"
        case "decideTrust": "let the user decide"
        case "updateSoftware": "update the software"
        case "fixStorage": "repair what is stored"
        default: "change the calling code"
        }
    }
}
