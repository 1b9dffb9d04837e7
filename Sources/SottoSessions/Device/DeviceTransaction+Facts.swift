internal import SottoCrypto
package import SottoIdentity

/// Who the device is.
extension DeviceTransaction {
    /// What doesn't change in a device's life.
    package struct DeviceFacts: Sendable {
        package let address: Address
        package let identityKey: IdentityPublicKey
        package let policy: TrustPolicy
    }

    package func deviceFacts() throws -> DeviceFacts {
        let device = try device()
        return DeviceFacts(
            address: device.address, identityKey: device.identity.publicKey, policy: device.policy)
    }

    package func registrationID() throws -> RegistrationID { try device().registrationID }

    /// A copy of the identity's private key, for linking another device of the user.
    package func exposeIdentity(_ body: (borrowing IdentityKeyPair) -> Void) throws {
        body(try device().identity)
    }
}
