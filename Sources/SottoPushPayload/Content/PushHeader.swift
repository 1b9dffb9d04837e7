/// A header of the request that hands a push to its service.
///
/// Rules PP-9, PP-11.
public struct PushHeader: Hashable, Sendable {
    /// The name, as the service's documentation spells it.
    public let name: String
    /// The value.
    public let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
