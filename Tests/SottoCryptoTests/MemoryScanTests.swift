#if os(Linux)
import SottoGroups
import TestSupport
import Testing

@testable import SottoCrypto

/// Each operation is done many times, some way down the stack, where what follows leaves the stack as it was.
@Suite("Of a released secret memory holds no copy", .serialized)
struct MemoryScanTests {
    private static let depth = 400

    /// 32 secret bytes that are also a clamped scalar; as text, which is no copy of the bytes.
    private struct Secret {
        let hex: String

        func make() throws -> SecretBytes {
            let text = Array(hex.utf8)
            return try SecretBytes.decodingHex(text.span, byteCount: 32)
        }

        var masked: [UInt8] {
            var masked: [UInt8] = []
            var high: UInt8?
            for digit in hex.utf8 {
                let value =
                    digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
                if let first = high {
                    masked.append((first << 4 | value) ^ MemoryScan.mask)
                    high = nil
                } else {
                    high = value
                }
            }
            return masked
        }
    }

    /// The masked form of each 32 bytes of a secret.
    private func masked(_ secret: borrowing SecretBytes) -> [[UInt8]] {
        secret.withSpan { span in
            stride(from: 0, through: span.count - 32, by: 32).map { start in
                (start..<start + 32).map { span[$0] ^ MemoryScan.mask }
            }
        }
    }

    @inline(never)
    private func descend(_ frames: Int, _ body: () throws -> Void) rethrows {
        if frames == 0 { try body() } else { try descend(frames - 1, body) }
    }

    /// Looks for the secret and what `derived` makes of it, after `operation` was done with it.
    ///
    /// The first call of a function in a shared library leaves the vector registers on the stack, once in a process
    /// that isn't linked with `-z now`. Another secret comes first so that this is over.
    private func expectNoCopy(
        of secret: Secret, rounds: Int = 20, derived: (Secret) throws -> [[UInt8]] = { _ in [] },
        sourceLocation: SourceLocation = #_sourceLocation, after operation: (Secret) throws -> Void
    ) throws {
        _ = try derived(Self.decoy)
        try descend(Self.depth) { try operation(Self.decoy) }
        let patterns = [secret.masked] + (try derived(secret))
        for _ in 0..<rounds { try descend(Self.depth) { try operation(secret) } }
        for (index, pattern) in patterns.enumerated() {
            let count = try MemoryScan.count(masked: pattern)
            #expect(count == 0, "secret \(index)", sourceLocation: sourceLocation)
        }
    }

    private static let decoy = Secret(hex: "70e6c3436c1b306aa09ac6ead4a1c381ad0da37fa2ab3c598bd8bae040390c4e")

    /// Keeps `count` secrets at once, so that releasing them leaves as many places.
    private func hold(_ count: Int, _ make: () throws -> SecretBytes) throws {
        guard count > 0 else { return }
        let secret = try make()
        try hold(count - 1, make)
        #expect(secret.count >= 32)
    }

    @Test("and the search finds a secret that lives")
    func liveSecret() throws {
        let secret = Secret(hex: "2829abac93a4b4c33528cb75afe8ea6c18f877c3a78e59846e5d0ce754dba154")
        let live = try secret.make()
        #expect(try MemoryScan.count(masked: secret.masked) == 2)
        let second = live.duplicate()
        #expect(try MemoryScan.count(masked: secret.masked) == 4)
        let guarded = try GuardedBytes(copying: second)
        #expect(try MemoryScan.count(masked: secret.masked) == 6)
        #expect(live.count + second.count + guarded.count == 96)
    }

    @Test("and the search finds what arrays that were dropped leave behind")
    func droppedArrays() throws {
        let secret = Secret(hex: "a05ca1be94d99077c613b1fe23596cc82f68eb8fbd8abb34b4591f26c513ed5a")
        var arrays: [[UInt8]] = []
        for _ in 0..<20 { arrays.append(try secret.make().exposeBytes()) }
        arrays = []
        #expect(arrays.isEmpty)
        #expect(try MemoryScan.count(masked: secret.masked) > 0)
    }

    @Test("when SecretBytes were released")
    func secretBytes() throws {
        let secret = Secret(hex: "200b4533f2c369c03f292a362ed652d30233df859a4a61ee42c57f577d4c537f")
        try expectNoCopy(of: secret) { secret in try hold(20) { try secret.make() } }
    }

    @Test("when SecretBytes were copied and duplicated")
    func copies() throws {
        let secret = Secret(hex: "90e115906671fcf0ddaa6a674b20fd5a7df7887bb0091950c54b1ae49d5ad85b")
        try expectNoCopy(of: secret) { secret in
            let first = try secret.make()
            let second = first.duplicate()
            let third = first.withSpan { SecretBytes(copying: $0) }
            #expect(second.isEqual(to: third) == true)
        }
    }

