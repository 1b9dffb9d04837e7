import SottoCrypto
import SottoHandshake
import SottoIdentity
import TestSupport
import Testing

/// What a device hands to its server, and the bundles made of it.
///
/// Rules HS-16, HS-17, HS-20, EN-9, EN-10.
@Suite("A prekey upload")
struct UploadTests {
    let bob: TestDevice
    let upload: PrekeyUpload

    init() throws {
        bob = try TestDevice("bob")
        upload = try bob.upload(ids: [3, 4, 9])
    }

    @Test(
        "comes back the same from its bytes, and its bytes from what was read", arguments: [true, false],
        [0, 1, 2, 999, 1_000])
    func roundTrip(replacesAll: Bool, count: UInt32) throws {
        let upload = try bob.upload(ids: Array(0..<count), replacesAll: replacesAll)
        let read = try PrekeyUpload(upload.bytes)
        // A failed comparison of long arrays would print for minutes.
        let isSame = read == upload && read.bytes == upload.bytes
        #expect(isSame)
        #expect(read.replacesAll == replacesAll)
        #expect(read.oneTimePrekeys.map(\.id.value) == Array(0..<count))
        #expect(read.isSignatureValid)
        #expect(upload.bytes.count == UploadPlace.oneTimePrekeys + Int(count) * 37 + 3)
    }

    @Test("says what the device said of itself and of its signed prekey")
    func fields() throws {
        let read = try PrekeyUpload(upload.bytes)
        #expect(read.identityKey == bob.identity.publicKey)
        #expect(read.device == bob.device)
        #expect(read.createdAt == bob.signedPrekey.createdAt)
        #expect(read.signedPrekeyID == bob.signedPrekey.id)
        #expect(read.signedPrekey == bob.signedPrekey.publicKey)
        #expect(read.signature == bob.signedPrekey.signature)
    }

    @Test("has a bundle's bytes up to the signature, but for the kind; then its own")
    func layout() throws {
        let bytes = upload.bytes
        let bundle = bob.bundle.bytes
        #expect(bytes[..<2] == [1, 4])
        #expect(bundle[..<2] == [1, 3])
        #expect(bytes[2..<UploadPlace.flag] == bundle[2..<UploadPlace.flag])
        let first = try #require(upload.oneTimePrekeys.first)
        let expected = [0, 0, 3, 0, 0, 0, 3] + first.publicKey.encoded + [0, 0, 0, 4]
        #expect(bytes[UploadPlace.flag...].starts(with: expected))
        #expect(bytes.suffix(3) == [0, 0, 0])
    }

    @Test("is no bundle, and a bundle is no upload")
    func otherKind() {
        #expect(throws: HandshakeError.malformed) { try PrekeyBundle(upload.bytes) }
        #expect(throws: HandshakeError.malformed) { try PrekeyUpload(bob.bundle.bytes) }
    }

    @Test("with ids up to the largest is read")
    func ids() throws {
        let upload = try bob.upload(ids: [0, 1, .max - 1, .max])
        #expect(try PrekeyUpload(upload.bytes) == upload)
    }

    @Test("isn't made of ids that don't ascend, nor of more than 1,000 one-time prekeys")
    func notMade() throws {
        for ids in [[1, 1], [2, 1], [1, 3, 2], Array(0...1_000)] as [[UInt32]] {
            #expect(throws: HandshakeError.malformed, "\(ids.prefix(3))") { try bob.upload(ids: ids) }
        }
    }

    @Test("has an invalid signature when any field that it covers is another one, or the identity key")
    func signature() throws {
        let stranger = try TestDevice("mallory")
        let places = [
            UploadPlace.registrationID + 3, UploadPlace.suites + 1, UploadPlace.capabilities,
            UploadPlace.createdAt + 7, UploadPlace.signedPrekeyID + 3, UploadPlace.signature,
        ]
        for place in places {
            let changed = try PrekeyUpload(upload.bytes.replacing(place, [upload.bytes[place] ^ 2]))
            #expect(!changed.isSignatureValid, "byte \(place)")
        }
        for (place, key) in [
            (UploadPlace.identityKey, stranger.identity.publicKey.encoded),
            (UploadPlace.signedPrekey, stranger.bundle.signedPrekey.encoded),
        ] {
            #expect(try !PrekeyUpload(upload.bytes.replacing(place, key)).isSignatureValid, "key at \(place)")
        }
    }

    @Test("has a signature that leaves the one-time prekeys and the flag before them open")
    func notSigned() throws {
        #expect(try bob.upload(ids: []).isSignatureValid)
        #expect(try PrekeyUpload(upload.bytes.replacing(UploadPlace.flag, [1])).isSignatureValid)
    }

    @Test("makes the bundles that its device would make, and they verify")
    func bundles() throws {
        let read = try PrekeyUpload(upload.bytes)
        for oneTimePrekey in [nil] + upload.oneTimePrekeys.map(Optional.some) {
            let bundle = read.bundle(oneTimePrekey: oneTimePrekey)
            let own = PrekeyBundle(
                identityKey: bob.identity.publicKey, signedPrekey: bob.signedPrekey,
                oneTimePrekey: oneTimePrekey)
            #expect(bundle == own)
            #expect(bundle.bytes == own.bytes)
            let verified = try PrekeyBundle(bundle.bytes).verified(for: bob.device.address, at: testInstant)
            #expect(verified.bundle.oneTimePrekey == oneTimePrekey)
        }
    }

    @Test("makes a bundle that is refused when its signature is not valid")
    func refusedBundle() throws {
        let forged = try PrekeyUpload(upload.bytes.replacing(UploadPlace.createdAt + 7, [1]))
        #expect(throws: HandshakeError.signatureInvalid) {
            try forged.bundle(oneTimePrekey: nil).verified(for: bob.device.address, at: testInstant)
        }
    }
}

/// Where the fields are in an upload of the user "bob".
enum UploadPlace {
    static let identityKey = 2
    static let userByteCount = 35
    static let device = 39
    static let registrationID = 43
    static let suites = 47
    static let capabilities = 49
    static let createdAt = 50
    static let signedPrekeyID = 58
    static let signedPrekey = 62
    static let signature = 95
    static let flag = 159
    static let count = 160
    static let oneTimePrekeys = 162
}

extension TestDevice {
    /// An upload with fresh one-time prekeys of these numbers.
    func upload(ids: [UInt32], replacesAll: Bool = false) throws(HandshakeError) -> PrekeyUpload {
        try PrekeyUpload(
            identityKey: identity.publicKey, signedPrekey: signedPrekey,
            oneTimePrekeys: ids.map {
                OneTimePrekeyBytes(id: PrekeyID($0), publicKey: X25519.PrivateKey().publicKey)
            }, replacesAll: replacesAll)
    }
}

extension [UInt8] {
    /// The same bytes with others from `place` on, as many as are given.
    func replacing(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
        Array(self[..<place]) + bytes + self[(place + bytes.count)...]
    }
}
