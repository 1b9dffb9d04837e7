internal import SottoIdentity
internal import SottoSessions

/// Hands what comes for groups on to the transaction that it came in.
struct GroupLayer: GroupReceiving {
    func receive(
        _ message: [UInt8], in envelope: EnvelopeContent, serverTime: UInt64?,
        _ transaction: DeviceTransaction
    ) throws -> Result<Received, SessionError> {
        try GroupTransaction(transaction).receive(envelope, serverTime: serverTime)
    }

    func receive(
        _ body: GroupBody, from sender: Address, _ identityKey: IdentityPublicKey,
        _ transaction: DeviceTransaction
    ) throws -> GroupBodyResult {
        try GroupTransaction(transaction).receive(body, from: sender, identityKey)
    }

    func maintain(
        _ step: GroupMaintenanceStep, _ transaction: DeviceTransaction
    ) throws -> GroupMaintenanceStep? {
        try GroupTransaction(transaction).maintain(step)
    }
}