    @Test("when an array was consumed")
    func consumedArray() throws {
        let secret = Secret(hex: "50c7a23667a411643989468209e6d5d8ebba0edd788f36a1719fe8caf08c1c6e")
        try expectNoCopy(of: secret) { secret in
            let masked = secret.masked
            var arrays: [[UInt8]] = []
            for _ in 0..<20 { arrays.append(masked.map { $0 ^ MemoryScan.mask }) }
            for index in arrays.indices {
                #expect(SecretBytes(consuming: &arrays[index]).count == 32)
            }
        }
    }

    @Test("when a range was wiped in a secret that lives on")
    func wipedRange() throws {
        let secret = Secret(hex: "10063a33b40da55bc36d4a71b1b8c6639d9290a01b8d2e2fa2f9881851338560")
        var live = try secret.make()
        live.wipe(0..<32)
        #expect(try MemoryScan.count(masked: secret.masked) == 0)
        #expect(live.count == 32)
    }

    @Test("when GuardedBytes were released")
    func guardedBytes() throws {
        let secret = Secret(hex: "d0ec3f184c67aeb5f619a0221eaa264b63a0e0b37c7c4c853a60e5277e43c54f")
        try expectNoCopy(of: secret) { secret in
            let guarded = try GuardedBytes(copying: secret.make())
            #expect(guarded.count == 32)
        }
    }

    @Test("when it was a record that was written and read")
    func records() throws {
        let secret = Secret(hex: "882c04f7cd7bcd41a5558684778e0b925e4ff50b3846fc1c541c29df3471bc61")
        try expectNoCopy(of: secret) { secret in
            var writer = SecretWriter(byteCount: 40)
            writer.append(try secret.make())
            writer.append(u64: 7)
            var reader = SecretReader(writer.finish())
            #expect(try reader.secret(32).count == 32)
            #expect(try reader.u64() == 7)
        }
    }

    @Test("when it was written as base64 and read again")
    func text() throws {
        let secret = Secret(hex: "f8e2c8425a64d381d2042137bc454802bf51a9f0adcc1962235dbfc90dd9ea7c")
        try expectNoCopy(of: secret, derived: { try masked($0.make().base64Encoded()) }) { secret in
            let text = try secret.make().base64Encoded()
            let again = try text.withSpan { try SecretBytes.decodingBase64($0, byteCount: 32) }
            #expect(again.count == 32)
        }
    }

    @Test("when it was a private key of X25519")
    func x25519Key() throws {
        let secret = Secret(hex: "c076d09f643ecc5c2658e7be683e36a95026601181f1abfa39df3fc8acc1b273")
        try expectNoCopy(of: secret) { secret in
            let key = try X25519.PrivateKey(secret.make())
            #expect(key.duplicate().publicKey.encoded.count == 33)
        }
    }

    @Test("when two keys of X25519 agreed on it")
    func x25519Agreement() throws {
        let secret = Secret(hex: "d019219a619107a2a08532ed5736b104ee769389201c4b293861f412d5600966")
        let other = X25519.PrivateKey().publicKey
        func agree(_ secret: Secret) throws -> SecretBytes {
            try X25519.PrivateKey(secret.make()).sharedSecret(with: other)
        }
        try expectNoCopy(of: secret, derived: { masked(try agree($0)) }) { _ = try agree($0).count }
    }

    /// The Edwards sign bit of this key is 1, so k = −a mod q is another number than a.
    @Test("when it was a signing key")
    func signingKey() throws {
        let secret = Secret(hex: "38706851340a6e89ca93477af5ae7e015bea795fea925891140fa0e034753255")
        let maskedNegated = try Hex.decode("f322ff79cceda5229ebc23f2e7891ede00b02305b0c802cb4e55faba6e2f68af")
        try expectNoCopy(of: secret, derived: { _ in [maskedNegated] }) { secret in
            _ = try XEdDSA.PrivateKey(secret.make()).publicKey
        }
        let live = try XEdDSA.PrivateKey(secret.make())
        #expect(try MemoryScan.count(masked: maskedNegated) == 2)
        #expect(live.publicKey.encoded.count == 33)
    }

