internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// The own chain in a group together with who has its key.
///
/// The two records have one generation and are written by one transaction: who has the key is never less than what the
/// chain says.
///
/// Rule DS-26.
struct OwnChain: ~Copyable {
    var chain: SenderChain
    var holders: SenderKeyHolders
    /// The generation of both records; 0 before they are written.
    fileprivate(set) var generation: UInt64

    /// A chain that nobody has the key of.
    static func make(at instant: UInt64) -> OwnChain {
        let chain = SenderChain.make(at: instant)
        let holders = SenderKeyHolders(of: chain.id)
        return OwnChain(chain: chain, holders: holders, generation: 0)
    }
}

/// The own chain in a group, and who has its key.
///
/// Rules DS-26 and DS-27.
extension GroupTransaction {
    /// The own chain; nothing before the first message, after it was dropped, and where a record of it is damaged.
    ///
    /// Without the list it isn't known who could read on, so no message goes in the chain any more.
    func ownChain(of group: GroupID) throws -> OwnChain? {
        do {
            guard let record = try transaction.record(.senderChain, group.bytes),
                let list = try transaction.record(.senderKeyHolders, group.bytes),
                record.generation == list.generation
            else { return nil }
            let generation = record.generation
            let chain = try SenderChain(archive: record.content())
            let holders = try SenderKeyHolders(list)
            guard holders.chain == chain.id else { return nil }
            return OwnChain(chain: chain, holders: holders, generation: generation)
        } catch let error as StorageError where error.concernsOneRecord {
            return nil
        } catch is GroupError {
            return nil
        }
    }

    func put(_ own: inout OwnChain, of group: GroupID) throws {
        own.generation += 1
        let records = try transaction.recordGroup(.senderChains)
        try transaction.put(
            own.chain.archive(), .senderChain, group.bytes, in: records, generation: own.generation)
        try transaction.put(
            own.holders, .senderKeyHolders, group.bytes, in: records, generation: own.generation)
    }

    /// Drops the own chain: the next message begins another one, whose key goes to whoever is a member then.
    func dropChain(of group: GroupID) throws {
        try transaction.remove(.senderChain, group.bytes)
        try transaction.remove(.senderKeyHolders, group.bytes)
    }

    /// Takes note that devices don't have the own key, whatever was thought.
    ///
    /// - Returns: Whether one of them was taken to have it.
    func strikeHolders(in group: GroupID, where isStruck: (Address) -> Bool) throws -> Bool {
        guard var own = try ownChain(of: group), own.holders.strike(where: isStruck) else { return false }
        try put(&own, of: group)
        return true
    }
}
