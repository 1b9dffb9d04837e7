/// What the reader may do with a row.
///
/// Rule CV-40.
public struct RowActions: Hashable, Sendable {
    private var bits: UInt32 = 0

    /// Nothing.
    public init() {}

    /// Whether the reader may do this.
    public func contains(_ action: ActionPhrase) -> Bool { bits & Self.bit(action) != 0 }

    /// What the reader may do, in the order of ``ActionPhrase``.
    public var all: [ActionPhrase] { ActionPhrase.allCases.filter(contains) }

    /// Whether there is nothing.
    public var isEmpty: Bool { bits == 0 }

    mutating func insert(_ action: ActionPhrase, if isAllowed: Bool = true) {
        if isAllowed { bits |= Self.bit(action) }
    }

    private static func bit(_ action: ActionPhrase) -> UInt32 {
        let place: UInt32 =
            switch action {
            case .reply: 0
            case .copy: 1
            case .forward: 2
            case .pin: 3
            case .unpin: 4
            case .translate: 5
            case .edit: 6
            case .deleteForMe: 7
            case .deleteForEveryone: 8
            case .info: 9
            case .react: 10
            case .retry: 11
            case .sendAsTextMessage: 12
            case .report: 13
            case .saveInChat: 14
            case .unsaveInChat: 15
            case .open: 16
            case .play: 17
            case .reveal: 18
            }
        return 1 << place
    }
}
