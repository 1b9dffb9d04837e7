package import SottoWire

/// A user and one of the user's devices.
///
/// Its encoding is EN-5.
public struct Address: Hashable, Sendable {
    /// The user.
    public let user: UserID

    /// The device's number, 1 or more.
    public let device: UInt32

    /// Takes a user and a device.
    ///
    /// - Throws: ``AddressError/deviceZero`` for device 0.
    public init(user: UserID, device: UInt32) throws(AddressError) {
        guard device >= 1 else { throw .deviceZero }
        self.user = user
        self.device = device
    }

    /// Takes a user as text, in UTF-8.
    ///
    /// - Throws: ``AddressError/userLength(_:)`` unless it has 1 to 255 bytes, ``AddressError/deviceZero`` for
    ///   device 0.
    public init(user: String, device: UInt32) throws(AddressError) {
        try self.init(user: try UserID(user), device: device)
    }

    /// Takes a user as bytes.
    ///
    /// - Throws: As the form with text.
    public init(user: [UInt8], device: UInt32) throws(AddressError) {
        try self.init(user: try UserID(user), device: device)
    }
}

/// Why an address was refused.
@nonexhaustive
public enum AddressError: Error, Hashable, Sendable {
    /// The user has no bytes or more than 255.
    case userLength(Int)
    /// Device numbers start at 1.
    case deviceZero
}

extension Address {
    /// The encoding's length in bytes.
    package var encodedByteCount: Int { 1 + user.bytes.count + 4 }

    package func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: user.bytes.count))
        bytes.append(contentsOf: user.bytes)
        bytes.append(u32: device)
    }

    /// The address as EN-5 says.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encodedByteCount)
        append(to: &bytes)
        return bytes
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let user = try reader.take(Int(try reader.u8()))
        let device = try reader.u32()
        do { try self.init(user: user, device: device) } catch { throw .malformed }
    }
}

extension Address: CustomStringConvertible {
    /// The user and the device, with a point between them.
    public var description: String { "\(user).\(device)" }
}
