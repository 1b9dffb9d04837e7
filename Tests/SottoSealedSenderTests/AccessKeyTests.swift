import SottoCrypto
import SottoSealedSender
import Testing

/// Rule SS-21.
@Suite("An access key")
struct AccessKeyTests {
    @Test("is derived from the profile key, and other keys give others")
    func derived() throws {
        let bytes = [UInt8](repeating: 7, count: 32)
        let profile = try ProfileKey(SecretBytes(copying: bytes.span))
        #expect(profile.exposeBytes().exposeBytes() == bytes)
        let expected = try KDFBLAKE2b.derive(
            byteCount: 16, id: 1, context: KDFBLAKE2b.Context("SottoAK1"),
            from: SecretBytes(copying: bytes.span)
        ).exposeBytes()
        #expect(profile.accessKey().exposeBytes().exposeBytes() == expected)
        #expect(profile.accessKey().exposeToken() == [1, 16] + expected)
        #expect(ProfileKey().accessKey().exposeToken() != [1, 16] + expected)
        let restored = try AccessKey(profile.accessKey().exposeBytes())
        #expect(restored.exposeToken() == [1, 16] + expected)
    }

    @Test("and a profile key have one length")
    func lengths() {
        for count in [15, 17] {
            #expect(throws: CryptoError.wrongLength(expected: 16, actual: count)) {
                _ = try AccessKey(SecretBytes.random(byteCount: count))
            }
        }
        for count in [31, 33] {
            #expect(throws: CryptoError.wrongLength(expected: 32, actual: count)) {
                _ = try ProfileKey(SecretBytes.random(byteCount: count))
            }
        }
    }
}
