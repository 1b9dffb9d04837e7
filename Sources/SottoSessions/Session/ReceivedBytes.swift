internal import SottoCrypto
package import SottoHandshake
package import SottoRatchet
internal import SottoWire

/// A message as it came: its header parsed, its keys checked, nothing in it authenticated.
///
/// Rules SM-1 to SM-3.
package struct ReceivedBytes {
    // The one owner of the bytes: each further one costs an atomic count up and one down.
    private let reader: WireReader
    package let selector: SessionSelector
    package let ratchetHeader: RatchetHeader
    private let kind: Kind
    /// The length of everything before the nonce.
    package let headerByteCount: Int

    // Indirect, so that a session message isn't carried about with room for a handshake.
    private enum Kind {
        case session
        indirect case prekey(HandshakePart)
    }

    package var bytes: [UInt8] { reader.bytes }

    /// In prekey messages.
    package var handshake: HandshakePart? {
        if case .prekey(let part) = kind { part } else { nil }
    }

    /// The last 8 bytes of the tag: tells a copy of a message from another one in its place.
    var fingerprint: UInt64 { FirstForm.fingerprint(of: bytes) }

    package init(_ bytes: [UInt8]) throws(SessionError) {
        do {
            try self.init(parsing: bytes)
        } catch let fault as PeerFault {
            throw .peer(fault)
        } catch let error as HandshakeError {
            throw .peer(PeerFault(error))
        } catch {
            throw .peer(.malformed)
        }
    }

    private init(parsing bytes: consuming [UInt8]) throws {
        var reader = WireReader(bytes)
        guard try reader.u8() == Suite.x3dh.rawValue else { throw PeerFault.unsupportedSuite }
        let kindByte = try reader.u8()
        guard kindByte == WireKind.prekeyMessage || kindByte == WireKind.sessionMessage else {
            throw PeerFault.malformed
        }
        let selector = SessionSelector(try reader.u32())
        let index = try reader.varint()
        let previousChainLength = try reader.varint()
        let keyOffset = try reader.skip(Bytes32.byteCount)
        guard let keyBytes = Bytes32(reader.bytes, at: keyOffset) else { throw PeerFault.malformed }
        let ratchetKey = RatchetPublicKey(try Self.publicKey(keyBytes))
        let kind: Kind =
            kindByte == WireKind.prekeyMessage ? .prekey(try HandshakePart(from: &reader)) : .session
        let sealed = reader.remaining - SyntheticNonceAEAD.nonceByteCount - SyntheticNonceAEAD.tagByteCount
        guard Padding.byteCounts.contains(sealed) else { throw PeerFault.malformed }

        self.selector = selector
        self.kind = kind
        ratchetHeader = RatchetHeader(
            ratchetKey: ratchetKey, previousChainLength: previousChainLength, index: index)
        headerByteCount = reader.offset
        self.reader = reader
    }

    private static func publicKey(_ bytes: Bytes32) throws(PeerFault) -> X25519.PublicKey {
        do { return try X25519.PublicKey(bytes) } catch { throw .invalidKey }
    }
}

/// Writing of the header that both kinds of message share.
///
/// Rule SM-1.
enum MessageHeader {
    /// The longest header without a handshake part: suite, kind, selector, two varints, ratchet key.
    static let maximumByteCount = 1 + 1 + 4 + 5 + 5 + 32

    @inline(__always)
    static func append(
        kind: UInt8, selector: SessionSelector, _ header: RatchetHeader, to message: inout [UInt8]
    ) {
        message.append(Suite.x3dh.rawValue)
        message.append(kind)
        message.append(u32: selector.value)
        message.append(varint: header.index)
        message.append(varint: header.previousChainLength)
        header.ratchetKey.key.bytes.append(to: &message)
    }
}
