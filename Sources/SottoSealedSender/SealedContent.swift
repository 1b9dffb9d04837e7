package import SottoWire

/// What is encrypted once for all recipients: certificate, hint, group id, message.
///
/// Rules SS-8, SS-9.
package struct SealedContent {
    package let certificate: SenderCertificate
    package let hint: ContentHint
    package let groupID: [UInt8]
    package let message: [UInt8]

    /// Reads the content; everything wrong with it is one error.
    package init(_ bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        do {
            let byteCount = Int(try reader.varint())
            guard SealedSenderLimits.certificateByteCounts.contains(byteCount) else {
                throw WireError.malformed
            }
            let end = byteCount + reader.offset
            certificate = try SenderCertificate(from: &reader)
            guard reader.offset == end else { throw WireError.malformed }
            hint = ContentHint(received: try reader.u8())
            let groupIDByteCount = Int(try reader.u8())
            guard groupIDByteCount <= SealedSenderLimits.maximumGroupIDByteCount else {
                throw WireError.malformed
            }
            groupID = try reader.take(groupIDByteCount)
            guard (1...SealedSenderLimits.maximumMessageByteCount).contains(reader.remaining) else {
                throw WireError.malformed
            }
            message = try reader.take(reader.remaining)
        } catch {
            throw .malformed
        }
    }

    /// Appends the content; the caller has checked the lengths.
    package static func append(
        _ message: [UInt8], hint: UInt8, groupID: [UInt8], certificate: SenderCertificate,
        to bytes: inout [UInt8]
    ) {
        bytes.append(varint: UInt32(truncatingIfNeeded: certificate.encodedByteCount))
        certificate.append(to: &bytes)
        bytes.append(hint)
        bytes.append(UInt8(truncatingIfNeeded: groupID.count))
        bytes.append(contentsOf: groupID)
        bytes.append(contentsOf: message)
    }
}
