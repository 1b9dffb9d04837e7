import Testing

@testable import demo

@Suite("The demo's comparison")
struct DemoComparisonTests {
    static let text = (1...20).map { "This is line \($0), long enough to be found.\n" }.joined()

    @Test("finds nothing when both devices are sound", arguments: [1, 2, 3, 4, 11, 12, 13, 29, 60])
    func sound(_ lineCount: Int) throws {
        let lines = (1...lineCount).map { "line \($0)\n" }.joined()
        let text = try Text(Array(lines.utf8), name: "text")
        let outcome = try play(text)
        #expect(outcome.differences.isEmpty)
        #expect(outcome.ledger.refusalCounts.values.reduce(0, +) >= 3)
        #expect(outcome.ledger.seenCount.values.reduce(0, +) == lineCount)
        #expect(outcome.ledger.restartCount >= 1)
    }

    @Test("finds what a faulty device does", arguments: FaultyDevice.Fault.allCases)
    func faulty(_ fault: FaultyDevice.Fault) throws {
        let text = try Text(Array(Self.text.utf8), name: "text")
        let faulty = FaultyDevice(try StandIn(fault.side), fault)
        let outcome = try play(text, with: faulty, as: fault.side)
        #expect(outcome.differences.contains(fault.difference), "\(outcome.differences)")
    }

    @Test("fails when a device can't go on")
    func broken() throws {
        struct Broken: DeviceLink {
            func ask(_ order: Order) throws -> Report {
                throw DeviceFailure(side: .alice, words: "it is broken")
            }
            func replace() throws {}
        }
        let text = try Text(Array(Self.text.utf8), name: "text")
        #expect(throws: DeviceFailure.self) { try play(text, with: Broken(), as: .alice) }
    }

    @Test("names every difference in its verdict")
    func verdict() throws {
        let text = try Text(Array(Self.text.utf8), name: "text")
        var lines: [String] = []
        let log = Log(messageCount: text.messageCount, style: Style(isColoured: false)) { lines.append($0) }
        let alice = FaultyDevice(try StandIn(.alice), .opensChanged)
        let stores = StoreFolder.temporary()
        try stores.make()
        defer { stores.remove() }
        let devices: [Side: any DeviceLink] = try [
            .alice: alice, .bob: StandIn(.bob), .carol: StandIn(.carol),
        ]
        let outcome = try Run(text: text, devices: devices, stores: stores, log: log).play()
        Summary(outcome, of: text).print(to: log)
        #expect(lines.contains("  message 12 was opened where it had to be refused"))
        #expect(!lines.contains("Every line arrived once, as it was sent."))
    }

    private func play(
        _ text: Text, with device: (any DeviceLink)? = nil, as side: Side = .alice
    ) throws -> Outcome {
        let log = Log(messageCount: text.messageCount, style: Style(isColoured: false)) { _ in }
        let stores = StoreFolder.temporary()
        try stores.make()
        defer { stores.remove() }
        var devices: [Side: any DeviceLink] = [:]
        for side in Side.allCases { devices[side] = try StandIn(side) }
        if let device { devices[side] = device }
        return try Run(text: text, devices: devices, stores: stores, log: log).play()
    }
}
