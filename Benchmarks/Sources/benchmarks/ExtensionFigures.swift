import Foundation
import Sotto
import SottoCrypto
import SottoServer

/// What a notification extension takes, in processes of their own, and what its app takes to show the new row.
enum ExtensionFigures {
    static let names = ["push-open-ms", "push-open-growth-bytes", "push-to-row-ms"]

    /// Medians: of opening a store of very many sessions, a push and the message in it; and of a new row in a conversation of 10,000 messages that
    /// isn't loaded.
    static func all(_ store: LargeStore) throws -> [Double] {
        let (path, bob) = try store.ready()
        let world = try World(bob)
        var times: [Double] = []
        var growths: [Double] = []
        for _ in 0..<7 {
            let (time, growth) = try process([path, world.root, "\(Conversation.instant)", try world.push()])
            times.append(time / 1_000)
            growths.append(growth)
        }
        return [median(times), growths.max() ?? 0, try toRow(path, world)]
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func process(_ arguments: [String]) throws -> (Double, Double) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("extension")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let words = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard process.terminationStatus == 0, words.count == 2, let time = Double(words[0]),
            let growth = Double(words[1])
        else { throw BenchmarkError("the extension failed: \(process.terminationStatus)") }
        return (time, growth)
    }

    /// From a push to the new row: the store opened, the push opened, the events read and folded, the inbox taken over, rows drawn.
    private static func toRow(_ path: String, _ world: World) throws -> Double {
        let author = PersonID(world.bob.address.user)
        let me = PersonID(UserID("the-sending-user"))
        let stored = try (1...10_000).map { number in try Self.event(UInt64(number), by: author).encoded() }
        let context = RowContext(
            now: Instant(milliseconds: Conversation.instant),
            clock: ReaderClock(timeZone: .utc, style: .twentyFourHour),
            name: { _ in "Bob" })
        let times = try (0..<7).map { _ in
            let push = try world.push()
            let start = ContinuousClock.now
            let notifier = Notifier(
                preferences: NotificationPreferences(quietHours: nil), clock: context.clock, now: context.now)
            var memory = NotificationMemory()
            let device = try Device.open(
                in: try SQLiteStorage.open(at: path), key: TemporaryStore.key(), certificates: world.trust,
                clock: Crowd.clock)
            let result = device.open(.value(push), notifier: notifier, memory: &memory) { _ in
                NotificationSituation(names: PeopleNames(me: me) { _ in "Bob" })
            }
            var conversation = SottoMessages.Conversation(id: .direct(author), me: me)
            _ = conversation.apply(try stored.map { try ConversationEvent(decoding: $0) })
            guard let message = result.event else { throw BenchmarkError("nothing came") }
            _ = conversation.apply([
                ConversationEvent(
                    sequence: 10_001, receivedAt: context.now, body: .message(message))
            ])
            let rows = conversation.rows(conversation.rowCount - 50..<conversation.rowCount, in: context)
            guard rows.count == 50, conversation.rowCount == 10_001 else {
                throw BenchmarkError("no new row")
            }
            return (ContinuousClock.now - start) / .milliseconds(1)
        }
        return median(times)
    }

    private static func event(_ number: UInt64, by author: PersonID) -> ConversationEvent {
        let sentAt = Instant(milliseconds: Conversation.instant - 1_000_000_000 + number * 60_000)
        let content = Content(
            id: .random(), sentAt: sentAt, kind: .text(TextContent(body: "message number \(number)")))
        let event = MessageEvent(author: author, device: 1, conversation: .direct(author), content: content)
        return ConversationEvent(sequence: number, receivedAt: sentAt, body: .message(event))
    }

    /// Who sends to the device in the store, and the server that pushes.
    private final class World {
        let bob: Device
        let trust: CertificateTrust
        let root: String

        init(_ bob: Device) throws {
            self.bob = bob
            let pair = TrustRootKeyPair()
            let key = CertificateKeyPair()
            let certificate = pair.certificate(ServerCertificate.ID(1), for: key.publicKey)
            let issuer = try CertificateIssuer(key: key, certificate: certificate)
            trust = try CertificateTrust(roots: [pair.trustRoot])
            root = pair.trustRoot.publicKey.bytes.map {
                String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
            }
            .joined()
            bob.certificateTrust = trust
            try bob.setSenderCertificate(
                try issuer.certificate(
                    for: bob.address, identityKey: bob.identityKey, at: Conversation.instant,
                    lifetime: 86_400_000
                ).bytes)
        }

        /// What the extension gets of another message.
        func push() throws -> String {
            let body = String(repeating: "a", count: 2_000)
            let outgoing = try bob.sendForPush(
                bob.compose(.text(TextContent(body: body))), to: .user(UserID("the-sending-user")))
            guard let push = outgoing.pushes.first else { throw BenchmarkError("nobody to push to") }
            let content = try push.content(fetchID: [1], serverTime: Conversation.instant)
            let made = try APNsPushEncoder.alert().encode(
                content, now: Conversation.instant, collapseID: PushCollapseID(Random.bytes(16)))
            guard made.choice.form == .inline else { throw BenchmarkError("no whole push") }
            return Data(try DecodedPush(json: made.payload.bytes).encoded).base64EncodedString()
        }
    }
}
