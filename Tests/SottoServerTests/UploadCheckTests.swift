import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoServer
import TestSupport
import Testing

/// Which uploads a server takes.
///
/// Rules SV-4, HS-17, HS-20.
@Suite("An upload at the server")
struct UploadCheckTests {
    let bob: TestDevice
    let keys: [X25519.PublicKey]

    init() throws {
        bob = try TestDevice("bob")
        keys = (0..<3).map { _ in X25519.PrivateKey().publicKey }
    }

    func upload(
        _ oneTimeKeys: [X25519.PublicKey], identity: IdentityPublicKey? = nil
    ) throws -> PrekeyUpload {
        let prekeys = oneTimeKeys.enumerated().map {
            OneTimePrekeyBytes(id: PrekeyID(UInt32($0.offset) + 10), publicKey: $0.element)
        }
        return try PrekeyUpload(
            identityKey: identity ?? bob.identity.publicKey, signedPrekey: bob.signedPrekey,
            oneTimePrekeys: prekeys, replacesAll: false)
    }

    func refusal(
        _ upload: PrekeyUpload, from address: Address? = nil, known: IdentityPublicKey? = nil
    ) -> UploadError? {
        do throws(UploadError) {
            _ = try upload.verified(from: address ?? bob.device.address, knownIdentityKey: known)
            return nil
        } catch {
            return error
        }
    }

    @Test("is taken from its device, and gives bundles that initiators take")
    func taken() throws {
        let read = try PrekeyUpload(try upload(keys).bytes)
        for known in [nil, bob.identity.publicKey] {
            let verified = try read.verified(from: bob.device.address, knownIdentityKey: known)
            #expect(verified.upload == read)
            let bundle = verified.bundle(oneTimePrekey: read.oneTimePrekeys.first)
            #expect(throws: Never.self) { try bundle.verified(for: bob.device.address, at: testInstant) }
        }
    }

    @Test("is refused from another device or user")
    func otherAddress() throws {
        let upload = try upload(keys)
        #expect(refusal(upload, from: try Address(user: "bob", device: 2)) == .wrongAddress)
        #expect(refusal(upload, from: try Address(user: "bobby", device: 1)) == .wrongAddress)
    }

    @Test("is refused with another identity key than the server has")
    func otherIdentity() throws {
        let other = try IdentityKeyPair()
        #expect(refusal(try upload(keys), known: other.publicKey) == .wrongIdentityKey)
        #expect(refusal(try upload(keys, identity: other.publicKey)) == .signatureInvalid)
    }

    @Test("is refused when a key is there twice")
    func repeated() throws {
        #expect(refusal(try upload([keys[0], keys[1], keys[0]])) == .repeatedKey(PrekeyID(12)))
        #expect(refusal(try upload([keys[0], bob.signedPrekey.publicKey])) == .repeatedKey(PrekeyID(11)))
        #expect(refusal(try upload([bob.identity.publicKey.key])) == .repeatedKey(PrekeyID(10)))
        let own = try upload([], identity: IdentityPublicKey(bob.signedPrekey.publicKey))
        #expect(refusal(own) == .repeatedKey(PrekeyID(1)))
    }

    @Test("is refused with any bit of its signed part flipped")
    func flipped() throws {
        let bytes = try upload([]).bytes
        for index in 0..<(bytes.count - 6) {
            var copy = bytes
            copy[index] ^= 1
            guard let upload = try? PrekeyUpload(copy) else { continue }
            #expect(refusal(upload) != nil, "byte \(index)")
        }
    }

    @Test("is taken however old it is: its device would repeat it for ever")
    func old() throws {
        let old = SignedPrekey(id: PrekeyID(1), identity: bob.identity, device: bob.device, createdAt: 0)
        let upload = try PrekeyUpload(
            identityKey: bob.identity.publicKey, signedPrekey: old, oneTimePrekeys: [], replacesAll: true)
        #expect(refusal(upload) == nil)
        let bundle = upload.bundle(oneTimePrekey: nil)
        #expect(throws: HandshakeError.signedPrekeyTooOld) {
            try bundle.verified(for: bob.device.address, at: testInstant)
        }
    }
}
