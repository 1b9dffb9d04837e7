import SottoCrypto
import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// What a recipient refuses, and that it says no more than that.
///
/// Rules SS-5, SS-8, SS-9, SS-12 to SS-14, SS-17, SS-18.
@Suite("Opening")
struct OpeningTests {
    let office: PostOffice
    let (alice, bob, carol): (SealingDevice, SealingDevice, SealingDevice)

    init() throws {
        office = try PostOffice()
        alice = try SealingDevice("alice")
        bob = try SealingDevice("bob")
        carol = try SealingDevice("carol")
    }

    /// An envelope of Alice for Bob, made from its parts.
    func sealed(_ change: (inout EnvelopeWorkshop) -> Void) throws -> [UInt8] {
        var workshop = try EnvelopeWorkshop(try office.envelope(from: alice, to: bob), as: bob)
        change(&workshop)
        return try workshop.sealed(
            from: alice.identity.publicKey, to: bob.recipient,
            agreement: try alice.identity.sharedSecret(with: bob.identity.publicKey.key))
    }

    @Test("takes what the rules give from the primitives alone")
    func unchanged() throws {
        let bytes = try office.envelope(from: alice, to: bob)
        let workshop = try EnvelopeWorkshop(bytes, as: bob)
        let again = try workshop.sealed(
            from: alice.identity.publicKey, to: bob.recipient,
            agreement: try alice.identity.sharedSecret(with: bob.identity.publicKey.key))
        #expect(again == bytes)
    }

