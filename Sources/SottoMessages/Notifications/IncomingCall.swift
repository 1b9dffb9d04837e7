/// A call to be reported to the system, whatever the push was: systems end apps that don't report one at once.
///
/// Rule NT-17.
public struct IncomingCall: Hashable, Sendable {
    /// The call.
    public var call: MessageID
    /// Who calls; nil when that isn't known, or isn't to be shown.
    public var handle: PersonID?
    /// The name to be shown.
    public var name: String
    /// Whether it is a video call.
    public var isVideo: Bool
    /// Whether it is a group's.
    public var isGroup: Bool
    /// The conversation on this device; nil when it isn't known, or isn't to be shown.
    public var conversation: ConversationID?
    /// Why it has to be ended as soon as it is reported; nil for a call that rings.
    public var ending: Ending?

    /// Why a call is ended at once.
    @nonexhaustive
    public enum Ending: Hashable, Sendable {
        /// The push couldn't be opened.
        case unreadable
        /// It is no call, or one that is over.
        case notRinging
        /// It came too late.
        case expired
        /// The reader blocked who calls.
        case blocked
        /// The reader calls, on another device.
        case mine
        /// The reader isn't to be disturbed.
        case doNotDisturb
    }
}

/// Rule NT-17.
extension Notifier {
    /// The call of a push.
    ///
    /// - Parameters:
    ///   - event: What the push held; nil when it couldn't be opened.
    ///   - ringsUntil: When the call is over for who hasn't answered; nil when the push doesn't say.
    ///   - id: The call's name when the push has none.
    ///   - situation: What is known of the conversation.
    public func incomingCall(
        _ event: MessageEvent?, ringsUntil: Instant?, id: MessageID, in situation: NotificationSituation
    ) -> IncomingCall {
        let hidden = clock.strings.notification(.hiddenTitle)
        guard let event else {
            return IncomingCall(call: id, name: hidden, isVideo: false, isGroup: false, ending: .unreadable)
        }
        let content: CallContent? = if case .call(let call) = event.content.kind { call } else { nil }
        let ending = ending(content, event, ringsUntil, situation)
        let group = situation.groupTitle(event.conversation)
        let isNamed =
            ending != .blocked && !situation.isRequest && situation.preview(preferences) != .nothing
        return IncomingCall(
            call: content?.call ?? id, handle: isNamed ? event.author : nil,
            name: isNamed ? group ?? situation.names.name(of: event.author) : hidden,
            isVideo: content?.isVideo ?? false, isGroup: group != nil,
            conversation: isNamed ? event.conversation : nil, ending: ending)
    }

    private func ending(
        _ call: CallContent?, _ event: MessageEvent, _ ringsUntil: Instant?,
        _ situation: NotificationSituation
    ) -> IncomingCall.Ending? {
        if situation.isBlocked { return .blocked }
        if event.author == situation.names.me { return .mine }
        guard let call, call.event == .offer || call.event == .groupOpened else { return .notRinging }
        if let ringsUntil, now >= ringsUntil { return .expired }
        return preferences.availability.silencesNotifications ? .doNotDisturb : nil
    }
}
