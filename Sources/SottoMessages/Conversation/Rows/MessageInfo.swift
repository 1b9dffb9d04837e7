/// Who has a message, and when they got, read and played it.
///
/// Rule CV-43.
public struct MessageInfo: Hashable, Sendable {
    /// What names it.
    public let name: MessageName
    /// The author's device.
    public let device: UInt32
    /// When it was sent, by the author's clock.
    public let sentAt: Instant
    /// When this device learnt it.
    public let receivedAt: Instant
    /// When the server had it; nil for what others sent, and until then.
    public let acceptedAt: Instant?
    /// When I opened it, if it may be opened once.
    public let openedAt: Instant?
    /// How it went.
    public let transport: Transport
    /// Whether the server wasn't told who sent it.
    public let isSealed: Bool
    /// How far it is; nil for what others sent.
    public let state: SendState?
    /// Each recipient of a message of mine, ascending.
    public let recipients: [Recipient]

    /// What one recipient told.
    public struct Recipient: Hashable, Sendable {
        /// Who.
        public let person: PersonID
        /// When the server had the message.
        public let sent: Instant?
        /// That it came to a device.
        public let delivered: Told
        /// That it was read.
        public let read: Told
        /// That it was looked at.
        public let viewed: Told
        /// That it was played.
        public let played: Told
    }

    /// Whether something was told, and when it was.
    public enum Told: Hashable, Sendable {
        /// Not told.
        case no
        /// It was so at a time.
        case at(Instant)
        /// It was so, and the recipient hides when.
        case hidden

        init(_ told: Receipts.Told?) {
            self = told.map { $0.at.map(Told.at) ?? .hidden } ?? .no
        }
    }
}

/// Rule CV-43.
extension Conversation {
    /// Who has a message; nil when it isn't shown, is a notice or a call.
    public func info(of message: MessageName) -> MessageInfo? {
        guard let record = record(of: message), !isTold(record) else { return nil }
        let found = records[Int(record)]
        let extra = extra(of: record)
        let accepted = extra?.facts.sent?.at
        return MessageInfo(
            name: message, device: found.device, sentAt: found.content.sentAt, receivedAt: found.receivedAt,
            acceptedAt: found.isMine ? accepted : nil, openedAt: extra?.facts.opened?.at,
            transport: transport(of: record), isSealed: found.isSealed,
            state: found.isMine ? sendState(of: record) : nil,
            recipients: found.isMine ? recipients(extra, accepted) : [])
    }

    private func recipients(_ extra: MessageExtras?, _ accepted: Instant?) -> [MessageInfo.Recipient] {
        var told: [Int32: Receipts.Entry] = [:]
        for entry in extra?.receipts.entries ?? [] { told[entry.person] = entry }
        let numbers = peer.map { [$0] } ?? Array(extra?.receipts.recipients ?? [])
        return numbers.map { number in
            let entry = told[number]
            return MessageInfo.Recipient(
                person: people[number], sent: accepted, delivered: MessageInfo.Told(entry?.delivered),
                read: MessageInfo.Told(entry?.read), viewed: MessageInfo.Told(entry?.viewed),
                played: MessageInfo.Told(entry?.played))
        }
        .sorted { $0.person < $1.person }
    }
}