    @Test("when it was a signing key that signed")
    func signing() throws {
        let secret = Secret(hex: "c81b98b333b472d365ae32ac26c5d43943445ec9723a39d9abcbf10f7dc4ae79")
        let maskedNegated = try Hex.decode("0526b3913ac18548e99d2fce6bac86c8181e049328606383f191ab55279ef4a3")
        let message: [UInt8] = Array("message".utf8)
        try expectNoCopy(of: secret, derived: { _ in [maskedNegated] }) { secret in
            _ = try XEdDSA.PrivateKey(secret.make()).sign(message.span)
        }
    }

    @Test("when it was a signing key that agreed and was exported")
    func signingKeyAgreement() throws {
        let secret = Secret(hex: "30850ec65f3405240fb27878b286a3e4e2849b6da50744c84cd897c9fb73c440")
        let other = X25519.PrivateKey().publicKey
        func agree(_ secret: Secret) throws -> SecretBytes {
            try XEdDSA.PrivateKey(secret.make()).sharedSecret(with: other)
        }
        try expectNoCopy(of: secret, derived: { masked(try agree($0)) }) { secret in
            _ = try agree(secret).count
            _ = try XEdDSA.PrivateKey(secret.make()).exposeScalar().count
        }
    }

    @Test("when it was the seed of an Ed25519 key that signed")
    func ed25519() throws {
        let secret = Secret(hex: "e0d945b0c940bfc28f932d02209384cfbd21c093d720ae40339710c2e76dcd4e")
        let message: [UInt8] = Array("message".utf8)
        try expectNoCopy(of: secret) { secret in
            _ = try Ed25519.PrivateKey(seed: secret.make()).sign(message.span)
        }
    }

