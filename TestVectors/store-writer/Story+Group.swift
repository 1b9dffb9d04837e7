import Sotto
import SottoServer
import TestVectors

extension Story {
    /// Certificates, and a group: keys, skipped messages, one that waits, one not handed over, a member who was there.
    func group() throws -> StoreFacts.Group {
        for device in [alice, bob, second] { try certify(device) }
        let roster = try roster()
        let messages = try (0..<5).map { try bob.send(Array("group \($0)".utf8), toGroup: roster.group) }
        for message in messages {
            for key in message.distributions { try deliver(key, from: bob) }
            try bob.markSent(message.id)
        }
        try deliver(messages[0], to: alice, from: bob, isTakenOver: true)
        try deliver(messages[3], to: alice, from: bob, isTakenOver: false)
        // The key of the second device stays away.
        let early = try second.send(Array("too early".utf8), toGroup: roster.group)
        if let part = try part(of: early, for: alice) { _ = try? alice.receive(part, from: nil) }
        let sent = try alice.send(Array("from alice".utf8), toGroup: roster.group)
        for key in sent.distributions { try deliver(key, from: alice) }
        try deliver(sent, to: bob, from: alice, isTakenOver: true)
        try alice.markSent(sent.id)
        _ = try alice.send(Array("not handed over to the group".utf8), toGroup: roster.group)
        try bob.removeSenderCertificate()
        return StoreFacts.Group(
            root: hex(authority.root.bytes), id: roster.group.description, revision: roster.revision,
            members: roster.members.map(\.description), outbox: try alice.groupOutbox().map(\.id.description),
            skipped: mail(try part(of: messages[1], for: alice) ?? [], "group 1"),
            next: mail(try part(of: messages[4], for: alice) ?? [], "group 4"))
    }

    /// Three rosters: dave was a member of the second one.
    private func roster() throws -> Roster {
        let first = try Roster(group: .random(), members: ["alice", "bob"], details: Array("friends".utf8))
        let second = try first.changed(members: ["alice", "bob", "dave"], details: first.details)
        let third = try second.changed(members: ["alice", "bob"], details: first.details)
        for device in [alice, bob, self.second] {
            for roster in [first, second, third] { try device.apply(roster) }
        }
        return third
    }

    private func certify(_ device: Device) throws {
        let certificate = try authority.issuer.certificate(
            for: device.address, identityKey: device.identityKey, at: instant.value,
            lifetime: ServerLimits.maximumCertificateLifetime)
        try device.setSenderCertificate(certificate.bytes)
    }

    private func deliver(_ outgoing: Outgoing, from sender: Device) throws {
        for envelope in outgoing.envelopes {
            guard let device = [alice, bob, second].first(where: { $0.address == envelope.address }) else {
                continue
            }
            try give(envelope.bytes, to: device, from: sender, isTakenOver: true)
        }
        try sender.markSent(outgoing.id)
    }

    private func deliver(
        _ outgoing: GroupOutgoing, to device: Device, from sender: Device, isTakenOver: Bool
    ) throws {
        guard let bytes = try part(of: outgoing, for: device) else { return }
        try give(bytes, to: device, from: sender, isTakenOver: isTakenOver)
    }

    private func part(of outgoing: GroupOutgoing, for device: Device) throws -> [UInt8]? {
        guard let envelope = outgoing.envelope else { return nil }
        return try SplitEnvelope(envelope.bytes).first { $0.address == device.address }?.bytes
    }
}

/// A root and a server's key under it.
final class Authority {
    let root: TrustRoot
    let trust: CertificateTrust
    let issuer: CertificateIssuer

    init() throws {
        let pair = TrustRootKeyPair()
        let key = CertificateKeyPair()
        let certificate = pair.certificate(ServerCertificate.ID(1), for: key.publicKey)
        root = pair.trustRoot
        trust = try CertificateTrust(roots: [root])
        issuer = try CertificateIssuer(key: key, certificate: certificate)
    }
}
