package import SottoIdentity

/// What a new device starts from.
package struct DeviceSeed: ~Copyable {
    let address: Address
    let identity: IdentityKeyPair
    let policy: TrustPolicy

    /// Takes the address, the user's identity, and the policy.
    package init(address: Address, identity: consuming IdentityKeyPair, policy: TrustPolicy) {
        self.address = address
        self.identity = identity
        self.policy = policy
    }
}
