internal import SottoCrypto
package import SottoHandshake
package import SottoRatchet
internal import SottoWire

/// A message as it came: its header parsed, its keys checked, nothing in it authenticated.
///
/// Rules SM-1 to SM-3.
package struct ReceivedBytes {
    package let bytes: [UInt8]
    package let selector: SessionSelector
    package let ratchetHeader: RatchetHeader
    /// In prekey messages.
    package let handshake: HandshakePart?
    /// The length of everything before the nonce.
    package let headerByteCount: Int

    package init(_ bytes: [UInt8]) throws(SessionError) {
        self.bytes = bytes
        var reader = WireReader(bytes)
        do {
            guard try reader.u8() == Suite.x3dh.rawValue else { throw PeerFault.unsupportedSuite }
            let kind = try reader.u8()
            guard kind == WireKind.prekeyMessage || kind == WireKind.sessionMessage else {
                throw PeerFault.malformed
            }
            selector = SessionSelector(try reader.u32())
            let index = try reader.varint()
            let previousChainLength = try reader.varint()
            let keyOffset = try reader.skip(Bytes32.byteCount)
            guard let keyBytes = Bytes32(bytes, at: keyOffset) else { throw PeerFault.malformed }
            ratchetHeader = RatchetHeader(
                ratchetKey: RatchetPublicKey(try Self.publicKey(keyBytes)),
                previousChainLength: previousChainLength, index: index)
            handshake = kind == WireKind.prekeyMessage ? try HandshakePart(from: &reader) : nil
            headerByteCount = reader.offset
            let sealed =
                reader.remaining - SyntheticNonceAEAD.nonceByteCount - SyntheticNonceAEAD.tagByteCount
            guard Padding.byteCounts.contains(sealed) else { throw PeerFault.malformed }
        } catch let fault as PeerFault {
            throw .peer(fault)
        } catch let error as HandshakeError {
            throw .peer(PeerFault(error))
        } catch {
            throw .peer(.malformed)
        }
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
