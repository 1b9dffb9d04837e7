// What people say and the keys of their files stay out of logs: a description tells the type alone.

extension MessageFields {
    /// The name of the type; never what it holds.
    public var description: String { String(describing: Self.schemaName) }

    /// Nothing: `dump` shows what `print` does.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ContentKind: CustomStringConvertible, CustomReflectable {
    /// The number of the kind; never what it holds.
    public var description: String { "kind \(number)" }

    /// Nothing: `dump` shows what `print` does.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
