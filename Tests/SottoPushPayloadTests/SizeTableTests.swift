import Foundation
import Sotto
import SottoMessages
import SottoPushPayload
import SottoServer
import TestSupport
import Testing

/// Real devices, real envelopes: how much text goes into a push whole.
///
/// Rules PP-15 and PP-17.
@Suite("What fits in a push")
struct SizeTableTests {
    /// What a KEM ciphertext of 1,088 bytes adds to a first message: id, length, ciphertext (SM-2).
    private static let kemByteCount = 4 + 2 + 1_088

    private enum Stage: String, CaseIterable {
        case established = "established session"
        case first = "first message"
        case firstWithKEM = "first message with a KEM ciphertext"
    }

    private static let text: [(name: String, character: String)] = [("ASCII", "a"), ("CJK", "語")]

    /// The rows of the document's second table, each as it stands there.
    private static func rows() throws -> [String] {
        let pairs = [true, false].map { isInside in try? Pair(certificateInside: isInside) }
        var rows: [String] = []
        for (pair, certificate) in zip(pairs, ["with the server's", "without it"]) {
            guard let pair else { continue }
            for stage in Stage.allCases {
                let cells = try capacities().flatMap { capacity in
                    try text.map { text in
                        let room = capacity - (stage == .firstWithKEM ? Self.kemByteCount : 0)
                        let count = try pair.longest(
                            of: text.character, in: room, isFirst: stage != .established)
                        return count?.formatted ?? "–"
                    }
                }
                rows.append("| \(stage.rawValue) | \(certificate) | \(cells.joined(separator: " | ")) |")
            }
        }
        return rows
    }

    private static func capacities() throws -> [Int] {
        [
            try APNsPushEncoder.alert().envelopeCapacity(hasServerTime: true),
            try FCMPushEncoder().envelopeCapacity(hasServerTime: true),
            try WebPushEncoder().envelopeCapacity(hasServerTime: true),
        ]
    }

    private static func document() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Specs/PushPayload.md"), encoding: .utf8)
            .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    @Test("is in characters of text what the document's table says")
    func characters() throws {
        let document = try Self.document()
        let rows = try Self.rows()
        #expect(rows.count == 6)
        for row in rows where !document.contains(row) { Issue.record("not in the document: \(row)") }
    }

    @Test("is in bytes of an envelope what the document's table says")
    func envelopes() throws {
        let document = try Self.document()
        func row(_ name: String, _ budget: PushBudget, _ capacity: (Bool) -> Int) {
            let row =
                "| \(name) | \(budget.byteCount.formatted) | \(capacity(false).formatted) | \(capacity(true).formatted) |"
            if !document.contains(row) { Issue.record("not in the document: \(row)") }
        }
        for budget in [PushBudget.standard, .apnsMaximum] {
            row("APNs, alert", budget, try APNsPushEncoder.alert(budget: budget).envelopeCapacity)
            row("APNs, background", budget, try APNsPushEncoder.background(budget: budget).envelopeCapacity)
            row("FCM", budget, try FCMPushEncoder(budget: budget).envelopeCapacity)
        }
        for budget in [PushBudget.standard, .voIPMaximum] {
            row("APNs, VoIP", budget, try APNsPushEncoder.call(budget: budget).envelopeCapacity)
            row("raw", budget, try RawPushEncoder(budget: budget).envelopeCapacity)
        }
        row("Web Push", .webPush, try WebPushEncoder().envelopeCapacity)
    }

    @Test("is certain for an envelope of a length, whatever the service and the alert")
    func certain() throws {
        let longest = String(repeating: "a", count: PushLimits.maximumAlertByteCount)
        let capacities =
            try [PushAlert(longest), PushAlert(localizationKey: longest)].map { alert in
                try APNsPushEncoder.alert(alert).envelopeCapacity(hasServerTime: true)
            }
            + PushWay.allCases.map { way in
                try way.encode(PushContent(envelope: nil, fetchID: [1], serverTime: 1)).capacity
            }
        #expect(capacities.min() == PushLimits.certainEnvelopeByteCount)
    }

    @Test("a first message with 200 characters and a KEM ciphertext goes in whole")
    func postQuantum() throws {
        let pair = try Pair(certificateInside: true)
        let envelope = try pair.envelopeByteCount(String(repeating: "a", count: 200), isFirst: true)
        for capacity in try Self.capacities() { #expect(envelope + Self.kemByteCount <= capacity) }
    }
}

extension Int {
    /// With a comma before the last three digits.
    fileprivate var formatted: String {
        self < 1_000 ? "\(self)" : "\(self / 1_000),\(String(self % 1_000 + 1_000).dropFirst())"
    }
}

/// Carol, who talks with Bob, and Alice, who first writes to him.
///
/// Their users have 16 bytes.
private struct Pair {
    private let first: Device
    private let established: Device
    private static let clock = DeviceClock { PostOffice.now }

    init(certificateInside: Bool) throws {
        let office = try PostOffice()
        func device(_ user: String) throws -> Device {
            let device = try Device.inMemory(
                as: Address(user: user, device: 1), trusting: .onFirstUse,
                certificates: office.trust, clock: Self.clock)
            let certificate = try office.issuer.certificate(
                for: device.address, identityKey: device.identityKey, at: PostOffice.now,
                lifetime: 6 * 86_400_000)
            try device.setSenderCertificate(
                (certificateInside ? certificate : certificate.withoutServerCertificate).bytes)
            return device
        }
        let bob = try device("bob-has-sixteen!")
        guard let upload = try bob.prekeyUpload() else { throw NoUpload() }
        try bob.confirm(upload)
        let alice = try device("alice-of-sixteen")
        let carol = try device("carol-of-sixteen")
        for (number, sender) in [alice, carol].enumerated() {
            try sender.start(
                with: upload.bundle(oneTimePrekey: upload.oneTimePrekeys[number]), of: bob.address)
        }
        (first, established) = (alice, carol)
        let hello = try established.send([1], to: .user(bob.address.user))
        _ = try bob.receive(hello.envelopes[0].bytes, from: nil)
        let answer = try bob.send([2], to: .user(established.address.user))
        _ = try established.receive(answer.envelopes[0].bytes, from: nil)
    }

    private struct NoUpload: Error {}

    /// How long the envelope around a text is.
    func envelopeByteCount(_ text: String, isFirst: Bool) throws -> Int {
        var generator = SeededGenerator(seed: 1)
        let content = Content(
            id: .random(using: &generator), sentAt: Instant(milliseconds: PostOffice.now),
            kind: .text(TextContent(body: text)))
        let sender = isFirst ? first : established
        let outgoing = try sender.send(try content.encoded(), to: .user("bob-has-sixteen!"))
        return outgoing.envelopes[0].bytes.count
    }

    /// The most characters whose envelope has room; nothing when none has.
    func longest(of character: String, in room: Int, isFirst: Bool) throws -> Int? {
        var (fits, fails) = (0, 4_000)
        while fails - fits > 1 {
            let middle = (fits + fails) / 2
            let text = String(repeating: character, count: middle)
            if try envelopeByteCount(text, isFirst: isFirst) <= room { fits = middle } else { fails = middle }
        }
        return fits == 0 ? nil : fits
    }
}
