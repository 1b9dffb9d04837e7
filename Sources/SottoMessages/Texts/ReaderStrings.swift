/// Every text that a reader sees, made from typed phrases: where an app puts its language.
///
/// Each function has an English default, so an app gives only those it wants to replace, and in those calls
/// `english(_:)` for the phrases it leaves as they are: parts inside such a phrase still come from the app. A phrase
/// names people as they are to be shown and gives counts as numbers; ``pluralForm(of:)`` says which form a
/// count takes, and ``PluralForms`` holds the forms. Rules MR-1 to MR-3.
public protocol ReaderStrings: Sendable {
    /// Which form of a word goes with a count.
    func pluralForm(of count: Int) -> PluralForm
    /// A list of names, the last ones of which may only be counted.
    func names(_ phrase: NamesPhrase) -> String
    /// A time, a day, a length of time, or when somebody was last seen.
    func time(_ phrase: TimePhrase) -> String
    /// An amount of money.
    func amount(_ phrase: AmountPhrase) -> String
    /// One line for a message, in a list of conversations or a notification.
    func preview(_ phrase: PreviewPhrase) -> String
    /// What kind of thing a message is, within other texts.
    func noun(_ phrase: NounPhrase) -> String
    /// A row that nobody wrote.
    func notice(_ phrase: NoticePhrase) -> String
    /// Who types.
    func typing(_ phrase: TypingPhrase) -> String
    /// How far a message came.
    func status(_ phrase: StatusPhrase) -> String
    /// A short mark beside a message or a conversation.
    func label(_ phrase: LabelPhrase) -> String
    /// What a conversation is called.
    func title(_ phrase: TitlePhrase) -> String
    /// What is known of the other side's keys, and what to ask.
    func security(_ phrase: SecurityPhrase) -> String
    /// What a reader may do.
    func action(_ phrase: ActionPhrase) -> String
    /// What is said to somebody who doesn't see the screen.
    func accessibility(_ phrase: AccessibilityPhrase) -> String
    /// A title or a body of a notification.
    func notification(_ phrase: NotificationPhrase) -> String
}

/// Rule MR-1.
extension ReaderStrings {
    /// One for 1, other for the rest.
    public func pluralForm(of count: Int) -> PluralForm { count == 1 ? .one : .other }
    /// The names in English.
    public func names(_ phrase: NamesPhrase) -> String { english(phrase) }
    /// The time in English.
    public func time(_ phrase: TimePhrase) -> String { english(phrase) }
    /// The amount in English.
    public func amount(_ phrase: AmountPhrase) -> String { english(phrase) }
    /// The preview in English.
    public func preview(_ phrase: PreviewPhrase) -> String { english(phrase) }
    /// The noun in English.
    public func noun(_ phrase: NounPhrase) -> String { english(phrase) }
    /// The notice in English.
    public func notice(_ phrase: NoticePhrase) -> String { english(phrase) }
    /// Who types, in English.
    public func typing(_ phrase: TypingPhrase) -> String { english(phrase) }
    /// The status in English.
    public func status(_ phrase: StatusPhrase) -> String { english(phrase) }
    /// The label in English.
    public func label(_ phrase: LabelPhrase) -> String { english(phrase) }
    /// The title in English.
    public func title(_ phrase: TitlePhrase) -> String { english(phrase) }
    /// The security state in English.
    public func security(_ phrase: SecurityPhrase) -> String { english(phrase) }
    /// The action in English.
    public func action(_ phrase: ActionPhrase) -> String { english(phrase) }
    /// The text for accessibility in English.
    public func accessibility(_ phrase: AccessibilityPhrase) -> String { english(phrase) }
    /// The text of a notification in English.
    public func notification(_ phrase: NotificationPhrase) -> String { english(phrase) }
}

/// The texts in English.
///
/// Rule MR-1.
public struct EnglishStrings: ReaderStrings, Hashable {
    /// Makes the texts; they have no state.
    public init() {}
}
