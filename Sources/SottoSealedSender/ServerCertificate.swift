public import SottoCrypto
internal import SottoWire

/// A server's signing key, signed by a trust root; its form was checked, nothing in it is believed.
///
///     suite ‖ kind 8 ‖ id (u32) ‖ Ed25519 key (32) ‖ root id (8) ‖ signature (64)        110 bytes
///
/// Rule SS-2.
public struct ServerCertificate: Hashable, Sendable {
    /// Its number: what sender certificates name it by, and what is revoked.
    public let id: ID
    /// The server's Ed25519 key.
    public let publicKey: Bytes32
    /// The root that is said to have signed it.
    public let rootID: TrustRoot.ID
    /// The root's signature, 64 bytes.
    public let signature: [UInt8]

    /// The length in bytes: 110.
    public static let byteCount = 2 + 4 + 32 + 8 + 64

    /// A server certificate's number, chosen by who has the root's key.
    public struct ID: Hashable, Sendable {
        /// Any number.
        public let value: UInt32

        /// Takes a number.
        public init(_ value: UInt32) { self.value = value }
    }

    /// Reads a certificate.
    ///
    /// - Throws: ``CertificateError/unsupportedSuite``, ``CertificateError/malformed``.
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
        try reader.certificateStart(kind: SealedWire.serverCertificateKind)
        id = ID(try reader.u32())
        publicKey = try Bytes32(try reader.take(32))
        rootID = TrustRoot.ID(try reader.u64())
        signature = try reader.take(Ed25519.signatureByteCount)
    }

    /// Puts a certificate together; the root signs ``signedBytes(id:publicKey:root:)``.
    package init(id: ID, publicKey: Bytes32, root: TrustRoot, signature: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
        rootID = root.id
        self.signature = signature
    }

    /// The certificate's bytes, in the layout of SS-2.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(SealedWire.suite)
        bytes.append(SealedWire.serverCertificateKind)
        bytes.append(u32: id.value)
        publicKey.append(to: &bytes)
        bytes.append(u64: rootID.value)
        bytes.append(contentsOf: signature)
    }

    /// What the root's signature covers.
    package static func signedBytes(id: ID, publicKey: Bytes32, root: TrustRoot) -> [UInt8] {
        var list = LabelledList("Sotto/1 server certificate", capacity: 128)
        list.item(u8: SealedWire.suite)
        list.item(u32: id.value)
        list.item(byteCount: 32) { publicKey.append(to: &$0) }
        list.item(byteCount: 32) { root.publicKey.append(to: &$0) }
        return list.bytes
    }
}

extension WireReader {
    /// Reads suite and kind of a certificate.
    mutating func certificateStart(kind: UInt8) throws {
        guard try u8() == SealedWire.suite else { throw CertificateError.unsupportedSuite }
        guard try u8() == kind else { throw CertificateError.malformed }
    }
}
