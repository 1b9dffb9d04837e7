package import SottoCrypto

/// A store whose header was unwrapped: what reads and writes records.
///
/// Rule ST-8.
package struct SealedStore: ~Copyable, Sendable {
    package let storage: any SessionStorage
    package let sealer: RecordSealer
    private let dataKey: GuardedBytes

    /// Makes the header of an empty store, with a fresh data key.
    ///
    /// - Throws: ``StorageError/storeExists`` where there is a header, ``StorageError/keyLength(_:)``,
    ///   ``StorageError/outOfMemory``, and what the store throws.
    package static func create(
        in storage: any SessionStorage, key: borrowing StorageKey, cost: Argon2id.Cost = .interactive
    ) throws -> SealedStore {
        let dataKey = SecretBytes.random(byteCount: 32)
        let header = try StoreHeader.wrap(dataKey, with: key, cost: cost)
        try storage.transaction(.writing) { transaction in
            guard try Self.header(in: transaction) == nil else { throw StorageError.storeExists }
            try transaction.put(header, as: StoreHeader.name, in: StoreHeader.group())
        }
        return try SealedStore(storage, dataKey)
    }

    /// Unwraps the header of a store.
    ///
    /// - Throws: ``StorageError/noStore`` where there is no header, ``StorageError/wrongKey``,
    ///   ``StorageError/headerCorrupt``, ``StorageError/outOfMemory``, and what the store throws.
    package static func open(
        in storage: any SessionStorage, key: borrowing StorageKey
    ) throws -> SealedStore {
        let header = try storage.transaction(.reading) { try Self.header(in: $0) }
        guard let header else { throw StorageError.noStore }
        return try SealedStore(storage, try StoreHeader.unwrap(header, with: key))
    }

    /// The header, or nothing where there is none.
    ///
    /// One that damage hides under its name is still in its group, and isn't taken for none.
    ///
    /// - Throws: ``StorageError/headerCorrupt``, and what the store throws.
    private static func header(in transaction: any StorageTransaction) throws -> [UInt8]? {
        if let header = try transaction.value(of: StoreHeader.name) { return header }
        guard try transaction.rows(in: StoreHeader.group(), after: 0, limit: 1).isEmpty else {
            throw StorageError.headerCorrupt
        }
        return nil
    }

    private init(_ storage: any SessionStorage, _ dataKey: consuming SecretBytes) throws {
        let sealer = try RecordSealer(dataKey: dataKey)
        let guarded = try GuardedBytes(copying: dataKey)
        self.storage = storage
        self.sealer = sealer
        self.dataKey = guarded
    }

    /// Another sealer of the same records.
    package borrowing func makeSealer() throws(StorageError) -> RecordSealer {
        try RecordSealer(dataKey: dataKey.duplicate())
    }

    /// Wraps the data key with another key, in one transaction; records stay as they are.
    ///
    /// - Throws: ``StorageError/noStore``, ``StorageError/keyLength(_:)``, ``StorageError/outOfMemory``, and what
    ///   the store throws; the old key goes on opening it then.
    package borrowing func rekey(
        to key: borrowing StorageKey, cost: Argon2id.Cost = .interactive
    ) throws {
        let header = try StoreHeader.wrap(dataKey.duplicate(), with: key, cost: cost)
        try storage.transaction(.writing) { transaction in
            guard try transaction.value(of: StoreHeader.name) != nil else { throw StorageError.noStore }
            try transaction.put(header, as: StoreHeader.name, in: StoreHeader.group())
        }
    }
}
