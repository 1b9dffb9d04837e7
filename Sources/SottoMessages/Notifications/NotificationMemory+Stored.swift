/// Rule NT-15.
extension NotificationMemory {
    /// The stored form, at most ``NotificationLimits/memoryByteCount`` bytes.
    ///
    /// - Throws: ``ContentError`` naming the field that is out of its limits, as a moment beyond the year 9999.
    public func encoded() throws(ContentError) -> [UInt8] {
        var stored = StoredMemory(self)
        return try StoredValue.encode(&stored, limit: NotificationLimits.memoryByteCount)
    }

    /// Reads the stored form.
    ///
    /// - Throws: ``ContentError`` when the bytes aren't one.
    public init(decoding bytes: [UInt8]) throws(ContentError) {
        let stored: StoredMemory = try StoredValue.decode(bytes, limit: NotificationLimits.memoryByteCount)
        self.init()
        soundedAt = stored.soundedAt
        for cluster in stored.clusters { clusters.append(try cluster.cluster()) }
        shown = stored.shown.map(\.name)
        if let kept = stored.night {
            night.since = kept.since
            night.messageCount = kept.messageCount
            night.first = kept.first.compactMap { PersonID($0) }
            night.authors = kept.authors
            night.conversations = kept.conversations
        }
    }
}

/// What is remembered between notifications.
struct StoredMemory: StoredFields {
    var soundedAt: Instant?
    var clusters: [StoredCluster] = []
    var shown: [StoredName] = []
    var night: StoredNight?
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredMemory" }

    init() {}

    init(_ memory: NotificationMemory) {
        soundedAt = memory.soundedAt
        clusters = memory.clusters.map(StoredCluster.init)
        shown = memory.shown.map(StoredName.init)
        if memory.night.messageCount > 0 { night = StoredNight(memory.night) }
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.optional(1, "sounded_at", &soundedAt)
        try visitor.messages(2, "clusters", &clusters, limit: NotificationLimits.clusters)
        try visitor.messages(3, "shown", &shown, limit: NotificationLimits.shown)
        try visitor.message(4, "night", &night)
    }
}

/// Messages of a group that one notification stands for.
struct StoredCluster: StoredFields {
    var group: [UInt8] = []
    var notification = StoredName()
    var openedAt = Instant.unset
    var soundedAt: Instant?
    var first: [UInt8] = []
    var authors: [UInt64] = []
    var messageCount: UInt32 = 0
    var noun: UInt32 = 0
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredCluster" }

    init() {}

    init(_ cluster: NotificationCluster) {
        if case .group(let bytes) = cluster.conversation { group = bytes }
        notification = StoredName(cluster.notification.name)
        openedAt = cluster.openedAt
        soundedAt = cluster.soundedAt
        first = cluster.first.bytes
        authors = cluster.authors
        messageCount = cluster.messageCount
        noun = UInt32(ContentNoun.allCases.firstIndex(of: cluster.noun) ?? 0)
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "group", &group, counts: ContentLimits.groupByteCounts, required: true)
        try visitor.one(2, "notification", &notification)
        try visitor.number(3, "opened_at", &openedAt, required: false)
        try visitor.optional(4, "sounded_at", &soundedAt)
        try visitor.bytes(5, "first", &first, counts: ContentLimits.userByteCounts, required: true)
        try visitor.numbers(6, "authors", &authors, limit: NotificationLimits.clusterAuthors)
        try visitor.number(7, "message_count", &messageCount, required: false)
        try visitor.number(8, "noun", &noun, required: false)
    }

    func check() throws(ContentError) {
        guard !authors.isEmpty else { throw .missing(field: Self.path("authors")) }
    }

    func cluster() throws(ContentError) -> NotificationCluster {
        guard let first = PersonID(first) else { throw .missing(field: Self.path("first")) }
        let nouns = ContentNoun.allCases
        guard nouns.indices.contains(Int(noun)) else { throw .invalid(field: Self.path("noun")) }
        return NotificationCluster(
            conversation: .group(group), notification: NotificationID(.message, notification.name),
            openedAt: openedAt, soundedAt: soundedAt, first: first, authors: authors,
            messageCount: messageCount, noun: nouns[Int(noun)])
    }
}

/// What came while it was quiet.
struct StoredNight: StoredFields {
    var since: Instant?
    var messageCount: UInt32 = 0
    var first: [[UInt8]] = []
    var authors: [UInt64] = []
    var conversations: [UInt64] = []
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredNight" }

    init() {}

    init(_ night: NotificationNight) {
        since = night.since
        messageCount = night.messageCount
        first = night.first.map(\.bytes)
        authors = night.authors
        conversations = night.conversations
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.optional(1, "since", &since)
        try visitor.number(2, "message_count", &messageCount, required: true)
        try visitor.list(
            3, "first", &first, limit: NotificationLimits.summaryNames, counts: ContentLimits.userByteCounts)
        try visitor.numbers(4, "authors", &authors, limit: NotificationLimits.nightCount)
        try visitor.numbers(5, "conversations", &conversations, limit: NotificationLimits.nightCount)
    }

    func check() throws(ContentError) {
        guard first.count <= authors.count else { throw .invalid(field: Self.path("first")) }
    }
}
