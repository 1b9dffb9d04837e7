import SottoCrypto
import SottoHandshake
import SottoRatchet
import SottoSafetyNumbers
import SottoSealedSender
import SottoSessions
import SottoWire

extension FuzzTarget {
    /// Inputs to start from: valid ones of each form, and scripts that reach far.
    package func seeds() throws -> [[UInt8]] {
        switch self {
        case .bundle: try Fixed.starts.get().map(\.bundle) + [Seeds.bundleWithEverything()]
        case .upload: try Seeds.uploads()
        case .message: try Seeds.messages()
        case .address: [[5] + Array("alice".utf8) + [0, 0, 0, 1]]
        case .varint: [[0], [0x7F], [0x80, 1], [0xFF, 0xFF, 0xFF, 0xFF, 7]]
        case .reader: [[16, 0x81, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 8, 4, 5, 0, 1, 2, 3, 8]]
        case .key: [try Fixed.privateKey(6).publicKey.encoded + [UInt8](repeating: 1, count: 70)]
        case .archive: try Seeds.archives()
        case .skipped: try [Fixed.noSkippedKeys, Seeds.skippedKeys(40), Seeds.skippedKeys(3)]
        case .padding: [Seeds.padded(0), Seeds.padded(159), Seeds.padded(160), Seeds.padded(5_000)]
        case .text: ["00ff", "c290dHRvIQ==", "c290dG8=", "c290", "ABCDEF", ""].map { Array($0.utf8) }
        case .number: try Seeds.numbers()
        case .certificate: try Seeds.certificates()
        case .envelope: try [FixedMail.shared.get().envelope, FixedMail.shared.get().content]
        case .split: try [FixedMail.shared.get().sent]
        case .roster: try FixedGroup.rosterSeeds()
        case .distribution: try FixedGroup.distributionSeeds()
        case .groupmessage: try FixedGroup.messageSeeds()
        case .chains: try FixedGroup.stateSeeds()
        case .content: try ContentTarget.seeds()
        case .push: try PushTargets.binarySeeds()
        case .pushjson: try PushTargets.jsonSeeds()
        case .pushtext: try PushTargets.textSeeds()
        case .pushencode:
            [[0, 15, 255, 0, 200, 1, 0, 8], [3, 1, 0, 15, 0, 4, 0, 64, 9], [5, 19, 255, 19, 240, 0, 0, 1]]
        case .event: try StoredTarget.events()
        case .kept: try StoredTarget.kept()
        case .sessions: Seeds.sessionScripts
        case .stores: Seeds.storeScripts
        }
    }
}

private enum Seeds {
    static func certificates() throws -> [[UInt8]] {
        let mail = try FixedMail.shared.get()
        return [mail.certificate.bytes, mail.certificate.withoutServerCertificate.bytes, mail.server.bytes]
    }

    static func padded(_ count: Int) -> [UInt8] {
        let content = [UInt8](repeating: 7, count: count)
        let zeros = Padding.bucket(count + 1) - count - 1
        return content + [Padding.marker] + [UInt8](repeating: 0, count: zeros)
    }

    /// A bundle that uses the places kept for a KEM, and proof.
    static func bundleWithEverything() throws -> [UInt8] {
        guard let plain = try Fixed.starts.get().last.map({ try PrekeyBundle($0.bundle) }) else { return [] }
        let kem = KEMPrekeyBytes(id: PrekeyID(3), key: [1, 2, 3, 4])
        return PrekeyBundle(
            identityKey: plain.identityKey, device: plain.device, createdAt: plain.createdAt,
            signedPrekeyID: plain.signedPrekeyID, signedPrekey: plain.signedPrekey,
            signature: plain.signature, oneTimePrekey: plain.oneTimePrekey, lastResortKEMPrekey: kem,
            oneTimeKEMPrekey: SignedKEMPrekeyBytes(prekey: kem, signature: plain.signature),
            proof: [9, 9, 9]
        ).bytes
    }

    /// Codes of both sides and both versions, and digits in two scripts.
    static func numbers() throws -> [[UInt8]] {
        let number = try Fixed.number.get()
        let other = SafetyNumber(ours: number.theirs, theirs: number.ours)
        return ScannableVersion.allCases.flatMap {
            [number.scannable(version: $0), other.scannable(version: $0)]
        }
            + [Array(number.text().utf8), Array("\u{2066}٣٠٠٣٥-٤٤٧٧٦".utf8)]
    }

