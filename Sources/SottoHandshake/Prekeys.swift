public import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// The number of a prekey; numbers are never used twice by a device.
public struct PrekeyID: Hashable, Comparable, Sendable {
    /// Any number, 0 included.
    public let value: UInt32

    /// Takes a number.
    public init(_ value: UInt32) { self.value = value }

    /// Whether the left one was given out earlier.
    public static func < (left: PrekeyID, right: PrekeyID) -> Bool { left.value < right.value }
}

/// SPK of the specification: a prekey that serves many handshakes until it is rotated.
///
/// Carries what its signature covers, so a responder can compute the transcript as the initiator saw it.
public struct SignedPrekey: ~Copyable, Sendable {
    /// Its number.
    public let id: PrekeyID
    /// When it was made, in milliseconds.
    public let createdAt: UInt64
    /// The device that published it.
    public let device: DeviceDescription
    /// The XEdDSA signature, 64 bytes.
    public let signature: [UInt8]
    package let privateKey: X25519.PrivateKey

    /// The public key.
    public var publicKey: X25519.PublicKey { privateKey.publicKey }

    /// Makes and signs a fresh prekey.
    ///
    /// Rule HS-1.
    public init(
        id: PrekeyID, identity: borrowing IdentityKeyPair, device: DeviceDescription, createdAt: UInt64
    ) {
        self.init(
            id: id, privateKey: X25519.PrivateKey(), identity: identity, device: device,
            createdAt: createdAt)
    }

    /// Signs a given key pair.
    package init(
        id: PrekeyID, privateKey: consuming X25519.PrivateKey, identity: borrowing IdentityKeyPair,
        device: DeviceDescription, createdAt: UInt64
    ) {
        let fields = SignedFields(
            device: device, createdAt: createdAt, id: id, publicKey: privateKey.publicKey,
            lastResortKEMPrekey: nil)
        let message = fields.bytes
        self.init(
            id: id, privateKey: privateKey, device: device, createdAt: createdAt,
            signature: identity.sign(message.span))
    }

    /// Takes a key pair with its signature.
    package init(
        id: PrekeyID, privateKey: consuming X25519.PrivateKey, device: DeviceDescription, createdAt: UInt64,
        signature: [UInt8]
    ) {
        self.id = id
        self.privateKey = privateKey
        self.device = device
        self.createdAt = createdAt
        self.signature = signature
    }
}

/// OPK of the specification: a prekey for one handshake.
public struct OneTimePrekey: ~Copyable, Sendable {
    /// Its number.
    public let id: PrekeyID
    package let privateKey: X25519.PrivateKey

    /// The public key.
    public var publicKey: X25519.PublicKey { privateKey.publicKey }

    /// Makes a fresh prekey.
    public init(id: PrekeyID) { self.init(id: id, privateKey: X25519.PrivateKey()) }

    package init(id: PrekeyID, privateKey: consuming X25519.PrivateKey) {
        self.id = id
        self.privateKey = privateKey
    }
}

/// What a device says of itself in bundles and first messages.
public struct DeviceDescription: Hashable, Sendable {
    /// User and device number.
    public let address: Address
    /// The installation.
    public let registrationID: RegistrationID
    /// What it can do.
    public let capabilities: Capabilities
    /// The suites it speaks, as bytes, ascending.
    package let suites: [UInt8]

    /// Describes a device that runs this library.
    public init(address: Address, registrationID: RegistrationID) {
        self.init(
            address: address, registrationID: registrationID, capabilities: .current,
            suites: [Suite.x3dh.rawValue])
    }

    package init(
        address: Address, registrationID: RegistrationID, capabilities: Capabilities, suites: [UInt8]
    ) {
        self.address = address
        self.registrationID = registrationID
        self.capabilities = capabilities
        self.suites = suites
    }
}

/// The list that a prekey signature covers.
///
/// Rule HS-1.
package struct SignedFields {
    package let device: DeviceDescription
    package let createdAt: UInt64
    package let id: PrekeyID
    package let publicKey: X25519.PublicKey
    package let lastResortKEMPrekey: KEMPrekeyBytes?

    package init(
        device: DeviceDescription, createdAt: UInt64, id: PrekeyID, publicKey: X25519.PublicKey,
        lastResortKEMPrekey: KEMPrekeyBytes?
    ) {
        self.device = device
        self.createdAt = createdAt
        self.id = id
        self.publicKey = publicKey
        self.lastResortKEMPrekey = lastResortKEMPrekey
    }

    package var bytes: [UInt8] {
        var list = LabelledList("Sotto/1 prekey signature")
        list.item(device.suites)
        list.item(byteCount: device.address.encodedByteCount) { device.address.append(to: &$0) }
        list.item(u32: device.registrationID.value)
        list.item(u64: createdAt)
        list.item(u8: device.capabilities.lowestRatchetVersion)
        list.item(u32: id.value)
        list.item(byteCount: 33) { publicKey.appendEncoded(to: &$0) }
        if let kem = lastResortKEMPrekey {
            list.item(u32: kem.id.value)
            list.item(byteCount: 32) { SHA256.hash(kem.key.span).append(to: &$0) }
        } else {
            list.absent()
            list.absent()
        }
        return list.bytes
    }
}
