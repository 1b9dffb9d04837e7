public import SottoMessages
internal import SottoPushPayload
internal import SottoSessions

extension Device {
    /// Opens a push and says what its reader is told; the message is in the inbox afterwards, for the app to take over.
    ///
    /// Synchronous, without a network, and at most as long as a busy store is waited for, 2 s. Whatever is wrong, with the push, the message or the
    /// store, gives the neutral text and a failure, which isn't to be shown. What was opened before, here or in another process, gives the same again while it is in
    /// the inbox and `memory` doesn't have it, and otherwise nothing. So the app receives each message from its server as well, as if there had been no push.
    ///
    /// - Parameters:
    ///   - push: What the system gave.
    ///   - notifier: How the reader wants to be told, in which words, and the moment.
    ///   - memory: What is remembered between notifications; the app's process and the extension's may have one each, and then both may show a message.
    ///   - situation: What is known of the conversation of what came; asked for at most once.
    ///
    /// Rules PD-5 to PD-9.
    public func open(
        _ push: PushInput, notifier: Notifier, memory: inout NotificationMemory,
        situation: (MessageEvent) -> NotificationSituation
    ) -> PushResult {
        let opened = openPush(push)
        guard let event = opened.event else {
            return PushResult(
                opened.isSilent
                    ? .silence(opened.isDone ? .alreadyShown : .neverShown, withdraws: [])
                    : notifier.fallback(id: push.name),
                received: opened.received, fetchID: opened.fetchID, failure: opened.failure)
        }
        let previewed = event.previewed
        return PushResult(
            notifier.decide(previewed, in: situation(previewed), memory: &memory),
            received: opened.received, event: event)
    }

    /// Opens a push for a call, and gives a call to report whatever it was.
    ///
    /// Systems end an app that doesn't report a call for each such push within seconds: report this one, then end it if it has an
    /// ``SottoMessages/IncomingCall/ending``.
    ///
    /// - Parameters:
    ///   - push: What the system gave.
    ///   - notifier: How the reader wants to be told, in which words, and the moment.
    ///   - situation: What is known of who calls; asked for at most once.
    ///
    /// Rules PD-5, PD-6, PD-10.
    public func openCall(
        _ push: PushInput, notifier: Notifier, situation: (MessageEvent) -> NotificationSituation
    ) -> CallPushResult {
        let opened = openPush(push)
        let names = PeopleNames(me: PersonID(address.user), strings: notifier.clock.strings) { _ in nil }
        return CallPushResult(
            opened, push, notifier,
            opened.event.map { situation($0.previewed) } ?? NotificationSituation(names: names))
    }

    private func openPush(_ push: PushInput) -> OpenedPush {
        let decoded: DecodedPush
        do throws(PushDecodingError) { decoded = try push.decoded() } catch {
            return OpenedPush(failure: .payload(error))
        }
        var opened: OpenedPush
        if let envelope = decoded.envelope {
            opened = receivePush(envelope, decoded.serverTime)
        } else {
            opened = OpenedPush(fetchID: decoded.fetchID)
        }
        opened.expiry = decoded.expiry
        return opened
    }

    private func receivePush(_ envelope: [UInt8], _ serverTime: UInt64?) -> OpenedPush {
        do throws(SessionError) {
            return openedPush(try receive(envelope, from: nil, serverTime: serverTime))
        } catch .peer(.duplicate(let id)) {
            do throws(SessionError) {
                guard let received = try inboxEntry(id) else {
                    return OpenedPush(isSilent: true, isDone: true)
                }
                return openedPush(received)
            } catch {
                return OpenedPush(failure: .session(error))
            }
        } catch {
            return OpenedPush(failure: .session(error))
        }
    }

    private func openedPush(_ received: Received) -> OpenedPush {
        do throws(ContentError) {
            guard let event = try received.conversationEvent(sequence: 0, of: address.user),
                case .message(let message) = event.body
            else {
                if case .unknown(let kind) = received.content {
                    return OpenedPush(received: received.id, failure: .unknownKind(kind))
                }
                return OpenedPush(received: received.isInInbox ? received.id : nil, isSilent: true)
            }
            return OpenedPush(received: received.id, event: message)
        } catch {
            return OpenedPush(received: received.id, failure: .content(error))
        }
    }
}

/// What a push held.
struct OpenedPush {
    var received: ReceivedID?
    var event: MessageEvent?
    var fetchID: [UInt8]?
    var expiry: UInt64?
    var failure: PushFailure?
    /// Whether there is nothing to show, and nothing wrong.
    var isSilent = false
    /// Whether it was received and taken over before.
    var isDone = false
}

extension MessageEvent {
    /// The event, or of a preview what it says in the form of the message that it is of.
    var previewed: MessageEvent {
        var event = self
        event.content = content.previewed
        return event
    }
}

extension Received {
    /// Whether it waits to be acknowledged; what says nothing to anybody doesn't.
    fileprivate var isInInbox: Bool {
        switch content {
        case .heartbeat, .spentResendRequest, .senderKey: false
        default: true
        }
    }
}
