import SottoCrypto
public import SottoSessions

/// Two numbers in a store that every transaction changes together.
public enum Counters: UInt8, CaseIterable, Sendable {
    case first = 1
    case second = 2

    private func name() -> RecordName { RecordName(SHA256.hash([rawValue].span)) }

    /// What the counter says; 0 where it isn't there yet.
    public static func value(_ counter: Counters, in transaction: any StorageTransaction) throws -> UInt64 {
        guard let bytes = try transaction.value(of: counter.name()) else { return 0 }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes a counter.
    public static func set(
        _ value: UInt64, _ counter: Counters, in transaction: any StorageTransaction
    ) throws {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
        try transaction.put(
            bytes, as: counter.name(), in: RecordGroup([UInt8](repeating: 7, count: RecordGroup.byteCount)))
    }

    /// Adds 1 to both.
    public static func advance(in store: any SessionStorage) throws {
        try store.transaction(.writing) { transaction in
            for counter in allCases {
                try set(try value(counter, in: transaction) + 1, counter, in: transaction)
            }
        }
    }
}
