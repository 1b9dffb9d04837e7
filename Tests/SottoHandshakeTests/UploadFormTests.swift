import SottoCrypto
import SottoHandshake
import TestSupport
import Testing

/// Uploads that differ from a valid one in one place.
///
/// Rules HS-16, HS-18, EN-4 to EN-7, EN-9, EN-10.
@Suite("An upload with one thing changed")
struct UploadFormTests {
    let bob: TestDevice
    let upload: PrekeyUpload
    let bytes: [UInt8]

    init() throws {
        bob = try TestDevice("bob")
        upload = try bob.upload(ids: [3, 4, 9])
        bytes = upload.bytes
    }

    func refusal(_ bytes: [UInt8]) -> HandshakeError? {
        do throws(HandshakeError) {
            _ = try PrekeyUpload(bytes)
            return nil
        } catch { return error }
    }

    @Test("is malformed when it is cut anywhere")
    func cut() {
        for count in bytes.indices {
            #expect(refusal(Array(bytes[..<count])) == .malformed, "\(count) bytes")
        }
    }

    @Test("is malformed with a byte behind it", arguments: [0, 1, 0xFF] as [UInt8])
    func trailing(byte: UInt8) {
        #expect(refusal(bytes + [byte]) == .malformed)
    }

    @Test("is refused for its suite whatever follows, then for its kind")
    func firstBytes() {
        for suite in [0, 2, 0xFF] as [UInt8] {
            #expect(refusal(bytes.replacing(0, [suite])) == .unsupportedSuite)
            #expect(refusal([suite]) == .unsupportedSuite)
        }
        for kind in [0, 1, 2, 3, 5, 0xFF] as [UInt8] {
            #expect(refusal(bytes.replacing(1, [kind])) == .malformed)
        }
    }

    @Test("is malformed when a field is out of its range")
    func ranges() {
        let zeros: [UInt8] = [0, 0, 0, 0]
        let changes: [(String, Int, [UInt8])] = [
            ("no user", UploadPlace.userByteCount, [0]),
            ("a user past the end", UploadPlace.userByteCount, [0xFF]),
            ("device 0", UploadPlace.device, zeros), ("registration 0", UploadPlace.registrationID, zeros),
            ("no suites", UploadPlace.suites, [0]), ("nine suites", UploadPlace.suites, [9]),
            ("capabilities 0", UploadPlace.capabilities, [0]), ("flag 2", UploadPlace.flag, [2]),
            ("flag 255", UploadPlace.flag, [0xFF]), ("one less", UploadPlace.count, [0, 2]),
            ("one more", UploadPlace.count, [0, 4]), ("the largest count", UploadPlace.count, [0xFF, 0xFF]),
            ("a last-resort KEM prekey", bytes.count - 3, [1]), ("reserved 255", bytes.count - 3, [0xFF]),
            ("a one-time KEM prekey", bytes.count - 1, [1]), ("256 of them", bytes.count - 2, [1]),
        ]
        for (name, place, change) in changes {
            #expect(refusal(bytes.replacing(place, change)) == .malformed, "\(name)")
        }
    }

    @Test("is malformed unless its suites ascend")
    func suites() {
        func offering(_ suites: [UInt8]) -> [UInt8] {
            bytes[..<UploadPlace.suites] + [UInt8(suites.count)] + suites + bytes[UploadPlace.capabilities...]
        }
        for suites in [[1, 2, 9], [2], Array(1...8)] as [[UInt8]] {
            #expect(refusal(offering(suites)) == nil, "\(suites)")
        }
        for suites in [[], [1, 1], [2, 1], Array(1...9)] as [[UInt8]] {
            #expect(refusal(offering(suites)) == .malformed, "\(suites)")
        }
    }

    @Test("is refused for a key of another type, not canonical or of small order, wherever it is")
    func keys() {
        let places = [UploadPlace.identityKey, UploadPlace.signedPrekey] + (0..<3).map { keyPlace($0) }
        let zeros = [UInt8](repeating: 0, count: 32)
        let order: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        for place in places {
            #expect(refusal(bytes.replacing(place, [4])) == .invalidKey, "type at \(place)")
            #expect(refusal(bytes.replacing(place + 1, zeros)) == .invalidKey, "small order at \(place)")
            #expect(refusal(bytes.replacing(place + 1, order)) == .invalidKey, "not canonical at \(place)")
        }
    }

    @Test("is malformed unless the ids of its one-time prekeys ascend, whatever their keys are")
    func ids() {
        for (index, id) in [(1, 3), (1, 2), (1, 0), (1, 9), (1, 10), (2, 4), (2, 3), (0, 4), (0, 5)] {
            let changed = bytes.replacing(keyPlace(index) - 4, [0, 0, 0, UInt8(id)])
            #expect(refusal(changed) == .malformed, "id \(id) at \(index)")
        }
        let repeated = bytes.replacing(keyPlace(1) - 4, [0, 0, 0, 3])
        #expect(refusal(repeated.replacing(keyPlace(1), [4])) == .malformed)
        // The key before it is looked at first.
        #expect(refusal(repeated.replacing(keyPlace(0), [4])) == .invalidKey)
        for (index, id) in [(0, 0), (0, 2), (1, 8), (2, 5), (2, 10)] {
            #expect(refusal(bytes.replacing(keyPlace(index) - 4, [0, 0, 0, UInt8(id)])) == nil)
        }
    }

    @Test("is malformed with more one-time prekeys than bytes, before a key is looked at")
    func countBeforeKeys() {
        let badKey = bytes.replacing(keyPlace(0), [4])
        #expect(refusal(badKey) == .invalidKey)
        #expect(refusal(badKey.replacing(UploadPlace.count, [0, 4])) == .malformed)
        #expect(refusal(Array(badKey.dropLast(4))) == .malformed)
        // The 37 bytes of each are there then; what is missing comes after the key.
        #expect(refusal(Array(badKey.dropLast(3))) == .invalidKey)
    }

    @Test("is malformed with 1,001 one-time prekeys, and read with 1,000")
    func limit() throws {
        let full = try bob.upload(ids: Array(0..<1_000)).bytes
        #expect(refusal(full) == nil)
        let one = [0, 0, 3, 0xE8] + X25519.PrivateKey().publicKey.encoded
        let more = Array(full.dropLast(3)) + one + full.suffix(3)
        #expect(refusal(more.replacing(UploadPlace.count, [0x03, 0xE9])) == .malformed)
    }

    @Test("by a flipped bit is refused, or encodes to the same bytes and says something else")
    func flips() {
        for place in bytes.indices {
            for bit in 0..<8 {
                let changed = bytes.replacing(place, [bytes[place] ^ 1 << bit])
                guard let read = try? PrekeyUpload(changed) else { continue }
                let isSame = read.bytes == changed && read != upload
                #expect(isSame, "byte \(place), bit \(bit)")
                #expect(read.isSignatureValid == (place >= UploadPlace.flag), "byte \(place), bit \(bit)")
            }
        }
    }

    @Test(
        "at random places encodes to the same bytes whenever it is still an upload",
        arguments: 1...4 as ClosedRange<UInt64>)
    func reencoding(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            guard let read = try? PrekeyUpload(changed) else { continue }
            #expect(read.bytes == changed, "seed \(seed)")
        }
    }

    /// Where the key of a one-time prekey begins.
    private func keyPlace(_ index: Int) -> Int { UploadPlace.oneTimePrekeys + 37 * index + 4 }
}
