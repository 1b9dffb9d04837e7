package import SottoCrypto
public import SottoIdentity
internal import SottoWire

/// A server's word that a device has an identity key; its form was checked, nothing in it is believed.
///
///     suite ‖ kind 7 ‖ address ‖ identity key (33) ‖ expiry (u64)
///         ‖ 0 ‖ server certificate's id (u32)  or  1 ‖ server certificate (110)  ‖ signature (64)
///
/// 133 bytes for a user of 16 when the server certificate is left out. The signature covers the same in both
/// forms, so a sender may leave the server certificate out when its recipients know it.
/// ``CertificateTrust/verify(_:receivedAt:now:cache:)`` is the only way on.
///
/// Rule SS-3.
public struct SenderCertificate: Hashable, Sendable {
    /// The device that the certificate claims.
    public let address: Address
    /// The identity key that the certificate claims.
    public let identityKey: IdentityPublicKey
    /// From when on it is no longer valid, in milliseconds.
    public let expiresAt: UInt64
    /// The server certificate whose key signed it.
    public let serverCertificateID: ServerCertificate.ID
    /// That certificate, unless it was left out.
    public let serverCertificate: ServerCertificate?
    /// The server's signature, 64 bytes.
    public let signature: [UInt8]

    /// Reads a certificate.
    ///
    /// - Throws: ``CertificateError/unsupportedSuite``, ``CertificateError/invalidKey``,
    ///   ``CertificateError/malformed``.
    public init(_ bytes: [UInt8]) throws(CertificateError) {
        var reader = WireReader(bytes)
        do {
            try self.init(from: &reader)
            try reader.finish()
        } catch let error as CertificateError {
            throw error
        } catch {
            throw .malformed
        }
    }

    /// Reads a certificate that other bytes may follow.
    init(from reader: inout WireReader) throws {
        try reader.certificateStart(kind: SealedWire.senderCertificateKind)
        address = try Address(from: &reader)
        let encoded = try reader.take(IdentityPublicKey.encodedByteCount)
        do { identityKey = try IdentityPublicKey(encoded: encoded) } catch {
            throw CertificateError.invalidKey
        }
        expiresAt = try reader.u64()
        if try reader.flag() {
            let certificate = try ServerCertificate(from: &reader)
            serverCertificate = certificate
            serverCertificateID = certificate.id
        } else {
            serverCertificate = nil
            serverCertificateID = ServerCertificate.ID(try reader.u32())
        }
        signature = try reader.take(Ed25519.signatureByteCount)
    }

    /// Puts a certificate together; the server signs ``signedBytes(address:identityKey:expiresAt:id:serverKey:)``.
    package init(
        address: Address, identityKey: IdentityPublicKey, expiresAt: UInt64,
        serverCertificateID: ServerCertificate.ID, serverCertificate: ServerCertificate?, signature: [UInt8]
    ) {
        self.address = address
        self.identityKey = identityKey
        self.expiresAt = expiresAt
        self.serverCertificateID = serverCertificateID
        self.serverCertificate = serverCertificate
        self.signature = signature
    }

    /// The same certificate without the server certificate, for recipients that know it: 105 bytes less.
    public var withoutServerCertificate: SenderCertificate {
        SenderCertificate(
            address: address, identityKey: identityKey, expiresAt: expiresAt,
            serverCertificateID: serverCertificateID, serverCertificate: nil, signature: signature)
    }

    /// The certificate's bytes, in the layout of SS-3.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encodedByteCount)
        append(to: &bytes)
        return bytes
    }

    /// The encoding's length in bytes.
    var encodedByteCount: Int {
        let reference = serverCertificate == nil ? 4 : ServerCertificate.byteCount
        return 2 + address.encodedByteCount + 33 + 8 + 1 + reference + Ed25519.signatureByteCount
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(SealedWire.suite)
        bytes.append(SealedWire.senderCertificateKind)
        address.append(to: &bytes)
        identityKey.key.appendEncoded(to: &bytes)
        bytes.append(u64: expiresAt)
        if let serverCertificate {
            bytes.append(1)
            serverCertificate.append(to: &bytes)
        } else {
            bytes.append(0)
            bytes.append(u32: serverCertificateID.value)
        }
        bytes.append(contentsOf: signature)
    }

    /// What the server's signature covers.
    package static func signedBytes(
        address: Address, identityKey: IdentityPublicKey, expiresAt: UInt64, id: ServerCertificate.ID,
        serverKey: Bytes32
    ) -> [UInt8] {
        var list = LabelledList("Sotto/1 sender certificate", capacity: 256)
        list.item(u8: SealedWire.suite)
        list.item(byteCount: address.encodedByteCount) { address.append(to: &$0) }
        list.item(byteCount: 33) { identityKey.key.appendEncoded(to: &$0) }
        list.item(u64: expiresAt)
        list.item(u32: id.value)
        list.item(byteCount: 32) { serverKey.append(to: &$0) }
        return list.bytes
    }
}
