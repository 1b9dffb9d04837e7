import Memcheck
import SottoCrypto
import SottoHandshake
import SottoRatchet
import SottoSessions

/// Everything that touches a key, each with its keys marked secret.
enum Checks {
    static let all: [(name: String, run: @Sendable () throws -> Void)] = [
        ("HMAC and HKDF", macs), ("BLAKE2b and its key derivation", blake2b),
        ("key pair", keyPair), ("agreement", agreement), ("XEdDSA", signing),
        ("synthetic nonce AEAD", aead), ("equality", equality), ("hex and base64", text),
        ("X3DH", handshake), ("session in a chain", chain), ("session at a turn", turns),
        ("session with skipped keys", skipped), ("session refuses", refusals),
        ("session in an archive", archive),
    ]

    private static let message = [UInt8](repeating: 0x61, count: 200)

    static func macs() throws {
        for count in [16, 32, 64, 65, 200] {
            let key = secretBytes(count)
            let tag = HMACSHA256.authenticate(message.span, with: key)
            expectSecret(tag, "an HMAC")
            expectSecret(HMACSHA512.authenticate(message.span, with: key), "an HMAC")
            _ = tag.withSpan { HMACSHA256.isValid($0, for: message.span, with: key) }
            let derived = try HKDFSHA256.derive(
                from: key, salt: message.span, info: message.span, byteCount: 100)
            expectSecret(derived, "an HKDF output")
            expectSecret(
                HKDFSHA256.derive64(from: key, secretSalt: secretBytes(32), info: message.span), "a root step"
            )
        }
    }

    static func blake2b() throws {
        let key = secretBytes(64)
        expectSecret(try BLAKE2b.authenticate(message.span, with: key, byteCount: 32), "a keyed digest")
        let context = KDFBLAKE2b.Context("checking")
        expectSecret(
            try KDFBLAKE2b.derive(byteCount: 64, id: 7, context: context, from: key, at: 32), "a derived key")
        expectSecret(HMACChainKDF.step(key), "a chain step")
        expectSecret(BLAKE2bChainKDF.step(key), "a chain step")
    }

    static func keyPair() throws {
        let key = try X25519.PrivateKey(secretBytes(32))
        expectSecret(key.publicKey.bytes.bytes, atLeast: 32, "a public key on its way")
        let ed25519 = try Ed25519.PrivateKey(seed: secretBytes(32))
        expectSecret(ed25519.sign(message.span), atLeast: 32, "a signature on its way")
    }

    static func agreement() throws {
        let theirs = X25519.PrivateKey().publicKey
        expectSecret(try secretKeyPair().sharedSecret(with: theirs), "an agreement")
    }

    static func signing() throws {
        let key = try XEdDSA.PrivateKey(secretBytes(32))
        expectSecret(
            try key.sign(message.span, random: secretBytes(64)), atLeast: 60, "a signature on its way")
        expectSecret(key.sign(message.span), atLeast: 30, "a signature on its way")
        expectSecret(try key.sharedSecret(with: X25519.PrivateKey().publicKey), "an agreement")
        expectSecret(key.exposeScalar(), "a scalar")
    }

    static func aead() throws {
        let label = KDFBLAKE2b.Context("checking")
        let context = try Bytes32([UInt8](repeating: 1, count: 32))
        for count in [0, 1, 160, 1_000] {
            let key = secretBytes(64)
            var sealed = [UInt8](repeating: 5, count: 40 + 24 + count + 16)
            try SyntheticNonceAEAD.seal(
                &sealed, headerByteCount: 40, context: context, label: label, key: key, at: 32)
            expectSecret(sealed, atLeast: 40, "a sealed text on its way")
            Marks.makePublic(sealed)
            let opened = try SyntheticNonceAEAD.open(
                sealed, headerByteCount: 40, context: context, label: label, key: key, at: 32)
            if opened != [UInt8](repeating: 5, count: count) { fatalError("opened to something else") }
        }
    }

    static func equality() throws {
        let left = secretBytes(32)
        for other in [left.duplicate().exposeBytes(), secretBytes(32).exposeBytes()] {
            let right = SecretBytes(copying: other.span)
            _ = left.isEqual(to: right)
            _ = left.withSpan { ConstantTime.isEqual($0, other.span) }
            let guarded = try GuardedBytes(copying: left)
            _ = guarded.isEqual(to: try GuardedBytes(copying: right))
        }
    }

    /// Writing only: reading stops at the first character outside the alphabet, which says where a text is
    /// malformed and branches on nothing else.
    static func text() throws {
        for count in [1, 2, 3, 32, 33] {
            let secret = secretBytes(count)
            expectSecret(secret.hexEncoded(), "hex")
            expectSecret(secret.base64Encoded(), "base64")
        }
    }

    static func handshake() throws {
        let pair = try Pair.make()
        expectSecret(try pair.alice.exportSecret(for: [1]), "an exported secret")
        expectSecret(try pair.bob.exportSecret(for: [1]), "an exported secret")
    }

    static func chain() throws {
        let pair = try Pair.talking()
        for count in [0, 159, 160, 2_000] {
            try pair.send(.aliceToBob, count)
            try pair.send(.aliceToBob, count)
        }
    }

    static func turns() throws {
        let pair = try Pair.make()
        for round in 0..<3 {
            try pair.send(.aliceToBob, round)
            try pair.send(.bobToAlice, round)
        }
    }

    static func skipped() throws {
        let pair = try Pair.talking()
        // A gap within a chain, then one over a turn, then the old ones.
        let late = try (0..<40).map { _ in try pair.seal(.aliceToBob, 3) }
        try pair.send(.aliceToBob, 3)
        let older = try (0..<3).map { _ in try pair.seal(.aliceToBob, 3) }
        try pair.send(.bobToAlice, 3)
        try pair.send(.aliceToBob, 3)
        pair.bob = try pair.bob.withSecretKeys()
        for message in late + older { _ = try pair.bob.open(message, at: Pair.now) }
        _ = pair.bob.skippedKeyCount
    }

    static func refusals() throws {
        let pair = try Pair.talking()
        let good = try pair.seal(.aliceToBob, 5)
        for position in [12, good.count / 2, good.count - 1] {
            var bad = good
            bad[position] ^= 1
            _ = try? pair.bob.open(bad, at: Pair.now)
        }
        _ = try pair.bob.open(good, at: Pair.now)
        _ = try? pair.bob.open(good, at: Pair.now)
    }

    static func archive() throws {
        let pair = try Pair.talking()
        _ = try pair.seal(.aliceToBob, 5)
        try pair.send(.aliceToBob, 5)
        let archive = pair.bob.archive()
        expectSecret(archive.session, "a session's archive")
        expectSecret(archive.skipped, "the skipped keys' archive")
        let restored = try Session.restored(
            from: SessionArchive(
                session: archive.session.duplicate(), skipped: archive.skipped.duplicate()))
        if !restored.archive().isEqual(to: archive) { fatalError("a session changed in its archive") }
        pair.bob = restored
        try pair.send(.bobToAlice, 5)
    }
}
