package import Foundation

/// The files of Project Wycheproof that a library of these primitives has to agree with.
package enum WycheproofFile: String, CaseIterable, Sendable {
    case x25519
    case ed25519
    case hkdfSHA256 = "hkdf_sha256"
    case hmacSHA256 = "hmac_sha256"
    case hmacSHA512 = "hmac_sha512"
    case chaCha20Poly1305 = "chacha20_poly1305"
    case xChaCha20Poly1305 = "xchacha20_poly1305"

    package var name: String { "\(rawValue)_test.json" }

    // What each test holds beside id, comment, flags and result.
    private var hexNames: [String] {
        switch self {
        case .x25519: ["public", "private", "shared"]
        case .ed25519: ["msg", "sig"]
        case .hkdfSHA256: ["ikm", "salt", "info", "okm"]
        case .hmacSHA256, .hmacSHA512: ["key", "msg", "tag"]
        case .chaCha20Poly1305, .xChaCha20Poly1305: ["key", "iv", "aad", "msg", "ct", "tag"]
        }
    }

    /// Every test of the file in `folder`, or nothing when the file isn't there.
    package func tests(in folder: URL) throws(VectorError) -> [WycheproofTest]? {
        guard let bytes = try VectorFiles.read(folder.appendingPathComponent(name)) else { return nil }
        let file = try Fields(try JSON(parsing: bytes), name)
        let count: Int = try file.number("numberOfTests")
        var tests: [WycheproofTest] = []
        for item in try file.array("testGroups") {
            let group = try Fields(item, name)
            let publicKey = self == .ed25519 ? try group.object("publicKey").hex("pk") : nil
            let tagBitCount: Int? = group.has("tagSize") ? try group.number("tagSize") : nil
            tests += try group.objects("tests") { fields throws(VectorError) in
                try test(fields, publicKey: publicKey, tagBitCount: tagBitCount)
            }
        }
        guard tests.count == count else { throw VectorError("\(name): \(tests.count) tests of \(count)") }
        return tests
    }

    private func test(
        _ fields: Fields, publicKey: [UInt8]?, tagBitCount: Int?
    ) throws(VectorError) -> WycheproofTest {
        fields.ignore("comment")
        var flags: Set<String> = []
        for flag in try fields.array("flags") {
            guard case .text(let text) = flag else { throw VectorError("\(name): a flag is no text") }
            flags.insert(text)
        }
        var values: [String: [UInt8]] = [:]
        for name in hexNames { values[name] = try fields.hex(name) }
        guard let result = WycheproofTest.Result(rawValue: try fields.text("result")) else {
            throw VectorError("\(name): an unknown result")
        }
        return WycheproofTest(
            id: try fields.number("tcId"), flags: flags, result: result, publicKey: publicKey,
            tagBitCount: tagBitCount, byteCount: fields.has("size") ? try fields.number("size") : nil,
            values: values)
    }
}

/// One test of a file.
package struct WycheproofTest: Sendable {
    /// What is expected.
    package enum Result: String, Sendable {
        case valid
        case invalid
        case acceptable
    }

    package let id: Int
    package let flags: Set<String>
    package let result: Result
    /// The public key of a group of signatures.
    package let publicKey: [UInt8]?
    /// The length of a group's tags in bits.
    package let tagBitCount: Int?
    /// The length of the output to derive.
    package let byteCount: Int?
    private let values: [String: [UInt8]]

    init(
        id: Int, flags: Set<String>, result: Result, publicKey: [UInt8]?, tagBitCount: Int?, byteCount: Int?,
        values: [String: [UInt8]]
    ) {
        self.id = id
        self.flags = flags
        self.result = result
        self.publicKey = publicKey
        self.tagBitCount = tagBitCount
        self.byteCount = byteCount
        self.values = values
    }

    /// The bytes of one of the names that the file's tests have.
    package func bytes(_ name: String) throws(VectorError) -> [UInt8] {
        guard let bytes = values[name] else { throw VectorError("test \(id): no \(name)") }
        return bytes
    }
}
