import Foundation
import SottoCrypto
import SottoPushPayload

/// A full push for APNs, beside what Foundation takes for the same JSON.
enum PushSuite {
    static func operations() throws -> [Operation] {
        let push = try Push()
        let wireBytes = push.payload.count
        return [
            Operation(
                implementation: "sotto", name: "push-encode", wireBytes: wireBytes,
                call: { _ in try push.encode() }),
            Operation(
                implementation: "foundation", name: "push-encode", wireBytes: wireBytes,
                call: { _ in try push.encodeWithFoundation() }),
            Operation(
                implementation: "sotto", name: "push-decode", wireBytes: wireBytes,
                call: { _ in try push.decode() }),
            Operation(
                implementation: "foundation", name: "push-decode", wireBytes: wireBytes,
                call: { _ in try push.decodeWithFoundation() }),
            Operation(
                implementation: "sotto", name: "push-decode-value", wireBytes: wireBytes,
                call: { _ in try push.decodeValue() }),
        ]
    }

    /// An envelope that fills a push of the usual budget, and what both sides make of it.
    private final class Push {
        let payload: [UInt8]
        private let value: String
        private let data: Data
        private let encoder: APNsPushEncoder
        private let content: PushContent
        private let collapseID: PushCollapseID
        private let foundation = JSONEncoder()

        init() throws {
            encoder = try .alert()
            content = try PushContent(
                envelope: Random.bytes(encoder.envelopeCapacity(hasServerTime: true)),
                fetchID: Random.bytes(16), serverTime: Self.now)
            collapseID = try PushCollapseID(Random.bytes(PushCollapseID.byteCount))
            payload = try encoder.encode(content, now: Self.now, collapseID: collapseID).payload.bytes
            value = Data(try DecodedPush(json: payload).encoded).base64EncodedString()
            data = Data(payload)
            foundation.outputFormatting = [.withoutEscapingSlashes]
            // Otherwise the figures would be of different things.
            let theirs = try JSONSerialization.jsonObject(with: foundation.encode(message)) as? NSDictionary
            let ours = try JSONSerialization.jsonObject(with: data) as? NSDictionary
            guard theirs == ours else { throw BenchmarkError("Foundation writes another push") }
        }

        private static let now: UInt64 = 1_800_000_000_000

        func encode() throws {
            let push = try encoder.encode(content, now: Self.now, collapseID: collapseID)
            guard push.choice.form == .inline else { throw BenchmarkError("an envelope doesn't fit") }
        }

        func decode() throws {
            guard try DecodedPush(json: payload).content.count == content.envelope?.count else {
                throw BenchmarkError("another push was read")
            }
        }

        /// As an extension does, which gets a dictionary from the system.
        func decodeValue() throws {
            guard try DecodedPush(value: value).content.count == content.envelope?.count else {
                throw BenchmarkError("another push was read")
            }
        }

        func encodeWithFoundation() throws {
            guard try foundation.encode(message).count == payload.count else {
                throw BenchmarkError("Foundation writes another push")
            }
        }

        func decodeWithFoundation() throws {
            guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any],
                let text = object["sotto"] as? String, let bytes = Data(base64Encoded: text),
                bytes.dropFirst(12).count == content.envelope?.count
            else { throw BenchmarkError("Foundation reads another push") }
        }

        /// The same binary form as a value that `JSONEncoder` takes.
        private var message: Message {
            var form = Data([1, 0x21])
            form.append(
                contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: Self.now >> (56 - 8 * UInt64($0))) })
            let envelope = content.envelope ?? []
            form.append(contentsOf: [UInt8(envelope.count >> 8), UInt8(envelope.count & 0xFF)])
            form.append(contentsOf: envelope)
            return Message(aps: Message.APS(), sotto: form)
        }
    }

    private struct Message: Encodable {
        struct Alert: Encodable { let body = "New message" }

        struct APS: Encodable {
            let alert = Alert()
            let mutableContent = 1

            enum CodingKeys: String, CodingKey {
                case alert
                case mutableContent = "mutable-content"
            }
        }

        let aps: APS
        let sotto: Data
    }
}
