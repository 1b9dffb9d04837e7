internal import SottoCrypto
package import SottoHandshake
internal import SottoWire

/// Four bytes that say which session a message belongs to, another one for each direction.
///
/// Rule SM-4.
package struct SessionSelector: Hashable, Sendable {
    package let value: UInt32

    package init(_ value: UInt32) { self.value = value }

    package static func toResponder(_ transcript: HandshakeTranscript) -> SessionSelector {
        SessionSelector("Sotto/1 selector to responder", transcript)
    }

    package static func toInitiator(_ transcript: HandshakeTranscript) -> SessionSelector {
        SessionSelector("Sotto/1 selector to initiator", transcript)
    }

    private init(_ label: StaticString, _ transcript: HandshakeTranscript) {
        var list = LabelledList(label, capacity: 80)
        list.item(byteCount: 32) { transcript.digest.append(to: &$0) }
        let bytes = list.bytes
        let digest = SHA256.hash(bytes.span).bytes
        value = digest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
