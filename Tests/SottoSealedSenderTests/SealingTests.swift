import SottoCrypto
import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// What is sealed opens, and what a sender may not seal.
///
/// Rules SS-8 to SS-16, SS-19, SS-20.
@Suite("Sealing")
struct SealingTests {
    let office: PostOffice
    let (alice, bob, carol): (SealingDevice, SealingDevice, SealingDevice)

    init() throws {
        office = try PostOffice()
        alice = try SealingDevice("alice")
        bob = try SealingDevice("bob")
        carol = try SealingDevice("carol")
    }

    func seal(
        _ message: [UInt8] = [1], groupID: [UInt8] = [], to recipients: [SealedRecipient],
        as sender: SealingDevice? = nil
    ) throws(SealingError) -> [UInt8] {
        let certificate: SenderCertificate
        do { certificate = try office.certificate(alice) } catch { throw .keyNotContributory }
        return try SealedSender.seal(
            message, hint: .default, groupID: groupID, certificate: certificate,
            identity: (sender ?? alice).identity, to: recipients)
    }

    func seal(
        _ message: [UInt8] = [1], groupID: [UInt8] = [], to recipient: SealedRecipient,
        as sender: SealingDevice? = nil
    ) throws -> [UInt8] {
        try SealedSender.seal(
            message, hint: .default, groupID: groupID, certificate: try office.certificate(alice),
            identity: (sender ?? alice).identity, to: recipient)
    }

    @Test("gives the recipient message, hint, group and sender")
    func roundTrip() throws {
        for hint in [ContentHint.default, .resendable, .implicit] {
            let bytes = try office.envelope([7, 8, 9], from: alice, to: bob, hint: hint, groupID: [4, 4])
            let opened = try office.open(bytes, as: bob)
            #expect(opened.message == [7, 8, 9])
            #expect(opened.hint == hint)
            #expect(opened.groupID == [4, 4])
            #expect(opened.certificate.isOf(alice.address, alice.identity.publicKey))
            #expect(opened.context.sender == alice.address)
            #expect(opened.context.hint == hint)
            #expect(opened.context.groupID == [4, 4])
            #expect(SealedSender.isEnvelope(bytes))
        }
    }

