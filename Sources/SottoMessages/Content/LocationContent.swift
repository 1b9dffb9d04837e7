/// Where somebody or something is: once, or for a while.
///
/// Rule CN-23.
public struct LocationContent: MessageFields {
    /// The point.
    public var point: GeoPoint?
    /// How far off it may be, in meters; 0 for unknown.
    public var accuracy = Distance.unset
    /// What is there.
    public var name = ""
    /// For how long it is told again, in milliseconds; absent when it isn't.
    public var liveDuration: TimeSpan?
    /// The message that started it, when this tells it again or stops.
    public var liveStart: MessageRef?
    /// Whether it isn't told again.
    public var stops = false
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(
        point: GeoPoint? = nil, accuracy: Distance = Distance(meters: 0), name: String = "",
        liveDuration: TimeSpan? = nil, liveStart: MessageRef? = nil, stops: Bool = false
    ) {
        self.point = point
        self.accuracy = accuracy
        self.name = name
        self.liveDuration = liveDuration
        self.liveStart = liveStart
        self.stops = stops
    }

    package static var schemaName: StaticString { "LocationContent" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.message(1, "point", &point)
        try visitor.number(2, "accuracy", &accuracy, required: false)
        try visitor.text(3, "name", &name, limit: ContentLimits.lineByteCount, required: false)
        try visitor.optional(4, "live_duration", &liveDuration)
        try visitor.message(5, "live_start", &liveStart)
        try visitor.number(6, "stops", &stops, required: false)
    }

    package func validate() throws(ContentError) {
        if point == nil, !stops { throw .missing(field: Self.path("point")) }
        if stops, liveStart == nil { throw .missing(field: Self.path("live_start")) }
        if let liveDuration, liveStart != nil || liveDuration == .unset {
            throw .invalid(field: Self.path("live_duration"))
        }
    }
}

/// A point on the earth, WGS 84.
///
/// Rule CN-23.
public struct GeoPoint: MessageFields {
    /// Degrees to the north, in ten-millionths.
    public var latitude = Latitude.unset
    /// Degrees to the east, in ten-millionths.
    public var longitude = Longitude.unset
    /// Fields of a newer version.
    public package(set) var unknownFields = UnknownFields()

    package init() {}

    /// Makes the value; its limits are checked when content is encoded.
    public init(latitude: Latitude, longitude: Longitude) {
        self.latitude = latitude
        self.longitude = longitude
    }

    package static var schemaName: StaticString { "GeoPoint" }

    package mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(ContentError) {
        try visitor.number(1, "latitude", &latitude, required: false)
        try visitor.number(2, "longitude", &longitude, required: false)
    }
}
