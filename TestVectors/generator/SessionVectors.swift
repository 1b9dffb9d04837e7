import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoSessions

/// Values for `Specs/X3DH.md` and `Specs/SessionMessages.md`: handshakes and the conversations after them.
enum SessionVectors {
    static func cases() throws -> [JSONValue] {
        [
            try SessionScript.run("with a one-time prekey", oneTime: true) { script in
                script.archive(.initiator)
                script.deliver(script.send(from: .initiator))
                script.archive(.responder)
                for _ in 0..<3 {
                    script.deliver(script.send(from: .responder))
                    script.deliver(script.send(from: .initiator))
                    script.deliver(script.send(from: .initiator))
                }
                script.archive(.initiator)
                script.archive(.responder)
            },
            try SessionScript.run("without a one-time prekey", oneTime: false) { script in
                script.deliver(script.send(from: .initiator))
                script.deliver(script.send(from: .responder))
                script.deliver(script.send(from: .initiator))
            },
            try SessionScript.run("three first messages in another order", oneTime: true) { script in
                let first = (0..<3).map { _ in script.send(from: .initiator) }
                script.deliver(first[2])
                script.archive(.responder)
                script.deliver(first[0])
                script.deliver(first[0])
                let reply = script.send(from: .responder)
                script.deliver(first[1])
                script.archive(.responder)
                let late = script.send(from: .initiator)
                script.deliver(reply)
                let last = script.send(from: .initiator)
                script.deliver(last)
                script.deliver(late)
                script.archive(.initiator)
                script.archive(.responder)
            },
            try SessionScript.run("late, lost and twice", oneTime: true) { script in
                script.deliver(script.send(from: .initiator))
                let burst = (0..<5).map { _ in script.send(from: .responder) }
                script.deliver(burst[4])
                script.deliver(burst[1])
                script.deliver(burst[1])
                let answers = (0..<3).map { _ in script.send(from: .initiator) }
                script.deliver(answers[1])
                script.deliver(burst[3])
                script.deliver(answers[2])
                script.deliver(script.send(from: .responder))
                script.deliver(burst[0])
                script.deliver(answers[0])
                script.archive(.initiator)
                script.archive(.responder)
            },
            try SessionScript.run("each part of a message changed", oneTime: true) { script in
                let first = script.send(from: .initiator)
                script.deliverEachPartChanged(first)
                script.deliver(first)
                let reply = script.send(from: .responder)
                script.deliverEachPartChanged(reply)
                script.deliver(reply)
                let next = script.send(from: .initiator)
                script.deliverEachPartChanged(next)
                script.deliver(next)
            },
            try SessionScript.run("contents of many lengths", oneTime: false) { script in
                script.deliver(script.send(from: .initiator, byteCount: 0))
                for count in [1, 159, 160, 1_119, 1_120, 4_159, 4_160, 9_000] {
                    script.deliver(script.send(from: .responder, byteCount: count))
                }
                script.deliver(script.send(from: .initiator, byteCount: 65_535))
                script.refusedSend(from: .initiator, byteCount: 65_536)
            },
        ]
    }
}
