/// What the changes of single messages come to, for rows.
extension Conversation {
    /// The call that a record is; nil for others.
    func call(of record: Int32) -> CallState? { nil }

    /// The poll that a record is; nil for others.
    func poll(of record: Int32) -> PollState? { nil }

    /// The text that a record grows to; nil when it has no parts.
    func stream(of record: Int32) -> StreamState? { nil }

    /// The place that a record tells again and again; nil for others.
    func liveLocation(of record: Int32) -> LiveLocation? { nil }

    /// The stickers that were put on a record, the oldest first.
    func placedStickers(of record: Int32) -> [PlacedSticker] { [] }

    /// That a record is pinned now.
    func pin(of record: Int32) -> PinState? { nil }

    /// Who saved a record, ascending.
    func savers(of record: Int32) -> [PersonID] { [] }

    /// What this device noticed and a record tells; nil for what somebody sent.
    func localNotice(of record: Int32) -> LocalNotice? { nil }

    /// Whether a view-once record was opened: by me, or what I sent by all its recipients.
    func isOpened(_ record: Int32) -> Bool { false }
}
