import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoRatchet
import SottoSessions
import SottoWire

/// Plays both sides of a session and writes down each value.
final class SessionScript {
    private final class Box {
        var session: Session
        init(_ session: consuming Session) { self.session = session }
    }

    private let name: String
    private let parts: SessionParts
    private var sessions: [Side: Box]
    private var steps: [JSONValue] = []
    private var messages: [(from: Side, bytes: [UInt8])] = []
    private let instant: UInt64 = 1_800_000_100_000
    private var freshCount = 0

    static func run(
        _ name: String, oneTime: Bool, _ body: (SessionScript) throws -> Void
    ) throws -> JSONValue {
        let script = try SessionScript(name, oneTime: oneTime)
        try body(script)
        return .object(
            [("id", .string(name))] + (try script.parts.fields()) + [("steps", .array(script.steps))])
    }

    private init(_ name: String, oneTime: Bool) throws {
        self.name = name
        parts = try SessionParts(name, oneTime: oneTime)
        sessions = [.initiator: Box(try parts.initiate())]
    }

    @discardableResult
    func send(from side: Side, byteCount: Int? = nil) -> Int {
        let index = messages.count
        let content = Inputs.bytes("\(name) content \(index)", count: byteCount ?? index * 31 % 300)
        guard let box = sessions[side] else { fatalError("this side has a session") }
        let before = StatePeek(ratchetState(of: box))
        var freshPrivate: [UInt8]?
        let message = try? box.session.seal(
            content,
            freshKey: {
                let name = "\(self.name) fresh \(self.freshCount)"
                self.freshCount += 1
                freshPrivate = Inputs.bytes(name)
                guard let key = try? Inputs.privateKey(name) else { fatalError("32 bytes make a key") }
                return key
            })
        guard let message else { fatalError("this side can send") }
        messages.append((side, message))
        let chainKey = before.chainKeyBeforeSend(fresh: freshPrivate)
        let messageKey = Array(BLAKE2bChainKDF.step(chainKey).exposeBytes()[32...])
        let keys = try? KDFBLAKE2b.derive(
            byteCount: 64, id: 1, context: KDFBLAKE2b.Context("SottoMK1"),
            from: SecretBytes(copying: messageKey.span)
        ).exposeBytes()
        steps.append(
            .object([
                ("op", .string("send")), ("from", .string(side.rawValue)),
                ("fresh_private", freshPrivate.map { .hex($0) } ?? .null), ("content", .hex(content)),
                ("kind", .number(UInt64(message[1]))), ("message", .hex(message)),
                ("message_key", .hex(messageKey)), ("cipher_key", .hex(Array(keys?[..<32] ?? []))),
                ("nonce_key", .hex(Array(keys?[32...] ?? []))),
                ("padded", .hex(EncodingVectors.padded(content))),
            ]))
        return index
    }

    func refusedSend(from side: Side, byteCount: Int) {
        let content = [UInt8](repeating: 0x61, count: byteCount)
        var reason = "none"
        do throws(SessionError) { _ = try sessions[side]?.session.seal(content) } catch {
            reason = Refusal.name(error)
        }
        steps.append(
            .object([
                ("op", .string("send")), ("from", .string(side.rawValue)), ("fresh_private", .null),
                ("content", .hex(content)), ("refused", .string(reason)),
            ]))
    }

    func deliver(_ index: Int) {
        let message = messages[index]
        steps.append(
            .object([
                ("op", .string("deliver")), ("to", .string(message.from.other.rawValue)),
                ("message", .number(UInt64(index))), ("instant", .number(instant)),
                open(message.bytes, on: message.from.other),
            ]))
    }

    /// One bit in each part of a message that is authenticated; the selector is left as it is.
    func deliverEachPartChanged(_ index: Int) {
        let message = messages[index]
        let headerEnd = message.bytes.count - 16 - 24 - EncodingVectors.padded([]).count
        var offsets = [0, 1] + Array(6..<min(headerEnd, 60))
        offsets += [headerEnd - 1, headerEnd, headerEnd + 23, headerEnd + 24, message.bytes.count - 1]
        for offset in Set(offsets).sorted() {
            var bytes = message.bytes
            bytes[offset] ^= 1
            let (field, value) = open(bytes, on: message.from.other)
            steps.append(
                .object([
                    ("op", .string("deliver-bytes")), ("to", .string(message.from.other.rawValue)),
                    ("bytes", .hex(bytes)), ("instant", .number(instant)), (field, value),
                ]))
        }
    }

    private func open(_ bytes: [UInt8], on side: Side) -> (String, JSONValue) {
        do throws(SessionError) {
            if let box = sessions[side] {
                return ("content", .hex(try box.session.open(bytes, at: instant).content))
            }
            var session = try parts.respond(to: try PrekeyMessage(bytes).handshake)
            let content = try session.open(bytes, at: instant).content
            sessions[side] = Box(session)
            return ("content", .hex(content))
        } catch {
            return ("refused", .string(Refusal.name(error)))
        }
    }

    func archive(_ side: Side) {
        guard let archive = sessions[side]?.session.archive() else { fatalError("this side has a session") }
        steps.append(
            .object([
                ("op", .string("archive")), ("of", .string(side.rawValue)),
                ("session", .hex(archive.session.exposeBytes())),
                ("skipped", .hex(archive.skipped.exposeBytes())),
            ]))
    }

    /// The ratchet's part of a stored session, by the offsets of SM-12.
    private func ratchetState(of box: Box) -> SecretBytes {
        let bytes = Array(box.session.archive().session.exposeBytes()[101..<347])
        return SecretBytes(copying: bytes.span)
    }
}
