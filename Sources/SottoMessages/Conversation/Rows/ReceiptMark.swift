/// How the way of a message of mine is drawn, in the style of the profile.
///
/// Rule CV-36.
@nonexhaustive
public enum ReceiptMark: Hashable, Sendable {
    /// It waits, or is on its way.
    case waiting
    /// It couldn't be sent.
    case failed
    /// A line of text below it.
    case line(ReceiptLine)
    /// An outlined circle: the server has it.
    case outlinedCircle
    /// A filled circle: all have it.
    case filledCircle
    /// Two circles: all read it.
    case doubleCircle
    /// One check.
    case check
    /// Two checks.
    case doubleCheck
    /// Two blue checks: all read it.
    case blueDoubleCheck

    /// The mark of a style that has no line.
    init(_ style: ConversationProfile.ReceiptStyle, _ state: SendState) {
        switch (state, style) {
        case (.failed, _): self = .failed
        case (.queued, _), (.sending, _): self = .waiting
        case (.sent, .circles): self = .outlinedCircle
        case (.delivered, .circles): self = .filledCircle
        case (_, .circles): self = .doubleCircle
        case (.sent, _): self = .check
        case (.delivered, .blueChecks): self = .doubleCheck
        case (.delivered, _): self = .check
        case (_, .blueChecks): self = .blueDoubleCheck
        default: self = .doubleCheck
        }
    }
}

/// The line below a message of mine.
///
/// Rule CV-36.
@nonexhaustive
public enum ReceiptLine: Hashable, Sendable {
    /// All have it.
    case delivered
    /// All read it; when the last one did, unless somebody hides that.
    case read(at: Instant?)
    /// All looked at it.
    case viewed(at: Instant?)
    /// All played it.
    case played(at: Instant?)

    /// The text.
    public func text(in context: RowContext) -> String {
        func time(_ at: Instant?) -> String {
            at.map { context.clock.listTime(of: $0, now: context.now) } ?? ""
        }
        return switch self {
        case .delivered: context.strings.status(.delivered)
        case .read(let at): context.strings.status(.read(time: time(at)))
        case .viewed(let at): context.strings.status(.viewed(time: time(at)))
        case .played(let at): context.strings.status(.played(time: time(at)))
        }
    }
}
