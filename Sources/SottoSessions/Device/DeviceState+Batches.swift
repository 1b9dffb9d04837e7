package import SottoIdentity

/// Many operations in one transaction, each with a result of its own.
extension DeviceState {
    /// Runs `body` for each item in one transaction.
    ///
    /// When one fails in a way that leaves something behind, or a record is damaged, all are done again one by one, so
    /// that it harms its own item only. When the store fails, all have its error: each would wait for it again.
    package func each<Item, R>(
        of items: [Item], at instant: UInt64,
        _ body: (DeviceTransaction, Item) throws -> Result<R, SessionError>
    ) -> [Result<R, SessionError>] {
        guard items.count > 1 else {
            return items.map { item in
                do throws(SessionError) {
                    return try run(.writing, at: instant) { try body($0, item) }
                } catch {
                    return .failure(error)
                }
            }
        }
        do throws(SessionError) {
            return try run(.writing, at: instant) { transaction in
                try items.map { item in
                    let before = transaction.changeCount
                    do { return try body(transaction, item) } catch let error as SessionError {
                        if case .storage = error { throw error }
                        guard transaction.changeCount == before else { throw error }
                        return .failure(error)
                    }
                }
            }
        } catch {
            if case .storage(let fault) = error, !fault.concernsOneRecord {
                return items.map { _ in .failure(error) }
            }
            return items.flatMap { each(of: [$0], at: instant, body) }
        }
    }
}

extension StorageError {
    /// Whether the rest of the store is as good as before.
    package var concernsOneRecord: Bool {
        switch self {
        case .recordCorrupt, .recordOutdated, .archiveCorrupt, .valueLength: true
        default: false
        }
    }
}

/// A message as the transport brought it.
public struct Incoming: Hashable, Sendable {
    /// The bytes.
    public let bytes: [UInt8]
    /// Who the transport says it is from; a session message needs it.
    public let hint: Address?
    /// When the server got it, in milliseconds since 1970-01-01T00:00:00Z.
    public let serverTime: UInt64?

    /// Takes what the transport brought.
    public init(_ bytes: [UInt8], from hint: Address?, serverTime: UInt64? = nil) {
        self.bytes = bytes
        self.hint = hint
        self.serverTime = serverTime
    }
}
