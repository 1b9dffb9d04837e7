import SottoIdentity

/// One of those who talk.
enum Side: String, CaseIterable {
    case alice
    case bob
    /// Joins when there is a group.
    case carol

    /// The two who pass the text on.
    static let pair: [Side] = [.alice, .bob]

    var name: String {
        switch self {
        case .alice: "Alice"
        case .bob: "Bob"
        case .carol: "Carol"
        }
    }

    /// The other one of the two.
    var other: Side { self == .alice ? .bob : .alice }

    /// Who has this address.
    init?(address: String) {
        guard let side = Self.allCases.first(where: { (try? $0.address().description) == address }) else {
            return nil
        }
        self = side
    }

    func address() throws -> Address { try Address(user: rawValue, device: 1) }
}
