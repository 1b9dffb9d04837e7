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
    }

    init(of chain: SenderChainID) { self.chain = chain }

    /// Whether a device has the key, or will have it.
    func has(_ receiver: EnvelopeReceiver) -> Bool {
        guard let holder = holders[receiver.address] else { return false }
        return holder.registrationID == receiver.registrationID && holder.identityKey == receiver.identityKey
    }

    /// Whether each of the devices is one of these, as it was.
    func areAll(among receivers: [EnvelopeReceiver]) -> Bool {
        let wanted = Set(receivers)
        return holders.allSatisfy { address, holder in
            wanted.contains(
                EnvelopeReceiver(
                    address: address, registrationID: holder.registrationID,
                    identityKey: holder.identityKey))
        }
    }

    mutating func add(_ receiver: EnvelopeReceiver, _ distribution: MessageID) {
        holders[receiver.address] = Holder(
            registrationID: receiver.registrationID, identityKey: receiver.identityKey,
            distribution: distribution)
    }

    /// Takes note that a device doesn't have the key; says whether it was taken to have it.
    mutating func remove(_ address: Address) -> Bool { holders.removeValue(forKey: address) != nil }

    /// Takes note of the distributions that the server has; says whether there were any.
    mutating func settle(isPending: (MessageID) throws -> Bool) rethrows -> Bool {
        var isChanged = false
        for (address, holder) in holders {
            guard let distribution = holder.distribution, try !isPending(distribution) else { continue }
            holders[address]?.distribution = nil
            isChanged = true
        }
        return isChanged
    }

    private var sorted: [(Address, Holder)] {
        holders.map { ($0.key, $0.value) }.sorted { $0.0.encoded.lexicographicallyPrecedes($1.0.encoded) }
    }

    var encodedByteCount: Int {
        holders.keys.reduce(1 + 8 + 4) { $0 + $1.encodedByteCount + 4 + 33 + 16 }
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
                    distribution: id.allSatisfy { $0 == 0 } ? nil : try? MessageID(id))
            }
            try reader.finish()
        } catch {
            throw .recordCorrupt
        }
    }
}
