internal import SottoCrypto
package import SottoWire

/// A user and one of the user's devices.
///
/// The user is 1 to 255 opaque bytes; a string is taken as UTF-8 and not normalised, so two spellings are
/// two users. Its encoding is EN-5.
public struct Address: Hashable, Sendable {
    /// The user's identifier, 1 to 255 bytes.
    public let user: [UInt8]

    /// The device's number, 1 or more.
    public let device: UInt32

    /// The lengths a user's identifier may have, in bytes.
    public static let userByteCounts = 1...255

    /// Takes a user as bytes.
    ///
    /// - Throws: ``AddressError/userLength(_:)`` unless it has 1 to 255 bytes, ``AddressError/deviceZero`` for
    ///   device 0.
    public init(user: [UInt8], device: UInt32) throws(AddressError) {
        guard Self.userByteCounts.contains(user.count) else { throw .userLength(user.count) }
        guard device >= 1 else { throw .deviceZero }
        self.user = user
        self.device = device
    }

    /// Takes a user as text, in UTF-8.
    ///
    /// - Throws: As the form with bytes.
    public init(user: String, device: UInt32) throws(AddressError) {
        try self.init(user: Array(user.utf8), device: device)
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
    package var encodedByteCount: Int { 1 + user.count + 4 }

    package func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(truncatingIfNeeded: user.count))
        bytes.append(contentsOf: user)
        bytes.append(u32: device)
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let user = try reader.take(Int(try reader.u8()))
        let device = try reader.u32()
        do { try self.init(user: user, device: device) } catch { throw .malformed }
    }
}

extension Address: CustomStringConvertible {
    /// The user as text where it is printable UTF-8, else in hex, and the device.
    public var description: String {
        let text = String(validating: user, as: UTF8.self)
        let isPrintable =
            text?.unicodeScalars.allSatisfy {
                switch $0.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
                default: true
                }
            } ?? false
        return (isPrintable ? text ?? "" : Hex.encode(user.span)) + ".\(device)"
    }
}
