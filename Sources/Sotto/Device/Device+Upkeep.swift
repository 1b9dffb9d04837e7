public import SottoIdentity
public import SottoSessions

extension Device {
    /// The daily work: deletes keys and messages whose time is over.
    ///
    /// Skipped keys and what is remembered of received messages after 30 days, sent messages after 14, one-time prekeys
    /// and what is remembered of first messages after 90, replaced signed prekeys and stale devices after 30. In steps of some 256 records, each a transaction of its own, so that others can
    /// write between them. Group messages that found no room in the inbox are in it afterwards, if there is some now.
    ///
    /// - Returns: Messages that can no longer be opened, by device.
    /// - Throws: What the store throws; the steps before it are done.
    ///
    /// Rule DS-18.
    @discardableResult
    public func maintain() throws(SessionError) -> [Address: [LostMessages]] {
        var lost: [Address: [LostMessages]] = [:]
        var next: MaintenanceStep? = .prekeys
        while let step = next {
            let result = try write { try $0.maintain(step) }
            lost.merge(result.lost) { $0 + $1 }
            next = result.next
        }
        return lost
    }

    /// The users that something is known of, a page at a time.
    ///
    /// - Parameters:
    ///   - sequence: 0, or the `next` of the page before.
    ///   - limit: The most users of a page.
    /// - Returns: The users, and where to go on, or nil at the end.
    /// - Throws: What the store throws.
    public func users(
        after sequence: UInt64 = 0, limit: Int = 1_000
    ) throws(SessionError) -> (users: [UserID], next: UInt64?) {
        try read { try $0.users(after: sequence, limit: limit) }
    }

    /// What there is with one device, without anything secret; nil when there is nothing.
    ///
    /// - Throws: What the store throws.
    public func diagnostics(for address: Address) throws(SessionError) -> PeerDiagnostics? {
        try read { try $0.diagnostics(of: address) }
    }

    /// What there is altogether, without anything secret.
    ///
    /// - Throws: What the store throws.
    public func diagnostics() throws(SessionError) -> DeviceDiagnostics { try read { try $0.diagnostics() } }

    /// Seals the store with another key from now on, in one transaction; records stay as they are.
    ///
    /// - Throws: ``UsageFault/noStorageKey`` for a device in memory, ``StorageError/keyLength(_:)``, and what the
    ///   store throws; the old key goes on opening it then.
    public func rekey(to key: borrowing StorageKey) throws(SessionError) { try rekeyState(key) }
}
