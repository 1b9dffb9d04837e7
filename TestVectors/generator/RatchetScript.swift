import SottoCrypto
import SottoRatchet
import SottoWire

enum Side: String {
    case initiator
    case responder

    var other: Side { self == .initiator ? .responder : .initiator }
}

/// Plays both sides of a ratchet and writes down each value.
final class RatchetScript<KDF: ChainKDF, Cipher: MessageCipher> {
    private typealias State = RatchetState<KDF, Cipher>

    /// One side; a class so that both can stand in one place.
    private final class Party {
        var state: State
        var skipped = SkippedMessageKeys()

        init(_ state: consuming State) { self.state = state }
    }

    private let name: String
    private let context: Bytes32
    private let parties: [Side: Party]
    private var steps: [JSONValue] = []
    private var messages: [(from: Side, bytes: [UInt8], content: [UInt8])] = []
    private var instant: UInt64 = 1_800_000_000_000
    private var freshCount = 0

    static func run(
        _ name: String, _ cipher: String, _ body: (RatchetScript) -> Void
    ) throws -> JSONValue {
        let script = try RatchetScript(name)
        body(script)
        return .object([
            ("id", .string(name)), ("cipher", .string(cipher)), ("root", .hex(Inputs.bytes(name + " root"))),
            ("context", .hex(script.context.bytes)),
            ("initiator_ratchet_private", .hex(Inputs.bytes(name + " initiator"))),
            ("responder_ratchet_private", .hex(Inputs.bytes(name + " responder"))),
            ("steps", .array(script.steps)),
        ])
    }

    private init(_ name: String) throws {
        self.name = name
        context = try Bytes32(Inputs.bytes(name + " context"))
        let responderKey = try Inputs.privateKey(name + " responder")
        let responderPublicKey = RatchetPublicKey(responderKey.publicKey)
        parties = [
            .initiator: Party(
                try State.initiator(
                    rootKey: RootKey(Inputs.secret(name + " root")),
                    ourRatchetKey: Inputs.privateKey(name + " initiator"), theirRatchetKey: responderPublicKey
                )),
            .responder: Party(
                State.responder(
                    rootKey: try RootKey(Inputs.secret(name + " root")), ourRatchetKey: responderKey)),
        ]
    }

    private func party(_ side: Side) -> Party {
        guard let party = parties[side] else { fatalError("both sides are there") }
        return party
    }

    private static func header(_ header: RatchetHeader) -> [UInt8] {
        var bytes = header.ratchetKey.key.bytes.bytes
        bytes.append(varint: header.index)
        bytes.append(varint: header.previousChainLength)
        return bytes
    }

    @discardableResult
    func send(from side: Side) -> Int {
        let index = messages.count
        let content = Inputs.bytes("\(name) content \(index)", count: index * 7 % 50)
        let peeked = StatePeek(party(side).state.archive())
        var freshPrivate: [UInt8]?
        var header: [UInt8] = []
        let message = try? party(side).state.seal(
            context: context, reserving: 0,
            freshKey: {
                let name = "\(self.name) fresh \(self.freshCount)"
                self.freshCount += 1
                freshPrivate = Inputs.bytes(name)
                guard let key = try? Inputs.privateKey(name) else { fatalError("32 bytes make a key") }
                return key
            },
            writeHeader: {
                header = Self.header($0)
                $1.append(contentsOf: header)
            }, writePlaintext: { $0.append(contentsOf: content) })
        guard let message else { fatalError("this side can send") }
        let after = StatePeek(party(side).state.archive())
        let chainKey = peeked.chainKeyBeforeSend(fresh: freshPrivate)
        messages.append((side, message, content))
        steps.append(
            .object([
                ("op", .string("send")), ("from", .string(side.rawValue)),
                ("fresh_private", freshPrivate.map { .hex($0) } ?? .null), ("content", .hex(content)),
                ("header", .hex(header)), ("message", .hex(message)),
                ("message_key", .hex(Array(KDF.step(chainKey).exposeBytes()[32...]))),
                ("root_key", .hex(after.rootKey)), ("chain_key", .hex(after.sendingChainKey)),
            ]))
        return index
    }

    func refusedSend(from side: Side) {
        var reason = "none"
        do throws(RatchetError) {
            _ = try party(side).state.seal(
                context: context, reserving: 0, writeHeader: { _, _ in }, writePlaintext: { _ in })
        } catch {
            reason = Refusal.name(error)
        }
        steps.append(
            .object([
                ("op", .string("send")), ("from", .string(side.rawValue)), ("fresh_private", .null),
                ("content", .hex([])), ("refused", .string(reason)),
            ]))
    }

    func pass(_ milliseconds: UInt64) { instant += milliseconds }

    func length(of message: Int) -> Int { messages[message].bytes.count }

    func deliver(_ index: Int) {
        let message = messages[index]
        let to = message.from.other
        steps.append(
            .object([
                ("op", .string("deliver")), ("to", .string(to.rawValue)), ("message", .number(UInt64(index))),
                ("instant", .number(instant)), open(message.bytes, on: to),
            ]))
    }

    func deliverChanged(_ index: Int, at offset: Int) {
        var bytes = messages[index].bytes
        bytes[offset] ^= 1
        deliver(bytes, to: messages[index].from.other)
    }

    func deliverForged(_ index: Int, index chainIndex: UInt32, previousChainLength: UInt32) {
        let message = messages[index]
        var bytes = Array(message.bytes[..<32])
        bytes.append(varint: chainIndex)
        bytes.append(varint: previousChainLength)
        var reader = WireReader(message.bytes, at: 32)
        _ = try? reader.varint()
        _ = try? reader.varint()
        deliver(bytes + message.bytes[reader.offset...], to: message.from.other)
    }

    private func deliver(_ bytes: [UInt8], to side: Side) {
        steps.append(
            .object([
                ("op", .string("deliver-bytes")), ("to", .string(side.rawValue)), ("bytes", .hex(bytes)),
                ("instant", .number(instant)), open(bytes, on: side),
            ]))
    }

    private func open(_ bytes: [UInt8], on side: Side) -> (String, JSONValue) {
        do {
            var reader = WireReader(bytes, at: 32)
            let key = try X25519.PublicKey(Array(bytes[..<32]))
            let index = try reader.varint()
            let header = RatchetHeader(
                ratchetKey: RatchetPublicKey(key), previousChainLength: try reader.varint(), index: index)
            let party = party(side)
            let opened = try party.state.open(
                bytes, header: header, headerByteCount: reader.offset, context: context,
                skipped: &party.skipped, at: instant, check: { $0 })
            return ("content", .hex(opened.content))
        } catch let error as RatchetError {
            return ("refused", .string(Refusal.name(error)))
        } catch is CryptoError {
            return ("refused", .string("invalidKey"))
        } catch {
            return ("refused", .string("malformed"))
        }
    }

    func archive(_ side: Side) {
        steps.append(
            .object([
                ("op", .string("archive")), ("of", .string(side.rawValue)),
                ("state", .hex(party(side).state.archive().exposeBytes())),
                ("skipped", .hex(party(side).skipped.archive().exposeBytes())),
            ]))
    }
}
