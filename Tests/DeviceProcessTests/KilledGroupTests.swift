import DeviceSupport
import Foundation
import Sotto
import SottoGroups
import SottoServer
import Testing

/// A device in a group whose process is killed before and after each write of what it does.
///
/// Rules DS-25, DS-26, DS-28 to DS-31.
@Suite("A group with a device whose process is killed", .serialized)
struct KilledGroupTests {
    let folder: Folder
    let alice: Worker
    let bob: Device
    let roster: Roster
    let instant: UInt64 = 1_800_000_000_000
    let address: Address

    init() throws {
        folder = try Folder()
        alice = try Worker(folder.path(of: "alice"), creating: "alice")
        address = try Address(user: "alice", device: 1)
        bob = try Device.inMemory(
            as: Address(user: "bob", device: 1), trusting: .onFirstUse, certificates: TestPost.trust,
            clock: RequestClock().clock)
        try bob.setSenderCertificate(try TestPost.certificate(of: bob.address, bob.identityKey, at: instant))
        roster = try Roster(group: .random(), members: ["alice", "bob"])
        _ = try alice.reply(to: .certify(at: instant))
        let upload = try #require(try bob.prekeyUpload())
        let bundle = Data(upload.bundle(oneTimePrekey: nil).bytes)
        _ = try alice.reply(to: .start(bundle: bundle, of: "bob"))
        let note = Note(id: Data(MessageID.random().bytes), content: Data([0]), to: "bob")
        for letter in try alice.reply(to: .send(note)).letters {
            _ = try bob.receive(Array(letter.bytes), from: nil)
        }
        _ = try alice.reply(to: .markSent(note.id))
        let hello = try bob.send([0], to: .user("alice"))
        _ = try alice.reply(to: .receive(Data(hello.envelopes[0].bytes), from: "bob"))
        try bob.apply(roster)
    }

    /// Gives a command again and again, each time with the process killed one write later, until it was answered.
    private func persist(_ command: Command) throws -> (reply: Reply, kills: Int) {
        var kills = 0
        for write in 1...40 {
            for isAfter in [false, true] {
                let fault = FaultPlan.Fault(.kill, write: write, isAfter: isAfter)
                guard
                    case .struck = try alice.run(
                        Request(command, at: instant, fault: fault), killedAfter: nil)
                else { continue }
                kills += 1
                try alice.reopen()
            }
            // What is behind the last write is answered.
            let fault = FaultPlan.Fault(.kill, write: write + 1, isAfter: false)
            if case .reply(let reply) = try alice.run(
                Request(command, at: instant, fault: fault), killedAfter: nil)
            {
                return (reply, kills)
            }
            kills += 1
            try alice.reopen()
        }
        throw Worker.Gone()
    }

    /// Hands over what Alice's outboxes have; the ciphertexts of group messages.
    private func handOver(losing isLost: (Reply.Letter, Bool) -> Bool = { _, _ in false }) throws -> [[UInt8]]
    {
        var parts: [[UInt8]] = []
        for (command, isForGroup) in [(Command.outbox, false), (.groupOutbox, true)] {
            for letter in try alice.reply(to: command).letters {
                if isForGroup { parts.append(Array(letter.bytes)) }
                if !isLost(letter, isForGroup) {
                    do throws(SessionError) { _ = try bob.receive(Array(letter.bytes), from: nil) } catch {
                        guard case .peer(.undecryptableInGroup) = error else { throw error }
                    }
                }
                _ = try persist(.markSent(letter.id))
            }
        }
        return parts
    }

    private func texts(_ device: Device) throws -> [String] {
        try device.inbox(limit: .max).compactMap {
            guard case .groupMessage(_, _, let bytes) = $0.content else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func aliceTexts() throws -> [String] {
        try alice.reply(to: .inbox).opened.compactMap {
            guard case .message(_, let content) = $0.kind, content != Data([0]) else { return nil }
            return String(decoding: content, as: UTF8.self)
        }
    }

    @Test("loses nothing, sends nothing twice, and goes on")
    func killed() throws {
        var kills = try persist(.applyRoster(Data(roster.bytes))).kills
        var parts: Set<[UInt8]> = []
        // Keys and messages, of which the first and the second key are sent for a while only by the outbox.
        for number in 0..<3 {
            let note = Note(id: Data(MessageID.random().bytes), content: Data("a\(number)".utf8), to: "")
            kills += try persist(.sendToGroup(note, Data(roster.group.bytes))).kills
            let sent = try handOver()
            #expect(sent.count == 1)
            parts.formUnion(sent)
        }
        #expect(parts.count == 3)
        #expect(try texts(bob) == ["a0", "a1", "a2"])
        // Bob's message before his key.
        let first = try bob.send(Array("b0".utf8), toGroup: roster.group)
        let part = try #require(
            try first.envelope.map { try SplitEnvelope($0.bytes).map { Data($0.bytes) } }?.first)
        kills += try persist(.receive(part, from: "bob")).kills
        for key in first.distributions.flatMap(\.envelopes) {
            kills += try persist(.receive(Data(key.bytes), from: "bob")).kills
        }
        #expect(try aliceTexts() == ["b0"])
        // A key of Bob's that is lost, and asked for.
        try bob.rotateSenderKey(of: roster.group)
        let second = try bob.send(Array("b1".utf8), toGroup: roster.group)
        let lost = try #require(
            try second.envelope.map { try SplitEnvelope($0.bytes).map { Data($0.bytes) } }?.first)
        kills += try persist(.requestInGroup(of: lost)).kills
        _ = try handOver()
        var answered = 0
        for received in try bob.inbox() {
            guard case .groupResendRequest(let request) = received.content else { continue }
            for outgoing in try bob.resend(request) {
                answered += 1
                kills += try persist(.receive(Data(outgoing.envelopes[0].bytes), from: "bob")).kills
            }
        }
        #expect(answered == 2)
        #expect(try aliceTexts() == ["b0", "b1"])
        // And one of hers that Bob asks for.
        try answer(&kills)
        for text in ["a3", "a4"] {
            let note = Note(id: Data(MessageID.random().bytes), content: Data(text.utf8), to: "")
            kills += try persist(.sendToGroup(note, Data(roster.group.bytes))).kills
            _ = try handOver()
        }
        #expect(try texts(bob) == ["a0", "a1", "a2", "lost key", "a3", "a4"])
        print("a group with a killed process: \(kills) kills")
        #expect(kills > 50)
    }

    private func answer(_ kills: inout Int) throws {
        // Bob's own records of Alice's chain are gone with the group.
        try bob.forget(roster.group)
        try bob.apply(roster)
        let note = Note(id: Data(MessageID.random().bytes), content: Data("lost key".utf8), to: "")
        _ = try persist(.sendToGroup(note, Data(roster.group.bytes)))
        let letters = try alice.reply(to: .groupOutbox).letters
        let waiting = try #require(letters.first)
        do throws(SessionError) { _ = try bob.receive(Array(waiting.bytes), from: nil) } catch {
            guard case .peer(.undecryptableInGroup(let message)) = error else { throw error }
            for envelope in try bob.requestResend(of: message).envelopes {
                kills += try persist(.receive(Data(envelope.bytes), from: "bob")).kills
            }
        }
        _ = try persist(.markSent(waiting.id))
        let request = try #require(try alice.reply(to: .inbox).opened.last { $0.kind == .resendRequest })
        kills += try persist(.resendInGroup(request: request.id)).kills
        _ = try handOver()
    }
}
