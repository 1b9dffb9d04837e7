public import SottoCrypto
public import SottoIdentity
package import SottoWire

/// What an initiator says in each message until it hears a reply: who it is and which prekeys it used.
///
/// Rule SM-2.
public struct HandshakePart: Hashable, Sendable {
    /// IK_A.
    public let identityKey: IdentityPublicKey
    /// The initiating device.
    public let device: DeviceDescription
    /// EK_A.
    public let ephemeralKey: X25519.PublicKey
    /// The signed prekey that was used.
    public let signedPrekeyID: PrekeyID
    /// The one-time prekey that was used, if any.
    public let oneTimePrekeyID: PrekeyID?

    package init(
        identityKey: IdentityPublicKey, device: DeviceDescription, ephemeralKey: X25519.PublicKey,
        signedPrekeyID: PrekeyID, oneTimePrekeyID: PrekeyID?
    ) {
        self.identityKey = identityKey
        self.device = device
        self.ephemeralKey = ephemeralKey
        self.signedPrekeyID = signedPrekeyID
        self.oneTimePrekeyID = oneTimePrekeyID
    }

    /// Reads a part that stands alone.
    ///
    /// - Throws: ``HandshakeError/malformed``, ``HandshakeError/invalidKey``,
    ///   ``HandshakeError/unsupportedRatchetVersion``.
    public init(_ bytes: [UInt8]) throws(HandshakeError) {
        var reader = WireReader(bytes)
        try self.init(from: &reader)
        do { try reader.finish() } catch { throw .malformed }
    }

    /// Reads the part from a message.
    package init(from reader: inout WireReader) throws(HandshakeError) {
        do {
            identityKey = IdentityPublicKey(try reader.publicKey())
            let address = try Address(from: &reader)
            let registrationID = try reader.registrationID()
            let capabilities = try reader.capabilities()
            guard capabilities.isSupported else { throw HandshakeError.unsupportedRatchetVersion }
            device = DeviceDescription(
                address: address, registrationID: registrationID, capabilities: capabilities,
                suites: [Suite.x3dh.rawValue])
            ephemeralKey = try reader.publicKey()
            signedPrekeyID = PrekeyID(try reader.u32())
            oneTimePrekeyID = try reader.flag() ? PrekeyID(try reader.u32()) : nil
            // The place of a KEM ciphertext: empty in suite 1. Rule HS-13.
            guard try reader.u8() == 0 else { throw HandshakeError.malformed }
        } catch let error as HandshakeError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// The part as it stands in a message.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    package func append(to bytes: inout [UInt8]) {
        identityKey.key.appendEncoded(to: &bytes)
        device.address.append(to: &bytes)
        bytes.append(u32: device.registrationID.value)
        bytes.append(device.capabilities.lowestRatchetVersion)
        ephemeralKey.appendEncoded(to: &bytes)
        bytes.append(u32: signedPrekeyID.value)
        if let oneTimePrekeyID {
            bytes.append(1)
            bytes.append(u32: oneTimePrekeyID.value)
        } else {
            bytes.append(0)
        }
        bytes.append(0)
    }
}