    @Test("opens for random messages, groups and users of any length")
    func random() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let user = String(repeating: "u", count: Int.random(in: 1...255, using: &generator))
            let sender = try SealingDevice(user, device: .random(in: 1 ... .max, using: &generator))
            let message = generator.bytes(Int.random(in: 1...3_000, using: &generator))
            let groupID = generator.bytes(Int.random(in: 0...64, using: &generator))
            let bytes = try office.envelope(message, from: sender, to: bob, groupID: groupID)
            let opened = try office.open(bytes, as: bob)
            #expect(opened.message == message, "seed \(seed)")
            #expect(opened.groupID == groupID, "seed \(seed)")
            #expect(opened.context.sender == sender.address, "seed \(seed)")
        }
    }

    @Test("adds at most 110 bytes to message and certificate")
    func overhead() throws {
        let sender = try SealingDevice("a user of 16 by.")
        let certificate = try office.certificate(sender).withoutServerCertificate.bytes.count
        #expect(certificate <= 160)
        let bytes = try office.envelope([UInt8](repeating: 1, count: 256), from: sender, to: bob)
        #expect(bytes.count - 256 - certificate == 104)
        // An entry: 53 bytes and the address.
        let one = try seal(to: [bob.recipient]).count
        #expect(try seal(to: [bob.recipient, carol.recipient]).count - one == 53 + 10)
    }

    @Test("gives other bytes each time, with another key")
    func fresh() throws {
        let (one, two) = (
            try office.envelope(from: alice, to: bob), try office.envelope(from: alice, to: bob)
        )
        #expect(one[2..<35] != two[2..<35])
        #expect(one[35..<67] != two[35..<67])
        #expect(one[84...] != two[84...])
    }

    @Test("uses another key for another content even when randomness repeats, and nobody else can compute it")
    func hedged() throws {
        func bytes(_ message: [UInt8]) throws -> [UInt8] {
            try SealedSender.seal(
                message, hint: 0, groupID: [], certificate: try office.certificate(alice),
                identity: alice.identity, to: bob.recipient, random: SecretBytes(copying: zeros.span))
        }
        let zeros = [UInt8](repeating: 0, count: 32)
        let one = try bytes([1])
        #expect(try bytes([1]) == one)
        #expect(try bytes([2])[2..<35] != one[2..<35])
        // Who knows randomness and content, but not the sender's key, can't compute the seed.
        let workshop = try EnvelopeWorkshop(one, as: bob)
        let hedge = try KDFBLAKE2b.derive(
            byteCount: 32, id: 1, context: KDFBLAKE2b.Context("SottoSH1"),
            from: alice.identity.exposePrivateKey())
        let seed = try BLAKE2b.authenticate(
            (zeros + workshop.content).span, with: hedge, byteCount: 32)
        #expect(workshop.seed == seed.exposeBytes())
    }

    @Test("takes messages of 1 to 66,560 bytes and groups of up to 64")
    func lengths() throws {
        let most = SealedSenderLimits.maximumMessageByteCount
        #expect(most == 66_560)
        for count in [1, most - 1, most] {
            let message = [UInt8](repeating: 3, count: count)
            #expect(try office.open(try seal(message, to: bob.recipient), as: bob).message == message)
        }
        for count in [0, most + 1] {
            let message = [UInt8](repeating: 3, count: count)
            #expect(throws: SealingError.messageLength(count)) { try seal(message, to: bob.recipient) }
            #expect(throws: SealingError.messageLength(count)) { try seal(message, to: [bob.recipient]) }
        }
        for count in [63, 64] {
            let groupID = [UInt8](repeating: 3, count: count)
            #expect(
                try office.open(try seal(groupID: groupID, to: bob.recipient), as: bob).groupID == groupID)
        }
        #expect(throws: SealingError.groupIDLength(65)) {
            try seal(groupID: [UInt8](repeating: 3, count: 65), to: bob.recipient)
        }
    }

    @Test("has room for the longest message of a session")
    func sessionMessage() {
        // Header, handshake part with the longest address, nonce, 64 KiB, tag.
        let longest = 2 + 4 + 5 + 5 + 32 + (33 + 260 + 4 + 1 + 33 + 4 + 5 + 1) + 24 + 65_536 + 16
        #expect(longest <= SealedSenderLimits.maximumMessageByteCount)
    }

    @Test("is refused with a certificate of another key")
    func otherKey() throws {
        #expect(throws: SealingError.certificateOfAnotherKey) { try seal(to: bob.recipient, as: carol) }
        #expect(throws: SealingError.certificateOfAnotherKey) { try seal(to: [bob.recipient], as: carol) }
    }

    @Test("is refused to the sender's own device, not to another one of the same user")
    func ownDevice() throws {
        let other = try SealingDevice("alice", device: 2)
        #expect(throws: SealingError.ownAddress) { try seal(to: alice.recipient) }
        #expect(throws: SealingError.ownAddress) { try seal(to: [bob.recipient, alice.recipient]) }
        #expect(try office.open(try seal(to: other.recipient), as: other).message == [1])
    }

    @Test("is refused to nobody, to one address twice, and to more than 5,000")
    func recipients() throws {
        #expect(SealedSenderLimits.maximumRecipientCount == 5_000)
        #expect(throws: SealingError.recipientCount(0)) { try seal(to: []) }
        let twice = SealedRecipient(
            address: bob.address, registrationID: .random(), identityKey: carol.identity.publicKey)
        #expect(throws: SealingError.repeatedRecipient(bob.address)) {
            try seal(to: [bob.recipient, carol.recipient, twice])
        }
        let many = try (1...5_001).map { number in
            SealedRecipient(
                address: try Address(user: "bob", device: UInt32(number)),
                registrationID: bob.registrationID, identityKey: bob.identity.publicKey)
        }
        #expect(throws: SealingError.recipientCount(5_001)) { try seal(to: many) }
        for count in [4_999, 5_000] {
            let split = try SplitEnvelope(try seal(to: Array(many.prefix(count))))
            #expect(split.count == count)
        }
    }

    @Test("gives the same bytes whatever the order of recipients")
    func order() throws {
        let people = try ["bob", "carol", "al", "dave", "b"].map { try SealingDevice($0) }
        let devices = people.map(\.recipient) + [try SealingDevice("bob", device: 256).recipient]
        func bytes(_ recipients: [SealedRecipient]) throws -> [UInt8] {
            try SealedSender.seal(
                [1], hint: 0, groupID: [], certificate: try office.certificate(alice),
                identity: alice.identity, to: recipients,
                random: SecretBytes(copying: [UInt8](repeating: 5, count: 32).span))
        }
        let one = try bytes(devices)
        #expect(try bytes(devices.reversed()) == one)
        let addresses = try SplitEnvelope(one).map(\.address.encoded)
        #expect(zip(addresses, addresses.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    @Test("of one's own device is refused when it comes back")
    func selfSent() throws {
        let workshop = try EnvelopeWorkshop(try office.envelope(from: alice, to: bob), as: bob)
        let bytes = try workshop.sealed(
            from: alice.identity.publicKey, to: alice.recipient,
            agreement: try alice.identity.sharedSecret(with: alice.identity.publicKey.key))
        #expect(office.refusal(bytes, as: alice) == .selfSent)
    }

    @Test("around a message of somebody else's session shows whose envelope it is")
    func wrapped() throws {
        let mallory = try SealingDevice("mallory")
        let message = try office.open(try office.envelope(from: alice, to: bob), as: bob).message
        let opened = try office.open(try office.envelope(message, from: mallory, to: bob), as: bob)
        #expect(!opened.certificate.isOf(alice.address, alice.identity.publicKey))
        #expect(!opened.certificate.isOf(mallory.address, alice.identity.publicKey))
        #expect(!opened.certificate.isOf(alice.address, mallory.identity.publicKey))
        #expect(opened.certificate.isOf(mallory.address, mallory.identity.publicKey))
    }
}
