import SottoCrypto

/// Values for `Specs/XEdDSA.md`.
enum XEdDSAVectors {
    static func cases() throws -> [JSONValue] {
        var cases: [JSONValue] = []
        for (index, length) in [0, 1, 32, 33, 64, 127, 128, 200, 1_000].enumerated() {
            let name = "sign \(index)"
            let privateBytes = Inputs.bytes(name + " key")
            let key = try XEdDSA.PrivateKey(Inputs.secret(name + " key"))
            let message = Inputs.bytes(name + " message", count: length)
            let random = Inputs.bytes(name + " random", count: 64)
            let signature = try key.sign(
                message.span, random: Inputs.secret(name + " random", count: 64))
            let publicKey = key.publicKey.bytes.bytes
            cases.append(
                .object([
                    ("id", .string(name)), ("kind", .string("sign")), ("private", .hex(privateBytes)),
                    ("public", .hex(publicKey)), ("message", .hex(message)), ("random", .hex(random)),
                    ("signature", .hex(signature)),
                ]))
            cases.append(verify("verify \(index)", publicKey, message, signature))
            if index == 2 { cases += try refused(publicKey, message, signature) }
        }
        return cases
    }

    private static func verify(
        _ id: String, _ publicKey: [UInt8], _ message: [UInt8], _ signature: [UInt8]
    ) -> JSONValue {
        var isValid = false
        if let key = try? X25519.PublicKey(publicKey) {
            isValid = XEdDSA.isValid(signature.span, for: message.span, by: key)
        }
        return .object([
            ("id", .string(id)), ("kind", .string("verify")), ("public", .hex(publicKey)),
            ("message", .hex(message)), ("signature", .hex(signature)), ("valid", .bool(isValid)),
        ])
    }

    private static func refused(
        _ publicKey: [UInt8], _ message: [UInt8], _ signature: [UInt8]
    ) throws -> [JSONValue] {
        func changed(_ index: Int, _ mask: UInt8) -> [UInt8] {
            var copy = signature
            copy[index] ^= mask
            return copy
        }
        let other = try XEdDSA.PrivateKey(Inputs.secret("another key")).publicKey.bytes.bytes
        let order = try Hex.decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var carry = 0
        var unreduced = signature
        for index in 0..<32 {
            let sum = Int(signature[32 + index]) + Int(order[index]) + carry
            unreduced[32 + index] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
        }
        let zero = [UInt8](repeating: 0, count: 32)
        let pMinusOne: [UInt8] = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        let identityPoint: [UInt8] = [1] + zero.dropFirst()
        return [
            verify("bit 511 set", publicKey, message, changed(63, 0x80)),
            verify("R changed", publicKey, message, changed(0, 0x01)),
            verify("s changed", publicKey, message, changed(32, 0x01)),
            verify("s plus the group order", publicKey, message, unreduced),
            verify("another message", publicKey, message + [0], signature),
            verify("another key", other, message, signature),
            verify("63 bytes", publicKey, message, Array(signature.dropLast())),
            verify("65 bytes", publicKey, message, signature + [0]),
            verify("nothing", publicKey, message, []),
            verify("R of small order", publicKey, message, identityPoint + signature[32...]),
            verify("s of zero", publicKey, message, signature[..<32] + zero),
            verify("public key p - 1", pMinusOne, message, signature),
            verify("public key zero", zero, message, identityPoint + zero),
            verify("public key one", identityPoint, message, identityPoint + zero),
        ]
    }
}
