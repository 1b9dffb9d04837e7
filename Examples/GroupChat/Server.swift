import Foundation
import Sotto
import SottoServer
import Synchronization

/// A server in memory: it gives certificates, asks for access, checks uploads, splits envelopes, and keeps queues.
final class Server: Sendable {
    /// What apps are built with: the public half of the trust root.
    let trust: CertificateTrust
    private let issuer: CertificateIssuer
    private let state = Mutex(State())

    /// What waits for a device; the sender is there only if the envelope doesn't hide it.
    struct Mail {
        let bytes: [UInt8]
        let sender: Address?
        let time: UInt64
    }

    private struct State {
        var identityKeys: [UserID: IdentityPublicKey] = [:]
        var policies: [UserID: Policy] = [:]
        var shelves: [Address: Shelf] = [:]
        var queues: [Address: [Mail]] = [:]
        /// Devices whose next envelope gets lost, to show what happens then.
        var unlucky: Set<Address> = []

        func admits(_ token: [UInt8], to user: UserID) -> Bool {
            policies[user]?.policy.admits(token) ?? false
        }

        func devices(of user: UserID) -> [UInt32] { shelves.keys.filter { $0.user == user }.map(\.device) }

        mutating func put(_ mail: Mail, for address: Address) {
            if unlucky.remove(address) == nil { queues[address, default: []].append(mail) }
        }
    }

    private final class Policy: Sendable {
        let policy: AccessPolicy
        init(_ policy: consuming AccessPolicy) { self.policy = policy }
    }

    struct Refused: Error {}

    init() throws {
        // Made once and kept away from servers; it certifies a server's key, which signs from day to day.
        let root = TrustRootKeyPair()
        let key = CertificateKeyPair()
        let certificate = root.certificate(ServerCertificate.ID(1), for: key.publicKey)
        issuer = try CertificateIssuer(key: key, certificate: certificate)
        trust = try CertificateTrust(roots: [root.trustRoot])
    }

    /// A certificate for a device that is logged in; it hides its sender with it for a day.
    func certificate(for address: Address) throws -> [UInt8] {
        guard let key = state.withLock({ $0.identityKeys[address.user] }) else { throw Refused() }
        return try issuer.certificate(for: address, identityKey: key, at: Self.now()).bytes
    }

    /// Prekeys of a device that is logged in; whose they aren't is refused.
    func take(_ upload: PrekeyUpload, from address: Address) throws {
        try state.withLock { state in
            let known = state.identityKeys[address.user]
            let verified = try upload.verified(from: address, knownIdentityKey: known)
            state.identityKeys[address.user] = verified.upload.identityKey
            state.shelves[address]?.take(verified)
            if state.shelves[address] == nil { state.shelves[address] = Shelf(verified) }
        }
    }

    /// Who may send to a user that is logged in: whoever has this key, which contacts have.
    func admit(_ key: consuming AccessKey, to user: UserID) {
        let policy = Policy(.restricted(key))
        state.withLock { $0.policies[user] = policy }
    }

    /// Bytes for one device; `sender` is whoever is logged in, and nobody where a token is shown instead.
    func take(_ envelope: Envelope, from sender: Address?, token: [UInt8]) throws {
        try state.withLock { state in
            guard sender != nil || state.admits(token, to: envelope.address.user) else { throw Refused() }
            state.put(Mail(bytes: envelope.bytes, sender: sender, time: Self.now()), for: envelope.address)
        }
    }

    /// One envelope for many devices, from nobody: each gets its part, but for users who don't let the token through.
    ///
    /// - Returns: What the sender didn't know: devices that it left out, and those that are gone or installed anew and get nothing.
    func take(_ envelope: GroupEnvelope, tokens: [UserID: [UInt8]]) throws -> [DeviceReport] {
        let parts = Dictionary(grouping: try SplitEnvelope(envelope.bytes), by: \.address.user)
        return state.withLock { state in
            var reports: [DeviceReport] = []
            // Who blocked the sender takes nothing from the others.
            for (user, parts) in parts where state.admits(tokens[user] ?? [], to: user) {
                var (extra, stale): ([UInt32], [UInt32]) = ([], [])
                for part in parts {
                    switch state.shelves[part.address]?.registrationID {
                    case part.registrationID:
                        state.put(Mail(bytes: part.bytes, sender: nil, time: Self.now()), for: part.address)
                    case nil: extra.append(part.address.device)
                    default: stale.append(part.address.device)
                    }
                }
                // Of the sender's own user the sender is among them: who that is isn't known here.
                let missing = Set(state.devices(of: user)).subtracting(parts.map(\.address.device)).sorted()
                if missing.isEmpty && extra.isEmpty && stale.isEmpty { continue }
                reports.append(DeviceReport(user: user, missing: missing, extra: extra, stale: stale))
            }
            return reports
        }
    }

    /// A bundle, with a one-time prekey that nobody else gets.
    func bundle(of address: Address) throws -> PrekeyBundle {
        try state.withLock { state in
            guard let bundle = state.shelves[address]?.takeBundle() else { throw Refused() }
            return bundle
        }
    }

    /// Which devices of a user somebody doesn't know, and which are gone.
    func report(on user: UserID, known: [UInt32]) -> DeviceReport {
        let there = state.withLock { $0.devices(of: user) }
        return DeviceReport(
            user: user, missing: there.filter { !known.contains($0) },
            extra: known.filter { !there.contains($0) })
    }

    /// Takes out what waits for a device.
    func collect(for address: Address) -> [Mail] {
        state.withLock { $0.queues.removeValue(forKey: address) ?? [] }
    }

    /// Loses the next envelope for a device.
    func loseNext(for address: Address) { state.withLock { _ = $0.unlucky.insert(address) } }

    private static func now() -> UInt64 { UInt64(Date().timeIntervalSince1970 * 1_000) }
}
