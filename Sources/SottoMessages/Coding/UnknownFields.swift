/// Fields of a newer version: kept as they came, and written again behind the known ones.
///
/// Rule CN-3.
public struct UnknownFields: Hashable, Sendable {
    /// The fields one after the other, each with its tag, as protobuf writes them.
    public package(set) var bytes: [UInt8] = []

    package init() {}

    /// Whether there are none.
    public var isEmpty: Bool { bytes.isEmpty }
}
