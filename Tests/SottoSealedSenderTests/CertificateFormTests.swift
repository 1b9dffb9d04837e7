import SottoSealedSender
import SottoServer
import TestSupport
import Testing

/// The bytes of certificates and roots.
///
/// Rules SS-1 to SS-3, EN-10.
@Suite("A certificate's bytes")
struct CertificateFormTests {
    let office: PostOffice
    let alice: SealingDevice

    init() throws {
        office = try PostOffice()
        alice = try SealingDevice("a user of 16 by.")
    }

    @Test("are 133 for a user of 16 when the server certificate is left out, 239 when not")
    func sizes() throws {
        let full = try office.certificate(alice)
        #expect(full.withoutServerCertificate.bytes.count == 133)
        #expect(full.bytes.count == 239)
        #expect(full.serverCertificate?.bytes.count == ServerCertificate.byteCount)
        #expect(office.root.trustRoot.bytes.count == 32)
    }

    @Test("are the same after reading, in both forms")
    func roundTrip() throws {
        let full = try office.certificate(alice)
        for certificate in [full, full.withoutServerCertificate] {
            let read = try SenderCertificate(certificate.bytes)
            #expect(read == certificate)
            #expect(read.bytes == certificate.bytes)
            #expect(read.address == alice.address)
            #expect(read.identityKey == alice.identity.publicKey)
            #expect(read.expiresAt == PostOffice.now + day)
            #expect(read.serverCertificateID == ServerCertificate.ID(3))
        }
        let server = office.issuer.serverCertificate
        #expect(try ServerCertificate(server.bytes) == server)
        #expect(server.rootID == office.root.trustRoot.id)
        #expect(try TrustRoot(office.root.trustRoot.bytes) == office.root.trustRoot)
    }

    @Test("are refused when any of them is missing, or one follows")
    func cut() throws {
        let full = try office.certificate(alice)
        for bytes in [full.bytes, full.withoutServerCertificate.bytes] {
            for count in 0..<bytes.count { #expect(senderRefusal(Array(bytes.prefix(count))) == .malformed) }
            #expect(senderRefusal(bytes + [0]) == .malformed)
        }
        let bytes = office.issuer.serverCertificate.bytes
        for count in 0..<bytes.count {
            #expect(throws: CertificateError.malformed) { try ServerCertificate(Array(bytes.prefix(count))) }
        }
        #expect(throws: CertificateError.malformed) { try ServerCertificate(bytes + [0]) }
        #expect(throws: CryptoError.wrongLength(expected: 32, actual: 31)) {
            try TrustRoot([UInt8](repeating: 1, count: 31))
        }
    }

    @Test("are refused for another suite, kind, key or flag")
    func faults() throws {
        let bytes = try office.certificate(alice).withoutServerCertificate.bytes
        let key = 2 + 21
        #expect(senderRefusal(bytes.with(0, 2)) == .unsupportedSuite)
        #expect(senderRefusal(bytes.with(1, 8)) == .malformed)
        #expect(senderRefusal(bytes.with(key, 6)) == .invalidKey)
        #expect(senderRefusal(bytes.with(key + 32, 0xFF)) == .invalidKey)
        #expect(senderRefusal(bytes.with(key + 33 + 8, 2)) == .malformed)
        #expect(senderRefusal(bytes.with(2, 0)) == .malformed)
        let server = office.issuer.serverCertificate.bytes
        #expect(throws: CertificateError.unsupportedSuite) { try ServerCertificate(server.with(0, 0)) }
        #expect(throws: CertificateError.malformed) { try ServerCertificate(server.with(1, 7)) }
        let full = try office.certificate(alice).bytes
        #expect(senderRefusal(full.with(key + 33 + 8 + 1, 2)) == .unsupportedSuite)
    }

    private func senderRefusal(_ bytes: [UInt8]) -> CertificateError? {
        do throws(CertificateError) {
            _ = try SenderCertificate(bytes)
            return nil
        } catch {
            return error
        }
    }
}

extension [UInt8] {
    /// The bytes with another one at `index`.
    func with(_ index: Int, _ value: UInt8) -> [UInt8] {
        var copy = self
        copy[index] = value
        return copy
    }
}
