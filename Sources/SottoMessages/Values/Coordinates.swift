/// Degrees to the north of the equator, in ten-millionths: about a centimeter.
///
/// From −90 to 90 degrees. Rule CN-23.
public struct Latitude: Hashable, Sendable, WireNumber {
    /// Ten-millionths of a degree.
    public let tenMillionths: Int32

    /// Makes a latitude.
    public init(tenMillionths: Int32) { self.tenMillionths = tenMillionths }

    /// Makes a latitude of degrees; nil beyond −90 and 90.
    public init?(degrees: Double) {
        guard -90...90 ~= degrees else { return nil }
        // Rounded by hand: the library's way needs the platform's libm.
        self.init(tenMillionths: Int32(degrees * 10_000_000 + (degrees < 0 ? -0.5 : 0.5)))
    }

    /// Degrees.
    public var degrees: Double { Double(tenMillionths) / 10_000_000 }

    package static let unset = Latitude(tenMillionths: 0)
    package static var schemaType: StaticString { "sint32" }
    package var wire: UInt64 { ZigZag.wire(tenMillionths) }
    package init?(wire: UInt64) {
        guard let value = ZigZag.value(wire) else { return nil }
        self.init(tenMillionths: value)
    }
    package var isValid: Bool { -900_000_000...900_000_000 ~= tenMillionths }
}

/// Degrees to the east of the meridian of Greenwich, in ten-millionths.
///
/// From −180 to 180 degrees. Rule CN-23.
public struct Longitude: Hashable, Sendable, WireNumber {
    /// Ten-millionths of a degree.
    public let tenMillionths: Int32

    /// Makes a longitude.
    public init(tenMillionths: Int32) { self.tenMillionths = tenMillionths }

    /// Makes a longitude of degrees; nil beyond −180 and 180.
    public init?(degrees: Double) {
        guard -180...180 ~= degrees else { return nil }
        // Rounded by hand: the library's way needs the platform's libm.
        self.init(tenMillionths: Int32(degrees * 10_000_000 + (degrees < 0 ? -0.5 : 0.5)))
    }

    /// Degrees.
    public var degrees: Double { Double(tenMillionths) / 10_000_000 }

    package static let unset = Longitude(tenMillionths: 0)
    package static var schemaType: StaticString { "sint32" }
    package var wire: UInt64 { ZigZag.wire(tenMillionths) }
    package init?(wire: UInt64) {
        guard let value = ZigZag.value(wire) else { return nil }
        self.init(tenMillionths: value)
    }
    package var isValid: Bool { -1_800_000_000...1_800_000_000 ~= tenMillionths }
}

/// A distance in meters, up to once around the earth.
///
/// Rule CN-23.
public struct Distance: Hashable, Comparable, Sendable, WireNumber {
    /// Meters.
    public let meters: UInt32

    /// Makes a distance.
    public init(meters: UInt32) { self.meters = meters }

    /// Whether the first is shorter.
    public static func < (first: Distance, second: Distance) -> Bool { first.meters < second.meters }

    package static let unset = Distance(meters: 0)
    package static var schemaType: StaticString { "uint32" }
    package var wire: UInt64 { UInt64(meters) }
    package init?(wire: UInt64) {
        guard let meters = UInt32(exactly: wire) else { return nil }
        self.init(meters: meters)
    }
    package var isValid: Bool { meters <= ContentLimits.meters }
}
