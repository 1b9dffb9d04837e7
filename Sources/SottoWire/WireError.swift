/// Bytes that do not have the form that their specification gives them.
///
/// There is one case: which byte was wrong helps nobody but who forged it.
package enum WireError: Error, Hashable, Sendable {
    /// Too short, too long, or a value that the format rules out.
    case malformed
}
