import Foundation
import Sotto
import TestSupport
import Testing

/// Two users with three devices each, a network and a server that do anything, and apps that do what errors say.
///
/// `SOTTO_MODEL_SEEDS` and `SOTTO_MODEL_ACTIONS` make the run longer. Rules SM-10, SM-11, DS-10, DS-13, DS-15 to DS-19.
@Suite("After anything that a network, a server and a disk do")
struct ModelRun {
    static let seeds: [UInt64] = {
        let count = ProcessInfo.processInfo.environment["SOTTO_MODEL_SEEDS"].flatMap { UInt64($0) } ?? 3
        return Array(1...max(1, count))
    }()
    static let actions = ProcessInfo.processInfo.environment["SOTTO_MODEL_ACTIONS"].flatMap { Int($0) } ?? 400

    @Test("everyone can talk to everyone again, and nothing was received twice", arguments: seeds)
    func run(seed: UInt64) throws {
        let world = try ModelWorld(seed: seed)
        for _ in 0..<Self.actions { try world.step() }
        try world.settle()
        let silent = try world.silentPairs()
        #expect(silent.isEmpty, "seed \(seed)")
        #expect(world.receivedTwice.isEmpty, "seed \(seed)")
        #expect(world.wrongContents == 0, "seed \(seed)")
        #expect(world.surprises.isEmpty, "seed \(seed)")
    }
}
