import Foundation
import Sotto

/// Reads public identity keys: as text on the command line, or from a file.
///
/// Rules TN-4 and TN-5.
struct IdentityKeyInput {
    /// The option that names the key.
    let option: OptionName
    let input: StandardInput

    /// Reads the key that the option's value gives or names.
    func key(_ value: String) throws(Failure) -> IdentityPublicKey {
        if value == "-" { return try content(try input.read(for: option.text), of: "standard input") }
        if let path = Self.value(value, "file:") { return try file(path) }
        if let hex = Self.value(value, "hex:") {
            guard let bytes = try? Hex.decode(hex) else { throw bad("isn't hex") }
            return try key(bytes)
        }
        if let base64 = Self.value(value, "base64:") {
            guard let bytes = Base64Text.decode(base64) else { throw bad("isn't base64") }
            return try key(bytes)
        }
        let isFile = NewFile.isThere(value)
        guard let bytes = Self.keyText(value) else {
            if isFile { return try file(value) }
            if !value.utf8.isEmpty, value.utf8.allSatisfy(\.isHexDigit) {
                throw bad(
                    "has \(value.utf8.count) hex digits; a key has 64, or 66 with the byte 05, or is base64:…"
                )
            }
            throw Failure(
                .fileMissing, "\(option.text) is no key in hex or base64, and there is no such file: check it"
            )
        }
        guard !isFile else {
            throw Failure(
                .ambiguousKey,
                "\(option.text) is a key and the name of a file too: write hex:…, base64:… or file:…")
        }
        return try key(bytes)
    }

    private static func value(_ text: String, _ kind: String) -> String? {
        // By bytes: a mark behind the colon makes one character with it.
        text.utf8.starts(with: kind.utf8)
            ? String(decoding: text.utf8.dropFirst(kind.utf8.count), as: UTF8.self) : nil
    }

    /// The bytes of text that has the form of a key: hex or base64 of 32 or 33 bytes.
    ///
    /// Hex digits alone are hex, so a key with digits too few or many isn't read as base64.
    static func keyText(_ text: String) -> [UInt8]? {
        let isLong = [64, 66].contains(text.utf8.count)
        guard isLong || !text.utf8.allSatisfy(\.isHexDigit) else { return nil }
        guard let bytes = isLong ? try? Hex.decode(text) : Base64Text.decode(text) else { return nil }
        return [32, 33].contains(bytes.count) ? bytes : nil
    }

    private static func isText(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte)
    }

    private func file(_ path: String) throws(Failure) -> IdentityPublicKey {
        try content(try BoundedInput.file(path), of: Printable.text(path))
    }

    /// A key in a file: raw, as text, or the private key that `keygen` wrote.
    private func content(_ bytes: consuming [UInt8], of name: String) throws(Failure) -> IdentityPublicKey {
        if PrivateKeyFile.isIn(bytes) {
            defer { _ = SecretBytes(consuming: &bytes) }
            guard option == .myKey else {
                throw Failure(.privateKey, "\(name) holds a private key: ask them for their public key")
            }
            guard bytes.starts(with: PrivateKeyFile.label.utf8) else {
                throw bad("names \(name), which holds more than a private key")
            }
            return try PrivateKeyFile.publicKey(bytes, named: name)
        }
        // Text of that length, a half of a key or a sentence, is no raw key.
        if [32, 33].contains(bytes.count), !bytes.allSatisfy(Self.isText) { return try key(bytes) }
        let text = String(validating: bytes, as: UTF8.self)?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let text, let key = Self.keyText(text) else {
            throw bad("names \(name), which holds no key: one is 32 or 33 bytes, raw or in hex or base64")
        }
        return try self.key(key)
    }

    /// Reads u alone, or the type byte and u.
    private func key(_ bytes: [UInt8]) throws(Failure) -> IdentityPublicKey {
        do throws(CryptoError) {
            return bytes.count == X25519.byteCount
                ? IdentityPublicKey(try X25519.PublicKey(bytes)) : try IdentityPublicKey(encoded: bytes)
        } catch {
            switch error {
            case .wrongLength: throw bad("has \(bytes.count) bytes; a key has 32, or 33 with the byte 05")
            case .wrongKeyType(let type):
                throw bad("has 33 bytes and begins with \(Hex.encode([type].span)); the first has to be 05")
            case .publicKeyNotCanonical: throw bad("isn't in the one form that a Curve25519 key has")
            case .publicKeyOfSmallOrder: throw bad("is a key that everybody could share")
            default: throw bad("is no Curve25519 key")
            }
        }
    }

    private func bad(_ what: String) -> Failure {
        Failure(.badKey, "\(option.text) \(what): check where it is from")
    }
}
