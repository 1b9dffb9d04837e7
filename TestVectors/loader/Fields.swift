/// The fields of one object; each is taken once and by type, and what nobody took is unknown.
package final class Fields {
    private var members: [String: JSON]
    private let place: String

    package init(_ value: JSON, _ place: String) throws(VectorError) {
        guard case .object(let members) = value else { throw VectorError("\(place): not an object") }
        self.members = members
        self.place = place
    }

    package func has(_ name: String) -> Bool { members[name] != nil }

    package func take(_ name: String) throws(VectorError) -> JSON {
        guard let value = members.removeValue(forKey: name) else { throw wrong(name, "missing") }
        return value
    }

    /// Whether the field is null; it is taken then.
    private func takeNull(_ name: String) -> Bool {
        guard members[name] == .null else { return false }
        members[name] = nil
        return true
    }

    private func wrong(_ name: String, _ what: String) -> VectorError {
        VectorError("\(place): \(name) is \(what)")
    }

    package func text(_ name: String) throws(VectorError) -> String {
        guard case .text(let text) = try take(name) else { throw wrong(name, "no text") }
        return text
    }

    package func flag(_ name: String) throws(VectorError) -> Bool {
        guard case .flag(let flag) = try take(name) else { throw wrong(name, "neither true nor false") }
        return flag
    }

    /// A number that fits the type.
    package func number<T: FixedWidthInteger>(_ name: String) throws(VectorError) -> T {
        guard case .number(let number) = try take(name), let value = T(exactly: number) else {
            throw wrong(name, "no \(T.self)")
        }
        return value
    }

    package func optionalNumber<T: FixedWidthInteger>(_ name: String) throws(VectorError) -> T? {
        takeNull(name) ? nil : try number(name)
    }

    /// Lower-case hex, of `count` bytes if that is given.
    package func hex(_ name: String, _ count: Int? = nil) throws(VectorError) -> [UInt8] {
        guard let bytes = Self.bytes(try take(name)) else { throw wrong(name, "no lower-case hex") }
        if let count, bytes.count != count { throw wrong(name, "\(bytes.count) bytes long, not \(count)") }
        return bytes
    }

    package func optionalHex(_ name: String, _ count: Int? = nil) throws(VectorError) -> [UInt8]? {
        takeNull(name) ? nil : try hex(name, count)
    }

    package func array(_ name: String) throws(VectorError) -> [JSON] {
        guard case .array(let items) = try take(name) else { throw wrong(name, "no array") }
        return items
    }

    package func hexArray(_ name: String) throws(VectorError) -> [[UInt8]] {
        var result: [[UInt8]] = []
        for item in try array(name) {
            guard let bytes = Self.bytes(item) else { throw wrong(name, "no array of lower-case hex") }
            result.append(bytes)
        }
        return result
    }

    package func numberArray<T: FixedWidthInteger>(_ name: String) throws(VectorError) -> [T] {
        var result: [T] = []
        for item in try array(name) {
            guard case .number(let number) = item, let value = T(exactly: number) else {
                throw wrong(name, "no array of \(T.self)")
            }
            result.append(value)
        }
        return result
    }

    package func optionalNumberArray<T: FixedWidthInteger>(_ name: String) throws(VectorError) -> [T]? {
        takeNull(name) ? nil : try numberArray(name)
    }

    package func optionalText(_ name: String) throws(VectorError) -> String? {
        takeNull(name) ? nil : try text(name)
    }

    package func texts(_ name: String) throws(VectorError) -> [String] {
        var result: [String] = []
        for item in try array(name) {
            guard case .text(let text) = item else { throw wrong(name, "no array of texts") }
            result.append(text)
        }
        return result
    }

    package func object(_ name: String) throws(VectorError) -> Fields {
        try Fields(try take(name), "\(place): \(name)")
    }

    /// The objects of an array, each finished by `body`.
    package func objects<T>(_ name: String, _ body: (Fields) throws(VectorError) -> T) throws(VectorError)
        -> [T]
    {
        var result: [T] = []
        for (index, item) in try array(name).enumerated() {
            let fields = try Fields(item, "\(place): \(name) \(index)")
            result.append(try body(fields))
            try fields.finish()
        }
        return result
    }

    /// One of `choices`.
    package func choice(_ name: String, _ choices: String...) throws(VectorError) -> String {
        let text = try text(name)
        guard choices.contains(text) else { throw wrong(name, "none of \(choices.joined(separator: ", "))") }
        return text
    }

    /// Every field must have been taken.
    package func finish() throws(VectorError) {
        guard members.isEmpty else {
            throw VectorError("\(place): unknown \(members.keys.sorted().joined(separator: ", "))")
        }
    }

    /// Leaves fields that describe a file of others.
    package func ignore(_ names: String...) {
        for name in names { members[name] = nil }
    }

    private static func bytes(_ value: JSON) -> [UInt8]? {
        guard case .text(let text) = value, text.utf8.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}
