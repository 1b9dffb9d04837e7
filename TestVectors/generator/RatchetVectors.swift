import SottoCrypto
import SottoRatchet
import SottoWire

/// Values for `Specs/DoubleRatchet.md`: the ratchet alone, with both pairs of chain step and cipher.
enum RatchetVectors {
    static func cases() throws -> [JSONValue] {
        try conversations(BLAKE2bChainKDF.self, SyntheticNonceCipher.self, "sotto")
            + conversations(HMACChainKDF.self, PlainCipher.self, "plain")
    }

    private static func conversations<KDF: ChainKDF, Cipher: MessageCipher>(
        _ kdf: KDF.Type, _ cipher: Cipher.Type, _ name: String
    ) throws -> [JSONValue] {
        [
            try RatchetScript<KDF, Cipher>.run("\(name): in order", name) { script in
                script.send(from: .initiator)
                script.archive(.initiator)
                script.archive(.responder)
                script.deliver(0)
                script.archive(.responder)
                for _ in 0..<3 {
                    script.deliver(script.send(from: .responder))
                    script.deliver(script.send(from: .initiator))
                    script.deliver(script.send(from: .initiator))
                }
                script.archive(.initiator)
                script.archive(.responder)
            },
            try RatchetScript<KDF, Cipher>.run("\(name): the responder can't begin", name) { script in
                script.refusedSend(from: .responder)
            },
            try RatchetScript<KDF, Cipher>.run("\(name): late, lost and twice", name) { script in
                let first = (0..<6).map { _ in script.send(from: .initiator) }
                script.deliver(first[3])
                script.archive(.responder)
                script.deliver(first[3])
                script.deliver(first[1])
                script.deliver(first[1])
                let reply = script.send(from: .responder)
                script.deliver(reply)
                let second = (0..<4).map { _ in script.send(from: .initiator) }
                script.deliver(second[2])
                script.archive(.responder)
                script.deliver(first[5])
                script.deliver(first[4])
                script.deliver(second[0])
                script.deliver(first[0])
                script.archive(.responder)
                script.deliver(reply)
                script.deliver(first[0])
                script.deliver(second[2])
                script.deliver(second[3])
                script.deliver(second[1])
                script.deliver(first[2])
                script.archive(.responder)
            },
            try RatchetScript<KDF, Cipher>.run("\(name): forty skipped fall into two runs", name) { script in
                let all = (0..<41).map { _ in script.send(from: .initiator) }
                script.deliver(all[40])
                script.archive(.responder)
                script.deliver(all[31])
                script.deliver(all[32])
                script.archive(.responder)
            },
            try RatchetScript<KDF, Cipher>.run("\(name): tampered and forged", name) { script in
                let sent = script.send(from: .initiator)
                for index in [0, 31, 32, 33, 34, script.length(of: sent) - 1] {
                    script.deliverChanged(sent, at: index)
                }
                script.deliverForged(sent, index: 25_000, previousChainLength: 0)
                script.deliverForged(sent, index: 25_001, previousChainLength: 0)
                script.deliverForged(sent, index: 0x7FFF_FFFF, previousChainLength: 0)
                script.deliverForged(sent, index: 0, previousChainLength: 1)
                script.deliver(sent)
                script.deliverForged(sent, index: 25_001, previousChainLength: 0)
                script.deliverForged(sent, index: 25_002, previousChainLength: 0)
                let reply = script.send(from: .responder)
                script.deliver(reply)
                let next = script.send(from: .initiator)
                script.deliverForged(next, index: 0, previousChainLength: 0)
                script.deliverForged(next, index: 0, previousChainLength: 2)
                script.deliverForged(next, index: 12_500, previousChainLength: 12_501)
                script.deliverForged(next, index: 12_501, previousChainLength: 12_501)
                script.deliver(next)
            },
            try RatchetScript<KDF, Cipher>.run("\(name): thirty days", name) { script in
                let all = (0..<4).map { _ in script.send(from: .initiator) }
                script.deliver(all[2])
                script.pass(RatchetLimits.maximumSkippedKeyAge)
                script.deliver(all[0])
                script.pass(1)
                script.deliver(all[1])
                script.archive(.responder)
                let more = (0..<2).map { _ in script.send(from: .initiator) }
                script.deliver(more[1])
                script.archive(.responder)
            },
        ]
    }
}
