import SottoCrypto
import TestSupport
import Testing

/// The AEAD with a computed nonce for who has derived the keys, and stored signing keys.
///
/// Rules DR-11, DR-12, GR-13, GR-22.
@Suite("Keys that were derived or stored before")
struct DerivedKeyTests {
    private static let label = KDFBLAKE2b.Context("SottoMK1")

    @Test("seal the same bytes as those that are derived on the way", arguments: [0, 1, 160, 1_000])
    func sameBytes(count: Int) throws {
        let key = SecretBytes.random(byteCount: 32)
        let context = try Bytes32(Random.bytes(32))
        let plaintext = Random.bytes(count)
        let room = [UInt8](repeating: 0, count: 24) + plaintext + [UInt8](repeating: 0, count: 16)
        var expected = room
        try SyntheticNonceAEAD.seal(
            &expected, headerByteCount: 0, context: context, label: Self.label, key: key)

        let keys = try KDFBLAKE2b.derive(byteCount: 64, id: 1, context: Self.label, from: key)
        let data = context.bytes
        var message = [9, 9] + room
        try SyntheticNonceAEAD.seal(&message, from: 2, associatedData: data.span, keys: keys)
        #expect(Array(message[2...]) == expected)
        #expect(message[..<2] == [9, 9])
        let opened = try SyntheticNonceAEAD.open(
            message + [7], 2..<message.count, associatedData: data.span, keys: keys)
        #expect(opened == plaintext)
        #expect(throws: CryptoError.notAuthentic) {
            try SyntheticNonceAEAD.open(
                message + [7], 2..<message.count + 1, associatedData: data.span, keys: keys)
        }
    }

    @Test("refuse places outside the message, and keys of another length")
    func lengths() throws {
        let keys = SecretBytes.random(byteCount: 64)
        let short = SecretBytes.random(byteCount: 32)
        let data: [UInt8] = []
        var message = [UInt8](repeating: 1, count: 39)
        let before = message
        for offset in [-1, 0, 39, 40, .max] {
            #expect(throws: CryptoError.self) {
                try SyntheticNonceAEAD.seal(&message, from: offset, associatedData: data.span, keys: keys)
            }
        }
        for range in [-1..<39, 0..<39, 0..<40, 5..<100] {
            #expect(throws: CryptoError.self) {
                try SyntheticNonceAEAD.open(message, range, associatedData: data.span, keys: keys)
            }
        }
        #expect(message == before)
        message.append(1)
        #expect(throws: CryptoError.wrongLength(expected: 64, actual: 32)) {
            try SyntheticNonceAEAD.seal(&message, from: 0, associatedData: data.span, keys: short)
        }
        try SyntheticNonceAEAD.seal(&message, from: 0, associatedData: data.span, keys: keys)
    }

    @Test("sign the same after they were stored")
    func storedSigningKey() throws {
        let key = Ed25519.PrivateKey()
        var writer = SecretWriter(byteCount: Ed25519.PrivateKey.storedByteCount)
        key.append(to: &writer)
        let again = try Ed25519.PrivateKey(stored: writer.finish())
        #expect(again.publicKey == key.publicKey)
        let message: [UInt8] = [1, 2, 3]
        let signature = key.sign(message.span)
        var appended: [UInt8] = [9]
        again.appendSignature(of: message.span, to: &appended)
        #expect(appended == [9] + signature)
        #expect(throws: CryptoError.wrongLength(expected: 64, actual: 32)) {
            _ = try Ed25519.PrivateKey(stored: SecretBytes.random(byteCount: 32))
        }
    }
}
