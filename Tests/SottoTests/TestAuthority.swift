import Sotto
import SottoServer
import Testing

/// Who gives sender certificates: a root and a server's key under it.
final class TestAuthority {
    let trust: CertificateTrust
    private let issuer: CertificateIssuer

    init(id: UInt32 = 1) {
        let root = TrustRootKeyPair()
        let key = CertificateKeyPair()
        guard let trust = try? CertificateTrust(roots: [root.trustRoot]) else {
            fatalError("no certificate authority")
        }
        let certificate = root.certificate(ServerCertificate.ID(id), for: key.publicKey)
        guard let issuer = try? CertificateIssuer(key: key, certificate: certificate) else {
            fatalError("no certificate issuer")
        }
        self.issuer = issuer
        self.trust = trust
    }

    /// A certificate of a device, good for a day.
    func certificate(
        of address: Address, _ identityKey: IdentityPublicKey, at instant: UInt64, days: UInt64 = 1
    ) throws -> [UInt8] {
        try issuer.certificate(
            for: address, identityKey: identityKey, at: instant, lifetime: days * 86_400_000
        ).bytes
    }
}

extension TestNetwork {
    /// Makes a device with a sender certificate.
    @discardableResult
    func sealedDevice(
        _ user: UserID, _ number: UInt32 = 1, trusting policy: TrustPolicy = .onFirstUse,
        linkedTo other: Device? = nil
    ) throws -> Device {
        let device = try device(user, number, trusting: policy, linkedTo: other)
        try certify(device)
        return device
    }

    /// Gives a device a certificate of today.
    func certify(_ device: Device, days: UInt64 = 6) throws {
        try device.setSenderCertificate(
            try authority.certificate(of: device.address, device.identityKey, at: clock.now, days: days))
    }

    /// Delivers what a device sealed for a group, split by a server; what opened, in order, by receiver.
    @discardableResult
    func deliver(
        _ outgoing: GroupOutgoing, from sender: Device, except lost: Set<Address> = []
    ) throws -> [Address: Received] {
        for distribution in outgoing.distributions {
            try deliver(distribution, from: sender, except: lost)
        }
        var received: [Address: Received] = [:]
        for (address, result) in try results(of: outgoing, from: sender, except: lost) {
            received[address] = try result.get()
        }
        return received
    }

    private func deliver(_ outgoing: Outgoing, from sender: Device, except lost: Set<Address>) throws {
        for envelope in outgoing.envelopes where !lost.contains(envelope.address) {
            _ = try devices[envelope.address]?.receive(envelope.bytes, from: nil)
        }
        try sender.markSent(outgoing.id)
    }

    /// Delivers a group's envelope alone.
    func results(
        of outgoing: GroupOutgoing, from sender: Device, except lost: Set<Address> = []
    ) throws -> [Address: Result<Received, SessionError>] {
        var results: [Address: Result<Received, SessionError>] = [:]
        guard let envelope = outgoing.envelope else { return results }
        let split = try SplitEnvelope(envelope.bytes)
        #expect(split.map(\.address) == envelope.recipients)
        for part in split where !lost.contains(part.address) {
            guard let device = devices[part.address] else { continue }
            results[part.address] = Result { () throws(SessionError) in
                try device.receive(part.bytes, from: nil, serverTime: clock.now)
            }
        }
        try sender.markSent(outgoing.id)
        return results
    }
}
