/// How a store that the caller wrote failed, without a word of what its error says.
///
/// Texts of errors quote paths, statements and values; a type and a number find the place in the code and tell nothing.
@nonexhaustive
public enum AdapterFailure: Hashable, Sendable {
    /// It threw an error that is no ``StorageError``: the type's full name, and its raw value if that is an integer.
    case threw(type: String, code: Int64?)
    /// It ran the body of a transaction twice; see ``SessionStorage/transaction(_:_:)``.
    case ranTwice

    package init(_ error: any Error) {
        // A private type's name has an address of this run in it, as a part of its own.
        let name = String(reflecting: Swift.type(of: error)).split(separator: ".")
            .filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
        self = .threw(type: name, code: Self.code(of: error))
    }

    private static func code(of error: any Error) -> Int64? {
        guard let raw = error as? any RawRepresentable, let value = raw.rawValue as? any BinaryInteger else {
            return nil
        }
        return Int64(exactly: value)
    }
}
