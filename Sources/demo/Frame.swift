/// What goes over a local socket: a kind and a few byte strings.
///
///     u32 length of the rest ‖ u8 kind ‖ (u32 length ‖ bytes) for each field
///
/// Big-endian. This is between the program's own processes; the packets of the two devices are fields in it.
struct Frame: Equatable {
    let kind: UInt8
    let fields: [[UInt8]]

    /// More than any frame of the demo has.
    static let maximumByteCount = 1 << 20

    /// The frame without its length.
    var body: [UInt8] {
        var bytes = [kind]
        for field in fields {
            bytes.append(contentsOf: Self.bytes(of: UInt32(truncatingIfNeeded: field.count)))
            bytes.append(contentsOf: field)
        }
        return bytes
    }

    init(kind: UInt8, fields: [[UInt8]] = []) {
        self.kind = kind
        self.fields = fields
    }

    /// Reads a frame without its length.
    init?(body: [UInt8]) {
        guard let kind = body.first else { return nil }
        var fields: [[UInt8]] = []
        var rest = body.dropFirst()
        while !rest.isEmpty {
            guard let count = Self.number(rest), count <= rest.count - 4 else { return nil }
            rest = rest.dropFirst(4)
            fields.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        self.init(kind: kind, fields: fields)
    }

    /// The first four bytes as a number.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A number as four bytes.
    static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
