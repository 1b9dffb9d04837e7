import SottoCrypto
import SottoIdentity
import SottoSafetyNumbers
import TestSupport
import Testing

/// The values are those that libsignal publishes with its own tests.
///
/// Rules SN-1 to SN-9.
@Suite("A safety number")
struct SafetyNumberTests {
    private let alice: Fingerprint
    private let bob: Fingerprint
    private let number: SafetyNumber

    private static let digits = "300354477692869396892869876765458257569162576843440918079131"
    private static let aliceHash = "1e301a0353dce3dbe7684cb8336e85136cdc0ee96219494ada305d62a7bd61df"
    private static let bobHash = "d62cbf73a11592015b6b9f1682ac306fea3aaf3885b84d12bca631e9d4fb3a4d"

    init() throws {
        alice = try Fingerprint(
            of: Self.key("0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868"),
            identifier: Array("+14152222222".utf8))
        bob = try Fingerprint(
            of: Self.key("05f781b6fb32fed9ba1cf2de978d4d5da28dc34046ae814402b5c0dbd96fda907b"),
            identifier: Array("+14153333333".utf8))
        number = SafetyNumber(ours: alice, theirs: bob)
    }

    private static func key(_ hex: String) throws -> IdentityPublicKey {
        try IdentityPublicKey(encoded: Hex.decode(hex))
    }

    @Test("has the digits that others publish")
    func published() {
        #expect(number.digits == Self.digits)
    }

    @Test("has the same digits on both sides")
    func symmetric() {
        #expect(SafetyNumber(ours: bob, theirs: alice).digits == number.digits)
    }

    @Test("consists of both halves, the lower one first")
    func halves() {
        #expect(number.digits == min(alice.digits, bob.digits) + max(alice.digits, bob.digits))
        #expect(alice.digits.count == 30)
    }

    @Test("takes any bytes as identifier: text and the sixteen bytes of an account differ")
    func identifiers() throws {
        let key = try Self.key("0579ecb5dcd5ffbb8a14116807db960203d4442abdb840dd86390d67b32c571a66")
        let account = try Fingerprint(of: key, identifier: Hex.decode("9d0652a3dcc34d11975f74d61598733f"))
        let text = try Fingerprint(of: key, identifier: Array("9d0652a3-dcc3-4d11-975f-74d61598733f".utf8))
        #expect(account.digits == "040953902155478407352132413901")
        #expect(text.digits != account.digits)
    }

    @Test("refuses an identifier of no bytes or more than 255", arguments: [0, 256])
    func identifierLength(count: Int) throws {
        let key = try Self.key("0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868")
        #expect(throws: SafetyNumberError.identifierLength(count)) {
            try Fingerprint(of: key, identifier: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("takes identifiers of 1 and 255 bytes", arguments: [1, 255])
    func identifierLimits(count: Int) throws {
        let key = try Self.key("0506863bc66d02b40d27b8d49ca7c09e9239236f9d7d25d6fcca5ce13c7064d868")
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(
            try Fingerprint(of: key, identifier: bytes).bytes
                == Fingerprint(of: key, user: UserID(bytes)).bytes)
    }

    @Test("is shown in four lines of three groups or three lines of four")
    func layouts() {
        #expect(
            number.text() == """
                30035 44776 92869
                39689 28698 76765
                45825 75691 62576
                84344 09180 79131
                """)
        #expect(
            number.text(.threeLines) == """
                30035 44776 92869 39689
                28698 76765 45825 75691
                62576 84344 09180 79131
                """)
    }

    @Test("is described by its digits")
    func described() {
        #expect("\(number)".hasPrefix("30035 44776 92869 39689 28698"))
        #expect("\(alice)" == alice.digits)
    }

    @Test("is spoken digit by digit")
    func spoken() {
        #expect(number.spokenText.hasPrefix("3 0 0 3 5, 4 4 7 7 6, 9 2 8 6 9, "))
        #expect(number.spokenText.hasSuffix("7 9 1 3 1"))
    }

    private static let spellings: [String] = [
        digits,
        "30035 44776 92869 39689\r\n28698 76765 45825 75691\r\n62576 84344 09180 79131\r\n",
        "30035-44776–92869—39689−28698\u{2011}76765\t45825\u{A0}75691\u{3000}62576\u{2003}84344 09180 79131",
        "\u{2066}٣٠٠٣٥ ٤٤٧٧٦ ٩٢٨٦٩ ٣٩٦٨٩ ٢٨٦٩٨ ٧٦٧٦٥ ٤٥٨٢٥ ٧٥٦٩١ ٦٢٥٧٦ ٨٤٣٤٤ ٠٩١٨٠ ٧٩١٣١\u{2069}",
        "३००३५ ४४७७६ ９２８６９ 39689 28698 76765 45825 75691 62576 84344 09180 79131",
    ]

