import SottoCrypto
import TestSupport
import Testing

@Suite("Sealed bytes")
struct AEADTests {
    private struct Sealed {
        var bytes: [UInt8]
        var associatedData: [UInt8]
        var nonce: [UInt8]
        var key: [UInt8]
        let plaintext: [UInt8]

        init(seed: UInt64, nonceByteCount: Int, seal: (borrowing SecretBytes, Sealed) throws -> [UInt8])
            rethrows
        {
            var generator = SeededGenerator(seed: seed)
            plaintext = generator.bytes(Int(seed) * 9)
            associatedData = generator.bytes(Int(seed) % 4 * 5)
            nonce = generator.bytes(nonceByteCount)
            key = generator.bytes(32)
            bytes = []
            bytes = try seal(SecretBytes(copying: key.span), self)
        }

        /// The same with one bit of one part changed.
        func changes() -> [Sealed] {
            var all: [Sealed] = []
            for part in [\Sealed.bytes, \.associatedData, \.nonce, \.key] {
                for bit in 0..<8 * self[keyPath: part].count {
                    var changed = self
                    changed[keyPath: part][bit / 8] ^= 1 << UInt8(bit % 8)
                    all.append(changed)
                }
            }
            return all
        }
    }

    private func openChaCha(_ sealed: Sealed) throws -> [UInt8] {
        try ChaCha20Poly1305.open(
            sealed.bytes.span, associatedData: sealed.associatedData.span, nonce: sealed.nonce.span,
            with: SecretBytes(copying: sealed.key.span))
    }

    private func openXChaCha(_ sealed: Sealed) throws -> [UInt8] {
        try XChaCha20Poly1305.open(
            sealed.bytes.span, associatedData: sealed.associatedData.span, nonce: sealed.nonce.span,
            with: SecretBytes(copying: sealed.key.span))
    }

    @Test("with ChaCha20-Poly1305 open again, and with any bit changed they don't", arguments: UInt64(0)..<6)
    func chaCha(_ seed: UInt64) throws {
        let sealed = try Sealed(seed: seed, nonceByteCount: 12) { key, values in
            try ChaCha20Poly1305.seal(
                values.plaintext.span, associatedData: values.associatedData.span, nonce: values.nonce.span,
                with: key)
        }
        #expect(sealed.bytes.count == sealed.plaintext.count + 16)
        #expect(try openChaCha(sealed) == sealed.plaintext)
        for changed in sealed.changes() {
            #expect(throws: CryptoError.notAuthentic) { try openChaCha(changed) }
        }
    }

    @Test("with XChaCha20-Poly1305 open again, and with any bit changed they don't", arguments: UInt64(0)..<6)
    func xChaCha(_ seed: UInt64) throws {
        let sealed = try Sealed(seed: seed, nonceByteCount: 24) { key, values in
            try XChaCha20Poly1305.seal(
                values.plaintext.span, associatedData: values.associatedData.span, nonce: values.nonce.span,
                with: key)
        }
        #expect(sealed.bytes.count == sealed.plaintext.count + 16)
        #expect(try openXChaCha(sealed) == sealed.plaintext)
        for changed in sealed.changes() {
            #expect(throws: CryptoError.notAuthentic) { try openXChaCha(changed) }
        }
    }

    @Test("shorter than a tag are refused by their length", arguments: 0..<16)
    func short(_ count: Int) {
        let (bytes, nonce, longNonce) = (
            [UInt8](repeating: 0, count: count), [UInt8](repeating: 0, count: 12),
            [UInt8](repeating: 0, count: 24)
        )
        let key = SecretBytes.random(byteCount: 32)
        #expect(throws: CryptoError.wrongLength(expected: 16, actual: count)) {
            try ChaCha20Poly1305.open(bytes.span, associatedData: bytes.span, nonce: nonce.span, with: key)
        }
        #expect(throws: CryptoError.wrongLength(expected: 16, actual: count)) {
            try XChaCha20Poly1305.open(
                bytes.span, associatedData: bytes.span, nonce: longNonce.span, with: key)
        }
    }

    @Test("under keys of another length are refused", arguments: [0, 16, 31, 33, 64])
    func keyLength(_ count: Int) {
        let (text, nonce, longNonce) = (
            [UInt8](repeating: 0, count: 40), [UInt8](repeating: 0, count: 12),
            [UInt8](repeating: 0, count: 24)
        )
        let key = SecretBytes.random(byteCount: count)
        let error = CryptoError.wrongLength(expected: 32, actual: count)
        #expect(throws: error) {
            try ChaCha20Poly1305.seal(text.span, associatedData: text.span, nonce: nonce.span, with: key)
        }
        #expect(throws: error) {
            try ChaCha20Poly1305.open(text.span, associatedData: text.span, nonce: nonce.span, with: key)
        }
        #expect(throws: error) {
            try XChaCha20Poly1305.seal(text.span, associatedData: text.span, nonce: longNonce.span, with: key)
        }
        #expect(throws: error) {
            try XChaCha20Poly1305.open(text.span, associatedData: text.span, nonce: longNonce.span, with: key)
        }
    }
}

