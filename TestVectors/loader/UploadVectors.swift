/// Cases of TestVectors/protocol/uploads.json.
package struct UploadVector: VectorCase {
    package let upload: [UInt8]
    package let outcome: Outcome<UploadValues>

    package static let suite = "uploads"

    package init(_ fields: Fields) throws(VectorError) {
        upload = try fields.hex("upload")
        outcome = try Outcome(fields) { f throws(VectorError) in
            let values = try f.object("accepted")
            let result = try UploadValues(values)
            try values.finish()
            return result
        }
    }
}

/// What an accepted upload says.
package struct UploadValues: Hashable, Sendable {
    package let signed: SignedPrekeyValues
    package let isSignatureValid: Bool
    package let replacesAll: Bool
    package let oneTimePrekeys: [OneTimePrekeyValues]
    package let bundle: [UInt8]

    package init(
        signed: SignedPrekeyValues, isSignatureValid: Bool, replacesAll: Bool,
        oneTimePrekeys: [OneTimePrekeyValues], bundle: [UInt8]
    ) {
        self.signed = signed
        self.isSignatureValid = isSignatureValid
        self.replacesAll = replacesAll
        self.oneTimePrekeys = oneTimePrekeys
        self.bundle = bundle
    }

    init(_ fields: Fields) throws(VectorError) {
        signed = try SignedPrekeyValues(fields)
        isSignatureValid = try fields.flag("signature_valid")
        replacesAll = try fields.flag("replaces_all")
        oneTimePrekeys = try fields.objects("one_time_prekeys") { f throws(VectorError) in
            OneTimePrekeyValues(
                id: try f.number("one_time_prekey_id"), key: try f.hex("one_time_prekey", 33))
        }
        bundle = try fields.hex("bundle")
    }
}

package struct OneTimePrekeyValues: Hashable, Sendable {
    package let id: UInt32
    package let key: [UInt8]

    package init(id: UInt32, key: [UInt8]) {
        self.id = id
        self.key = key
    }
}
