import Foundation
import Sotto
import Testing

/// Groups of devices, a network and a server that do anything, and apps that do what errors say.
///
/// `SOTTO_GROUP_SEEDS` and `SOTTO_GROUP_ACTIONS` make the runs longer. Rules DS-25 to DS-31.
@Suite("After anything that happens in a group")
struct GroupRun {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    static let seeds = (1...max(1, number("SOTTO_GROUP_SEEDS") ?? 2)).map { UInt64($0) }
    static let actions = number("SOTTO_GROUP_ACTIONS") ?? 250

    @Test(
        "five users with three devices each hear each other, nothing was opened twice or by who was removed",
        arguments: seeds)
    func small(seed: UInt64) throws {
        let world = try GroupWorld(seed: seed, users: 5, devices: 3)
        for _ in 0..<Self.actions { try world.step() }
        try finish(world, seed, talkers: .max)
    }

    @Test("a hundred members hear each other", arguments: seeds.prefix(seeds.count > 2 ? 3 : 1))
    func large(seed: UInt64) throws {
        let isLong = Self.number("SOTTO_GROUP_ACTIONS") != nil
        let world = try GroupWorld(seed: seed, users: 100, devices: 1, speakers: isLong ? 20 : 4)
        for _ in 0..<(isLong ? Self.actions : 40) { try world.step() }
        try finish(world, seed, talkers: isLong ? 100 : 3)
    }

    private func finish(_ world: GroupWorld, _ seed: UInt64, talkers: Int) throws {
        try world.settle()
        let silent = try world.silentPairs(of: talkers)
        print(
            "group, seed \(seed): \(world.texts.count) sent, \(world.openedCount) opened, \(world.unopened().count) never"
        )
        #expect(world.unopened() == [], "seed \(seed)")
        #expect(silent.isEmpty, "seed \(seed)")
        #expect(world.violations.isEmpty, "seed \(seed)")
        #expect(world.surprises.isEmpty, "seed \(seed)")
    }
}
