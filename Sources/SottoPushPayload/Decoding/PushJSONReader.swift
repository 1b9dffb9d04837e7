/// Finds the value under our key in a push that is JSON.
///
/// Services and apps may add members of their own: those are read as JSON, and not looked at.
///
/// Rule PP-14.
struct PushJSONReader {
    private var scanner: JSONScanner
    /// The keys of the objects that are open, the outermost first.
    private var keys: [JSONScanner.Text] = []

    init(_ bytes: [UInt8]) { scanner = JSONScanner(bytes) }

    /// Reads the whole JSON and returns what the base64 text under our key stands for.
    mutating func payload() throws(PushDecodingError) -> [UInt8] {
        var payload: [UInt8]?
        scanner.skipSpace()
        guard scanner.next == UInt8(ascii: "{") else {
            // Another value is no push; it is told apart from what is no JSON.
            try skipValue(depth: 0)
            throw .wrongType
        }
        try members(depth: 1) { (reader, isOurs) throws(PushDecodingError) in
            if isOurs { payload = try reader.ourValue() } else { try reader.skipValue(depth: 1) }
        }
        scanner.skipSpace()
        guard scanner.next == nil else { throw .malformedJSON }
        guard let payload else { throw .missing }
        return payload
    }

    private mutating func ourValue() throws(PushDecodingError) -> [UInt8] {
        guard scanner.next == UInt8(ascii: "\"") else {
            try skipValue(depth: 1)
            throw .wrongType
        }
        // Most often the value is base64 up to its quotation mark, and is read once.
        let bytes = scanner.bytes
        if let (decoded, end) = Base64.decode(bytes.span, from: scanner.offset + 1), end < bytes.count,
            bytes[end] == UInt8(ascii: "\"")
        {
            scanner.offset = end + 1
            return decoded
        }
        // A writer may escape the slash; everything else that is escaped is no base64.
        let text = try scanner.string()
        let unescaped = scanner.decoded(text)
        guard let decoded = Base64.decode(unescaped.span) else { throw .malformedBase64 }
        return decoded
    }

    /// Reads the members of an object, whose keys all have to differ.
    ///
    /// - Parameter value: Reads a value; it is told whether its key is ours.
    private mutating func members(
        depth: Int,
        _ value: (inout PushJSONReader, Bool) throws(PushDecodingError) -> Void
    ) throws(PushDecodingError) {
        guard depth <= PushLimits.maximumDepth else { throw .tooComplex }
        try scanner.expect("{")
        let first = keys.count
        scanner.skipSpace()
        if scanner.take("}") { return }
        repeat {
            scanner.skipSpace()
            let key = try scanner.string()
            for other in keys[first...] where isEqual(other, key) { throw .duplicateKey }
            guard keys.count - first < PushLimits.maximumMemberCount else { throw .tooComplex }
            keys.append(key)
            scanner.skipSpace()
            try scanner.expect(":")
            scanner.skipSpace()
            try value(&self, isOurs(key))
            scanner.skipSpace()
        } while scanner.take(",")
        try scanner.expect("}")
        keys.removeSubrange(first...)
    }

    private mutating func skipValue(depth: Int) throws(PushDecodingError) {
        switch scanner.next {
        case UInt8(ascii: "{"):
            try members(depth: depth + 1) { (reader, _) throws(PushDecodingError) in
                try reader.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["): try skipArray(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try scanner.string()
        case UInt8(ascii: "t"): try scanner.expect(word: "true")
        case UInt8(ascii: "f"): try scanner.expect(word: "false")
        case UInt8(ascii: "n"): try scanner.expect(word: "null")
        default: try scanner.number()
        }
    }

    private mutating func skipArray(depth: Int) throws(PushDecodingError) {
        guard depth <= PushLimits.maximumDepth else { throw .tooComplex }
        try scanner.expect("[")
        scanner.skipSpace()
        if scanner.take("]") { return }
        repeat {
            scanner.skipSpace()
            try skipValue(depth: depth)
            scanner.skipSpace()
        } while scanner.take(",")
        try scanner.expect("]")
    }

    private func isOurs(_ key: JSONScanner.Text) -> Bool {
        if !key.hasEscapes { return scanner.bytes[key.range].elementsEqual(DecodedPush.keyBytes) }
        return scanner.decoded(key) == DecodedPush.keyBytes
    }

    private func isEqual(_ one: JSONScanner.Text, _ other: JSONScanner.Text) -> Bool {
        if one.hasEscapes || other.hasEscapes { return scanner.decoded(one) == scanner.decoded(other) }
        return one.range.count == other.range.count
            && scanner.bytes[one.range].elementsEqual(scanner.bytes[other.range])
    }
}
