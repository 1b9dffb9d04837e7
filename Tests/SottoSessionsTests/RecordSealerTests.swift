import SottoCrypto
import SottoSessions
import TestSupport
import Testing

/// Names and seals of records.
///
/// Rules ST-2 to ST-5.
@Suite("A sealed record")
final class RecordSealerTests {
    let sealer: RecordSealer
    let name: RecordName

    init() throws {
        sealer = try RecordSealer(dataKey: SecretBytes.random(byteCount: 32))
        name = try sealer.name(kind: 1, key: [1, 2, 3])
    }

    func seal(_ record: [UInt8], generation: UInt64 = 7) throws -> [UInt8] {
        try sealer.seal(SecretBytes(copying: record.span), as: name, generation: generation)
    }

    func open(_ value: [UInt8], as name: RecordName? = nil, atLeast least: UInt64 = 0) throws -> [UInt8] {
        try sealer.open(value, as: name ?? self.name, atLeast: least).record.exposeBytes()
    }

    @Test("opens under its name, with its generation", arguments: [0, 1, 349, 10_000])
    func roundTrip(count: Int) throws {
        let record = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let value = try seal(record)
        #expect(value.count == count + RecordSealer.overheadByteCount)
        #expect(try open(value) == record)
        let generation = try sealer.open(value, as: name).generation
        #expect(generation == 7)
    }

    @Test("is another one each time")
    func fresh() throws {
        #expect(try seal([1]) != seal([1]))
    }

    @Test("is corrupt when any bit of it differs, when it is cut, and under any other name")
    func corrupt() throws {
        let value = try seal([1, 2, 3])
        for bit in 0..<value.count * 8 {
            var changed = value
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: StorageError.recordCorrupt) { try open(changed) }
        }
        for length in 0..<value.count {
            #expect(throws: StorageError.recordCorrupt) { try open(Array(value[..<length])) }
        }
        for other in [try sealer.name(kind: 2, key: [1, 2, 3]), try sealer.name(kind: 1, key: [1, 2])] {
            #expect(throws: StorageError.recordCorrupt) { try open(value, as: other) }
        }
    }

    @Test("of an older generation than asked for is outdated")
    func outdated() throws {
        let value = try seal([1], generation: 7)
        #expect(try open(value, atLeast: 7) == [1])
        #expect(throws: StorageError.recordOutdated) { try open(value, atLeast: 8) }
    }

    @Test("has names and groups that differ for each kind, key and store")
    func names() throws {
        let other = try RecordSealer(dataKey: SecretBytes.random(byteCount: 32))
        let theirs = try other.name(kind: 1, key: [1, 2, 3])
        #expect(theirs != name)
        let ours = try sealer.group(kind: 1, key: [1])
        let again = try sealer.group(kind: 1, key: [1])
        let second = try sealer.group(kind: 2, key: [1])
        #expect(ours == again)
        #expect(ours != second)
        #expect(Array(name.bytes.bytes.prefix(16)) != ours.bytes)
    }
}
