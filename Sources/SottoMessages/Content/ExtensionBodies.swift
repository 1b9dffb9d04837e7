/// A game that a conversation is bound to.
///
/// Rule CN-22.
public struct GameSessionBody: MessageFields {
    /// The game.
    public var game = ""
    /// What the game calls the session.
    public var session: [UInt8] = []
    /// The game's own bytes.
    public var state: [UInt8] = []
    /// What is shown of it.
    public var title = ""
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(game: String, session: [UInt8], state: [UInt8] = [], title: String = "") {
        self.game = game
        self.session = session
        self.state = state
        self.title = title
    }

    package static var schemaName: StaticString { "GameSessionBody" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.text(1, "game", &game, limit: ContentLimits.lineByteCount, required: true)
        try visitor.bytes(2, "session", &session, counts: ContentLimits.referenceByteCounts, required: true)
        try visitor.bytes(3, "state", &state, counts: ContentLimits.extensionByteCounts, required: false)
        try visitor.text(4, "title", &title, limit: ContentLimits.lineByteCount, required: false)
    }
}

/// An invitation.
///
/// Rule CN-22.
public struct InviteBody: MessageFields {
    /// To what.
    public var form = InviteForm.unset
    /// Where it leads.
    public var url = ""
    /// The title.
    public var title = ""
    /// A picture.
    public var image: AttachmentPointer?
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(form: InviteForm, url: String, title: String = "", image: AttachmentPointer? = nil) {
        self.form = form
        self.url = url
        self.title = title
        self.image = image
    }

    package static var schemaName: StaticString { "InviteBody" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.text(2, "url", &url, limit: ContentLimits.urlByteCount, required: true)
        try visitor.text(3, "title", &title, limit: ContentLimits.lineByteCount, required: false)
        try visitor.message(4, "image", &image)
    }
}

/// Something to do together: to watch, to listen to, to work on.
///
/// Rule CN-22.
public struct SharedActivityBody: MessageFields {
    /// What the app calls it.
    public var activity: [UInt8] = []
    /// The title.
    public var title = ""
    /// Where it is joined.
    public var url = ""
    /// When it starts, in milliseconds since 1970; 0 for at once.
    public var startsAt = Instant.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        activity: [UInt8], title: String, url: String = "", startsAt: Instant = Instant(milliseconds: 0)
    ) {
        self.activity = activity
        self.title = title
        self.url = url
        self.startsAt = startsAt
    }

    package static var schemaName: StaticString { "SharedActivityBody" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.bytes(1, "activity", &activity, counts: ContentLimits.referenceByteCounts, required: true)
        try visitor.text(2, "title", &title, limit: ContentLimits.lineByteCount, required: true)
        try visitor.text(3, "url", &url, limit: ContentLimits.urlByteCount, required: false)
        try visitor.number(4, "starts_at", &startsAt, required: false)
    }
}

/// A payment, or the wish for one.
///
/// Rule CN-22.
public struct PaymentBody: MessageFields {
    /// The sum.
    public var amount = Amount()
    /// Which of the two.
    public var form = PaymentForm.unset
    /// What it is for.
    public var note = ""
    /// What the payment's provider calls it.
    public var reference: [UInt8] = []
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(amount: Amount, form: PaymentForm, note: String = "", reference: [UInt8] = []) {
        self.amount = amount
        self.form = form
        self.note = note
        self.reference = reference
    }

    package static var schemaName: StaticString { "PaymentBody" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.one(1, "amount", &amount)
        try visitor.number(2, "form", &form, required: true)
        try visitor.text(3, "note", &note, limit: ContentLimits.captionByteCount, required: false)
        try visitor.bytes(
            4, "reference", &reference, counts: ContentLimits.referenceByteCounts, required: false)
    }
}

/// A sum of money.
///
/// Rule CN-22.
public struct Amount: MessageFields {
    /// The sum in the currency's smallest unit, such as cents.
    public var minorUnits: UInt64 = 0
    /// The currency's code of ISO 4217.
    public var currency = CurrencyCode.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(minorUnits: UInt64, currency: CurrencyCode) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    package static var schemaName: StaticString { "Amount" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "minor_units", &minorUnits, required: true)
        try visitor.typed(2, "currency", &currency, required: true)
    }
}

/// Which way money goes.
///
/// Rule CN-5.
public struct PaymentForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "PaymentForm" }

    /// The sender paid.
    public static let payment = PaymentForm(rawValue: 1)
    /// The sender asks for it.
    public static let request = PaymentForm(rawValue: 2)
}

/// What somebody is invited to.
///
/// Rule CN-5.
public struct InviteForm: OpenValue {
    /// The number for the wire.
    public let rawValue: UInt32

    /// Takes a number, of a newer version too.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    package static var schemaType: StaticString { "InviteForm" }

    /// A part of an app that needs no installing.
    public static let appClip = InviteForm(rawValue: 1)
    /// A group.
    public static let group = InviteForm(rawValue: 2)
    /// To be a friend.
    public static let friend = InviteForm(rawValue: 3)
}
