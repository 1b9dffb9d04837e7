/// What this device did or noticed; which fields stand depends on the form.
struct StoredFact: StoredFields {
    var form = StoredFactForm.unset
    var id = MessageID.unset
    var names: [StoredName] = []
    var through: UInt64 = 0
    var failure: UInt32 = 0
    var annotation: StoredAnnotation?
    var user: [UInt8] = []
    var flag = false
    var settings: ConversationSettings?
    var snapshot: StoredSnapshot?
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredFact" }

    init() {}

    init(_ fact: LocalFact) {
        switch fact {
        case .sending(let message): (form, id) = (.sending, message)
        case .sent(let message): (form, id) = (.sent, message)
        case .failed(let message, let why):
            (form, id) = (.failed, message)
            failure = UInt32(why.rawValue)
        case .retried(let message): (form, id) = (.retried, message)
        case .sentByFallback(let message): (form, id) = (.sentByFallback, message)
        case .read(let place): (form, through) = (.read, place)
        case .opened(let name): (form, names) = (.opened, [StoredName(name)])
        case .deleted(let all): (form, names) = (.deleted, all.map(StoredName.init))
        case .annotated(let name, let note):
            (form, names) = (.annotated, [StoredName(name)])
            annotation = StoredAnnotation(note)
        case .identityChanged(let person): (form, user) = (.identityChanged, person.bytes)
        case .verified(let person, let isSo): (form, user, flag) = (.verified, person.bytes, isSo)
        case .blocked(let person, let isSo): (form, user, flag) = (.blocked, person.bytes, isSo)
        case .settings(let new): (form, settings) = (.settings, new)
        case .request(let isAccepted): (form, flag) = (.request, isAccepted)
        case .markedUnread(let isSo): (form, flag) = (.markedUnread, isSo)
        case .cleared: form = .cleared
        case .group(let group): (form, snapshot) = (.group, StoredSnapshot(group))
        case .connectionLost: form = .connectionLost
        }
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.id(2, "id", &id, required: false)
        try visitor.messages(3, "names", &names, limit: StoredLimits.names)
        try visitor.number(4, "through", &through, required: false)
        try visitor.number(5, "failure", &failure, required: false)
        try visitor.message(6, "annotation", &annotation)
        try visitor.bytes(7, "user", &user, counts: ContentLimits.userByteCounts, required: false)
        try visitor.number(8, "flag", &flag, required: false)
        try visitor.message(9, "settings", &settings)
        try visitor.message(10, "snapshot", &snapshot)
    }

    /// The fact; refused when a field is missing, or one stands that doesn't belong to the form.
    func fact() throws(ContentError) -> LocalFact {
        guard let fact = try made() else { throw .invalid(field: Self.path("form")) }
        guard StoredFact(fact) == self else { throw .invalid(field: Self.path("form")) }
        return fact
    }

    private func made() throws(ContentError) -> LocalFact? {
        switch form {
        case .sending: .sending(id)
        case .sent: .sent(id)
        case .failed: UInt8(exactly: failure).flatMap(SendFailure.init(rawValue:)).map { .failed(id, $0) }
        case .retried: .retried(id)
        case .sentByFallback: .sentByFallback(id)
        case .read: .read(through: through)
        case .opened: names.first.map { .opened($0.name) }
        case .deleted: .deleted(names.map(\.name))
        case .annotated: try note()
        case .identityChanged: try .identityChanged(person())
        case .verified: try .verified(person(), flag)
        case .blocked: try .blocked(person(), flag)
        case .settings: settings.map { .settings($0) }
        case .request: .request(isAccepted: flag)
        case .markedUnread: .markedUnread(flag)
        case .cleared: .cleared
        case .group: snapshot.map { .group($0.group) }
        case .connectionLost: .connectionLost
        default: nil
        }
    }

    private func note() throws(ContentError) -> LocalFact? {
        guard let name = names.first, let annotation else { return nil }
        return .annotated(name.name, try annotation.annotation())
    }

    private func person() throws(ContentError) -> PersonID {
        guard let person = PersonID(user) else { throw .missing(field: Self.path("user")) }
        return person
    }
}

/// What a fact says.
struct StoredFactForm: OpenValue {
    let rawValue: UInt32

    static var schemaType: StaticString { "StoredFactForm" }

    static let sending = StoredFactForm(rawValue: 1)
    static let sent = StoredFactForm(rawValue: 2)
    static let failed = StoredFactForm(rawValue: 3)
    static let retried = StoredFactForm(rawValue: 4)
    static let sentByFallback = StoredFactForm(rawValue: 5)
    static let read = StoredFactForm(rawValue: 6)
    static let opened = StoredFactForm(rawValue: 7)
    static let deleted = StoredFactForm(rawValue: 8)
    static let annotated = StoredFactForm(rawValue: 9)
    static let identityChanged = StoredFactForm(rawValue: 10)
    static let verified = StoredFactForm(rawValue: 11)
    static let blocked = StoredFactForm(rawValue: 12)
    static let settings = StoredFactForm(rawValue: 13)
    static let request = StoredFactForm(rawValue: 14)
    static let markedUnread = StoredFactForm(rawValue: 15)
    static let cleared = StoredFactForm(rawValue: 16)
    static let group = StoredFactForm(rawValue: 17)
    static let connectionLost = StoredFactForm(rawValue: 18)
}

/// A message's name.
struct StoredName: StoredFields {
    var author: [UInt8] = []
    var id = MessageID.unset
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredName" }

    init() {}

    init(_ name: MessageName) {
        author = name.author.bytes
        id = name.id
    }

    /// The name; without an author of what this device itself noticed.
    var name: MessageName { MessageName(author: PersonID(author) ?? .nobody, id: id) }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "author", &author, counts: ContentLimits.userByteCounts, required: false)
        try visitor.id(2, "id", &id, required: false)
    }
}
