import SottoCrypto
import SottoIdentity
import SottoSafetyNumbers

/// Values for `Specs/SafetyNumbers.md`.
enum SafetyNumberVectors {
    private struct Party {
        let key: IdentityPublicKey
        let identifier: [UInt8]

        init(_ name: String, identifier: [UInt8]) throws {
            key = try IdentityKeyPair(Inputs.secret("safety number \(name)")).publicKey
            self.identifier = identifier
        }

        var fingerprint: Fingerprint { get throws { try Fingerprint(of: key, identifier: identifier) } }

        var fields: [(String, JSONValue)] {
            [("identity_key", .hex(key.encoded)), ("identifier", .hex(identifier))]
        }
    }

    static func cases() throws -> [JSONValue] {
        let alice = try Party("alice", identifier: Array("+14152222222".utf8))
        let bob = try Party("bob", identifier: Inputs.bytes("safety number identifier", count: 16))
        let long = try Party("long", identifier: Inputs.bytes("safety number long identifier", count: 255))
        let short = try Party("short", identifier: [0])
        return try [
            fingerprint("fingerprint, telephone number", alice),
            fingerprint("fingerprint, account", bob),
            fingerprint("fingerprint, 255 bytes", long), fingerprint("fingerprint, 1 byte", short),
            number("number", alice, bob), number("number, the other side", bob, alice),
            number("number, long and short", long, short), number("number, equal halves", alice, alice),
        ] + digits(SafetyNumber(ours: alice.fingerprint, theirs: bob.fingerprint))
            + scans(alice, bob, long) + comparisons(alice, bob, long)
    }

    private static func fingerprint(_ id: String, _ party: Party) throws -> JSONValue {
        let fingerprint = try party.fingerprint
        return .object(
            [("id", .string(id)), ("kind", .string("fingerprint"))] + party.fields + [
                ("fingerprint", .hex(fingerprint.bytes.bytes)), ("digits", .string(fingerprint.digits)),
            ])
    }

    private static func number(_ id: String, _ ours: Party, _ theirs: Party) throws -> JSONValue {
        let number = SafetyNumber(ours: try ours.fingerprint, theirs: try theirs.fingerprint)
        return .object([
            ("id", .string(id)), ("kind", .string("number")), ("ours", .object(ours.fields)),
            ("theirs", .object(theirs.fields)), ("digits", .string(number.digits)),
            ("groups", .array(number.groups.map(JSONValue.string))),
            ("text4", .string(number.text(.fourLines))), ("text3", .string(number.text(.threeLines))),
            ("spoken", .string(number.spokenText)),
            ("scannable1", .hex(number.scannable(version: .one))),
            ("scannable2", .hex(number.scannable(version: .two))),
        ])
    }

    private static func digits(_ number: SafetyNumber) -> [JSONValue] {
        let digits = number.digits
        func inScript(_ zero: UInt32) -> String {
            var text = ""
            for digit in digits.unicodeScalars {
                guard let scalar = Unicode.Scalar(zero + digit.value - 0x30) else { continue }
                text.unicodeScalars.append(scalar)
            }
            return text
        }
        let texts: [(String, String)] = [
            ("four lines", number.text()), ("three lines", number.text(.threeLines)),
            ("line ends of two characters", number.groups.joined(separator: "\r\n")),
            ("dashes", number.groups.joined(separator: "-\u{2010}\u{2013}\u{2014}\u{2212}")),
            ("spaces", number.groups.joined(separator: "\t\u{A0}\u{2009}\u{3000}\u{2028}")),
            (
                "format characters",
                "\u{2066}" + number.groups.joined(separator: "\u{200F}\u{AD}") + "\u{2069}"
            ),
            ("Arabic-Indic digits", inScript(0x660)), ("Devanagari digits", inScript(0x966)),
            ("fullwidth digits", inScript(0xFF10)), ("mathematical digits", inScript(0x1D7CE)),
            ("nothing", ""), ("59 digits", String(digits.dropLast())), ("61 digits", digits + "0"),
            ("half", String(digits.prefix(30))), ("a letter", "O" + digits.dropFirst()),
            ("a superscript", "\u{B2}" + digits.dropFirst()), ("a fraction", "\u{BD}" + digits.dropFirst()),
            ("a numeral", "\u{4E00}" + digits.dropFirst()),
            ("a Roman numeral", "\u{2167}" + digits.dropFirst()),
            ("a full stop", digits + "."), ("a combining mark", digits + "\u{301}"),
            ("spoken", number.spokenText),
        ]
        return texts.map { id, text in
            let read = SafetyNumber.groups(read: text)?.joined()
            return .object([
                ("id", .string("digits, \(id)")), ("kind", .string("digits")), ("text", .string(text)),
                ("accepted", .bool(read != nil)), ("digits", read.map(JSONValue.string) ?? .null),
            ])
        }
    }

