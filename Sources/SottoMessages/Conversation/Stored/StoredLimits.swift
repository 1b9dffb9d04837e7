/// How large what is stored may be.
///
/// Rule CV-50.
public enum StoredLimits {
    /// An event: its content, and the names of a group's members.
    public static let eventByteCount = 524_288
    /// Messages that one fact names.
    public static let names = 1_000
    /// Files of a draft.
    public static let attachments = 32
    /// A draft.
    public static let draftByteCount = 65_536
}