    /// Uploads with none, one and three one-time prekeys, with both values of the flag.
    static func uploads() throws -> [[UInt8]] {
        let bob = try Fixed.identity(2)
        let signed = SignedPrekey(
            id: PrekeyID(7), privateKey: try Fixed.privateKey(1), identity: bob,
            device: try Fixed.device("bob", 2), createdAt: Fixed.now)
        return try [[], [9], [0, 10, .max]].map { (ids: [UInt32]) in
            let prekeys = try ids.map {
                OneTimePrekeyBytes(id: PrekeyID($0), publicKey: try Fixed.privateKey(UInt64($0)).publicKey)
            }
            return try PrekeyUpload(
                identityKey: bob.publicKey, signedPrekey: signed, oneTimePrekeys: prekeys,
                replacesAll: ids.count == 1
            ).bytes
        }
    }

    static func messages() throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for start in try Fixed.starts.get() {
            let alice = try SessionScript.Side(start.initiator, isInitiator: true)
            let bob = try SessionScript.Side(start.responder, isInitiator: false)
            let first = try alice.session.seal([1], freshKey: { Fixed.freshKey(7) })
            _ = try bob.session.open(first, at: Fixed.now)
            messages += [first, try bob.session.seal([2], freshKey: { Fixed.freshKey(7) })]
        }
        return messages
    }

    /// Sessions in each turn of the ratchet, in the form of the target's input.
    static func archives() throws -> [[UInt8]] {
        guard let start = try Fixed.starts.get().first else { return [] }
        let alice = try SessionScript.Side(start.initiator, isInitiator: true)
        let bob = try SessionScript.Side(start.responder, isInitiator: false)
        var inputs = [input(alice), input(bob)]
        _ = try alice.session.seal([0])
        _ = try bob.session.open(try alice.session.seal([1]), at: Fixed.now)
        inputs.append(input(bob))
        _ = try alice.session.open(try bob.session.seal([2]), at: Fixed.now)
        inputs += [input(alice), input(bob)]
        return inputs
    }

    private static func input(_ side: SessionScript.Side) -> [UInt8] {
        let archive = side.session.archive()
        let session = archive.session.exposeBytes()
        let message: [UInt8] = [0, 0, 0, 0, 2, 0, 0, 0, 0]
        return [UInt8(session.count >> 8), UInt8(session.count & 0xFF)] + session + message
            + archive.skipped.exposeBytes()
    }

    static func skippedKeys(_ count: Int) throws -> [UInt8] {
        guard let start = try Fixed.starts.get().first else { return [] }
        let alice = try SessionScript.Side(start.initiator, isInitiator: true)
        let bob = try SessionScript.Side(start.responder, isInitiator: false)
        for _ in 0..<count { _ = try alice.session.seal([]) }
        _ = try bob.session.open(try alice.session.seal([]), at: Fixed.now)
        _ = try alice.session.open(try bob.session.seal([]), at: Fixed.now)
        for _ in 0..<count { _ = try alice.session.seal([]) }
        _ = try bob.session.open(try alice.session.seal([]), at: Fixed.now + 1)
        return bob.session.archive().skipped.exposeBytes()
    }

    // The first byte of each is the start; then operation and arguments.
    static let sessionScripts: [[UInt8]] = [
        // In order, turn after turn.
        [0, 0, 5, 5, 0x80, 9, 0x85, 0, 5, 5, 0x80, 2, 0x85],
        // Gaps of 900 in three chains, which passes the limit of skipped keys; old ones come late.
        [
            1, 0, 1, 4, 90, 0, 2, 5, 0x80, 1, 0x85, 4, 90, 0, 3, 5, 0x80, 1, 0x85, 4, 90, 0, 4, 5, 6, 0, 6, 1,
            13, 0x8D,
        ],
        // Everything that damages.
        [
            0, 0, 5, 0, 7, 9, 0, 0, 40, 10, 1, 3, 10, 0, 200, 11, 0, 1, 2, 12, 0, 1, 0, 0, 0, 9, 15, 0, 5, 6,
            0,
            0x80, 3, 0x80, 4, 0x89, 0, 0xFF, 0xFF, 0x8B, 0, 1, 1, 0x8F, 0, 0x85,
        ],
        // Skipped keys that expire.
        [0, 0, 1, 3, 9, 0, 2, 5, 14, 127, 14, 100, 3, 2, 0, 3, 5, 6, 0, 0x80, 1, 0x85],
    ]

    static let storeScripts: [[UInt8]] = [
        // One starts, both talk.
        [0, 3, 0, 0, 6, 0x80, 0x86, 0, 6],
        // Both start and cross.
        [0, 3, 0x84, 0, 0, 0x80, 0x80, 9, 0x89],
        // Three first messages in another order, with one bundle, then with a prekey that is gone.
        [1, 4, 0, 5, 0, 5, 0, 7, 2, 7, 0, 7, 1, 7, 1, 3, 0x8D, 1, 0, 6],
        // A stranger, a wrong hint, a flipped bit, bytes that are no message.
        [0, 3, 0, 11, 0, 1, 2, 6, 14, 0, 12, 0, 3, 15, 4, 1, 2, 3, 4, 0x80, 0x86],
    ]
}