    private static func scans(_ ours: Party, _ theirs: Party, _ other: Party) throws -> [JSONValue] {
        let number = SafetyNumber(ours: try ours.fingerprint, theirs: try theirs.fingerprint)
        func code(_ first: Party, _ second: Party) throws -> [UInt8] {
            SafetyNumber(ours: try first.fingerprint, theirs: try second.fingerprint).scannable()
        }
        let right = try code(theirs, ours)
        func with(_ index: Int, _ byte: UInt8) -> [UInt8] {
            var changed = right
            changed[index] = byte
            return changed
        }
        let codes: [(String, [UInt8])] = try [
            ("theirs", right), ("our own", code(ours, theirs)), ("another key of theirs", code(other, ours)),
            ("another key of ours", code(theirs, other)), ("their half twice", code(theirs, theirs)),
            ("our half twice", code(ours, ours)), ("a bit of the first half", with(6, right[6] ^ 1)),
            ("a bit of the second half", with(73, right[73] ^ 0x80)), ("version 1", with(1, 1)),
            ("version 3", with(1, 3)), ("version 127", with(1, 127)), ("version 0, written", with(1, 0)),
            ("version of two bytes", [8, 0x82, 0] + right[2...]), ("no version", Array(right[2...])),
            ("nothing", []), ("one byte less", Array(right.dropLast())), ("one byte more", right + [0]),
            ("another tag", with(2, 0x0A)), ("another length", with(5, 0x1F)),
            ("halves the other way round", Array(right[..<2] + right[38...] + right[2..<38])),
        ]
        return try ScannableVersion.allCases.flatMap { version in
            try codes.map { id, bytes in
                let (result, theirVersion) = try name(number.compare(scanned: bytes, version: version))
                return .object([
                    ("id", .string("scan \(version.rawValue), \(id)")), ("kind", .string("scan")),
                    ("ours", .object(ours.fields)), ("theirs", .object(theirs.fields)),
                    ("version", .number(UInt32(version.rawValue))), ("scanned", .hex(bytes)),
                    ("result", .string(result)),
                    ("their_version", theirVersion.map { .number(UInt32($0)) } ?? .null),
                ])
            }
        }
    }

    private static func comparisons(_ ours: Party, _ theirs: Party, _ other: Party) throws -> [JSONValue] {
        let number = SafetyNumber(ours: try ours.fingerprint, theirs: try theirs.fingerprint)
        let digits = number.digits
        let others = SafetyNumber(ours: try ours.fingerprint, theirs: try other.fingerprint)
        let last = digits.last == "0" ? "1" : "0"
        let texts: [(String, String)] = [
            ("the same", number.text()), ("the last digit", String(digits.dropLast()) + last),
            ("halves the other way round", String(digits.suffix(30) + digits.prefix(30))),
            ("another key", others.digits), ("half", String(digits.prefix(30))),
        ]
        return try texts.map { id, text in
            let differing = number.differingGroups(from: text)
            return .object([
                ("id", .string("comparison, \(id)")), ("kind", .string("comparison")),
                ("ours", .object(ours.fields)), ("theirs", .object(theirs.fields)), ("text", .string(text)),
                ("result", .string(try name(number.compare(digits: text)).result)),
                ("differing_groups", differing.map { .array($0.map { .number(UInt32($0)) }) } ?? .null),
            ])
        }
    }

    private static func name(
        _ comparison: SafetyNumberComparison
    ) throws -> (result: String, theirVersion: UInt8?) {
        switch comparison {
        case .match: ("match", nil)
        case .mismatch: ("mismatch", nil)
        case .ownCode: ("ownCode", nil)
        case .malformed: ("malformed", nil)
        case .versionMismatch(let version): ("versionMismatch", version)
        }
    }
}