/// Rules DR-10 to DR-12.
@Suite("Sealing with a computed nonce")
struct SyntheticNonceTests {
    private let label = KDFBLAKE2b.Context("SottoMK1")
    private let key: [UInt8] = Array(0..<32)
    private let context: Bytes32

    init() throws { context = try Bytes32(Array(32..<64)) }

    private func seal(_ header: [UInt8], _ text: [UInt8]) throws -> [UInt8] {
        var message = header + [UInt8](repeating: 0, count: 24) + text + [UInt8](repeating: 0, count: 16)
        try SyntheticNonceAEAD.seal(
            &message, headerByteCount: header.count, context: context, label: label,
            key: SecretBytes(copying: key.span))
        return message
    }

    private func open(_ message: [UInt8], headerByteCount: Int, context: Bytes32? = nil) throws -> [UInt8] {
        try SyntheticNonceAEAD.open(
            message, headerByteCount: headerByteCount, context: context ?? self.context, label: label,
            key: SecretBytes(copying: key.span))
    }

    @Test("opens to what was sealed", arguments: [0, 1, 160, 1_000])
    func roundTrip(_ count: Int) throws {
        let text = [UInt8](repeating: 7, count: count)
        let message = try seal([1, 2, 3], text)
        #expect(message.prefix(3) == [1, 2, 3])
        #expect(message.count == 3 + 24 + count + 16)
        #expect(try open(message, headerByteCount: 3) == text)
    }

    @Test("is XChaCha20-Poly1305 under the BLAKE2b of lengths, associated data and text")
    func construction() throws {
        let (header, text): ([UInt8], [UInt8]) = ([9, 8], Array("text".utf8))
        let keys = try KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: label, from: SecretBytes(copying: key.span)
        ).exposeBytes()
        let (cipherKey, nonceKey) = (Array(keys[..<32]), Array(keys[32...]))
        let data = context.bytes + header
        let length: (Int) -> [UInt8] = { [0, 0, 0, 0, 0, 0, 0, UInt8($0)] }
        let input = length(data.count) + data + length(text.count) + text
        let nonce = try BLAKE2b.authenticate(
            input.span, with: SecretBytes(copying: nonceKey.span), byteCount: 24
        ).exposeBytes()
        let sealed = try XChaCha20Poly1305.seal(
            text.span, associatedData: data.span, nonce: nonce.span,
            with: SecretBytes(copying: cipherKey.span))
        #expect(try seal(header, text) == header + nonce + sealed)
    }

    @Test("gives another nonce for other text and for another header, and the same for the same")
    func nonces() throws {
        let message = try seal([1], [1])
        #expect(try seal([1], [1]) == message)
        #expect(try seal([1], [2])[1..<25] != message[1..<25])
        #expect(try seal([2], [1])[1..<25] != message[1..<25])
        #expect(try seal([], [1])[0..<24] != message[1..<25])
    }

    @Test("refuses any bit changed, and another context")
    func changes() throws {
        let message = try seal([1, 2], [3, 4, 5])
        for bit in 0..<8 * message.count {
            var changed = message
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: CryptoError.notAuthentic) { try open(changed, headerByteCount: 2) }
        }
        let other = try Bytes32([UInt8](repeating: 0, count: 32))
        #expect(throws: CryptoError.notAuthentic) { try open(message, headerByteCount: 2, context: other) }
        #expect(throws: CryptoError.notAuthentic) { try open(message, headerByteCount: 1) }
    }

    @Test("refuses messages shorter than their parts, and leaves them as they were")
    func short() throws {
        for count in 0..<42 {
            var message = [UInt8](repeating: 1, count: count)
            #expect(throws: CryptoError.self) {
                try SyntheticNonceAEAD.seal(
                    &message, headerByteCount: 2, context: context, label: label,
                    key: SecretBytes(copying: key.span))
            }
            #expect(message == [UInt8](repeating: 1, count: count))
            #expect(throws: CryptoError.self) { try open(message, headerByteCount: 2) }
        }
        for headerByteCount in [-1, Int.min, 1_000, Int.max] {
            #expect(throws: CryptoError.self) {
                try open([UInt8](repeating: 1, count: 100), headerByteCount: headerByteCount)
            }
        }
    }

    @Test("refuses a key that isn't there", arguments: [-1, 1, 33, Int.max])
    func keyOffset(_ offset: Int) throws {
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: 32)) {
            try SyntheticNonceAEAD.open(
                [UInt8](repeating: 1, count: 100), headerByteCount: 2, context: context, label: label,
                key: SecretBytes(copying: key.span), at: offset)
        }
    }
}
