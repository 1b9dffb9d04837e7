import SottoWire

/// The binary form of a push: a head of a few bytes, then an envelope or an id, then zeros.
///
/// Rules PP-1, PP-2.
package enum PushFrame {
    /// The first byte.
    package static let version: UInt8 = 1

    /// The bits of the second byte that hold the form.
    package static let formMask: UInt8 = 0x0F
    /// Set in a push for a call.
    package static let callFlag: UInt8 = 0x10
    /// Set when a server time follows.
    package static let serverTimeFlag: UInt8 = 0x20
    /// Set when an expiry follows.
    package static let expiryFlag: UInt8 = 0x40

    /// A head with both times.
    package static let maximumHeadByteCount = 20

    /// What stands before the content.
    package struct Head: Hashable, Sendable {
        package var isCall = false
        package var serverTime: UInt64?
        package var expiry: UInt64?

        package init(isCall: Bool = false, serverTime: UInt64? = nil, expiry: UInt64? = nil) {
            self.isCall = isCall
            self.serverTime = serverTime
            self.expiry = expiry
        }

        /// Version, form, the times that are there, length.
        package var byteCount: Int { 4 + (serverTime == nil ? 0 : 8) + (expiry == nil ? 0 : 8) }
    }

    /// Writes a binary form of `byteCount` bytes.
    ///
    /// - Parameter byteCount: At least that of head and content.
    package static func bytes(
        _ form: PushForm, _ content: [UInt8], head: Head, byteCount: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        var second = form.rawValue
        if head.isCall { second |= callFlag }
        if head.serverTime != nil { second |= serverTimeFlag }
        if head.expiry != nil { second |= expiryFlag }
        bytes.append(version)
        bytes.append(second)
        if let serverTime = head.serverTime { bytes.append(u64: serverTime) }
        if let expiry = head.expiry { bytes.append(u64: expiry) }
        bytes.append(u16: UInt16(truncatingIfNeeded: content.count))
        bytes.append(contentsOf: content)
        bytes.append(zeros: byteCount - bytes.count)
        return bytes
    }
}
