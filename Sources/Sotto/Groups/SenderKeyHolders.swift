internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// The devices that were given the key of our chain, or that it is on its way to.
///
/// Rule DS-26.
struct SenderKeyHolders: RecordContent {
    /// The chain.
    let chain: SenderChainID
    private(set) var holders: [Address: Holder] = [:]

    /// A device, as it was when it was given the key.
    struct Holder: Hashable {
        let registrationID: RegistrationID
        let identityKey: IdentityPublicKey
        /// The distribution, as long as the server isn't known to have it.
        var distribution: MessageID?
        /// Whether it said that it doesn't have the key: it is given it again, and may have it all the same.
        var isStruck = false

        func isOf(_ receiver: EnvelopeReceiver) -> Bool {
            registrationID == receiver.registrationID && identityKey == receiver.identityKey
        }
    }

    init(of chain: SenderChainID) { self.chain = chain }

    /// The distributions that the server wasn't known to have, in the order of the devices.
    var distributions: [MessageID] { sorted.compactMap(\.1.distribution) }

    /// How many devices have the key, or will have it.
    var count: Int { holders.values.count { !$0.isStruck } }

    /// Whether a device has the key, or will have it.
    func has(_ receiver: EnvelopeReceiver) -> Bool {
        guard let holder = holders[receiver.address] else { return false }
        return !holder.isStruck && holder.isOf(receiver)
    }

    /// Whether all who were ever given the key are among `receivers`, as they were then.
    ///
    /// Who was struck counts: a word is no proof that a key isn't there.
    func areAll(among receivers: [EnvelopeReceiver]) -> Bool {
        let wanted = Set(receivers)
        return holders.allSatisfy { address, holder in
            wanted.contains(
                EnvelopeReceiver(
                    address: address, registrationID: holder.registrationID, identityKey: holder.identityKey))
        }
    }

    /// Whether an installation or identity that this device had before was given the key.
    func hasEarlier(_ receiver: EnvelopeReceiver) -> Bool {
        holders[receiver.address].map { !$0.isOf(receiver) } ?? false
    }

    mutating func add(_ receiver: EnvelopeReceiver, _ distribution: MessageID) {
        holders[receiver.address] = Holder(
            registrationID: receiver.registrationID, identityKey: receiver.identityKey,
            distribution: distribution)
    }

    /// Takes note that devices don't have the key; says whether one of them was taken to have it.
    mutating func strike(where isStruck: (Address) -> Bool) -> Bool {
        var isChanged = false
        for (address, holder) in holders where !holder.isStruck && isStruck(address) {
            holders[address]?.isStruck = true
            isChanged = true
        }
        return isChanged
    }

    /// Takes note of the distributions that the server has.
    mutating func settle(isPending: (MessageID) throws -> Bool) rethrows {
        for (address, holder) in holders {
            guard let distribution = holder.distribution, try !isPending(distribution) else { continue }
            holders[address]?.distribution = nil
        }
    }

    private var sorted: [(Address, Holder)] {
        holders.map { ($0.key, $0.value) }.sorted { $0.0.encoded.lexicographicallyPrecedes($1.0.encoded) }
    }

    var encodedByteCount: Int {
        holders.keys.reduce(1 + 8 + 4) { $0 + $1.encodedByteCount + 4 + 33 + 16 + 1 }
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: GroupTransaction.format)
        writer.append(chain.bytes)
        writer.append(u32: UInt32(truncatingIfNeeded: holders.count))
        for (address, holder) in sorted {
            writer.append(address)
            writer.append(u32: holder.registrationID.value)
            writer.append(holder.identityKey)
            if let id = holder.distribution { writer.append(id.bytes) } else { writer.appendZeros(16) }
            writer.append(u8: holder.isStruck ? 1 : 0)
        }
    }

    init(_ record: consuming OpenedRecord) throws(StorageError) {
        var reader = SecretReader(record.content())
        do throws(SecretReader.Corrupt) {
            try reader.format()
            chain = SenderChainID(try reader.u64())
            for _ in 0..<(try reader.u32()) {
                let address = try reader.address()
                guard let registrationID = RegistrationID(try reader.u32()) else {
                    throw SecretReader.Corrupt()
                }
                let identityKey = try reader.identityKey()
                let id = try reader.bytes(MessageID.byteCount)
                holders[address] = Holder(
                    registrationID: registrationID, identityKey: identityKey,
                    distribution: id.allSatisfy { $0 == 0 } ? nil : MessageID(id),
                    isStruck: try reader.flag())
            }
            try reader.finish()
        } catch {
            throw .recordCorrupt
        }
    }
}
