import SottoCrypto
import SottoSealedSender
import SottoServer
import Testing

/// Rules SS-21, SV-3.
@Suite("The access check")
struct AccessPolicyTests {
    let key = [UInt8](repeating: 9, count: 16)

    func isAdmitted(_ token: [UInt8]) throws -> Bool {
        let policy = AccessPolicy.restricted(try AccessKey(SecretBytes(copying: key.span)))
        return policy.admits(token)
    }

    func isAdmittedByAll(_ token: [UInt8]) -> Bool {
        let policy = AccessPolicy.unrestricted
        return policy.admits(token)
    }

    @Test("of a user who restricts senders admits the access key alone")
    func restrictedUser() throws {
        #expect(try isAdmitted([1, 16] + key))
        for index in 0..<18 {
            for bit in 0..<8 {
                var token = [1, 16] + key
                token[index] ^= 1 << bit
                #expect(try !isAdmitted(token))
            }
        }
        #expect(try !isAdmitted([0, 0]))
        #expect(try !isAdmitted([2, 16] + key))
        #expect(try !isAdmitted([1, 0]))
        #expect(try !isAdmitted([1, 15] + key.dropLast()))
    }

    @Test("of a user who doesn't admits every whole token")
    func unrestrictedUser() {
        #expect(isAdmittedByAll([0, 0]))
        #expect(isAdmittedByAll([1, 16] + key))
        #expect(isAdmittedByAll([77, 1, 0]))
    }

    @Test("admits nobody with a token that isn't as long as it says")
    func malformed() throws {
        for token in [[], [1], [1, 16] + key.dropLast(), [1, 16] + key + [0], [0, 1]] as [[UInt8]] {
            #expect(!isAdmittedByAll(token))
            #expect(try !isAdmitted(token))
        }
    }
}
