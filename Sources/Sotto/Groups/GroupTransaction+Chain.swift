internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// The own chain in a group, and who has its key.
///
/// Rules DS-26 and DS-27.
extension GroupTransaction {
    /// The own chain; nothing before the first message, and after it was dropped.
    func chain(of group: GroupID) throws -> SenderChain? {
        guard let record = try transaction.record(.senderChain, group.bytes) else { return nil }
        do { return try SenderChain(archive: record.content()) } catch { throw StorageError.recordCorrupt }
    }

    func put(_ chain: borrowing SenderChain, of group: GroupID) throws {
        try transaction.put(
            chain.archive(), .senderChain, group.bytes, in: try transaction.recordGroup(.senderChains))
    }

    /// Who has the key of a chain; nobody when what is kept is about another one.
    func holders(of chain: SenderChainID, in group: GroupID) throws -> SenderKeyHolders {
        guard let record = try transaction.record(.senderKeyHolders, group.bytes) else {
            return SenderKeyHolders(of: chain)
        }
        let holders = try SenderKeyHolders(record)
        return holders.chain == chain ? holders : SenderKeyHolders(of: chain)
    }

    func put(_ holders: SenderKeyHolders, of group: GroupID) throws {
        try transaction.put(
            holders, .senderKeyHolders, group.bytes, in: try transaction.recordGroup(.senderChains))
    }

    /// Drops the own chain: the next message begins another one, whose key goes to whoever is a member then.
    func dropChain(of group: GroupID) throws {
        try transaction.remove(.senderChain, group.bytes)
        try transaction.remove(.senderKeyHolders, group.bytes)
    }

    /// Takes note that a device doesn't have the own key.
    ///
    /// - Returns: Whether it was taken to have it.
    func clearHolder(_ address: Address, in group: GroupID) throws -> Bool {
        guard let record = try transaction.record(.senderKeyHolders, group.bytes) else { return false }
        var holders = try SenderKeyHolders(record)
        guard holders.remove(address) else { return false }
        try put(holders, of: group)
        return true
    }
}
