internal import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity

/// Who this device is: identity, address, installation, trust policy.
///
/// Rule DS-2.
final class DeviceRecord: StoredRecord, RecordContent {
    let address: Address
    let identity: IdentityKeyPair
    let policy: TrustPolicy
    let createdAt: UInt64
    private(set) var registrationID: RegistrationID
    /// Those before restores, newest first: what was sealed for one of them may still be on its way.
    private(set) var formerRegistrationIDs: [RegistrationID] = []

    init(
        name: RecordName, group: RecordGroup, address: Address, identity: consuming IdentityKeyPair,
        policy: TrustPolicy, createdAt: UInt64, registrationID: RegistrationID
    ) {
        self.address = address
        self.identity = identity
        self.policy = policy
        self.createdAt = createdAt
        self.registrationID = registrationID
        super.init(name: name, group: group)
    }

    /// Makes this another installation.
    func beginInstallation(_ id: RegistrationID) {
        let former = [registrationID] + formerRegistrationIDs
        formerRegistrationIDs = Array(former.prefix(DeviceLimits.pastRegistrationIDs))
        registrationID = id
    }

    /// What this device says of itself in bundles and first messages.
    var description: DeviceDescription {
        DeviceDescription(address: address, registrationID: registrationID)
    }

    var encodedByteCount: Int {
        1 + address.encodedByteCount + 4 + 1 + 4 * formerRegistrationIDs.count + 1 + 8 + 32
    }

    func append(to writer: inout SecretWriter) {
        writer.append(u8: 1)
        writer.append(address)
        writer.append(u32: registrationID.value)
        writer.append(u8: UInt8(truncatingIfNeeded: formerRegistrationIDs.count))
        for id in formerRegistrationIDs { writer.append(u32: id.value) }
        writer.append(u8: policy.rawValue)
        writer.append(u64: createdAt)
        writer.append(identity.exposePrivateKey())
    }

    static func decoded(
        _ record: consuming OpenedRecord, name: RecordName, group: RecordGroup
    ) throws(StorageError) -> DeviceRecord {
        let generation = record.generation
        var reader = SecretReader(record.record)
        do {
            try reader.format()
            let address = try reader.address()
            let number = try reader.u32()
            var former: [RegistrationID] = []
            for _ in 0..<(try reader.u8()) {
                guard let id = RegistrationID(try reader.u32()) else { throw StorageError.recordCorrupt }
                former.append(id)
            }
            guard former.count <= DeviceLimits.pastRegistrationIDs,
                let registrationID = RegistrationID(number),
                let policy = TrustPolicy(rawValue: try reader.u8())
            else { throw StorageError.recordCorrupt }
            let createdAt = try reader.u64()
            let identity = try IdentityKeyPair(try reader.secret(32))
            try reader.finish()
            let result = DeviceRecord(
                name: name, group: group, address: address, identity: identity, policy: policy,
                createdAt: createdAt, registrationID: registrationID)
            result.formerRegistrationIDs = former
            result.generation = generation
            return result
        } catch CryptoError.outOfMemory {
            throw .outOfMemory
        } catch {
            throw .recordCorrupt
        }
    }
}
