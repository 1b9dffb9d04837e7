internal import Foundation
internal import SottoCrypto
internal import TestVectors

extension WycheproofFile {
    var suiteName: String { "wycheproof-" + rawValue.replacing("_", with: "-") }
}

/// The tests of one file, judged as Specs/Wycheproof.md says.
func wycheproofContent(_ file: WycheproofFile, in given: URL?) -> ConformanceSuite.Content {
    guard let folder = given ?? wycheproofFolder() else {
        let reason =
            "no vectors here: set WYCHEPROOF_DIR to the folder testvectors_v1 of Project Wycheproof (C2SP)"
        return isWycheproofRequired ? .broken(reason) : .skipped(reason)
    }
    do {
        guard let tests = try file.tests(in: folder) else {
            return .broken("\(file.name) isn't in the folder of Wycheproof's vectors")
        }
        let run = file.run
        return .cases(
            tests.map { test in
                ConformanceCase(suite: file.suiteName, id: "\(test.id)") { try run(test) }
            })
    } catch {
        return .broken("\(error)")
    }
}

private var isWycheproofRequired: Bool { ProcessInfo.processInfo.environment["REQUIRE_WYCHEPROOF"] == "1" }

// From this file to the package is three levels up; the vectors may stand beside the package.
private func wycheproofFolder() -> URL? {
    if let path = ProcessInfo.processInfo.environment["WYCHEPROOF_DIR"], !path.isEmpty {
        return URL(fileURLWithPath: path, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let folder = package.deletingLastPathComponent().appendingPathComponent("shared/vectors/wycheproof")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
}

extension WycheproofFile {
    fileprivate var run: @Sendable (WycheproofTest) throws -> Void {
        switch self {
        case .x25519: { try runX25519($0) }
        case .ed25519: { try runEd25519($0) }
        case .hkdfSHA256: { try runHKDF($0) }
        case .hmacSHA256: { try runMAC($0, tag: HMACSHA256.tag, isValid: HMACSHA256.accepts) }
        case .hmacSHA512: { try runMAC($0, tag: HMACSHA512.tag, isValid: HMACSHA512.accepts) }
        case .chaCha20Poly1305: { try runAEAD($0, with: ChaCha20Poly1305Calls.self) }
        case .xChaCha20Poly1305: { try runAEAD($0, with: XChaCha20Poly1305Calls.self) }
        }
    }
}

private func runX25519(_ test: WycheproofTest) throws {
    let publicKey = try test.bytes("public")
    try compare("result", test.result != .invalid, true)
    let isCanonical = isBelowFieldOrder(publicKey)
    if test.flags.contains("NonCanonicalPublic") { try compare("canonical", isCanonical, false) }
    let isOfLowOrder = test.flags.contains("ZeroSharedSecret") || test.flags.contains("LowOrderPublic")
    if !isCanonical || isOfLowOrder {
        try compare("result", test.result, .acceptable)
        let reason = isCanonical ? "publicKeyOfSmallOrder" : "publicKeyNotCanonical"
        return try checkRefused(reason) { try X25519.PublicKey(publicKey) }
    }
    let key = try X25519.PrivateKey(secret(try test.bytes("private")))
    try compare(
        "shared secret", try key.sharedSecret(with: X25519.PublicKey(publicKey)), try test.bytes("shared"))
}

// u < 2^255 − 19, the bytes little-endian.
private func isBelowFieldOrder(_ u: [UInt8]) -> Bool {
    let order = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    return u.reversed().lexicographicallyPrecedes(order.reversed())
}

private func runEd25519(_ test: WycheproofTest) throws {
    guard let publicKey = test.publicKey else { throw CaseFailure("no public key") }
    let signature = try test.bytes("sig")
    let message = try test.bytes("msg")
    let isValid = Ed25519.isValid(signature.span, for: message.span, by: try Bytes32(publicKey))
    try compare("validity", isValid, test.result == .valid)
}

private func runHKDF(_ test: WycheproofTest) throws {
    guard let byteCount = test.byteCount else { throw CaseFailure("no size") }
    let (salt, info) = (try test.bytes("salt"), try test.bytes("info"))
    let derive: () throws -> [UInt8] = {
        try HKDFSHA256.derive(
            from: secret(try test.bytes("ikm")), salt: salt.span, info: info.span, byteCount: byteCount
        ).exposeBytes()
    }
    if test.result == .valid {
        try compare("output", try derive(), try test.bytes("okm"))
    } else {
        try checkRefused("outOfRange", derive)
    }
}

private func runMAC(
    _ test: WycheproofTest, tag: ([UInt8], [UInt8]) -> [UInt8], isValid: ([UInt8], [UInt8], [UInt8]) -> Bool
) throws {
    let (key, message, given) = (try test.bytes("key"), try test.bytes("msg"), try test.bytes("tag"))
    let whole = tag(message, key)
    try compare("length of the tag in bits", given.count * 8, test.tagBitCount ?? 0)
    // The computed tag begins with every valid one, shortened or not.
    try compare("tag", Array(whole.prefix(given.count)) == given, test.result == .valid)
    let isWhole = given.count == whole.count
    try compare("validity", isValid(given, message, key), test.result == .valid && isWhole)
}

private func runAEAD(_ test: WycheproofTest, with calls: any AEADCalls.Type) throws {
    let (key, nonce, data) = (try test.bytes("key"), try test.bytes("iv"), try test.bytes("aad"))
    let message = try test.bytes("msg")
    let sealed = try test.bytes("ct") + test.bytes("tag")
    let seal = { try calls.seal(message, associatedData: data, nonce: nonce, key: key) }
    let open = { try calls.open(sealed, associatedData: data, nonce: nonce, key: key) }
    if test.result == .valid {
        try compare("sealed", try seal(), sealed)
        try compare("opened", try open(), message)
    } else if test.flags.contains("InvalidNonceSize") {
        try checkRefused("wrongLength", seal)
        try checkRefused("wrongLength", open)
    } else {
        try checkRefused("notAuthentic", open)
    }
}
