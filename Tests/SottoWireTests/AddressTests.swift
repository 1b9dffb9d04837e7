import SottoIdentity
import SottoWire
import TestSupport
import Testing

/// Rules EN-5, EN-10.
@Suite("An address")
struct AddressTests {
    private func decode(_ bytes: [UInt8]) throws -> Address {
        var reader = WireReader(bytes)
        let address = try Address(from: &reader)
        try reader.finish()
        return address
    }

    private func encode(_ address: Address) -> [UInt8] {
        var bytes: [UInt8] = []
        address.append(to: &bytes)
        return bytes
    }

    @Test("is the length of the user, the user and the device")
    func layout() throws {
        let address = try Address(user: "bob", device: 0x0102_0304)
        #expect(encode(address) == [3] + Array("bob".utf8) + [1, 2, 3, 4])
        #expect(address.encodedByteCount == 8)
    }

    @Test("round-trips for every length of the user", arguments: 1...255)
    func roundTrip(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let address = try Address(user: generator.bytes(count), device: 1 + UInt32(count) * 16_843_008)
        let bytes = encode(address)
        #expect(bytes.count == address.encodedByteCount)
        #expect(try decode(bytes) == address)
    }

    @Test("is refused at every truncation and with a byte more")
    func truncation() throws {
        let bytes = encode(try Address(user: "alice", device: 7))
        for count in 0..<bytes.count {
            #expect(throws: WireError.malformed) { try decode(Array(bytes.prefix(count))) }
        }
        #expect(throws: WireError.malformed) { try decode(bytes + [0]) }
    }

    @Test("is refused with device 0")
    func deviceZero() {
        #expect(throws: AddressError.deviceZero) { try Address(user: "a", device: 0) }
        #expect(throws: WireError.malformed) { try decode([1, 65, 0, 0, 0, 0]) }
    }

    @Test("is refused without a user or with one of more than 255 bytes", arguments: [0, 256, 300])
    func userLength(_ count: Int) {
        let user = [UInt8](repeating: 65, count: count)
        #expect(throws: AddressError.userLength(count)) { try Address(user: user, device: 1) }
    }

    @Test("is refused with an empty user in its bytes")
    func emptyUser() {
        #expect(throws: WireError.malformed) { try decode([0, 0, 0, 0, 1]) }
    }

    @Test("takes the largest device")
    func largestDevice() throws {
        let address = try decode([1, 65, 255, 255, 255, 255])
        #expect(address.device == .max)
    }

    @Test("keeps two spellings of one name apart: nothing is normalised")
    func spellings() throws {
        let composed = try Address(user: "\u{E9}", device: 1)
        let decomposed = try Address(user: "e\u{301}", device: 1)
        #expect(composed != decomposed)
    }

    @Test("counts a text's bytes, not its characters")
    func textLength() throws {
        _ = try Address(user: String(repeating: "é", count: 127), device: 1)
        #expect(throws: AddressError.userLength(256)) {
            try Address(user: String(repeating: "é", count: 128), device: 1)
        }
    }
}
