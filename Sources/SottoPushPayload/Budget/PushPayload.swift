/// The bytes of a push that its service counts; never more than the budget, for there is no other way to make one.
///
/// Rule PP-5.
public struct PushPayload: Hashable, Sendable {
    /// The bytes as they are handed to the service.
    public let bytes: [UInt8]

    /// The most that they could have been.
    public let budget: PushBudget

    /// Takes bytes that are within a budget.
    ///
    /// - Throws: ``PushEncodingError/overBudget(_:)`` with the number of bytes that are too many.
    public init(_ bytes: [UInt8], within budget: PushBudget) throws(PushEncodingError) {
        guard bytes.count <= budget.byteCount else { throw .overBudget(bytes.count - budget.byteCount) }
        self.bytes = bytes
        self.budget = budget
    }

    /// How many bytes of the budget aren't used.
    ///
    /// Payloads come in few lengths, so this says little about what else would fit: ``PushChoice/remainingByteCount`` does.
    public var unusedByteCount: Int { budget.byteCount - bytes.count }
}
