import SottoIdentity

/// One of the two who talk.
enum Side: String, CaseIterable {
    case alice
    case bob

    var name: String {
        switch self {
        case .alice: "Alice"
        case .bob: "Bob"
        }
    }

    var other: Side { self == .alice ? .bob : .alice }

    func address() throws -> Address { try Address(user: rawValue, device: 1) }
}
