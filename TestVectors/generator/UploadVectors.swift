import SottoCrypto
import SottoHandshake
import SottoIdentity

/// Values for the uploads of `Specs/X3DH.md`.
enum UploadVectors {
    static func cases() throws -> [JSONValue] {
        let plain = try make(ids: [3, 4, 9])
        var cases = [
            entry("three one-time prekeys", plain.bytes),
            entry("one one-time prekey", try make(ids: [17]).bytes),
            entry("no one-time prekeys", try make(ids: []).bytes),
            entry("replaces all", try make(ids: [1, 2], replacesAll: true).bytes),
            entry("replaces all with none", try make(ids: [], replacesAll: true).bytes),
            entry("smallest and largest ids", try make(ids: [0, 1, .max - 1, .max]).bytes),
            entry("only suite 2", try make(ids: [1], suites: [2]).bytes),
            entry("eight suites", try make(ids: [1], suites: Array(1...8)).bytes),
            entry("a newer ratchet", try make(ids: [1], capabilities: 2).bytes),
            entry("1,000 one-time prekeys", try make(ids: Array(0..<1_000)).bytes),
        ]
        cases += try unsigned(plain.bytes)
        cases += refusedHeads(plain.bytes)
        cases += refusedPrekeys(plain.bytes)
        cases += try refusedNumbers(plain.bytes)
        return cases
    }

    private static func make(
        ids: [UInt32], replacesAll: Bool = false, suites: [UInt8] = [1], capabilities: UInt8 = 1
    ) throws -> PrekeyUpload {
        let identity = try IdentityKeyPair(Inputs.secret("bob identity"))
        guard let registration = RegistrationID(4_711), let capabilities = Capabilities(capabilities) else {
            throw HandshakeError.malformed
        }
        let device = DeviceDescription(
            address: try Address(user: "bob", device: 2), registrationID: registration,
            capabilities: capabilities, suites: suites)
        let created: UInt64 = 1_800_000_000_000
        let privateKey = try Inputs.privateKey("bob signed prekey")
        let fields = SignedFields(
            device: device, createdAt: created, id: PrekeyID(8), publicKey: privateKey.publicKey,
            lastResortKEMPrekey: nil)
        let signature = try identity.sign(
            fields.bytes.span, random: Inputs.secret("signature random", count: 64))
        let signed = SignedPrekey(
            id: PrekeyID(8), privateKey: privateKey, device: device, createdAt: created, signature: signature)
        return try PrekeyUpload(
            identityKey: identity.publicKey, signedPrekey: signed, oneTimePrekeys: ids.map(oneTimePrekey),
            replacesAll: replacesAll)
    }

    private static func oneTimePrekey(_ id: UInt32) throws -> OneTimePrekeyBytes {
        OneTimePrekeyBytes(id: PrekeyID(id), publicKey: try Inputs.privateKey("bob one-time \(id)").publicKey)
    }

    private static func entry(_ id: String, _ bytes: [UInt8]) -> JSONValue {
        let verdict: (String, JSONValue)
        do { verdict = ("accepted", accepted(try PrekeyUpload(bytes))) } catch {
            verdict = ("refused", .string("\(error)"))
        }
        return .object([("id", .string(id)), ("upload", .hex(bytes)), verdict])
    }

    private static func accepted(_ upload: PrekeyUpload) -> JSONValue {
        let prekeys = upload.oneTimePrekeys.map { prekey in
            JSONValue.object([
                ("one_time_prekey_id", .number(prekey.id.value)),
                ("one_time_prekey", .hex(prekey.publicKey.encoded)),
            ])
        }
        let bundle = upload.bundle(oneTimePrekey: upload.oneTimePrekeys.first)
        return .object(
            BundleVectors.signedPart(upload.signed, nil) + [
                ("signature_valid", .bool(upload.isSignatureValid)),
                ("replaces_all", .bool(upload.replacesAll)), ("one_time_prekeys", .array(prekeys)),
                ("bundle", .hex(bundle.bytes)),
            ])
    }

    // Where the fields are; the user is "bob".
    private static let identity = 2
    private static let user = identity + 33
    private static let device = user + 4
    private static let registration = device + 4
    private static let suites = registration + 4
    private static let capabilities = suites + 2
    private static let createdAt = capabilities + 1
    private static let id = createdAt + 8
    private static let signedPrekey = id + 4
    private static let signature = signedPrekey + 33
    private static let flag = signature + 64
    private static let number = flag + 1
    private static let prekeys = number + 2

    private static func with(_ bytes: [UInt8], _ place: Int, _ change: [UInt8]) -> [UInt8] {
        Array(bytes[..<place]) + change + bytes[(place + change.count)...]
    }

    private static func idPlace(_ index: Int) -> Int { prekeys + 37 * index }
    private static func keyPlace(_ index: Int) -> Int { idPlace(index) + 4 }

    private static let zeros = [UInt8](repeating: 0, count: 32)
    private static let p: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

