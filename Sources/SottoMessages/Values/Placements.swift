/// A place on a message: ten-thousandths of its width or height.
///
/// 0 is the left or the top edge and 10,000 the other one; from −10,000 to 20,000, so that a sticker may hang over
/// the edge by the message's own size and no farther. Rule CN-16.
public struct RelativePosition: Hashable, Sendable, WireNumber {
    /// Ten-thousandths of the message's width or height.
    public let tenThousandths: Int32

    /// Makes a position.
    public init(tenThousandths: Int32) { self.tenThousandths = tenThousandths }

    package static let unset = RelativePosition(tenThousandths: 0)
    package static var schemaType: StaticString { "sint32" }
    package var wire: UInt64 { ZigZag.wire(tenThousandths) }
    package init?(wire: UInt64) {
        guard let value = ZigZag.value(wire) else { return nil }
        self.init(tenThousandths: value)
    }
    package var isValid: Bool { -10_000...20_000 ~= tenThousandths }
}

/// How much larger than its own size something is drawn, in thousandths.
///
/// From 100, a tenth, to 10,000, ten times. Rule CN-16.
public struct ScaleFactor: Hashable, Sendable, WireNumber {
    /// Thousandths of its own size.
    public let thousandths: UInt32

    /// Makes a scale.
    public init(thousandths: UInt32) { self.thousandths = thousandths }

    package static let unset = ScaleFactor(thousandths: 0)
    package static var schemaType: StaticString { "uint32" }
    package var wire: UInt64 { UInt64(thousandths) }
    package init?(wire: UInt64) {
        guard let thousandths = UInt32(exactly: wire) else { return nil }
        self.init(thousandths: thousandths)
    }
    package var isValid: Bool { 100...10_000 ~= thousandths }
}

/// How far something is turned clockwise, in hundredths of a degree.
///
/// From −17,999 to 18,000, so that each angle has one number. Rule CN-16.
public struct Rotation: Hashable, Sendable, WireNumber {
    /// Hundredths of a degree, clockwise.
    public let hundredths: Int32

    /// Makes a rotation.
    public init(hundredths: Int32) { self.hundredths = hundredths }

    package static let unset = Rotation(hundredths: 0)
    package static var schemaType: StaticString { "sint32" }
    package var wire: UInt64 { ZigZag.wire(hundredths) }
    package init?(wire: UInt64) {
        guard let value = ZigZag.value(wire) else { return nil }
        self.init(hundredths: value)
    }
    package var isValid: Bool { -17_999...18_000 ~= hundredths }
}
