public import SottoCrypto
package import SottoIdentity
internal import SottoWire

/// T: 32 bytes that everything about a handshake went into.
///
/// Rule HS-5.
public struct HandshakeTranscript: Hashable, Comparable, Sendable {
    /// The SHA-256 digest.
    public let digest: Bytes32

    /// Compares the digests as bytes, the first byte first.
    public static func < (left: HandshakeTranscript, right: HandshakeTranscript) -> Bool {
        left.digest.bytes.lexicographicallyPrecedes(right.digest.bytes)
    }

    package init(stored digest: Bytes32) { self.digest = digest }

    /// Computes T from the initiator's part and the responder's keys.
    package init(_ part: HandshakePart, responder: ResponderKeys) {
        var list = LabelledList("Sotto/1 handshake transcript")
        list.item(u8: Suite.x3dh.rawValue)
        list.item(ascii: "initiator")
        list.party(part.identityKey, part.device)
        list.item(ascii: "responder")
        list.party(responder.identityKey, responder.device)
        list.item(u32: part.signedPrekeyID.value)
        list.item(byteCount: 33) { responder.signedPrekey.appendEncoded(to: &$0) }
        if let id = part.oneTimePrekeyID, let key = responder.oneTimePrekey {
            list.item(u32: id.value)
            list.item(byteCount: 33) { key.appendEncoded(to: &$0) }
        } else {
            list.absent()
            list.absent()
        }
        for _ in 0..<3 { list.absent() }
        list.item(byteCount: 33) { part.ephemeralKey.appendEncoded(to: &$0) }
        let bytes = list.bytes
        digest = SHA256.hash(bytes.span)
    }
}

/// The responder's half of the transcript.
package struct ResponderKeys {
    package let identityKey: IdentityPublicKey
    package let device: DeviceDescription
    package let signedPrekey: X25519.PublicKey
    package let oneTimePrekey: X25519.PublicKey?

    package init(
        identityKey: IdentityPublicKey, device: DeviceDescription, signedPrekey: X25519.PublicKey,
        oneTimePrekey: X25519.PublicKey?
    ) {
        self.identityKey = identityKey
        self.device = device
        self.signedPrekey = signedPrekey
        self.oneTimePrekey = oneTimePrekey
    }
}

extension LabelledList {
    fileprivate mutating func party(_ identityKey: IdentityPublicKey, _ device: DeviceDescription) {
        item(byteCount: 33) { identityKey.key.appendEncoded(to: &$0) }
        item(byteCount: device.address.encodedByteCount) { device.address.append(to: &$0) }
        item(u32: device.registrationID.value)
        item(u8: device.capabilities.lowestRatchetVersion)
    }
}
