import SottoCrypto
import SottoHandshake
import SottoIdentity

/// Values for the bundles of `Specs/X3DH.md`.
enum BundleVectors {
    private static let created: UInt64 = 1_800_000_000_000
    private static let day: UInt64 = 86_400_000

    static func cases() throws -> [JSONValue] {
        let address = try Address(user: "bob", device: 2)
        let plain = try make(address)
        let full = try make(address, kem: true, proof: Inputs.bytes("proof", count: 77))
        let everything = try make(address, oneTime: true, kem: true, proof: [1])
        var cases = [
            entry("one-time prekey", try make(address, oneTime: true), address),
            entry("no one-time prekey", plain, address),
            entry("KEM prekeys and proof", full, address),
            entry("everything", everything, address),
            entry("as old as allowed", plain, address, now: created + 37 * day),
            entry("a millisecond too old", plain, address, now: created + 37 * day + 1),
            entry("as far ahead as allowed", plain, address, now: created - 7 * day),
            entry("a millisecond too far ahead", plain, address, now: created - 7 * day - 1),
            entry("another device", plain, try Address(user: "bob", device: 3)),
            entry("another user", plain, try Address(user: "bo", device: 2)),
            entry("only suite 2", try make(address, suites: [2]), address),
            entry("suites 1 and 2", try make(address, suites: [1, 2]), address),
            entry("a newer ratchet", try make(address, capabilities: 2), address),
        ]
        cases += try changed(plain, full, address)
        cases += parsed(plain, full, address)
        return cases
    }

    private static func make(
        _ address: Address, oneTime: Bool = false, kem: Bool = false, proof: [UInt8] = [],
        suites: [UInt8] = [1], capabilities: UInt8 = 1, identityName: String = "bob identity"
    ) throws -> PrekeyBundle {
        let identity = try IdentityKeyPair(Inputs.secret(identityName))
        guard let registration = RegistrationID(4_711), let capabilities = Capabilities(capabilities) else {
            throw HandshakeError.malformed
        }
        let device = DeviceDescription(
            address: address, registrationID: registration, capabilities: capabilities, suites: suites)
        let kemPrekey = kem ? KEMPrekeyBytes(id: PrekeyID(9), key: Inputs.bytes("kem", count: 1_185)) : nil
        let oneTimeKEM =
            kem
            ? SignedKEMPrekeyBytes(
                prekey: KEMPrekeyBytes(id: PrekeyID(10), key: Inputs.bytes("one-time kem", count: 1_185)),
                signature: Inputs.bytes("kem signature", count: 64)) : nil
        let signedPrekey = try Inputs.privateKey("bob signed prekey").publicKey
        let fields = SignedFields(
            device: device, createdAt: created, id: PrekeyID(0), publicKey: signedPrekey,
            lastResortKEMPrekey: kemPrekey)
        let signature = try identity.sign(
            fields.bytes.span, random: Inputs.secret("signature random", count: 64))
        return PrekeyBundle(
            identityKey: identity.publicKey, device: device, createdAt: created, signedPrekeyID: PrekeyID(0),
            signedPrekey: signedPrekey, signature: signature,
            oneTimePrekey: oneTime
                ? OneTimePrekeyBytes(
                    id: PrekeyID(.max), publicKey: try Inputs.privateKey("bob one-time").publicKey) : nil,
            lastResortKEMPrekey: kemPrekey, oneTimeKEMPrekey: oneTimeKEM, proof: proof)
    }

    private static func entry(
        _ id: String, _ bundle: PrekeyBundle, _ asked: Address, now: UInt64 = created + 1
    ) -> JSONValue {
        entry(id, bundle.bytes, asked, now: now)
    }

    private static func entry(
        _ id: String, _ bytes: [UInt8], _ asked: Address, now: UInt64 = created + 1
    ) -> JSONValue {
        let verdict: (String, JSONValue)
        do {
            verdict = ("accepted", accepted(try PrekeyBundle(bytes).verified(for: asked, at: now).bundle))
        } catch {
            verdict = ("refused", .string("\(error)"))
        }
        return .object([
            ("id", .string(id)), ("bundle", .hex(bytes)), ("asked_user", .hex(asked.user.bytes)),
            ("asked_device", .number(asked.device)), ("now", .number(now)), verdict,
        ])
    }

    private static func accepted(_ bundle: PrekeyBundle) -> JSONValue {
        let rest: [(String, JSONValue)] = [
            ("one_time_prekey_id", bundle.oneTimePrekey.map { .number($0.id.value) } ?? .null),
            ("one_time_prekey", bundle.oneTimePrekey.map { .hex($0.publicKey.encoded) } ?? .null),
            ("kem_id", bundle.lastResortKEMPrekey.map { .number($0.id.value) } ?? .null),
            ("kem_key", bundle.lastResortKEMPrekey.map { .hex($0.key) } ?? .null),
            ("one_time_kem_id", bundle.oneTimeKEMPrekey.map { .number($0.prekey.id.value) } ?? .null),
            ("one_time_kem_key", bundle.oneTimeKEMPrekey.map { .hex($0.prekey.key) } ?? .null),
            ("one_time_kem_signature", bundle.oneTimeKEMPrekey.map { .hex($0.signature) } ?? .null),
            ("proof", .hex(bundle.proof)),
        ]
        return .object(signedPart(bundle.signed, bundle.lastResortKEMPrekey) + rest)
    }

