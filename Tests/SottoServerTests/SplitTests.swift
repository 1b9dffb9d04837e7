import SottoCrypto
import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// What the server makes of an envelope for many.
///
/// Rules SS-15, SV-5, SV-6.
@Suite("Splitting")
struct SplitTests {
    let office: PostOffice
    let alice: SealingDevice
    let others: [SealingDevice]

    init() throws {
        office = try PostOffice()
        alice = try SealingDevice("alice")
        others = try [
            SealingDevice("bob", registrationID: 5), SealingDevice("bob", device: 2, registrationID: 6),
            SealingDevice("carol"),
        ]
    }

    func sent(to recipients: [SealingDevice]? = nil) throws -> [UInt8] {
        try SealedSender.seal(
            [1, 2, 3], hint: .default, groupID: [], certificate: try office.certificate(alice),
            identity: alice.identity, to: (recipients ?? others).map(\.recipient))
    }

    func refusal(_ bytes: [UInt8]) -> SealedSenderError? {
        do throws(SealedSenderError) {
            _ = try SplitEnvelope(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("gives each recipient an envelope that opens, and nobody another's")
    func split() throws {
        let parts = try SplitEnvelope(try sent())
        #expect(parts.count == 3)
        for (index, part) in parts.enumerated() {
            #expect(part.address == others[index].address)
            #expect(part.registrationID == others[index].registrationID)
            for other in others {
                let refusal = office.refusal(part.bytes, as: other)
                #expect(refusal == (other === others[index] ? nil : .notAuthentic))
            }
            #expect(try office.open(part.bytes, as: others[index]).message == [1, 2, 3])
        }
    }

    @Test("gives heads of 84 bytes and one body that is not copied")
    func shared() throws {
        let bytes = try sent()
        let parts = try SplitEnvelope(bytes)
        for part in parts {
            #expect(part.head.count == 84)
            #expect(part.body == parts.body)
            #expect(part.bytes == part.head + part.body)
            // A slice of the bytes that came keeps their places.
            #expect(part.body.startIndex == bytes.count - part.body.count)
        }
        #expect(bytes.suffix(parts.body.count) == parts.body)
    }

    @Test("of one recipient gives the form that is sealed for one")
    func single() throws {
        let random = [UInt8](repeating: 6, count: 32)
        let certificate = try office.certificate(alice)
        let sent = try SealedSender.seal(
            [5], hint: 1, groupID: [2], certificate: certificate, identity: alice.identity,
            to: [others[2].recipient], random: SecretBytes(copying: random.span))
        let received = try SealedSender.seal(
            [5], hint: 1, groupID: [2], certificate: certificate, identity: alice.identity,
            to: others[2].recipient, random: SecretBytes(copying: random.span))
        #expect(try SplitEnvelope(sent).map(\.bytes) == [received])
    }

    @Test("refuses bytes that end early or go on too long")
    func cut() throws {
        let bytes = try sent()
        let body = try SplitEnvelope(bytes).body.count
        for count in 0..<bytes.count {
            let left = count - (bytes.count - body)
            #expect(refusal(Array(bytes.prefix(count))) == (left < 138 ? .malformed : nil), "\(count)")
        }
        let start = Array(bytes.dropLast(body))
        #expect(refusal(start + [UInt8](repeating: 0, count: 67_121)) == nil)
        #expect(refusal(start + [UInt8](repeating: 0, count: 67_122)) == nil)
        #expect(refusal(start + [UInt8](repeating: 0, count: 67_123)) == .malformed)
        #expect(ServerLimits.maximumSentByteCount < 1_700_000)
        #expect(
            refusal([UInt8](repeating: 2, count: ServerLimits.maximumSentByteCount)) == .unsupportedSuite)
        #expect(
            refusal([UInt8](repeating: 2, count: ServerLimits.maximumSentByteCount + 1)) == .malformed)
    }

    @Test("refuses another suite, kind, key, order, device, registration and KEM slot")
    func faults() throws {
        let bytes = try sent()
        func changed(_ index: Int, _ value: UInt8) -> SealedSenderError? {
            var copy = bytes
            copy[index] = value
            return refusal(copy)
        }
        let (first, entry) = (37, 8 + 4 + 49)
        #expect(changed(0, 2) == .unsupportedSuite)
        #expect(changed(1, 5) == .malformed)
        #expect(changed(2, 4) == .invalidKey)
        #expect(changed(34, 0xFF) == .invalidKey)
        #expect(changed(36, 0) == .malformed)
        #expect(changed(35, 0xFF) == .malformed)
        #expect(changed(first, 0) == .malformed)
        #expect(changed(first + 7, 0) == .malformed)
        // Device 3 before device 2, and device 2 twice.
        #expect(changed(first + 7, 3) == .malformed)
        #expect(changed(first + 7, 2) == .malformed)
        #expect(changed(first + entry - 1, 1) == .malformed)
        var unregistered = bytes
        unregistered.replaceSubrange((first + 8)..<(first + 12), with: [0, 0, 0, 0])
        #expect(refusal(unregistered) == .malformed)
        #expect(refusal(try office.envelope(from: alice, to: others[0])) == .malformed)
    }

    @Test("takes 5,000 entries, and refuses a number that the bytes can't hold before it reads one")
    func counts() throws {
        let bytes = try sent(to: [others[0]])
        let start = Array(bytes[..<35])
        let body = Array(bytes.suffix(200))
        let entry = Array(bytes[41..<(37 + 61)])
        func form(_ count: Int, claimed: Int? = nil) -> [UInt8] {
            let claimed = claimed ?? count
            var form = start + [UInt8(claimed >> 8), UInt8(claimed & 0xFF)]
            for number in 1...count {
                form += [3] + Array("bob".utf8) + [0, 0, UInt8(number >> 8), UInt8(number & 0xFF)]
                form += entry.dropFirst(4)
            }
            return form + body
        }
        #expect(try SplitEnvelope(form(4_999)).count == 4_999)
        #expect(try SplitEnvelope(form(5_000)).count == 5_000)
        #expect(refusal(form(5_001)) == .malformed)
        #expect(refusal(form(2, claimed: 100)) == .malformed)
    }

    @Test("works from several threads at once")
    func threads() async throws {
        let parts = try SplitEnvelope(try sent())
        let bytes = await withTaskGroup(of: [UInt8].self) { group in
            for index in 0..<30 { group.addTask { parts[index % 3].bytes } }
            return await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(bytes == Set(parts.map(\.bytes)))
    }

    @Test("passes flipped bits on to the recipient whom they concern, who refuses")
    func flipped() throws {
        let bytes = try sent()
        for index in bytes.indices where index > 34 {
            var copy = bytes
            copy[index] ^= 0x10
            guard let parts = try? SplitEnvelope(copy) else { continue }
            var opened = 0
            for part in parts {
                guard let device = others.first(where: { $0.address == part.address }) else { continue }
                if part.registrationID == device.registrationID, office.refusal(part.bytes, as: device) == nil
                {
                    opened += 1
                }
            }
            #expect(opened == (index < bytes.count - parts.body.count ? 2 : 0), "\(index)")
        }
    }
}