    @Test("refuses an envelope with any bit flipped, and reports nothing")
    func flipped() throws {
        let bytes = try office.envelope([1], from: alice, to: bob)
        for index in bytes.indices {
            for bit in 0..<8 {
                let refusal = office.refusal(bytes.with(index, bytes[index] ^ 1 << bit), as: bob)
                switch index {
                case 0: #expect(refusal == .unsupportedSuite)
                case 1, 83: #expect(refusal == .malformed)
                case 2: #expect(refusal == .invalidKey)
                default:
                    #expect(
                        refusal == .notAuthentic || index == 34 && refusal == .invalidKey, "\(index).\(bit)")
                }
            }
        }
    }

    @Test("refuses an envelope with bytes missing or added")
    func cut() throws {
        let bytes = try office.envelope([1], from: alice, to: bob)
        for count in 0..<bytes.count {
            let refusal = office.refusal(Array(bytes.prefix(count)), as: bob)
            let least = 84 + 138
            #expect(refusal == (count < least ? .malformed : .notAuthentic), "\(count)")
        }
        #expect(office.refusal(bytes + [0], as: bob) == .notAuthentic)
        let most = [UInt8](repeating: 0, count: 67_122)
        let start = Array(bytes.prefix(84))
        #expect(office.refusal(start + most.dropLast(), as: bob) == .notAuthentic)
        #expect(office.refusal(start + most, as: bob) == .notAuthentic)
        #expect(office.refusal(start + most + [0], as: bob) == .malformed)
    }

    @Test("refuses an envelope for another user, device or registration")
    func otherRecipient() throws {
        let bytes = try office.envelope(from: alice, to: bob)
        #expect(office.refusal(bytes, as: carol) == .notAuthentic)
        #expect(office.refusal(bytes, as: try SealingDevice("bob", device: 2)) == .notAuthentic)
        #expect(office.refusal(bytes, as: try SealingDevice("bob", registrationID: 78)) == .notAuthentic)
        #expect(office.refusal(bytes, as: bob) == nil)
    }

    @Test("refuses a body, hint or group that a co-recipient and the server put under a kept tag")
    func coRecipient() throws {
        let sent = try SealedSender.seal(
            [1, 2, 3], hint: .resendable, groupID: [9], certificate: try office.certificate(alice),
            identity: alice.identity, to: [bob.recipient, carol.recipient])
        let parts = Array(try SplitEnvelope(sent))
        let (forBob, forCarol) = (try #require(parts.first), try #require(parts.last))
        let honest = try EnvelopeWorkshop(forCarol.bytes, as: carol)
        let end = honest.content.count
        // The last bytes are hint, group id's length, group id, message.
        for (place, value) in [(end - 1, 4), (end - 6, 2), (end - 4, 8)] as [(Int, UInt8)] {
            var workshop = honest
            workshop.content[place] = value
            workshop.otherTag = EnvelopeWorkshop.tag(of: forBob.bytes)
            let forged = try workshop.sealed(
                from: alice.identity.publicKey, to: bob.recipient,
                agreement: try carol.identity.sharedSecret(with: bob.identity.publicKey.key))
            // E, C and tag are those of the honest envelope.
            #expect(forged.prefix(84) == forBob.bytes.prefix(84))
            #expect(office.refusal(forged, as: bob) == .notAuthentic)
        }
        #expect(office.refusal(forBob.bytes, as: bob) == nil)
    }

    @Test("refuses an entry that was moved to another envelope or to another device")
    func movedEntry() throws {
        let bobs = try SealingDevice("bob", device: 2)
        func parts() throws -> [EnvelopePart] {
            Array(
                try SplitEnvelope(
                    try SealedSender.seal(
                        [1, 2, 3], hint: .default, groupID: [], certificate: try office.certificate(alice),
                        identity: alice.identity, to: [bob.recipient, bobs.recipient])))
        }
        let (one, two) = (try parts(), try parts())
        // C and tag of the one under E and content of the other; with E too.
        let seal = one[0].bytes[35..<84]
        #expect(office.refusal(Array(two[0].bytes[..<35]) + seal + two[0].body, as: bob) == .notAuthentic)
        #expect(office.refusal(one[0].head + two[0].body, as: bob) == .notAuthentic)
        // Two devices of one user have the same R and C.
        #expect(one[0].bytes[..<67] == one[1].bytes[..<67])
        #expect(office.refusal(one[0].bytes, as: bobs) == .notAuthentic)
        #expect(office.refusal(one[1].bytes, as: bobs) == nil)
    }

    @Test("refuses an E that isn't the seed's, under a right tag")
    func otherEphemeralKey() throws {
        let bytes = try sealed { $0.otherEphemeral = [UInt8](repeating: 8, count: 32) }
        #expect(office.refusal(bytes, as: bob) == .notAuthentic)
    }

    @Test("refuses a certificate of Alice in Mallory's envelope")
    func otherSender() throws {
        let mallory = try SealingDevice("mallory")
        let workshop = try EnvelopeWorkshop(try office.envelope(from: alice, to: bob), as: bob)
        for name in [alice, mallory] {
            let bytes = try workshop.sealed(
                from: name.identity.publicKey, to: bob.recipient,
                agreement: try mallory.identity.sharedSecret(with: bob.identity.publicKey.key))
            #expect(office.refusal(bytes, as: bob) == .notAuthentic)
        }
    }

    @Test("takes what Bob himself makes in Alice's name: nobody can be shown an envelope as proof")
    func deniable() throws {
        let certificate = try office.certificate(alice).bytes
        var content: [UInt8] = [UInt8(certificate.count & 0x7F) | 0x80, UInt8(certificate.count >> 7)]
        content += certificate + [0, 0] + Array("never written".utf8)
        let workshop = EnvelopeWorkshop(seed: [UInt8](repeating: 2, count: 32), content: content)
        let bytes = try workshop.sealed(
            from: alice.identity.publicKey, to: bob.recipient,
            agreement: try bob.identity.sharedSecret(with: alice.identity.publicKey.key))
        #expect(try office.open(bytes, as: bob).message == Array("never written".utf8))
    }

    @Test("takes an unknown hint for the default")
    func unknownHint() throws {
        for hint in [3, 255] as [UInt8] {
            let bytes = try sealed { $0.content[$0.content.count - 5] = hint }
            #expect(try office.open(bytes, as: bob).hint == .default)
        }
    }

    @Test("refuses content of another form under a right tag as it refuses everything")
    func malformedContent() throws {
        let changes: [(inout EnvelopeWorkshop) -> Void] = [
            { $0.content.removeLast(3) },
            { $0.content[$0.content.count - 4] = 4 },
            { $0.content[$0.content.count - 4] = 65 },
            { $0.content[0] &+= 1 },
            { $0.content[0] &-= 1 },
            { $0.content[1] = 9 },
            { $0.content[2] = 9 },
            { $0.content.replaceSubrange(0..<1, with: [$0.content[0] | 0x80, 0]) },
            { $0.content = [0] + $0.content.suffix(140) },
            { $0.content = [UInt8](repeating: 0xFF, count: 200) },
        ]
        for (index, change) in changes.enumerated() {
            let bytes = try sealed(change)
            #expect(office.refusal(bytes, as: bob) == .notAuthentic, "change \(index)")
        }
        let long = [UInt8](repeating: 1, count: SealedSenderLimits.maximumMessageByteCount - 3)
        #expect(office.refusal(try sealed { $0.content += long }, as: bob) == nil)
        #expect(office.refusal(try sealed { $0.content += long + [1] }, as: bob) == .notAuthentic)
        let group = [UInt8](repeating: 1, count: 64)
        let bytes = try sealed {
            $0.content[$0.content.count - 4] = 65
            $0.content += group
        }
        #expect(office.refusal(bytes, as: bob) == .notAuthentic)
    }

    @Test("names a certificate's fault after the tag verified, and only then")
    func certificateFaults() throws {
        let bytes = try office.envelope(from: alice, to: bob)
        let (none, later) = (try CertificateTrust(roots: []), PostOffice.now + day)
        let unknown = SealedSenderError.certificate(.unknownServerCertificate(ServerCertificate.ID(3)))
        #expect(office.refusal(bytes, as: bob, trust: none) == unknown)
        #expect(office.refusal(bytes, as: bob, now: later) == .certificate(.certificateExpired))
        #expect(office.refusal(bytes, as: bob, receivedAt: later - 1, now: later) == nil)
        let revoked = try CertificateTrust(
            roots: [office.root.trustRoot], serverCertificates: [office.issuer.serverCertificate],
            revoked: [ServerCertificate.ID(3)])
        #expect(
            office.refusal(bytes, as: bob, trust: revoked)
                == .certificate(.certificateRevoked(ServerCertificate.ID(3))))
        let forged = bytes.with(70, bytes[70] ^ 1)
        for trust in [none, revoked] {
            #expect(office.refusal(forged, as: bob, now: later, trust: trust) == .notAuthentic)
        }
    }

    @Test("of a private server's envelope names the root that the app lacks")
    func privateServer() throws {
        let other = try PostOffice("private")
        let bytes = try SealedSender.seal(
            [1], hint: .default, groupID: [], certificate: try other.certificate(alice),
            identity: alice.identity, to: bob.recipient)
        let apps = try CertificateTrust(roots: [office.root.trustRoot])
        let rootID = other.root.trustRoot.id
        #expect(
            office.refusal(bytes, as: bob, trust: apps) == .certificate(.untrustedCertificate(rootID: rootID))
        )
        let both = try CertificateTrust(roots: [office.root.trustRoot, other.root.trustRoot])
        #expect(office.refusal(bytes, as: bob, trust: both) == nil)
    }
}
