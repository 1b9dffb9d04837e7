public import SottoIdentity

/// A device that an envelope is sealed for.
public struct SealedRecipient: Hashable, Sendable {
    /// User and device number.
    public let address: Address
    /// The installation on the device.
    public let registrationID: RegistrationID
    /// The user's identity key: the one that the session with the device has.
    public let identityKey: IdentityPublicKey

    /// Takes all three.
    public init(address: Address, registrationID: RegistrationID, identityKey: IdentityPublicKey) {
        self.address = address
        self.registrationID = registrationID
        self.identityKey = identityKey
    }
}
