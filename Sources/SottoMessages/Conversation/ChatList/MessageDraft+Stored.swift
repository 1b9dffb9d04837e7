/// Rules CL-9 and CV-50.
extension MessageDraft {
    /// The draft's stored form, at most ``StoredLimits/draftByteCount`` bytes.
    ///
    /// - Throws: ``ContentError`` naming the field that is out of its limits.
    public func encoded() throws(ContentError) -> [UInt8] {
        var stored = StoredDraft(self)
        return try StoredValue.encode(&stored, limit: StoredLimits.draftByteCount)
    }

    /// Reads the stored form of a draft.
    ///
    /// - Throws: ``ContentError`` when the bytes aren't one.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let stored: StoredDraft = try StoredValue.decode(bytes, limit: StoredLimits.draftByteCount)
        var text = TextContent(body: stored.body)
        text.styles = stored.styles
        text.mentions = stored.mentions
        var purpose = Purpose.message
        if let reply = stored.reply { purpose = .reply(reply.name) }
        if let edit = stored.edit { purpose = .edit(edit.name) }
        self.init(
            text: text, purpose: purpose,
            attachments: stored.attachments.map {
                DraftAttachment(reference: $0.reference, form: $0.form, mediaType: $0.mediaType)
            }, isViewOnce: stored.isViewOnce, effect: stored.effect, changedAt: stored.changedAt)
    }
}

/// Rule CL-10.
extension ConversationSettings {
    /// The settings' stored form; fields of a newer version are kept.
    ///
    /// - Throws: ``ContentError`` naming the field that is out of its limits.
    public func encoded() throws(ContentError) -> [UInt8] {
        var copy = self
        return try StoredValue.encode(&copy, limit: ContentLimits.byteCount)
    }

    /// Reads the stored form of settings.
    ///
    /// - Throws: ``ContentError`` when the bytes aren't that.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        self = try StoredValue.decode(bytes, limit: ContentLimits.byteCount)
    }
}

/// What wasn't sent yet; a text that may be empty, so it isn't a content's.
struct StoredDraft: StoredFields {
    var body = ""
    var styles: [StyleRange] = []
    var mentions: [Mention] = []
    var reply: StoredName?
    var edit: StoredName?
    var attachments: [StoredDraftAttachment] = []
    var isViewOnce = false
    var effect = MessageEffect.unset
    var changedAt = Instant.unset
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredDraft" }

    init() {}

    init(_ draft: MessageDraft) {
        body = draft.text.body
        styles = draft.text.styles
        mentions = draft.text.mentions
        switch draft.purpose {
        case .message: break
        case .reply(let name): reply = StoredName(name)
        case .edit(let name): edit = StoredName(name)
        }
        attachments = draft.attachments.map(StoredDraftAttachment.init)
        isViewOnce = draft.isViewOnce
        effect = draft.effect
        changedAt = draft.changedAt
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "body", &body, limit: ContentLimits.bodyByteCount, required: false)
        try visitor.messages(2, "styles", &styles, limit: ContentLimits.styleCount)
        try visitor.messages(3, "mentions", &mentions, limit: ContentLimits.mentionCount)
        try visitor.message(4, "reply", &reply)
        try visitor.message(5, "edit", &edit)
        try visitor.messages(6, "attachments", &attachments, limit: StoredLimits.attachments)
        try visitor.number(7, "is_view_once", &isViewOnce, required: false)
        try visitor.number(8, "effect", &effect, required: false)
        try visitor.number(9, "changed_at", &changedAt, required: false)
    }

    func check() throws(ContentError) {
        guard reply == nil || edit == nil else { throw .invalid(field: Self.path("reply")) }
        guard styles.allSatisfy({ $0.range.range(in: body) != nil }) else {
            throw .invalid(field: Self.path("styles"))
        }
        guard mentions.allSatisfy({ $0.range.range(in: body) != nil }) else {
            throw .invalid(field: Self.path("mentions"))
        }
    }
}

/// A file of a draft.
struct StoredDraftAttachment: StoredFields {
    var reference: [UInt8] = []
    var form = MediaForm.unset
    var mediaType = ""
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredDraftAttachment" }

    init() {}

    init(_ attachment: DraftAttachment) {
        reference = attachment.reference
        form = attachment.form
        mediaType = attachment.mediaType
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "reference", &reference, counts: 1...1_024, required: true)
        try visitor.number(2, "form", &form, required: true)
        try visitor.text(3, "media_type", &mediaType, limit: ContentLimits.lineByteCount, required: false)
    }
}
