/// The texts of messages, folded: made when they are first searched, and forgotten when a message changes.
struct SearchIndex: Sendable {
    /// By record; nil where it isn't known.
    ///
    /// Texts of one message have a line end between them.
    private var folded: [[UInt8]?] = []

    /// Forgets what a record says.
    mutating func forget(_ record: Int32) {
        if Int(record) < folded.count { folded[Int(record)] = nil }
    }

    /// Makes room for all records.
    mutating func grow(to count: Int) {
        if folded.count < count { folded.append(contentsOf: repeatElement(nil, count: count - folded.count)) }
    }

    subscript(record: Int32) -> [UInt8]? {
        get { folded[Int(record)] }
        set { folded[Int(record)] = newValue }
    }

    static func fold(_ texts: [(field: SearchField, text: String)]) -> [UInt8] {
        guard let first = texts.first else { return [] }
        var result = TextFolding.fold(first.text)
        for text in texts.dropFirst() where !text.text.isEmpty {
            result.append(0x0A)
            result.append(contentsOf: TextFolding.fold(text.text))
        }
        return result
    }
}
