import Testing

@testable import demo

@Suite("The demo's comparison")
struct DemoComparisonTests {
    static let text = (1...20).map { "This is line \($0), long enough to be found.\n" }.joined()

    @Test("finds nothing when both devices are sound", arguments: [1, 2, 3, 4, 11, 12, 13, 29, 60])
    func sound(_ lineCount: Int) throws {
        let lines = (1...lineCount).map { "line \($0)\n" }.joined()
        let text = try Text(Array(lines.utf8), name: "text")
        let outcome = try play(text, Device(.alice), Device(.bob))
        #expect(outcome.differences.isEmpty)
        #expect(outcome.ledger.refusalCounts.values.reduce(0, +) >= 3)
        #expect(outcome.ledger.seenCount.values.reduce(0, +) == lineCount)
    }

    @Test("finds what a faulty device does", arguments: FaultyDevice.Fault.allCases)
    func faulty(_ fault: FaultyDevice.Fault) throws {
        let text = try Text(Array(Self.text.utf8), name: "text")
        let alice = FaultyDevice(try Device(.alice), fault)
        let outcome = try play(text, alice, Device(.bob))
        #expect(outcome.differences.contains(fault.difference), "\(outcome.differences)")
    }

    @Test("fails when a device can't go on")
    func broken() throws {
        struct Broken: DeviceLink {
            func ask(_ order: Order) throws -> Report {
                throw DeviceFailure(side: .alice, words: "it is broken")
            }
        }
        let text = try Text(Array(Self.text.utf8), name: "text")
        #expect(throws: DeviceFailure.self) { try play(text, Broken(), Device(.bob)) }
    }

    @Test("names every difference in its verdict")
    func verdict() throws {
        let text = try Text(Array(Self.text.utf8), name: "text")
        var lines: [String] = []
        let log = Log(messageCount: text.messageCount, style: Style(isColoured: false)) { lines.append($0) }
        let alice = FaultyDevice(try Device(.alice), .opensChanged)
        let outcome = try Run(text: text, alice: alice, bob: Device(.bob), log: log).play()
        Summary(outcome, of: text).print(to: log)
        #expect(lines.contains("  message 12 was opened where it had to be refused"))
        #expect(!lines.contains("Every line arrived once, as it was sent."))
    }

    private func play(
        _ text: Text, _ alice: any DeviceLink, _ bob: any DeviceLink
    ) throws -> Outcome {
        let log = Log(messageCount: text.messageCount, style: Style(isColoured: false)) { _ in }
        return try Run(text: text, alice: alice, bob: bob, log: log).play()
    }
}

/// A device with one fault, Alice's: Bob's messages, those with even numbers, come to it.
final class FaultyDevice: DeviceLink {
    enum Fault: CaseIterable {
        case opensChanged
        case altersContent
        case refusesGenuine
        case namesAnotherSender
        case namesAnotherKey
        case takesAnyBundle
        case exportsAnotherSecret
        case sendsPlaintext

        var difference: Difference {
            switch self {
            case .opensChanged: .accepted(12)
            case .altersContent: .content(2)
            case .refusesGenuine: .missing(2)
            case .namesAnotherSender, .namesAnotherKey: .sender(2)
            case .takesAnyBundle: .bundle
            case .exportsAnotherSecret: .secrets
            case .sendsPlaintext: .readable(3)
            }
        }
    }

    private let device: Device
    private let fault: Fault
    private var sentCount = 0

    init(_ device: Device, _ fault: Fault) {
        self.device = device
        self.fault = fault
    }

    func ask(_ order: Order) throws -> Report {
        let report = try device.ask(order)
        switch (fault, order, report) {
        case (.opensChanged, .deliver, .refused):
            return .opened(Opened(content: [1], sender: "bob.1", senderIdentityKey: []))
        case (.altersContent, .deliver, .opened(let opened)):
            return changed(opened, content: opened.content + [0])
        case (.refusesGenuine, .deliver, .opened):
            return .refused(Refusal(fault: "notAuthentic", recovery: "askForResend"))
        case (.namesAnotherSender, .deliver, .opened(let opened)):
            return changed(opened, sender: "eve.1")
        case (.namesAnotherKey, .deliver, .opened(let opened)):
            return changed(opened, key: [5])
        case (.takesAnyBundle, .start, .refused): return .started
        case (.exportsAnotherSecret, .compare, .digest(let digest)): return .digest(digest.reversed())
        // Not with the first message: without it Bob has no session to go on with.
        case (.sendsPlaintext, .send(let content), .packet(let packet)):
            sentCount += 1
            return .packet(sentCount == 1 ? packet : packet + content)
        default: return report
        }
    }

    private func changed(
        _ opened: Opened, content: [UInt8]? = nil, sender: String? = nil, key: [UInt8]? = nil
    ) -> Report {
        .opened(
            Opened(
                content: content ?? opened.content, sender: sender ?? opened.sender,
                senderIdentityKey: key ?? opened.senderIdentityKey))
    }
}