    @Test("matches its digits however they are written", arguments: spellings)
    func written(text: String) {
        #expect(number.compare(digits: text) == .match)
        #expect(number.differingGroups(from: text) == [])
    }

    @Test("doesn't match when a single digit differs", arguments: 0..<60)
    func oneDigit(index: Int) {
        var digits = Array(Self.digits)
        digits[index] = digits[index] == "9" ? "0" : "9"
        let text = String(digits)
        guard text != Self.digits else { return }
        #expect(number.compare(digits: text) == .mismatch)
        #expect(number.differingGroups(from: text) == [index / 5])
    }

    private static let notNumbers: [String] =
        [
            "", " ", String(digits.dropLast()), digits + "0", String(digits.prefix(30)), "x" + digits,
            digits + ".",
        ] + ["½", "²", "一", "Ⅷ"].map { $0 + String(digits.dropFirst()) }

    @Test("takes nothing but 60 digits for a number", arguments: notNumbers)
    func malformed(text: String) {
        #expect(number.compare(digits: text) == .malformed)
        #expect(number.differingGroups(from: text) == nil)
        #expect(SafetyNumber.groups(read: text) == nil)
    }

    @Test("has the scannable form that others publish", arguments: ScannableVersion.allCases)
    func scannable(version: ScannableVersion) throws {
        let hex = "080\(version.rawValue)12220a20\(Self.aliceHash)1a220a20\(Self.bobHash)"
        #expect(try number.scannable(version: version) == Hex.decode(hex))
        #expect(number.scannable(version: version).count == SafetyNumber.scannableByteCount)
    }

    @Test("matches the code on the other's screen", arguments: ScannableVersion.allCases)
    func scan(version: ScannableVersion) {
        let theirs = SafetyNumber(ours: bob, theirs: alice).scannable(version: version)
        #expect(number.compare(scanned: theirs, version: version) == .match)
    }

    @Test("knows the code of its own screen")
    func ownCode() {
        #expect(number.compare(scanned: number.scannable()) == .ownCode)
    }

    @Test("takes a code with two equal halves for its own")
    func equalHalves() {
        let same = SafetyNumber(ours: alice, theirs: alice)
        #expect(same.compare(scanned: same.scannable()) == .ownCode)
    }

    @Test("tells a code of another version from one that differs", arguments: [1, 3, 127] as [UInt8])
    func otherVersion(version: UInt8) {
        var code = SafetyNumber(ours: bob, theirs: alice).scannable()
        code[1] = version
        #expect(number.compare(scanned: code) == .versionMismatch(theirs: version))
    }

    @Test("takes a code that names no version for one of version 0")
    func noVersion() {
        let code = Array(SafetyNumber(ours: bob, theirs: alice).scannable().dropFirst(2))
        #expect(number.compare(scanned: code) == .versionMismatch(theirs: 0))
    }

    @Test("doesn't match a code in which any bit of a fingerprint differs")
    func anyBit() {
        let code = SafetyNumber(ours: bob, theirs: alice).scannable()
        for index in Array(6..<38) + Array(42..<74) {
            for bit in 0..<8 {
                var changed = code
                changed[index] ^= 1 << UInt8(bit)
                #expect(number.compare(scanned: changed) == .mismatch)
            }
        }
    }

    @Test("doesn't match a code of which only one half is right")
    func oneHalf() throws {
        let carol = try Fingerprint(of: IdentityKeyPair().publicKey, user: "carol")
        for code in [
            SafetyNumber(ours: bob, theirs: carol), SafetyNumber(ours: carol, theirs: alice),
            SafetyNumber(ours: alice, theirs: carol), SafetyNumber(ours: carol, theirs: bob),
        ] {
            #expect(number.compare(scanned: code.scannable()) == .mismatch)
        }
    }

    @Test("takes nothing but the one form for a code")
    func malformedCodes() {
        let code = SafetyNumber(ours: bob, theirs: alice).scannable()
        for count in 0..<code.count {
            #expect(number.compare(scanned: Array(code.prefix(count))) == .malformed)
        }
        #expect(number.compare(scanned: code + [0]) == .malformed)
        for index in [0, 2, 3, 4, 5, 38, 39, 40, 41] {
            var changed = code
            changed[index] ^= 0x40
            #expect(number.compare(scanned: changed) == .malformed)
        }
        for version in [0, 128, 255] as [UInt8] {
            var changed = code
            changed[1] = version
            #expect(number.compare(scanned: changed) == .malformed)
        }
    }

    @Test("takes no arbitrary bytes for a code", arguments: [1, 2, 3] as [UInt64])
    func arbitrary(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        for count in 0...80 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            #expect(number.compare(scanned: bytes) == .malformed)
        }
    }
}
