import SottoCrypto
import SottoWire
import TestSupport

@testable import SottoGroups

let testGroup = GroupID.random()

/// A device that sends to a group.
final class Sender {
    let address: Address
    var chain: SenderChain

    init(_ user: String, device: UInt32 = 1, at instant: UInt64 = testInstant) throws {
        address = try Address(user: user, device: device)
        chain = SenderChain.make(at: instant)
    }

    func seal(
        _ content: [UInt8], group: GroupID = testGroup, roster: RosterHash
    ) throws(GroupError) -> [UInt8] {
        try chain.seal(content, group: group, roster: roster, sender: address)
    }

    func distribution(_ group: GroupID = testGroup) -> SenderKeyDistribution {
        chain.distribution(for: group)
    }

    func rotate(at instant: UInt64 = testInstant) { chain = SenderChain.make(at: instant) }

    /// Goes on as if `count` messages had been sealed and lost, which is much faster than sealing.
    func lose(_ count: UInt32) throws {
        var stored = chain.archive().exposeBytes()
        let key = SenderChainKey.advanced(chain.chainKey, by: count).exposeBytes()
        stored.replaceSubrange(21..<53, with: key)
        var next: [UInt8] = []
        next.append(u32: chain.nextIteration + count)
        stored.replaceSubrange(17..<21, with: next)
        chain = try SenderChain(archive: SecretBytes(copying: stored.span))
    }

    var stored: [UInt8] { chain.archive().exposeBytes() }

    var signingSeed: [UInt8] { Array(stored[53..<85]) }

    /// A chain with the same id and signing key, and another chain key.
    func withOtherChainKey() throws -> Sender {
        let other = try Sender(String(decoding: address.user.bytes, as: UTF8.self), device: address.device)
        var changed = stored
        changed.replaceSubrange(21..<53, with: Random.bytes(32))
        other.chain = try SenderChain(archive: SecretBytes(copying: changed.span))
        return other
    }
}

/// What one member's device keeps of one sending device.
final class Receiver {
    var states = SenderKeyStates()
    var rosters: RosterHistory

    init(_ rosters: RosterHistory) { self.rosters = rosters }

    /// A receiver that has the sender's key.
    convenience init(_ rosters: RosterHistory, of sender: Sender) throws {
        self.init(rosters)
        try add(sender.distribution())
    }

    @discardableResult
    func add(_ distribution: consuming SenderKeyDistribution) throws(GroupError) -> SenderKeyAddition {
        try states.add(distribution)
    }

    func opened(
        _ bytes: [UInt8], from sender: Address, group: GroupID = testGroup, at instant: UInt64 = testInstant
    ) throws(GroupError) -> OpenedGroupMessage {
        try states.open(
            SenderKeyMessage(bytes), group: group, sender: sender, rosters: rosters, at: instant)
    }

    func open(
        _ bytes: [UInt8], from sender: Sender, at instant: UInt64 = testInstant
    ) throws(GroupError) -> [UInt8] {
        try opened(bytes, from: sender.address, at: instant).content
    }

    /// The error that opening gives, or nothing.
    func refusal(
        of bytes: [UInt8], from sender: Address, group: GroupID = testGroup, at instant: UInt64 = testInstant
    ) -> GroupError? {
        do throws(GroupError) {
            _ = try opened(bytes, from: sender, group: group, at: instant)
            return nil
        } catch {
            return error
        }
    }

    /// What would be stored of the chains.
    var storedChains: [UInt8] { states.archive().exposeBytes() }

    /// What would be stored of the skipped keys; nothing when they aren't loaded.
    var storedSkippedKeys: [UInt8]? { states.skippedKeyArchive()?.exposeBytes() }

    /// Whether the skipped keys differ from those that are stored.
    var skippedKeysChanged: Bool { states.skippedKeysChanged }

    /// What would be stored, both parts.
    var stored: [UInt8] { storedChains + [0xFF] + (storedSkippedKeys ?? []) }

    func needsSkippedKeys(for bytes: [UInt8]) throws -> Bool {
        states.needsSkippedKeys(for: try SenderKeyMessage(bytes))
    }

    func dropExpired(at instant: UInt64) throws(GroupError) -> [DroppedSenderKeys] {
        try states.dropExpired(at: instant)
    }

    /// Whether everything is stored as `before` says; a failed comparison of long arrays would print for minutes.
    func isStored(as before: [UInt8]) -> Bool { stored == before }

    var skippedKeyCount: Int { states.skippedKeyCount }
    var chainIDs: [SenderChainID] { states.chainIDs }

    /// Stores both parts and goes on with what was stored.
    func reload(withSkippedKeys: Bool = true) throws {
        let skipped = states.skippedKeyArchive()
        states = try SenderKeyStates(archive: states.archive())
        guard withSkippedKeys, states.skippedKeyCount > 0 else { return }
        switch consume skipped {
        case .some(let skipped): try states.loadSkippedKeys(skipped)
        case .none: throw GroupError.skippedKeysNotLoaded
        }
    }
}

/// A group of these users, at its first roster.
func history(_ users: String..., details: [UInt8] = []) throws -> RosterHistory {
    RosterHistory(try Roster(group: testGroup, members: try users.map { try UserID($0) }, details: details))
}
