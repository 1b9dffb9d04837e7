/// What this device keeps with a message; which fields stand depends on the form.
struct StoredAnnotation: StoredFields {
    var form = StoredAnnotationForm.unset
    var text = ""
    var language = ""
    var flag = false
    var byteCount: UInt64 = 0
    var position = TimeSpan.unset
    var speed: UInt32 = 0
    var unknownFields = UnknownFields()

    static var schemaName: StaticString { "StoredAnnotation" }

    init() {}

    init(_ annotation: Annotation) {
        switch annotation {
        case .transcript(let text): (form, self.text) = (.transcript, text)
        case .translation(let text, let language):
            (form, self.text, self.language) = (.translation, text, language)
        case .sensitive(let isSo): (form, flag) = (.sensitive, isSo)
        case .transferred(let byteCount): (form, self.byteCount) = (.transferred, byteCount)
        case .effectPlayed: form = .effectPlayed
        case .playback(let position, let speed):
            (form, self.position, self.speed) = (.playback, position, UInt32(speed.rawValue))
        }
    }

    mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "form", &form, required: true)
        try visitor.text(2, "text", &text, limit: ContentLimits.bodyByteCount, required: false)
        try visitor.text(3, "language", &language, limit: ContentLimits.lineByteCount, required: false)
        try visitor.number(4, "flag", &flag, required: false)
        try visitor.number(5, "byte_count", &byteCount, required: false)
        try visitor.number(6, "position", &position, required: false)
        try visitor.number(7, "speed", &speed, required: false)
    }

    /// The annotation; refused when the form isn't known.
    func annotation() throws(ContentError) -> Annotation {
        let made: Annotation? =
            switch form {
            case .transcript: .transcript(text)
            case .translation: .translation(text, language: language)
            case .sensitive: .sensitive(flag)
            case .transferred: .transferred(byteCount)
            case .effectPlayed: .effectPlayed
            case .playback:
                UInt8(exactly: speed).flatMap(PlaybackSpeed.init(rawValue:))
                    .map { .playback(position: position, speed: $0) }
            default: nil
            }
        guard let made else { throw .invalid(field: Self.path("form")) }
        return made
    }
}

/// What an annotation is.
struct StoredAnnotationForm: OpenValue {
    let rawValue: UInt32

    static var schemaType: StaticString { "StoredAnnotationForm" }

    static let transcript = StoredAnnotationForm(rawValue: 1)
    static let translation = StoredAnnotationForm(rawValue: 2)
    static let sensitive = StoredAnnotationForm(rawValue: 3)
    static let transferred = StoredAnnotationForm(rawValue: 4)
    static let effectPlayed = StoredAnnotationForm(rawValue: 5)
    static let playback = StoredAnnotationForm(rawValue: 6)
}
