import Foundation
import SottoHandshake
import SottoSessions
import TestSupport

/// What has to hold at the end of a conversation.
extension FaultyConversation {
    /// Delivers what is on its way, lets both talk once more, and uses every prekey that was ever given out.
    package func finish() throws {
        var rounds = 0
        while !inFlight.isEmpty || rounds < 2 {
            for _ in 0..<inFlight.count { try deliver() }
            for user in ["alice", "bob"] { try takeOver(user) }
            rounds += 1
            now += 3_600_000
            guard rounds < 40 else { return ledger.fail("the conversation comes to no end") }
        }
        let missing = Set(ledger.notes.keys).subtracting(ledger.seen)
        let asked = missing.intersection(dropped)
        if !missing.isEmpty {
            ledger.fail("\(missing.count) messages are lost, \(asked.count) of them were asked for")
        }
        for user in ["alice", "bob", "alice", "bob"] { try talk(user) }
        for user in ["alice", "bob"] { try countPrekeys(user) }
        for user in ["alice", "bob"] { try usePrekeys(user) }
    }

    private func talk(_ user: String) throws {
        let peer = Self.other(user)
        let note = note(to: peer)
        try post(try perform(user, .send(note)), of: user)
        for _ in 0..<10 where !ledger.seen.contains(note.id) {
            for _ in 0..<inFlight.count { try deliver() }
            for user in [peer, user] { try takeOver(user) }
            now += 3_600_000
        }
        if !ledger.seen.contains(note.id) { ledger.fail("\(user) can't talk to \(peer) any more") }
    }

    private func countPrekeys(_ user: String) throws {
        let facts = try perform(user, .diagnostics(of: Self.other(user))).reply.facts
        let expected = ledger.unusedPrekeyCount(of: user)
        if facts?.oneTimePrekeyCount != expected {
            ledger.fail("\(user) has \(facts?.oneTimePrekeyCount ?? -1) one-time prekeys of \(expected)")
        }
    }

    /// Every public prekey that left a device has its private half in the store until it is used.
    private func usePrekeys(_ user: String) throws {
        while server.remaining(user) > 0 { _ = fetch(user) }
        let used = ledger.usedPrekeys[user] ?? []
        let stranger = try LocalSeat("carol") { InMemoryStorage() }
        for bytes in bundles[user] ?? [] {
            let bundle = try PrekeyBundle(Array(bytes))
            guard let prekey = bundle.oneTimePrekey, !used.contains(prekey.id.value) else { continue }
            let note = Note(id: Data(random.bytes(16)), content: Data([1]), to: user)
            ledger.add(note)
            for command in [Command.start(bundle: bytes, of: user), .send(note)] {
                guard case .reply(let reply) = try stranger.run(Request(command, at: now), killedAfter: nil)
                else { continue }
                guard let letter = reply.letters.first else { continue }
                guard let seat = seats[user] else { continue }
                let request = Request(.receive(letter.bytes, from: "carol"), at: now)
                guard case .reply(let answer) = try seat.run(request, killedAfter: nil) else { continue }
                if answer.opened.isEmpty {
                    ledger.fail("\(user) lost prekey \(prekey.id): \(answer.failures)")
                }
            }
        }
    }
}
