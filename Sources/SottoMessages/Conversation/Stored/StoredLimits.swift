/// How large what is stored may be.
///
/// Rule CV-50.
public enum StoredLimits {
    /// An event: its content, and the names of a group's members.
    public static let eventByteCount = 524_288
    /// Content in its own form: what was taken from a sender, whose form may be shorter, can always be stored.
    public static let contentByteCount = 2 * ContentLimits.byteCount
    /// Messages that one fact names.
    public static let names = 1_000
    /// Files of a draft.
    public static let attachments = 32
    /// A draft.
    public static let draftByteCount = 65_536
}