    /// The fields up to the signature, and the bytes that this covers.
    static func signedPart(
        _ signed: SignedPrekeyBytes, _ lastResortKEMPrekey: KEMPrekeyBytes?
    ) -> [(String, JSONValue)] {
        [
            ("identity", .hex(signed.identityKey.encoded)), ("user", .hex(signed.device.address.user.bytes)),
            ("device", .number(signed.device.address.device)),
            ("registration_id", .number(signed.device.registrationID.value)),
            ("suites", .array(signed.device.suites.map { .number(UInt64($0)) })),
            ("capabilities", .number(UInt64(signed.device.capabilities.lowestRatchetVersion))),
            ("created_at", .number(signed.createdAt)), ("signed_prekey_id", .number(signed.id.value)),
            ("signed_prekey", .hex(signed.publicKey.encoded)), ("signature", .hex(signed.signature)),
            ("signed_bytes", .hex(signed.fields(lastResortKEMPrekey: lastResortKEMPrekey).bytes)),
        ]
    }

    /// Each signed field changed under the old signature.
    private static func changed(
        _ plain: PrekeyBundle, _ full: PrekeyBundle, _ address: Address
    ) throws -> [JSONValue] {
        let user = 2 + 33
        let registration = user + 1 + 3 + 4
        let suites = registration + 4
        let capabilities = suites + 2
        let createdAt = capabilities + 1
        let id = createdAt + 8
        let signature = id + 4 + 33
        func flipped(_ bytes: [UInt8], _ index: Int, _ mask: UInt8 = 1) -> [UInt8] {
            var copy = bytes
            copy[index] ^= mask
            return copy
        }
        let other = try make(address, identityName: "mallory identity")
        let swapped =
            Array(plain.bytes[..<2]) + other.identityKey.encoded + plain.bytes[35...]
        var prekeySwapped = Array(plain.bytes[..<(id + 4)])
        prekeySwapped += try Inputs.privateKey("another signed prekey").publicKey.encoded
        prekeySwapped += plain.bytes[signature...]
        let mixed = plain.bytes.dropLast(4) + full.bytes[(plain.bytes.count - 4)...]
        return [
            entry("signature changed", flipped(plain.bytes, signature), address),
            entry("signature with bit 511", flipped(plain.bytes, signature + 63, 0x80), address),
            entry("registration id changed", flipped(plain.bytes, registration + 3), address),
            entry("created-at changed", flipped(plain.bytes, createdAt + 7), address),
            entry("signed prekey id changed", flipped(plain.bytes, id + 3), address),
            entry("identity key of another", swapped, address),
            entry("signed prekey of another", prekeySwapped, address),
            entry("KEM prekey added to an old signature", Array(mixed), address),
            entry("KEM prekey changed", flipped(full.bytes, plain.bytes.count + 20), address),
        ]
    }

    /// Bytes that are no bundle.
    private static func parsed(
        _ plain: PrekeyBundle, _ full: PrekeyBundle, _ address: Address
    ) -> [JSONValue] {
        let bytes = plain.bytes
        let suites = 2 + 33 + 1 + 3 + 4 + 4
        func with(_ index: Int, _ value: UInt8) -> [UInt8] {
            var copy = bytes
            copy[index] = value
            return copy
        }
        func keyed(_ offset: Int, _ u: [UInt8]) -> [UInt8] {
            Array(bytes[..<offset]) + u + Array(bytes[(offset + 32)...])
        }
        let p: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        let prekey = suites + 2 + 1 + 8 + 4 + 1
        return [
            entry("nothing", [], address), entry("suite 2", with(0, 2), address),
            entry("suite 0", with(0, 0), address), entry("kind of a message", with(1, 1), address),
            entry("identity with another type byte", with(2, 4), address),
            entry("identity not canonical", keyed(3, p), address),
            entry("identity of small order", keyed(3, [UInt8](repeating: 0, count: 32)), address),
            entry("signed prekey with another type byte", with(prekey - 1, 8), address),
            entry("signed prekey not canonical", keyed(prekey, p), address),
            entry(
                "signed prekey of small order", keyed(prekey, [1] + [UInt8](repeating: 0, count: 31)), address
            ),
            entry("no suites", with(suites, 0), address),
            entry("capabilities 0", with(suites + 2, 0), address),
            entry(
                "registration id 0", Array(bytes[..<(suites - 4)]) + [0, 0, 0, 0] + bytes[suites...], address),
            entry("one-time flag 2", with(bytes.count - 5, 2), address),
            entry("cut", Array(bytes.dropLast()), address),
            entry("something behind", bytes + [0], address),
            entry("proof longer than the rest", with(bytes.count - 1, 1), address),
        ]
    }
}
