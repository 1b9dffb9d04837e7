/// Cases of TestVectors/protocol/encoding.json.
package enum EncodingVector: VectorCase {
    case varint(bytes: [UInt8], value: Outcome<UInt32>)
    case publicKey(bytes: [UInt8], outcome: Outcome<Bool>)
    case address(bytes: [UInt8], outcome: Outcome<AddressValue>)
    case list(items: [[UInt8]], bytes: [UInt8])
    case padding(padded: [UInt8], content: Outcome<[UInt8]>)
    case bucket(length: Int, bucket: Outcome<Int>)
    case selector(transcript: [UInt8], toResponder: [UInt8], toInitiator: [UInt8])

    package static let suite = "encoding"

    package init(_ fields: Fields) throws(VectorError) {
        switch try fields.choice("kind", "varint", "public-key", "address", "list", "padding", "selector") {
        case "varint":
            self = .varint(
                bytes: try fields.hex("bytes"),
                value: try Outcome(fields) { f throws(VectorError) in try f.number("value") })
        case "public-key":
            self = .publicKey(
                bytes: try fields.hex("bytes"),
                outcome: try Outcome(fields) { f throws(VectorError) in try f.flag("accepted") })
        case "address":
            self = .address(
                bytes: try fields.hex("bytes"),
                outcome: try Outcome(fields) { f throws(VectorError) in
                    AddressValue(user: try f.hex("user"), device: try f.number("device"))
                })
        case "list":
            self = .list(items: try fields.hexArray("items"), bytes: try fields.hex("bytes"))
        case "padding" where fields.has("length"):
            self = .bucket(
                length: try fields.number("length"),
                bucket: try Outcome(fields) { f throws(VectorError) in try f.number("bucket") })
        case "padding":
            self = .padding(
                padded: try fields.hex("padded"),
                content: try Outcome(fields) { f throws(VectorError) in try f.hex("content") })
        default:
            self = .selector(
                transcript: try fields.hex("transcript", 32), toResponder: try fields.hex("to_responder", 4),
                toInitiator: try fields.hex("to_initiator", 4))
        }
    }
}

/// A value, or the name of the refusal in Specs.
package enum Outcome<Value: Sendable>: Sendable {
    case accepted(Value)
    case refused(String)

    init(_ fields: Fields, _ value: (Fields) throws(VectorError) -> Value) throws(VectorError) {
        self = fields.has("refused") ? .refused(try fields.text("refused")) : .accepted(try value(fields))
    }
}

package struct AddressValue: Hashable, Sendable {
    package let user: [UInt8]
    package let device: UInt32

    package init(user: [UInt8], device: UInt32) {
        self.user = user
        self.device = device
    }
}

/// Cases of TestVectors/protocol/xeddsa.json.
package enum XEdDSAVector: VectorCase {
    case sign(privateKey: [UInt8], publicKey: [UInt8], message: [UInt8], random: [UInt8], signature: [UInt8])
    case verify(publicKey: [UInt8], message: [UInt8], signature: [UInt8], isValid: Bool)

    package static let suite = "xeddsa"

    package init(_ fields: Fields) throws(VectorError) {
        let kind = try fields.choice("kind", "sign", "verify")
        let publicKey = try fields.hex("public")
        let message = try fields.hex("message")
        let signature = try fields.hex("signature")
        if kind == "sign" {
            self = .sign(
                privateKey: try fields.hex("private", 32), publicKey: publicKey, message: message,
                random: try fields.hex("random", 64), signature: signature)
        } else {
            self = .verify(
                publicKey: publicKey, message: message, signature: signature,
                isValid: try fields.flag("valid"))
        }
    }
}

/// Cases of TestVectors/protocol/bundles.json.
package struct BundleVector: VectorCase {
    package let bundle: [UInt8]
    package let askedUser: [UInt8]
    package let askedDevice: UInt32
    package let now: UInt64
    package let outcome: Outcome<BundleValues>

    package static let suite = "bundles"

    package init(_ fields: Fields) throws(VectorError) {
        bundle = try fields.hex("bundle")
        askedUser = try fields.hex("asked_user")
        askedDevice = try fields.number("asked_device")
        now = try fields.number("now")
        outcome = try Outcome(fields) { f throws(VectorError) in
            let values = try f.object("accepted")
            let result = try BundleValues(values)
            try values.finish()
            return result
        }
    }
}

