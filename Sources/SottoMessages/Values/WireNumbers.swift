/// A moment in milliseconds since 1970-01-01T00:00:00Z, as a sender's clock told it.
///
/// Rule CN-5.
public struct Instant: Hashable, Comparable, Sendable, WireNumber {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let milliseconds: UInt64

    /// Makes a moment.
    public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// Whether the first is earlier.
    public static func < (first: Instant, second: Instant) -> Bool {
        first.milliseconds < second.milliseconds
    }

    package static let unset = Instant(milliseconds: 0)
    package static var schemaType: StaticString { "uint64" }
    package var wire: UInt64 { milliseconds }
    package init?(wire: UInt64) { self.init(milliseconds: wire) }
    package var isValid: Bool { milliseconds <= ContentLimits.instant }
}

/// A length of time in milliseconds.
///
/// Rule CN-5.
public struct TimeSpan: Hashable, Comparable, Sendable, WireNumber {
    /// The length in milliseconds.
    public let milliseconds: UInt64

    /// Makes a length of milliseconds.
    public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// Makes a length of seconds.
    public init(seconds: UInt32) { self.init(milliseconds: UInt64(seconds) * 1_000) }

    /// Whether the first is shorter.
    public static func < (first: TimeSpan, second: TimeSpan) -> Bool {
        first.milliseconds < second.milliseconds
    }

    package static let unset = TimeSpan(milliseconds: 0)
    package static var schemaType: StaticString { "uint64" }
    package var wire: UInt64 { milliseconds }
    package init?(wire: UInt64) { self.init(milliseconds: wire) }
    package var isValid: Bool { milliseconds <= ContentLimits.timeSpan }
}

extension UInt32: WireNumber {
    package static var unset: UInt32 { 0 }
    package static var schemaType: StaticString { "uint32" }
    package var wire: UInt64 { UInt64(self) }
    package init?(wire: UInt64) { self.init(exactly: wire) }
}

extension UInt64: WireNumber {
    package static var unset: UInt64 { 0 }
    package static var schemaType: StaticString { "uint64" }
    package var wire: UInt64 { self }
    package init?(wire: UInt64) { self = wire }
}

extension Bool: WireNumber {
    package static var unset: Bool { false }
    package static var schemaType: StaticString { "bool" }
    package var wire: UInt64 { self ? 1 : 0 }
    package init?(wire: UInt64) { self = wire != 0 }
}

/// One of several named values; a newer version may have more, which are kept.
package protocol OpenValue: WireNumber {
    init(rawValue: UInt32)
    var rawValue: UInt32 { get }
}

extension OpenValue {
    package static var unset: Self { Self(rawValue: 0) }
    package var wire: UInt64 { UInt64(rawValue) }
    package init?(wire: UInt64) {
        guard let value = Int32(exactly: wire) else { return nil }
        self.init(rawValue: UInt32(value))
    }
    package var isValid: Bool { rawValue <= UInt32(Int32.max) }
}
