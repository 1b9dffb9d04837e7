internal import SottoWire

/// What all stored values share.
enum StoredValue {
    static func encode(_ message: inout some MessageFields, limit: Int) throws(ContentError) -> [UInt8] {
        try FieldValidator.check(&message)
        var encoder = FieldEncoder()
        try encoder.fields(of: message)
        guard encoder.writer.bytes.count <= limit else { throw .tooLarge }
        return encoder.writer.bytes
    }

    static func decode<M: MessageFields>(_ bytes: [UInt8], limit: Int) throws(ContentError) -> M {
        guard bytes.count <= limit else { throw .tooLarge }
        var message = M()
        var decoder = FieldDecoder(bytes)
        try decoder.decode(&message)
        try FieldValidator.check(&message)
        return message
    }
}

/// A message that this device alone writes and reads: what isn't known there isn't of use.
protocol StoredFields: MessageFields {
    func check() throws(ContentError)
}

extension StoredFields {
    func check() throws(ContentError) {}

    func validate() throws(ContentError) {
        guard unknownFields.isEmpty else { throw .invalid(field: Self.path("unknown")) }
        try check()
    }
}
