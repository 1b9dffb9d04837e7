public import SottoMessages
public import SottoSessions

/// What a push is to its reader.
///
/// Rules PD-7 to PD-9.
public struct PushResult: Hashable, Sendable {
    /// What is shown: of the message, the neutral text, or nothing.
    public let decision: NotificationDecision
    /// The message in the inbox, to be acknowledged by the app; nil when none is there.
    public let received: ReceivedID?
    /// What came, with its sender; nil when it told nothing for a conversation.
    ///
    /// A preview is ``SottoMessages/ContentKind/preview(_:)``.
    public let event: MessageEvent?
    /// What to fetch the message by, when the push had nothing else.
    public let fetchID: [UInt8]?
    /// Why the neutral text is shown; nil also when the message has to be fetched.
    public let failure: PushFailure?

    init(
        _ decision: NotificationDecision, received: ReceivedID? = nil, event: MessageEvent? = nil,
        fetchID: [UInt8]? = nil, failure: PushFailure? = nil
    ) {
        self.decision = decision
        self.received = received
        self.event = event
        self.fetchID = fetchID
        self.failure = failure
    }

    /// The result for a push that isn't opened at all, as without a storage key.
    public static func fallback(
        of push: PushInput, because failure: PushFailure, notifier: Notifier
    ) -> PushResult {
        PushResult(notifier.fallback(id: push.name), failure: failure)
    }
}

/// What a push for a call is: a call to be reported to the system, whatever the push was.
///
/// Rule PD-10.
public struct CallPushResult: Hashable, Sendable {
    /// The call; one that has an ending is ended as soon as it is reported.
    public let call: IncomingCall
    /// The message in the inbox, to be acknowledged by the app; nil when none is there.
    public let received: ReceivedID?
    /// What came, with the offer; nil when nothing was opened.
    ///
    /// A preview is ``SottoMessages/ContentKind/preview(_:)``, and the
    /// offer has to be fetched.
    public let event: MessageEvent?
    /// What to fetch the message by, when the push had nothing else.
    public let fetchID: [UInt8]?
    /// Why nothing was opened.
    public let failure: PushFailure?

    /// The result for a push that isn't opened at all, as without a storage key.
    public static func fallback(
        of push: PushInput, because failure: PushFailure, notifier: Notifier
    ) -> CallPushResult {
        let names = PeopleNames(me: .nobody, strings: notifier.clock.strings) { _ in nil }
        return CallPushResult(
            OpenedPush(failure: failure), push, notifier, NotificationSituation(names: names))
    }

    init(
        _ opened: OpenedPush, _ push: PushInput, _ notifier: Notifier, _ situation: NotificationSituation
    ) {
        received = opened.received
        event = opened.event
        fetchID = opened.fetchID
        failure = opened.failure
        call = notifier.incomingCall(
            opened.event?.previewed, ringsUntil: opened.expiry.map { Instant(milliseconds: $0) },
            id: push.name, in: situation)
    }
}
