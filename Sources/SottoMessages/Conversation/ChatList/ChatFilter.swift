/// Which conversations are shown.
///
/// Rule CL-7.
@nonexhaustive
public enum ChatFilter: Hashable, Sendable {
    /// All that aren't archived.
    case inbox
    /// All.
    case all
    /// The archive.
    case archived
    /// Those that are unread and aren't archived.
    case unread
    /// Those that wait for the reader's decision.
    case requests
    /// A folder.
    case folder(ChatFolder)

    func passes(_ summary: ConversationSummary) -> Bool {
        switch self {
        case .inbox: !summary.isArchived
        case .all: true
        case .archived: summary.isArchived
        case .unread: !summary.isArchived && summary.isUnread
        case .requests: summary.isRequest
        case .folder(let folder): folder.passes(summary)
        }
    }
}
