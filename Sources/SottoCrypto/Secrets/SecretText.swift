internal import Clibsodium

extension SecretBytes {
    /// The bytes in lower-case hex, as secret ASCII text of twice the length.
    ///
    /// Runs in a time that depends on the length alone (libsodium's `sodium_bin2hex`).
    public borrowing func hexEncoded() -> SecretBytes {
        // libsodium ends its text with a zero byte, which is not part of ours.
        let whole = unsafe SecretBytes(byteCount: count * 2 + 1) { target in
            unsafe target.withMemoryRebound(to: CChar.self, capacity: count * 2 + 1) {
                _ = unsafe sodium_bin2hex($0, count * 2 + 1, base, count)
            }
        }
        return whole.duplicate(of: 0..<count * 2)
    }

    /// The bytes in base64 (RFC 4648 §4, with padding), as secret ASCII text.
    ///
    /// Runs in a time that depends on the length alone (libsodium's `sodium_bin2base64`).
    public borrowing func base64Encoded() -> SecretBytes {
        let size = sodium_base64_encoded_len(count, sodium_base64_VARIANT_ORIGINAL)
        let whole = unsafe SecretBytes(byteCount: size) { target in
            unsafe target.withMemoryRebound(to: CChar.self, capacity: size) {
                _ = unsafe sodium_bin2base64($0, size, base, count, sodium_base64_VARIANT_ORIGINAL)
            }
        }
        return whole.duplicate(of: 0..<size - 1)
    }

    /// Reads hex of exactly `byteCount` bytes, upper or lower case.
    ///
    /// - Throws: ``CryptoError/malformedText`` for another length or any other character.
    public static func decodingHex(
        _ text: Span<UInt8>, byteCount: Int
    ) throws(CryptoError) -> SecretBytes {
        guard byteCount >= 0, text.count == byteCount * 2 else { throw .malformedText }
        var written = 0
        var status: Int32 = -1
        let result = unsafe SecretBytes(byteCount: byteCount) { target in
            unsafe text.withPointer { source in
                unsafe source.withMemoryRebound(to: CChar.self, capacity: text.count) {
                    status = unsafe sodium_hex2bin(
                        target, byteCount, $0, text.count, nil, &written, nil)
                }
            }
        }
        guard status == 0, written == byteCount else { throw .malformedText }
        return result
    }

    /// Reads base64 (RFC 4648 §4, padding required) of exactly `byteCount` bytes.
    ///
    /// - Throws: ``CryptoError/malformedText`` for another length, alphabet or padding.
    public static func decodingBase64(
        _ text: Span<UInt8>, byteCount: Int
    ) throws(CryptoError) -> SecretBytes {
        guard byteCount >= 0 else { throw .malformedText }
        guard text.count == sodium_base64_encoded_len(byteCount, sodium_base64_VARIANT_ORIGINAL) - 1 else {
            throw .malformedText
        }
        var written = 0
        var status: Int32 = -1
        let result = unsafe SecretBytes(byteCount: byteCount) { target in
            unsafe text.withPointer { source in
                unsafe source.withMemoryRebound(to: CChar.self, capacity: text.count) {
                    status = unsafe sodium_base642bin(
                        target, byteCount, $0, text.count, nil, &written, nil,
                        sodium_base64_VARIANT_ORIGINAL)
                }
            }
        }
        guard status == 0, written == byteCount else { throw .malformedText }
        // libsodium 1.0.18 reads a byte from 0x80 on as '/'; no other text than ours may give these bytes.
        let isOurs = result.base64Encoded().withSpan { ConstantTime.isEqual($0, text) }
        guard isOurs else { throw .malformedText }
        return result
    }
}

/// Hex for public bytes.
public enum Hex {
    /// The bytes in lower-case hex.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        text.reserveCapacity(bytes.count * 2)
        for index in bytes.indices {
            text.append(digits[Int(bytes[index] >> 4)])
            text.append(digits[Int(bytes[index] & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads an even number of hex digits, upper or lower case.
    ///
    /// - Throws: ``CryptoError/malformedText`` for an odd count or any other character.
    public static func decode(_ text: String) throws(CryptoError) -> [UInt8] {
        let characters = Array(text.utf8)
        guard characters.count % 2 == 0 else { throw .malformedText }
        var result = [UInt8]()
        result.reserveCapacity(characters.count / 2)
        for index in stride(from: 0, to: characters.count, by: 2) {
            guard let high = value(of: characters[index]), let low = value(of: characters[index + 1]) else {
                throw .malformedText
            }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