/// What an accepted bundle says.
package struct BundleValues: Hashable, Sendable {
    package let signed: SignedPrekeyValues
    package let oneTimePrekeyID: UInt32?
    package let oneTimePrekey: [UInt8]?
    package let kemID: UInt32?
    package let kemKey: [UInt8]?
    package let oneTimeKEMID: UInt32?
    package let oneTimeKEMKey: [UInt8]?
    package let oneTimeKEMSignature: [UInt8]?
    package let proof: [UInt8]

    package init(
        signed: SignedPrekeyValues, oneTimePrekeyID: UInt32?, oneTimePrekey: [UInt8]?, kemID: UInt32?,
        kemKey: [UInt8]?, oneTimeKEMID: UInt32?, oneTimeKEMKey: [UInt8]?, oneTimeKEMSignature: [UInt8]?,
        proof: [UInt8]
    ) {
        self.signed = signed
        self.oneTimePrekeyID = oneTimePrekeyID
        self.oneTimePrekey = oneTimePrekey
        self.kemID = kemID
        self.kemKey = kemKey
        self.oneTimeKEMID = oneTimeKEMID
        self.oneTimeKEMKey = oneTimeKEMKey
        self.oneTimeKEMSignature = oneTimeKEMSignature
        self.proof = proof
    }

    init(_ fields: Fields) throws(VectorError) {
        signed = try SignedPrekeyValues(fields)
        oneTimePrekeyID = try fields.optionalNumber("one_time_prekey_id")
        oneTimePrekey = try fields.optionalHex("one_time_prekey", 33)
        kemID = try fields.optionalNumber("kem_id")
        kemKey = try fields.optionalHex("kem_key")
        oneTimeKEMID = try fields.optionalNumber("one_time_kem_id")
        oneTimeKEMKey = try fields.optionalHex("one_time_kem_key")
        oneTimeKEMSignature = try fields.optionalHex("one_time_kem_signature", 64)
        proof = try fields.hex("proof")
    }
}

/// What bundles and uploads say up to the signature, and what that covers.
package struct SignedPrekeyValues: Hashable, Sendable {
    package let identity: [UInt8]
    package let user: [UInt8]
    package let device: UInt32
    package let registrationID: UInt32
    package let suites: [UInt8]
    package let capabilities: UInt8
    package let createdAt: UInt64
    package let signedPrekeyID: UInt32
    package let signedPrekey: [UInt8]
    package let signature: [UInt8]
    package let signedBytes: [UInt8]

    package init(
        identity: [UInt8], user: [UInt8], device: UInt32, registrationID: UInt32, suites: [UInt8],
        capabilities: UInt8, createdAt: UInt64, signedPrekeyID: UInt32, signedPrekey: [UInt8],
        signature: [UInt8], signedBytes: [UInt8]
    ) {
        self.identity = identity
        self.user = user
        self.device = device
        self.registrationID = registrationID
        self.suites = suites
        self.capabilities = capabilities
        self.createdAt = createdAt
        self.signedPrekeyID = signedPrekeyID
        self.signedPrekey = signedPrekey
        self.signature = signature
        self.signedBytes = signedBytes
    }

    init(_ fields: Fields) throws(VectorError) {
        identity = try fields.hex("identity", 33)
        user = try fields.hex("user")
        device = try fields.number("device")
        registrationID = try fields.number("registration_id")
        suites = try fields.numberArray("suites")
        capabilities = try fields.number("capabilities")
        createdAt = try fields.number("created_at")
        signedPrekeyID = try fields.number("signed_prekey_id")
        signedPrekey = try fields.hex("signed_prekey", 33)
        signature = try fields.hex("signature", 64)
        signedBytes = try fields.hex("signed_bytes")
    }
}
