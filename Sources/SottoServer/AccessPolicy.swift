public import SottoSealedSender

/// Who may send sealed envelopes to a user.
///
/// The server doesn't learn who sends, so it can't ask whether the sender was blocked; it asks for the access key
/// instead, which contacts have.
///
/// Rule SV-3.
public enum AccessPolicy: ~Copyable, Sendable {
    /// Whoever shows the user's access key.
    case restricted(AccessKey)
    /// Everybody, by the user's wish.
    case unrestricted

    /// Whether a sender with this token may send.
    ///
    /// The comparison takes the same time wherever a key differs.
    ///
    /// - Parameter token: As it came with the envelope: `u8` type ‖ `u8` length ‖ bytes.
    public borrowing func admits(_ token: [UInt8]) -> Bool {
        guard token.count >= 2, token.count == 2 + Int(token[1]) else { return false }
        switch self {
        case .restricted(let key):
            return token[0] == AccessTokenType.accessKey.rawValue
                && key.isEqual(to: token.span.extracting(droppingFirst: 2))
        case .unrestricted:
            return true
        }
    }
}
