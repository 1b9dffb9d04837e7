import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions
import SottoWire

/// Values for `Specs/Encoding.md`, padding and selectors.
enum EncodingVectors {
    static func cases() throws -> [JSONValue] {
        varints() + publicKeys() + (try addresses()) + lists() + padding() + selectors()
    }

    private static func item(_ id: String, _ kind: String, _ fields: [(String, JSONValue)]) -> JSONValue {
        .object([("id", .string(id)), ("kind", .string(kind))] + fields)
    }

    private static func varints() -> [JSONValue] {
        let values: [UInt32] = [0, 1, 127, 128, 300, 16_383, 16_384, 25_000, 2_097_152, 1 << 30, 0x7FFF_FFFF]
        let accepted = values.map { value in
            var bytes: [UInt8] = []
            bytes.append(varint: value)
            return item("varint \(value)", "varint", [("bytes", .hex(bytes)), ("value", .number(value))])
        }
        let refused: [(String, [UInt8])] = [
            ("empty", []), ("cut", [0x80]), ("two bytes for 0", [0x80, 0x00]),
            ("three bytes for 1", [0x81, 0x80, 0x00]), ("2^31", [0x80, 0x80, 0x80, 0x80, 0x08]),
            ("2^32 - 1", [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
            ("six bytes", [0x80, 0x80, 0x80, 0x80, 0x80, 0x01]), ("something behind", [0x01, 0x00]),
        ]
        return accepted
            + refused.map {
                item("varint " + $0.0, "varint", [("bytes", .hex($0.1)), ("refused", .string("malformed"))])
            }
    }

    private static func publicKeys() -> [JSONValue] {
        let p: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        func with(_ first: UInt8, _ last: UInt8 = 0x7F) -> [UInt8] {
            [first] + [UInt8](repeating: 0xFF, count: 30) + [last]
        }
        let zero = [UInt8](repeating: 0, count: 32)
        let nine: [UInt8] = [9] + [UInt8](repeating: 0, count: 31)
        let orderEight = [
            "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
            "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        ].map { (try? Hex.decode($0)) ?? [] }
        let keys: [(String, [UInt8])] = [
            ("base point", [5] + nine), ("twist point 2", [5, 2] + zero.dropFirst()),
            ("p - 2", [5] + with(0xEB)), ("p - 1", [5] + with(0xEC)), ("p", [5] + p),
            ("p + 1", [5] + with(0xEE)), ("2^255 - 1", [5] + with(0xFF)),
            ("top bit on the base point", [5] + nine.dropLast() + [0x80]),
            ("all ones", [5] + with(0xFF, 0xFF)), ("zero", [5] + zero), ("one", [5, 1] + zero.dropFirst()),
            ("order eight, first", [5] + orderEight[0]), ("order eight, second", [5] + orderEight[1]),
            ("type byte 0", [0] + nine), ("type byte 4", [4] + nine), ("type byte 8", [8] + nine),
            ("wrong type and not canonical", [6] + p), ("short", [5] + nine.dropLast()),
            ("long", [5] + nine + [0]), ("nothing", []), ("bare", nine),
        ]
        return keys.map { name, bytes in
            let verdict: (String, JSONValue)
            do throws(CryptoError) {
                _ = try X25519.PublicKey(encoded: bytes)
                verdict = ("accepted", .bool(true))
            } catch {
                verdict = ("refused", .string(refusal(of: error)))
            }
            return item("public key: " + name, "public-key", [("bytes", .hex(bytes)), verdict])
        }
    }

    private static func refusal(of error: CryptoError) -> String {
        switch error {
        case .publicKeyNotCanonical: "publicKeyNotCanonical"
        case .publicKeyOfSmallOrder: "publicKeyOfSmallOrder"
        case .wrongKeyType: "wrongKeyType"
        default: "wrongLength"
        }
    }

    private static func addresses() throws -> [JSONValue] {
        let users: [([UInt8], UInt32)] = [
            (Array("alice".utf8), 1), ([0], 2), ([UInt8](repeating: 0xFF, count: 255), .max),
            (Array("Zoë".utf8), 7),
        ]
        let accepted = try users.enumerated().map { index, value in
            let address = try Address(user: value.0, device: value.1)
            var bytes: [UInt8] = []
            address.append(to: &bytes)
            return item(
                "address \(index)", "address",
                [("bytes", .hex(bytes)), ("user", .hex(value.0)), ("device", .number(value.1))])
        }
        let refused: [(String, [UInt8])] = [
            ("empty user", [0, 0, 0, 0, 1]), ("device 0", [1, 65, 0, 0, 0, 0]), ("cut user", [5, 65]),
            ("cut device", [1, 65, 0, 0, 1]), ("something behind", [1, 65, 0, 0, 0, 1, 0]), ("nothing", []),
        ]
        return accepted
            + refused.map {
                item(
                    "address: " + $0.0, "address", [("bytes", .hex($0.1)), ("refused", .string("malformed"))])
            }
    }

    private static func lists() -> [JSONValue] {
        let label = Array("Sotto/1 exporter".utf8)
        let lists: [[[UInt8]]] = [
            [label], [label, [], []], [label, [1], [2, 3]], [label, Inputs.bytes("item", count: 300)],
        ]
        return lists.enumerated().map { index, items in
            var list = LabelledList("Sotto/1 exporter")
            for value in items.dropFirst() { list.item(value) }
            return item(
                "list \(index)", "list",
                [("items", .array(items.map { .hex($0) })), ("bytes", .hex(list.bytes))])
        }
    }

    private static func padding() -> [JSONValue] {
        let lengths = [
            1, 159, 160, 161, 320, 1_119, 1_120, 1_121, 1_280, 1_281, 4_159, 4_160, 4_161, 4_224, 5_000,
            8_192,
            8_193, 10_000, 16_385, 32_768, 40_000, 63_489, 65_535, 65_536,
        ]
        var cases = lengths.map { length in
            item(
                "bucket \(length)", "padding",
                [("length", .number(UInt64(length))), ("bucket", .number(UInt64(Padding.bucket(length))))])
        }
        for count in [0, 1, 5, 158, 159, 160, 1_119, 1_120, 4_160, 4_200] {
            let content = Inputs.bytes("content \(count)", count: count)
            cases.append(
                item(
                    "padded \(count)", "padding",
                    [("content", .hex(content)), ("padded", .hex(padded(content)))]))
        }
        let ends = [UInt8](repeating: 0x80, count: 3)
        cases.append(
            item(
                "content that ends like padding", "padding",
                [
                    ("content", .hex(ends)), ("padded", .hex(padded(ends))),
                ]))
        let zeros = [UInt8](repeating: 0, count: 160)
        let refused: [(String, [UInt8])] = [
            ("no marker", zeros), ("nothing", []), ("marker 0x81", [0x81] + zeros.dropFirst()),
            ("marker 0x01", [65, 0x01] + zeros.dropFirst(2)), ("a bucket too long", [65, 0x80] + zeros),
            ("length of no bucket", [65, 0x80]),
            (
                "two buckets for 159",
                padded(
                    Inputs.bytes("x", count: 159)) + zeros
            ),
        ]
        return cases
            + refused.map {
                item(
                    "padding: " + $0.0, "padding",
                    [("padded", .hex($0.1)), ("refused", .string("malformedContent"))])
            }
    }

    static func padded(_ content: [UInt8]) -> [UInt8] {
        let bucket = Padding.bucket(content.count + 1)
        return content + [0x80] + [UInt8](repeating: 0, count: bucket - content.count - 1)
    }

    private static func selectors() -> [JSONValue] {
        (0..<3).map { index in
            let digest = SHA256.hash(Inputs.bytes("transcript \(index)").span)
            let transcript = HandshakeTranscript(stored: digest)
            return item(
                "selector \(index)", "selector",
                [
                    ("transcript", .hex(digest.bytes)),
                    ("to_responder", .hex(selectorBytes(.toResponder(transcript)))),
                    ("to_initiator", .hex(selectorBytes(.toInitiator(transcript)))),
                ])
        }
    }

    static func selectorBytes(_ selector: SessionSelector) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(u32: selector.value)
        return bytes
    }
}
