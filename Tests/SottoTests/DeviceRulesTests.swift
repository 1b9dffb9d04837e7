import Sotto
import TestSupport
import Testing

/// What a device does with its own devices, its prekeys' numbers, and keys that expire.
///
/// Rules HS-10, HS-18, DR-6, DR-7, DS-8, DS-18, DS-19.
@Suite("A device's limits")
struct DeviceRulesTests {
    let two: TwoDevices
    var alice: Device { two.alice }
    var bob: Device { two.bob }

    init() throws { two = try TwoDevices() }

    /// The message with index 200,000 in place of 0: its gap is refused before its tag is looked at.
    func farAhead(_ message: [UInt8]) -> [UInt8] {
        Array(message[..<6]) + [0xC0, 0x9A, 0x0C] + message[7...]
    }

    @Test("allow the larger gap between devices of one user, and only there", arguments: [true, false])
    func gapLimit(ownDevices: Bool) throws {
        let (from, to) = ownDevices ? try two.linkedDevices("carol") : (alice, bob)
        let limit: UInt32 = ownDevices ? 100_000 : 25_000
        try two.start(from, to)
        let first = try from.seal([1], to: to.address)
        let expected = PeerFault.gapTooLarge(gap: 200_000, limit: limit)
        #expect(to.refusal(of: farAhead(first), from: nil)?.cause == expected, "first message")
        try to.open(first, from: nil)
        try two.send(to, from, "answer")
        let next = try from.seal([3], to: to.address)
        #expect(to.refusal(of: farAhead(next), from: from.address)?.cause == expected, "session message")
    }

    @Test("call for rotation by first messages without a one-time prekey; those with one don't count")
    func rotation() throws {
        func isUploadDue(oneTime: Bool) throws -> Bool {
            try two.start(alice, bob, oneTime: oneTime)
            let message = try alice.seal([1], to: bob.address)
            return try bob.receive(message, from: nil).facts.isUploadDue
        }
        let before = try PrekeyBundle(try two.server.bundle(of: bob.address)).signedPrekeyID
        for _ in 0..<17 { #expect(try !isUploadDue(oneTime: true)) }
        for count in 1...16 { #expect(try isUploadDue(oneTime: false) == (count == 16)) }
        #expect(try isUploadDue(oneTime: true))
        let upload = try #require(try bob.prekeyUpload())
        #expect(upload.signedPrekeyID > before)
        try bob.confirm(upload)
        #expect(try bob.prekeyUpload() == nil)
    }

    @Test("call for rotation by first messages to a signed prekey whose upload isn't confirmed yet")
    func unconfirmedRotation() throws {
        two.clock.advance(by: Int64(7 * day))
        let upload = try #require(try bob.prekeyUpload())
        two.server.take(upload)
        for count in 0..<HandshakeLimits.maximumFirstMessagesOfIdentity {
            try two.start(alice, bob, oneTime: false)
            try bob.open(try alice.seal([UInt8(count)], to: bob.address), from: nil)
        }
        try bob.confirm(upload)
        let next = try #require(try bob.prekeyUpload())
        #expect(next.signedPrekeyID > upload.signedPrekeyID)
        try bob.confirm(next)
        #expect(try bob.prekeyUpload() == nil)
    }

    @Test("give no prekey that was deleted, and no number twice: they ascend")
    func prekeyNumbers() throws {
        var last = PrekeyID(0)
        func check(_ upload: PrekeyUpload) {
            #expect(upload.signedPrekeyID > last)
            last = upload.signedPrekeyID
            #expect(!upload.oneTimePrekeys.isEmpty)
            for prekey in upload.oneTimePrekeys {
                #expect(prekey.id > last)
                last = prekey.id
            }
        }
        let carol = try Device.inMemory(
            as: Address(user: "carol", device: 1), trusting: .onFirstUse, clock: two.clock.clock)
        for _ in 0..<4 {
            let upload = try #require(try carol.prekeyUpload(remaining: 0))
            check(upload)
            try carol.confirm(upload)
            two.clock.advance(by: Int64(31 * day))
            try carol.maintain()
        }
        try carol.restored()
        let upload = try #require(try carol.prekeyUpload())
        check(upload)
        #expect(upload.replacesAll)
        #expect(try carol.diagnostics().signedPrekeyCount == 1)
    }

    @Test("take expired keys from all sessions of a peer, and say what is lost")
    func expiredKeys() throws {
        for _ in 0..<2 {
            try two.start(alice, bob)
            _ = try alice.seal([1], to: bob.address)
            try bob.open(try alice.seal([2], to: bob.address), from: nil)
        }
        func skippedKeyCounts() throws -> [Int] {
            try #require(try bob.diagnostics(for: alice.address)).sessions.map(\.skippedKeyCount)
        }
        two.clock.advance(by: Int64(30 * day))
        #expect(try bob.maintain().isEmpty)
        #expect(try skippedKeyCounts() == [1, 1])
        two.clock.advance(by: 1)
        #expect(try bob.maintain()[alice.address]?.map(\.indices) == [0...0, 0...0])
        #expect(try skippedKeyCounts() == [0, 0])
    }
}