    /// Rules GR-11, GR-12.
    @Test("when it was the key of a group's chain that was handed over, sealed and opened")
    func groupChain() throws {
        let secret = Secret(hex: "d8a1c53e07b94f6220d9b1f84ec76a0353f2e89c41d7b065aa1e3c97f5408b62")
        let group = GroupID.random()
        let alice = try Address(user: "alice", device: 1)
        let rosters = RosterHistory(try Roster(group: group, members: [alice.user]))
        func talk(_ secret: Secret) throws {
            var chain = try SenderChain(
                id: SenderChainID(1), createdAt: 0, chainKey: secret.make(),
                signingSeed: SecretBytes.random(byteCount: 32))
            var states = SenderKeyStates()
            _ = try states.add(SenderKeyDistribution(chain.distribution(for: group).encoded()))
            let hash = rosters.current.hash
            let late = try chain.seal([1], group: group, roster: hash, sender: alice)
            for bytes in [try chain.seal([2], group: group, roster: hash, sender: alice), late] {
                _ = try states.open(
                    SenderKeyMessage(bytes), group: group, sender: alice, rosters: rosters, at: 0)
            }
        }
        func derived(_ secret: Secret) throws -> [[UInt8]] {
            let step = try KDFBLAKE2b.derive(
                byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoSK1"), from: secret.make())
            let keys = try KDFBLAKE2b.derive(
                byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoGM1"), from: step, at: 32)
            return masked(step) + masked(keys)
        }
        try expectNoCopy(of: secret, derived: derived, after: talk)
    }

    @Test("when HKDF derived from it and what it derived was released")
    func hkdf() throws {
        let secret = Secret(hex: "48e839a49b8d1c52efd28e8baf1d4fadd572426af660c25941cf9966c7c7504b")
        let (salt, info): ([UInt8], [UInt8]) = ([1, 2, 3], [4, 5])
        func derive(_ secret: Secret) throws -> SecretBytes {
            try HKDFSHA256.derive(from: secret.make(), salt: salt.span, info: info.span, byteCount: 64)
        }
        func extracted(_ secret: Secret) throws -> SecretBytes {
            try secret.make().withSpan { HMACSHA256.authenticate($0, with: SecretBytes(copying: salt.span)) }
        }
        try expectNoCopy(
            of: secret, derived: { masked(try derive($0)) + masked(try extracted($0)) },
            after: { _ = try derive($0).count })
    }

    @Test("when it was the key of HMAC-SHA-256 and what came out")
    func hmacSHA256() throws {
        let secret = Secret(hex: "30cfabfccf6a926d1efdd8a5e2e182e9a9db14bbefdd9d56c8a32a8b9873ad43")
        let message: [UInt8] = Array("message".utf8)
        func tag(_ secret: Secret) throws -> SecretBytes {
            HMACSHA256.authenticate(message.span, with: try secret.make())
        }
        try expectNoCopy(of: secret, derived: { masked(try tag($0)) }) { _ = try tag($0).count }
    }

    @Test("when it was the key of HMAC-SHA-512 and what came out")
    func hmacSHA512() throws {
        let secret = Secret(hex: "184988f45c828e915a5d87236f3e6dd8079d1211b2637f068c42fbc911024c78")
        let message: [UInt8] = Array("message".utf8)
        func tag(_ secret: Secret) throws -> SecretBytes {
            HMACSHA512.authenticate(message.span, with: try secret.make())
        }
        try expectNoCopy(of: secret, derived: { masked(try tag($0)) }) { _ = try tag($0).count }
    }

    @Test("when it was the key of BLAKE2b and what came out", arguments: [32, 64])
    func blake2b(_ byteCount: Int) throws {
        let secret = Secret(hex: "3069952a2cbd35f9d9aa3bd6e6e8e85f1292ef4bab201437d791418dd8df8365")
        let message: [UInt8] = Array("message".utf8)
        func tag(_ secret: Secret) throws -> SecretBytes {
            try BLAKE2b.authenticate(message.span, with: secret.make(), byteCount: byteCount)
        }
        try expectNoCopy(of: secret, derived: { masked(try tag($0)) }) { _ = try tag($0).count }
    }

    @Test("when it was the key that other keys were derived from", arguments: [32, 64])
    func keyDerivation(_ byteCount: Int) throws {
        let secret = Secret(hex: "40c4011142ce4b755a401150bcc522eecdfb5746e5f4df7f53b9f3657378bc4f")
        func derived(_ secret: Secret) throws -> SecretBytes {
            try KDFBLAKE2b.derive(
                byteCount: byteCount, id: 1, context: KDFBLAKE2b.Context("context0"), from: secret.make())
        }
        try expectNoCopy(of: secret, derived: { masked(try derived($0)) }) { _ = try derived($0).count }
    }

    @Test("when it was the key that sealed or opened a message, with the keys that came from it")
    func sealing() throws {
        let secret = Secret(hex: "80e28a9f45026e1c08826757cde05df3dd934d6c37e2cd2987983ba0cd372677")
        let label = KDFBLAKE2b.Context("SottoMK1")
        let context = try Bytes32([UInt8](repeating: 3, count: 32))
        func keys(_ secret: Secret) throws -> [[UInt8]] {
            masked(try KDFBLAKE2b.derive(byteCount: 64, id: 1, context: label, from: secret.make()))
        }
        func sealed(_ secret: Secret) throws -> [UInt8] {
            var message = [UInt8](repeating: 0, count: 100)
            try SyntheticNonceAEAD.seal(
                &message, headerByteCount: 4, context: context, label: label, key: secret.make())
            return message
        }
        try expectNoCopy(of: secret, derived: keys) { _ = try sealed($0) }
        let messages = [secret.hex: try sealed(secret), Self.decoy.hex: try sealed(Self.decoy)]
        try expectNoCopy(of: secret, derived: keys) { secret in
            _ = try SyntheticNonceAEAD.open(
                messages[secret.hex] ?? [], headerByteCount: 4, context: context, label: label,
                key: secret.make())
        }
    }

    @Test("when it was the key of an AEAD")
    func aead() throws {
        let secret = Secret(hex: "b8b081efdb067d7d58a663b974e34316fdb474cce1a02f66a093021ba0054f6c")
        let (text, nonce): ([UInt8], [UInt8]) = ([1, 2, 3], [UInt8](repeating: 1, count: 12))
        let longNonce = [UInt8](repeating: 1, count: 24)
        try expectNoCopy(of: secret) { secret in
            let sealed = try ChaCha20Poly1305.seal(
                text.span, associatedData: text.span, nonce: nonce.span, with: secret.make())
            _ = try ChaCha20Poly1305.open(
                sealed.span, associatedData: text.span, nonce: nonce.span, with: secret.make())
        }
        try expectNoCopy(of: secret) { secret in
            let sealed = try XChaCha20Poly1305.seal(
                text.span, associatedData: text.span, nonce: longNonce.span, with: secret.make())
            _ = try XChaCha20Poly1305.open(
                sealed.span, associatedData: text.span, nonce: longNonce.span, with: secret.make())
        }
    }

    @Test("when it was a passphrase and the key that Argon2id made of it")
    func argon2id() throws {
        let secret = Secret(hex: "0802ec72ab8c9dd18dbcb734f2f5a4622abcb1ceab160971ee29ef4ffe853753")
        let salt = [UInt8](repeating: 9, count: 16)
        let cost = try Argon2id.Cost(memoryKiB: 19_456, passes: 2)
        func key(_ secret: Secret) throws -> SecretBytes {
            try Argon2id.derive(from: secret.make(), salt: salt.span, cost: cost)
        }
        try expectNoCopy(of: secret, rounds: 2, derived: { masked(try key($0)) }) { _ = try key($0).count }
    }
}
#endif
