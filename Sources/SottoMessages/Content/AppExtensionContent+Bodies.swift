internal import SottoWire

/// Rule CN-22.
extension AppExtensionContent {
    /// Makes a payment.
    ///
    /// - Throws: ``ContentError`` naming the field that may not be sent.
    public init(app: String, payment: PaymentBody, fallback: String) throws(ContentError) {
        try self.init(app: app, type: .payment, body: payment, fallback: fallback)
    }

    /// Makes a shared activity.
    ///
    /// - Throws: ``ContentError`` naming the field that may not be sent.
    public init(app: String, sharedActivity: SharedActivityBody, fallback: String) throws(ContentError) {
        try self.init(app: app, type: .sharedActivity, body: sharedActivity, fallback: fallback)
    }

    /// Makes an invitation.
    ///
    /// - Throws: ``ContentError`` naming the field that may not be sent.
    public init(app: String, invite: InviteBody, fallback: String) throws(ContentError) {
        try self.init(app: app, type: .invite, body: invite, fallback: fallback)
    }

    /// Makes a game session.
    ///
    /// - Throws: ``ContentError`` naming the field that may not be sent.
    public init(app: String, gameSession: GameSessionBody, fallback: String) throws(ContentError) {
        try self.init(app: app, type: .gameSession, body: gameSession, fallback: fallback)
    }

    /// The payment; nil for another type.
    public var payment: PaymentBody? { body(.payment) }

    /// The shared activity; nil for another type.
    public var sharedActivity: SharedActivityBody? { body(.sharedActivity) }

    /// The invitation; nil for another type.
    public var invite: InviteBody? { body(.invite) }

    /// The game session; nil for another type.
    public var gameSession: GameSessionBody? { body(.gameSession) }

    private init(
        app: String, type: ExtensionType, body: some MessageFields, fallback: String
    ) throws(ContentError) {
        var copy = body
        try FieldValidator.check(&copy)
        var encoder = FieldEncoder()
        try encoder.fields(of: body)
        self.init(app: app, type: type, data: encoder.writer.bytes, fallback: fallback)
    }

    private func body<Body: MessageFields>(_ type: ExtensionType) -> Body? {
        self.type == type ? try? Self.read(data) : nil
    }

    /// Checks the body of a named type: what a reader can't read isn't sent.
    func checkBody() throws(ContentError) {
        switch type {
        case .payment: _ = try Self.read(data) as PaymentBody
        case .sharedActivity: _ = try Self.read(data) as SharedActivityBody
        case .invite: _ = try Self.read(data) as InviteBody
        case .gameSession: _ = try Self.read(data) as GameSessionBody
        default: break
        }
    }

    private static func read<Body: MessageFields>(_ data: [UInt8]) throws(ContentError) -> Body {
        var body = Body()
        var decoder = FieldDecoder(data)
        try decoder.decode(&body)
        try FieldValidator.check(&body)
        return body
    }
}
