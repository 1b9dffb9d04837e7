import Sotto
import TestSupport
import Testing

/// Rule PD-10.
@Suite("A push for a call")
struct CallPushTests {
    var desk: PushDesk
    let call = MessageID(high: 3, low: 4)

    init() throws { desk = try PushDesk() }

    private func offer(_ byteCount: Int) -> ContentKind {
        .call(
            CallContent(
                call: call, event: .offer, isVideo: true, payload: [UInt8](repeating: 5, count: byteCount)))
    }

    @Test("gives the call with its offer, whole or as a preview", arguments: [100, 6_000])
    func rings(byteCount: Int) throws {
        let outgoing = try desk.send(offer(byteCount))
        let push = try desk.push(outgoing, call: true)
        #expect(push.choice.form == (byteCount < 3_000 ? .inline : .preview))
        let result = desk.openCall(.json(push.payload.bytes))
        #expect(result.call.call == call)
        #expect(result.call.name == "Alice")
        #expect(result.call.isVideo)
        #expect(result.call.ending == nil)
        #expect(result.failure == nil)
        #expect(try desk.bob.inbox().map(\.id) == [try #require(result.received)])
    }

    @Test("that is over gives a call to be ended")
    func expired() throws {
        let input = try desk.input(try desk.send(offer(100)), call: true)
        desk.network.clock.advance(by: 29_999)
        var copy = desk
        copy.memory = NotificationMemory()
        #expect(desk.openCall(input).call.ending == nil)
        desk.network.clock.advance(by: 1)
        #expect(desk.openCall(input).call.ending == .expired)
    }

    @Test("by somebody who is blocked gives a call to be ended, without a name")
    mutating func blocked() throws {
        desk.isBlocked = true
        let call = desk.openCall(try desk.input(try desk.send(offer(100)), call: true)).call
        #expect(call.ending == .blocked)
        #expect(call.handle == nil)
        #expect(call.name != "Alice")
    }

    @Test("that holds a text gives a call to be ended")
    func text() throws {
        let result = desk.openCall(try desk.input(try desk.send(.text("hello")), call: true))
        #expect(result.call.ending == .notRinging)
    }

    @Test("that holds anything at all gives a call to be ended", arguments: [UInt64.random(in: 0...9_999)])
    func garbage(_ seed: UInt64) {
        print("seed of the garbage: \(seed)")
        var generator = SeededGenerator(seed: seed)
        for count in 0..<200 {
            let bytes = generator.bytes(count * 30)
            for input in [
                PushInput.binary(bytes), .json(bytes), .value(String(decoding: bytes, as: UTF8.self)),
            ] {
                let result = desk.openCall(input)
                #expect(result.call.ending == .unreadable, "seed \(seed)")
                #expect(result.failure != nil, "seed \(seed)")
            }
        }
    }

    @Test("that has to be fetched gives a call to be ended")
    func fetch() throws {
        let content = try PushContent(envelope: nil, fetchID: [9])
        let result = desk.openCall(.binary(try RawPushEncoder().encode(content).payload.bytes))
        #expect(result.call.ending == .unreadable)
        #expect(result.fetchID == [9])
    }
}
