import Memcheck
import SottoCrypto
import SottoSessions

/// Makes bytes secret in the eyes of memcheck, and public again.
enum Marks {
    static func makeSecret(_ secret: borrowing SecretBytes, _ range: Range<Int>? = nil) {
        let range = range ?? 0..<secret.count
        secret.withSpan { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                if let base = buffer.baseAddress { unsafe marks_secret(base + range.lowerBound, range.count) }
            }
        }
    }

    static func makePublic(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { buffer in
            if let base = buffer.baseAddress { unsafe marks_public(base, buffer.count) }
        }
    }

    static func makePublic(_ secret: borrowing SecretBytes) {
        secret.withSpan { span in
            unsafe span.withUnsafeBufferPointer { buffer in
                if let base = buffer.baseAddress { unsafe marks_public(base, buffer.count) }
            }
        }
    }

    static func secretCount(_ span: Span<UInt8>) -> Int {
        unsafe span.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe marks_secret_count(base, buffer.count)
        }
    }
}

/// Random bytes that are secret.
func secretBytes(_ count: Int) -> SecretBytes {
    let secret = SecretBytes.random(byteCount: count)
    Marks.makeSecret(secret)
    return secret
}

/// A key pair whose scalar is secret and whose public key isn't.
func secretKeyPair() -> X25519.PrivateKey {
    let key = X25519.PrivateKey()
    key.withScalar { Marks.makeSecret($0) }
    return key
}

/// Ends the program when a secret was lost on the way: then memcheck would watch nothing.
func expectSecret(_ secret: borrowing SecretBytes, _ what: String) {
    if secret.withSpan({ Marks.secretCount($0) }) == 0 { fatalError("\(what) isn't secret any more") }
}

func expectSecret(_ bytes: [UInt8], atLeast count: Int, _ what: String) {
    if Marks.secretCount(bytes.span) < count { fatalError("\(what) isn't secret any more") }
}

extension Session {
    /// The same session with all its keys secret: exporter, root, chains, our private key, skipped keys.
    borrowing func withSecretKeys() throws -> Session {
        let archive = archive()
        let session = archive.session.duplicate()
        Marks.makePublic(session)
        let state = 4 + 32 + 32 + 33
        let flags = session.withSpan { (turn: $0[state + 1], hasReceivingChain: $0[state + 2] == 1) }
        Marks.makeSecret(session, 36..<68)
        Marks.makeSecret(session, state + 4..<state + 36)
        if flags.turn != 2 { Marks.makeSecret(session, state + 36..<state + 68) }
        if flags.turn == 3 { Marks.makeSecret(session, state + 132..<state + 164) }
        if flags.hasReceivingChain { Marks.makeSecret(session, state + 172..<state + 204) }

        let skipped = archive.skipped.duplicate()
        Marks.makePublic(skipped)
        let runs = skipped.withSpan { Self.keyRanges(in: $0) }
        for range in runs { Marks.makeSecret(skipped, range) }
        return try Session.restored(from: SessionArchive(session: session, skipped: skipped))
    }

    /// Where the keys are in an archive of skipped keys.
    private static func keyRanges(in archive: Span<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = 5
        while offset < archive.count {
            var keyCount = 0
            for index in offset + 37..<offset + 41 { keyCount += archive[index].nonzeroBitCount }
            ranges.append(offset + 49..<offset + 49 + keyCount * 32)
            offset += 49 + keyCount * 32
        }
        return ranges
    }
}
