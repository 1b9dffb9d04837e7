/// View-once messages that were opened.
///
/// Rule CN-27.
public struct OpenedSync: MessageFields {
    /// The messages.
    public var messages: [MessageRef] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(messages: [MessageRef]) {
        self.messages = messages
    }

    package static var schemaName: StaticString { "OpenedSync" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.messages(1, "messages", &messages, limit: ContentLimits.syncCount)
    }

    package func validate() throws(ContentError) {
        guard !messages.isEmpty else { throw .missing(field: Self.path("messages")) }
    }
}

/// What was deleted on another device.
///
/// Rule CN-27.
public struct DeletionSync: MessageFields {
    /// Messages.
    public var messages: [MessageRef] = []
    /// Whole conversations.
    public var conversations: [ConversationRef] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(messages: [MessageRef] = [], conversations: [ConversationRef] = []) {
        self.messages = messages
        self.conversations = conversations
    }

    package static var schemaName: StaticString { "DeletionSync" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.messages(1, "messages", &messages, limit: ContentLimits.syncCount)
        try visitor.messages(2, "conversations", &conversations, limit: ContentLimits.syncCount)
    }

    package func validate() throws(ContentError) {
        if messages.isEmpty, conversations.isEmpty, unknownFields.isEmpty {
            throw .missing(field: Self.path("messages"))
        }
    }
}
