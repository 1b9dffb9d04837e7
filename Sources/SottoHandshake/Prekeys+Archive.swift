public import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// The kinds of prekey record; 3 and 4 are kept for the last-resort and one-time KEM prekeys.
enum PrekeyKind: UInt8 {
    case signed = 1
    case oneTime = 2
}

private let prekeyFormat: UInt8 = 1

extension SignedPrekey {
    /// The prekey as bytes, in the layout of HS-14.
    ///
    /// They are secret.
    public borrowing func archive() -> SecretBytes {
        var rest: [UInt8] = []
        device.address.append(to: &rest)
        rest.append(u32: device.registrationID.value)
        rest.append(device.capabilities.lowestRatchetVersion)
        rest.append(UInt8(truncatingIfNeeded: device.suites.count))
        rest.append(contentsOf: device.suites)
        rest.append(u64: createdAt)
        rest.append(contentsOf: signature)
        return archived(.signed, id, privateKey, rest)
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``HandshakeError/malformed``, ``HandshakeError/invalidKey`` for any other bytes.
    public static func restored(from archive: consuming SecretBytes) throws(HandshakeError) -> SignedPrekey {
        let parts = try ArchivedPrekey.read(archive, .signed)
        var reader = WireReader(parts.rest)
        do {
            let address = try Address(from: &reader)
            let registrationID = try reader.registrationID()
            let capabilities = try reader.capabilities()
            let device = DeviceDescription(
                address: address, registrationID: registrationID, capabilities: capabilities,
                suites: try reader.suites())
            let createdAt = try reader.u64()
            let signature = try reader.take(XEdDSA.signatureByteCount)
            try reader.finish()
            return SignedPrekey(
                id: parts.id, privateKey: parts.privateKey.duplicate(), device: device, createdAt: createdAt,
                signature: signature)
        } catch {
            throw .malformed
        }
    }
}

extension OneTimePrekey {
    /// The prekey as bytes, in the layout of HS-14.
    ///
    /// They are secret.
    public borrowing func archive() -> SecretBytes { archived(.oneTime, id, privateKey, []) }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``HandshakeError/malformed``, ``HandshakeError/invalidKey`` for any other bytes.
    public static func restored(from archive: consuming SecretBytes) throws(HandshakeError) -> OneTimePrekey {
        let parts = try ArchivedPrekey.read(archive, .oneTime)
        guard parts.rest.isEmpty else { throw .malformed }
        return OneTimePrekey(id: parts.id, privateKey: parts.privateKey.duplicate())
    }
}

private func archived(
    _ kind: PrekeyKind, _ id: PrekeyID, _ privateKey: borrowing X25519.PrivateKey, _ rest: [UInt8]
) -> SecretBytes {
    var writer = SecretWriter(byteCount: 2 + 4 + 32 + 32 + rest.count)
    writer.append(u8: prekeyFormat)
    writer.append(u8: kind.rawValue)
    writer.append(u32: id.value)
    privateKey.withScalar { writer.append($0) }
    writer.append(privateKey.publicKey.bytes)
    writer.append(rest)
    return writer.finish()
}

/// What both kinds of record start with, and the public bytes behind it.
private struct ArchivedPrekey: ~Copyable {
    let id: PrekeyID
    let privateKey: X25519.PrivateKey
    let rest: [UInt8]

    static func read(
        _ archive: consuming SecretBytes, _ kind: PrekeyKind
    ) throws(HandshakeError) -> ArchivedPrekey {
        var reader = SecretReader(archive)
        do {
            guard try reader.u8() == prekeyFormat, try reader.u8() == kind.rawValue else {
                throw HandshakeError.malformed
            }
            let id = PrekeyID(try reader.u32())
            let scalar = try reader.secret(32)
            let publicKey = try X25519.PublicKey(try reader.bytes32())
            let privateKey = try X25519.PrivateKey(stored: scalar, publicKey: publicKey)
            return ArchivedPrekey(id: id, privateKey: privateKey, rest: try reader.bytes(reader.remaining))
        } catch is CryptoError {
            throw .invalidKey
        } catch {
            throw .malformed
        }
    }
}
