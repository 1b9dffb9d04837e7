package import SottoCrypto
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

    /// The identity's private key, 32 bytes.
    package func exposePrivateKey() throws -> SharedSecret {
        SharedSecret(try device().identity.exposePrivateKey())
    }

    /// A secret for a purpose, from the session in use with a device.
    ///
    /// Rule HS-12.
    package func exportSecret(for purpose: [UInt8], with address: Address) throws -> SharedSecret {
        guard let active = try knownPeer(address)?.active else {
            throw SessionError.usage(.noSession(address))
        }
        return SharedSecret(try active.session.exportSecret(for: purpose))
    }

    /// Carries a secret out of a transaction, whose result is copied.
    package final class SharedSecret: Sendable {
        package let bytes: SecretBytes

        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }
}