    /// Uploads that are read and whose signature is not valid, or still is.
    private static func unsigned(_ bytes: [UInt8]) throws -> [JSONValue] {
        let other = try Inputs.privateKey("mallory identity").publicKey.encoded
        let otherPrekey = try Inputs.privateKey("another signed prekey").publicKey.encoded
        let otherOneTime = try oneTimePrekey(5).publicKey.encoded
        return [
            entry("signature changed", with(bytes, signature, [bytes[signature] ^ 1])),
            entry("signature with bit 511", with(bytes, signature + 63, [bytes[signature + 63] ^ 0x80])),
            entry("identity key of another", with(bytes, identity, other)),
            entry("another user", with(bytes, user + 1, Array("bop".utf8))),
            entry("another device", with(bytes, device + 3, [3])),
            entry("registration id changed", with(bytes, registration, [0, 0, 0, 1])),
            entry("suites changed", with(bytes, suites + 1, [2])),
            entry("capabilities changed", with(bytes, capabilities, [0xFF])),
            entry("created-at changed", with(bytes, createdAt + 7, [1])),
            entry("signed prekey id changed", with(bytes, id, [0xFF, 0xFF, 0xFF, 0xFF])),
            entry("signed prekey of another", with(bytes, signedPrekey, otherPrekey)),
            entry("one-time prekey of another", with(bytes, keyPlace(1), otherOneTime)),
            entry("flag changed", with(bytes, flag, [1])),
        ]
    }

    /// Bytes that are no upload for what a bundle would have too.
    private static func refusedHeads(_ bytes: [UInt8]) -> [JSONValue] {
        [
            entry("nothing", []), entry("suite 2 alone", [2]),
            entry("suite 2", with(bytes, 0, [2])), entry("suite 0", with(bytes, 0, [0])),
            entry("kind of a bundle", with(bytes, 1, [3])), entry("kind 5", with(bytes, 1, [5])),
            entry("identity with another type byte", with(bytes, identity, [4])),
            entry("identity not canonical", with(bytes, identity + 1, p)),
            entry("identity of small order", with(bytes, identity + 1, zeros)),
            entry("no user", with(bytes, user, [0])), entry("device 0", with(bytes, device, [0, 0, 0, 0])),
            entry("registration id 0", with(bytes, registration, [0, 0, 0, 0])),
            entry("no suites", with(bytes, suites, [0])),
            entry(
                "suites that repeat", Array(bytes[..<suites]) + [2, 1, 1] + bytes[capabilities...]),
            entry(
                "nine suites", Array(bytes[..<suites]) + [9] + Array(1...9) + bytes[capabilities...]),
            entry("capabilities 0", with(bytes, capabilities, [0])),
            entry("signed prekey with another type byte", with(bytes, signedPrekey, [8])),
            entry("signed prekey not canonical", with(bytes, signedPrekey + 1, p)),
            entry("signed prekey of small order", with(bytes, signedPrekey + 1, zeros)),
            entry("cut in the signature", Array(bytes[..<(flag - 1)])),
            entry("cut after the signature", Array(bytes[..<flag])),
        ]
    }

    /// Bytes that are no upload for its one-time prekeys and what follows them.
    private static func refusedPrekeys(_ bytes: [UInt8]) -> [JSONValue] {
        let repeated = with(bytes, idPlace(1), [0, 0, 0, 3])
        return [
            entry("flag 2", with(bytes, flag, [2])),
            entry("ids that repeat", repeated),
            entry("ids that descend", with(bytes, idPlace(2), [0, 0, 0, 1])),
            entry("ids that descend by their first byte", with(bytes, idPlace(0), [1, 0, 0, 3])),
            entry("one-time prekey with another type byte", with(bytes, keyPlace(0), [4])),
            entry("one-time prekey not canonical", with(bytes, keyPlace(1) + 1, p)),
            entry("one-time prekey of small order", with(bytes, keyPlace(2) + 1, zeros)),
            entry("an id that repeats before a key of another type", with(repeated, keyPlace(1), [4])),
            entry("a key of another type before an id that repeats", with(repeated, keyPlace(0), [4])),
            entry("a last-resort KEM prekey", with(bytes, bytes.count - 3, [1])),
            entry("a one-time KEM prekey", with(bytes, bytes.count - 1, [1])),
            entry("256 one-time KEM prekeys", with(bytes, bytes.count - 2, [1])),
            entry("cut", Array(bytes.dropLast())),
            entry("cut after the one-time prekeys", Array(bytes.dropLast(3))),
            entry("something behind", bytes + [0]),
        ]
    }

    /// Numbers of one-time prekeys that don't fit.
    private static func refusedNumbers(_ bytes: [UInt8]) throws -> [JSONValue] {
        let badKey = with(bytes, keyPlace(0), [4])
        let full = try make(ids: Array(0..<1_000)).bytes
        let last = [0, 0, 3, 0xE8] + (try oneTimePrekey(1_000).publicKey.encoded)
        let more = Array(full.dropLast(3)) + last + full.suffix(3)
        return [
            entry("one fewer than there are", with(bytes, number, [0, 2])),
            entry("one more than there are", with(bytes, number, [0, 4])),
            entry("one more than there are, and a key of another type", with(badKey, number, [0, 4])),
            entry("a byte too few for all, and a key of another type", Array(badKey.dropLast(4))),
            entry("bytes enough for all, and a key of another type", Array(badKey.dropLast(3))),
            entry("the largest number", with(bytes, number, [0xFF, 0xFF])),
            entry("1,001 one-time prekeys", with(more, number, [0x03, 0xE9])),
        ]
    }
}
