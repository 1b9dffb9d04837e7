import Foundation
package import Sotto
import SottoCrypto
import Synchronization

/// Where a device sits: in this process or in another one.
package protocol Seat: AnyObject {
    /// Does what a request says; a process of its own may be killed meanwhile.
    func run(_ request: Request, killedAfter microseconds: UInt32?) throws -> Outcome
    /// Opens the device again from its store, as a new process would.
    func reopen() throws
}

/// What came of a request.
package enum Outcome: Sendable {
    /// It was done or refused, and nothing went wrong below.
    case reply(Reply)
    /// What was to go wrong did; the reply, where there still is somebody to give one.
    case struck(FaultPlan.Strike, Reply?)
}

/// The time, as a request says it.
package final class RequestClock: Sendable {
    private let instant = Atomic<UInt64>(1_800_000_000_000)

    package init() {}

    package func set(_ value: UInt64) { instant.store(value, ordering: .relaxed) }

    package var clock: DeviceClock { DeviceClock { self.instant.load(ordering: .relaxed) } }
}

/// The key that the tests' stores are sealed with.
package enum TestKey {
    /// A fresh copy of it.
    package static func make(_ byte: UInt8 = 7) -> StorageKey {
        .key(SecretBytes(copying: [UInt8](repeating: byte, count: 32).span))
    }
}

/// A device in this process, over a store that fails when it is told to.
package final class LocalSeat: Seat {
    private let clock = RequestClock()
    private let plan = FaultPlan()
    private let store: () throws -> any SessionStorage
    /// The device as it is now.
    package private(set) var device: Device

    /// Makes a device in what `store` gives; it is asked again for each reopening.
    package init(_ user: String, in store: @escaping () throws -> any SessionStorage) throws {
        self.store = store
        let base = try store()
        device = try Device.create(
            in: FaultyStorage(base, plan), key: TestKey.make(), as: try Address(user: user, device: 1),
            trusting: .onFirstUse, clock: clock.clock)
    }

    package func run(_ request: Request, killedAfter microseconds: UInt32?) throws -> Outcome {
        clock.set(request.instant)
        plan.arm(request.fault)
        let reply = device.reply(to: request.command)
        let strike = plan.strike
        plan.arm(nil)
        if case .nothing = strike { return .reply(reply) }
        return .struck(strike, reply)
    }

    package func reopen() throws {
        device = try Device.open(
            in: FaultyStorage(try store(), plan), key: TestKey.make(), clock: clock.clock)
    }
}
