import SottoCrypto

/// Reads the secrets out of an archived ratchet state, by the offsets of DR-14.
struct StatePeek {
    private let bytes: [UInt8]

    init(_ archive: consuming SecretBytes) { bytes = archive.exposeBytes() }

    var rootKey: [UInt8] { Array(bytes[4..<36]) }
    private var theirRatchetKey: [UInt8] { Array(bytes[100..<132]) }
    var sendingChainKey: [UInt8] { Array(bytes[132..<164]) }

    /// The chain key of the next message: the stored one, or that of the root step with a fresh key.
    func chainKeyBeforeSend(fresh: [UInt8]?) -> SecretBytes {
        guard let fresh else {
            let key = sendingChainKey
            return SecretBytes(copying: key.span)
        }
        let salt = rootKey
        let info = Array("Sotto/1 root step".utf8)
        guard let key = try? X25519.PrivateKey(SecretBytes(copying: fresh.span)),
            let theirs = try? X25519.PublicKey(theirRatchetKey),
            let shared = try? key.sharedSecret(with: theirs),
            let output = try? HKDFSHA256.derive(
                from: shared, salt: salt.span, info: info.span, byteCount: 64)
        else { fatalError("an archived state holds keys") }
        let chainKey = Array(output.exposeBytes()[32...])
        return SecretBytes(copying: chainKey.span)
    }
}
