import DeviceSupport
import Foundation
import Sotto

/// A process of its own with a device, for tests that kill it, stop it, or run several on one store.
///
///     device-worker create PATH USER      makes a device and serves it
///     device-worker open PATH             opens a device and serves it
///     device-worker nobody PATH           the same as somebody who isn't root
///
/// It reads requests and writes replies, each a line of JSON; the first line that it writes says how opening went. A
/// reply that was read is what left the process.
@main
enum DeviceWorker {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count >= 2 else { exit(2) }
        let clock = RequestClock()
        let plan = FaultPlan()
        do {
            if arguments[0] == "nobody", geteuid() == 0 {
                guard setgroups(0, nil) == 0, setgid(65_534) == 0, setuid(65_534) == 0 else { exit(3) }
            }
            let device = try device(arguments, clock, plan)
            say(Reply())
            while let line = readLine(strippingNewline: true) {
                let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
                clock.set(request.instant)
                plan.arm(request.fault)
                let reply = device.reply(to: request.command)
                plan.arm(nil)
                say(reply)
            }
        } catch {
            var reply = Reply()
            reply.failures = [Reply.Failure(error)]
            say(reply)
        }
    }

    private static func device(
        _ arguments: [String], _ clock: RequestClock, _ plan: FaultPlan
    ) throws -> Device {
        let path = arguments[1]
        if arguments[0] == "create" {
            return try Device.create(
                in: FaultyStorage(try SQLiteStorage.create(at: path), plan), key: TestKey.make(),
                as: try Address(user: arguments[2], device: 1), trusting: .onFirstUse,
                certificates: TestPost.trust, clock: clock.clock)
        }
        return try Device.open(
            in: FaultyStorage(try SQLiteStorage.open(at: path), plan), key: TestKey.make(),
            certificates: TestPost.trust, clock: clock.clock)
    }

    private static func say(_ reply: Reply) {
        guard var line = try? JSONEncoder().encode(reply) else { exit(4) }
        line.append(UInt8(ascii: "\n"))
        FileHandle.standardOutput.write(line)
    }
}
