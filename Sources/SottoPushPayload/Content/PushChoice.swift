/// Which form an encoder took, why, and what room is left.
///
/// Rule PP-4.
public struct PushChoice: Hashable, Sendable {
    /// The form.
    public let form: PushForm

    /// Why it is no better one.
    public let reason: Reason

    /// How many bytes longer the envelope or the id in it could be within the same budget.
    public let remainingByteCount: Int

    /// Why an encoder took the form that it took.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The envelope fits.
        case envelopeFits
        /// The envelope has so many bytes too many.
        case envelopeTooLong(excess: Int)
        /// The envelope and the preview have so many bytes too many.
        case bothTooLong(excess: Int, previewExcess: Int)
        /// There is no envelope.
        case noEnvelope
        /// There is no envelope, and the preview has so many bytes too many.
        case previewTooLong(excess: Int)
    }
}
