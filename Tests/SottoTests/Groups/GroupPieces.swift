import SottoCrypto
import SottoGroups
import SottoSealedSender
import SottoServer
import Testing

@testable import Sotto
@testable import SottoSessions

/// What tests of groups take apart: envelopes, the parts of devices, the places of messages.
extension GroupOutgoing {
    /// The part of one device, as the server splits the envelope.
    func part(for device: Device) throws -> [UInt8] {
        let envelope = try #require(envelope)
        return try #require(try SplitEnvelope(envelope.bytes).first { $0.address == device.address }).bytes
    }

    /// The own key for one device.
    func key(for device: Device) throws -> [UInt8] {
        try #require(distributions.lazy.flatMap(\.envelopes).first { $0.address == device.address }).bytes
    }
}

extension Device {
    /// What a group message that doesn't open says of itself.
    func undecryptableInGroup(_ bytes: [UInt8], serverTime: UInt64? = nil) -> UndecryptableGroupMessage? {
        do throws(SessionError) {
            _ = try receive(bytes, from: nil, serverTime: serverTime)
            return nil
        } catch {
            guard case .peer(.undecryptableInGroup(let message)) = error else { return nil }
            return message
        }
    }

    /// The texts of the group messages in the inbox, oldest first.
    func groupTexts() throws -> [String] { try inbox(limit: .max).compactMap(\.groupText) }

    /// What stands in an envelope for this device.
    func content(of envelope: [UInt8], _ network: TestNetwork) throws -> OpenedEnvelope {
        try SealedSender.open(
            envelope, identity: try identity(), address: address, registrationID: try registrationID(),
            trust: network.authority.trust, receivedAt: nil, now: network.clock.now, cache: CertificateCache()
        )
    }

    /// The sender key message in an envelope for this device.
    func groupMessage(in envelope: [UInt8], _ network: TestNetwork) throws -> SenderKeyMessage {
        try SenderKeyMessage(try content(of: envelope, network).message)
    }

    /// As a device in the inbox's eyes: room for so many bytes and no more.
    func leaveRoom(_ byteCount: Int) throws -> Int {
        try read { transaction in
            let totals = try transaction.inboxTotals()
            let taken = DeviceLimits.maximumInboxByteCount - byteCount - Int(totals.byteCount)
            totals.add(taken)
            return taken
        }
    }

    /// How many rows a group of records has, one of the group `group` where each has its own.
    func rowCount(_ kind: RecordGroupKind, _ group: GroupID) throws -> Int {
        let hasOwn = kind == .group || kind == .groupPlaces || kind == .waitingInGroup
        let key = hasOwn ? group.bytes : []
        return try read { transaction in
            try transaction.listed(in: try transaction.recordGroup(kind, key), limit: .max).count
        }
    }

    /// Writes nonsense in place of a group's record.
    func breakGroup(_ group: GroupID) throws {
        try write { transaction in
            let nonsense = SecretBytes(copying: [9 as UInt8].span)
            try transaction.put(
                nonsense, .group, group.bytes, in: try transaction.recordGroup(.groups))
            transaction.groupCache = nil
        }
    }

    /// Gives the room back.
    func giveRoom(_ byteCount: Int) throws {
        try read { try $0.inboxTotals().remove(byteCount) }
    }
}

extension TestNetwork {
    /// An envelope with a sender's certificate around any bytes, as who has the sender's identity can make it.
    func envelope(
        around message: [UInt8], in group: [UInt8], of sender: Device, for receiver: Device,
        hint: ContentHint = .resendable
    ) throws -> [UInt8] {
        let certificate = try SenderCertificate(
            try authority.certificate(of: sender.address, sender.identityKey, at: clock.now))
        return try SealedSender.seal(
            message, hint: hint, groupID: group, certificate: certificate, identity: try sender.identity(),
            to: SealedRecipient(
                address: receiver.address, registrationID: try receiver.registrationID(),
                identityKey: receiver.identityKey))
    }

    /// Delivers a group's keys to all but one device, and says to the sender that the server has all of them.
    func deliverKeys(of outgoing: GroupOutgoing, from sender: Device, except lost: Device? = nil) throws {
        for distribution in outgoing.distributions {
            for envelope in distribution.envelopes where envelope.address != lost?.address {
                _ = try devices[envelope.address]?.receive(envelope.bytes, from: nil)
            }
            try sender.markSent(distribution.id)
        }
    }
}

/// A chain that is crafted, as a member with software of their own has it.
extension Device {
    /// Seals a body for a device in the session in use, past everything that this device would do.
    func control(_ body: GroupBody, to other: Device) throws -> [UInt8] {
        let address = other.address
        return try write { try $0.sealForGroup(body, to: address) }.envelopes[0].bytes
    }
}
