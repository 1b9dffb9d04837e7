import SottoCrypto
import Testing

/// Values that a change would weaken without a vector noticing.
@Suite("Fixed values")
struct FixedCostTests {
    @Test("of the costs of passphrases are 64 MiB with 3 passes and 256 MiB with 4")
    func costs() {
        #expect(Argon2id.Cost.interactive.memoryKiB == 65_536 && Argon2id.Cost.interactive.passes == 3)
        #expect(Argon2id.Cost.moderate.memoryKiB == 262_144 && Argon2id.Cost.moderate.passes == 4)
    }

    @Test("of a stored flag are 0 and 1")
    func flag() throws {
        var reader = SecretReader(SecretBytes(copying: ([0, 1, 2] as [UInt8]).span))
        let values = [try reader.flag(), try reader.flag()]
        #expect(values == [false, true])
        var isRefused = false
        do { _ = try reader.flag() } catch { isRefused = true }
        #expect(isRefused)
    }
}
