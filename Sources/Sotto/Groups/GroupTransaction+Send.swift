internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSealedSender
internal import SottoSessions

/// Sending to a group.
///
/// Rules DS-26 to DS-28.
extension GroupTransaction {
    /// Seals a message for every device of the members, and the own key for those that don't have it.
    func send(
        _ content: [UInt8], id: MessageID, to group: GroupID, with envelopes: SealedEnvelopes
    ) throws -> GroupOutgoing {
        guard content.count <= DeviceLimits.maximumContentByteCount else {
            throw SessionError.usage(
                .contentTooLarge(byteCount: content.count, limit: DeviceLimits.maximumContentByteCount))
        }
        let known = try sent(id)
        if let known {
            guard known.group == group, known.content == content else {
                throw SessionError.usage(.messageIDReused(id))
            }
            guard known.isPending else { throw SessionError.usage(.alreadySent(id)) }
        }
        // Whatever is said of an id later is about one message.
        guard try known != nil || !transaction.isUsed(id) else {
            throw SessionError.usage(.messageIDReused(id))
        }
        let history = try joinedHistory(of: group)
        guard let bytes = try transaction.senderCertificate(),
            let certificate = try envelopes.certificate(bytes, at: transaction.instant)
        else { throw SessionError.usage(.certificateRequired) }

        var audience = try audience(of: history.current)
        if let known, let same = try repeated(known, for: audience, certificate, envelopes) { return same }
        let limit = SealedSenderLimits.maximumRecipientCount
        guard audience.receivers.count <= limit else {
            throw SessionError.usage(.tooManyRecipients(count: audience.receivers.count, limit: limit))
        }
        var own = try usableChain(of: group, for: audience.receivers)
        let distributions = try distribute(&own, to: &audience, in: group)
        let receivers = audience.receivers
        guard !receivers.isEmpty else {
            if let failure = audience.failures.first { throw failure.error }
            return GroupOutgoing(id: id, group: group, distributions: [], envelope: nil, failures: [])
        }
        let iteration = own.chain.nextIteration
        let message = try seal(content, id, with: &own.chain, under: history.current)
        let envelope = try transaction.withIdentity { identity, _ in
            try envelopes.seal(message, for: receivers, in: group, certificate, by: identity)
        }
        try put(&own, of: group)
        // What was sealed before didn't reach the server: it goes with its place.
        if let known { try forget(known) }
        let record = OutgoingGroupRecord(
            id: id, createdAt: transaction.instant, group: group, content: content, chain: own.chain.id.value,
            iteration: iteration, recipients: receivers.map { OutgoingGroupRecord.Recipient(receiver: $0) },
            fingerprint: FirstForm.fingerprint(of: message), message: message,
            goodUntil: certificate.expiresAt, envelope: envelope)
        try keep(record, isNew: true)
        return GroupOutgoing(
            id: id, group: group, distributions: distributions, envelope: record.groupEnvelope,
            failures: audience.failures)
    }

    /// What was sealed before; nothing when it is no longer for exactly the devices that are to get it.
    private func repeated(
        _ known: OutgoingGroupRecord, for audience: Audience, _ certificate: SenderCertificate,
        _ envelopes: SealedEnvelopes
    ) throws -> GroupOutgoing? {
        var known = known
        let recipients = known.recipients.map(\.receiver)
        let sealed = Set(recipients)
        var failures = audience.failures
        var wanted = 0
        for receiver in audience.receivers {
            if sealed.contains(receiver) {
                wanted += 1
                continue
            }
            // Who can get the key now is to get the message too.
            guard try !isReachable(receiver) else { return nil }
            failures.append(
                GroupDeliveryFailure(
                    user: receiver.address.user, device: receiver.address.device,
                    error: .usage(.noSession(receiver.address))))
        }
        guard wanted == recipients.count else { return nil }
        try renew(&known, certificate, envelopes)
        return GroupOutgoing(
            id: known.id, group: known.group, distributions: try pendingDistributions(in: known.group),
            envelope: known.groupEnvelope, failures: failures)
    }

    /// The distributions of the own chain that the server doesn't have yet.
    private func pendingDistributions(in group: GroupID) throws -> [Outgoing] {
        guard let own = try ownChain(of: group) else { return [] }
        return try own.holders.distributions.compactMap { try transaction.pending($0) }
    }

    private func isReachable(_ receiver: EnvelopeReceiver) throws -> Bool {
        try transaction.usableInstallation(of: receiver.address, under: receiver.identityKey)
            == receiver.registrationID
    }

    /// The devices that a message may go to, and who it can't go to.
    struct Audience {
        /// Ascending by their addresses, as in an envelope.
        var receivers: [EnvelopeReceiver] = []
        var failures: [GroupDeliveryFailure] = []
    }

    /// Every device of the members that is trusted and whose installation is known.
    private func audience(of roster: Roster) throws -> Audience {
        var audience = Audience()
        for user in roster.members {
            do throws(SessionError) {
                let (devices, key) = try reachable(user)
                for number in devices { try add(user, number, key, to: &audience) }
                if devices.isEmpty, try mapped({ try user != transaction.ownAddress.user }) {
                    throw .usage(.unknownUser(user))
                }
            } catch {
                if case .storage(let fault) = error, !fault.concernsOneRecord { throw error }
                audience.failures.append(GroupDeliveryFailure(user: user, device: nil, error: error))
            }
        }
        audience.receivers.sort { $0.address.precedes($1.address) }
        return audience
    }

    private func reachable(
        _ user: UserID
    ) throws(SessionError) -> (devices: [UInt32], key: IdentityPublicKey) {
        try mapped { try transaction.reachableDevices(of: user) }
    }

    private func add(
        _ user: UserID, _ number: UInt32, _ key: IdentityPublicKey, to audience: inout Audience
    ) throws(SessionError) {
        let failure: SessionError
        do throws(SessionError) {
            let receiver: EnvelopeReceiver? = try mapped {
                let address = try Address(user: user, device: number)
                return try transaction.installation(of: address).map {
                    EnvelopeReceiver(address: address, registrationID: $0, identityKey: key)
                }
            }
            if let receiver {
                audience.receivers.append(receiver)
                return
            }
            failure = try .usage(.noSession(mapped { try Address(user: user, device: number) }))
        } catch {
            if case .storage(let fault) = error, !fault.concernsOneRecord { throw error }
            failure = error
        }
        audience.failures.append(GroupDeliveryFailure(user: user, device: number, error: failure))
    }

    /// The chain that the next message goes in: another one when it is old, or when somebody has its key who isn't to
    /// get the message.
    private func usableChain(of group: GroupID, for receivers: [EnvelopeReceiver]) throws -> OwnChain {
        if let own = try ownChain(of: group),
            own.chain.rotationReason(at: transaction.instant) == nil, own.holders.areAll(among: receivers)
        {
            return own
        }
        return OwnChain.make(at: transaction.instant)
    }

    /// Seals the own key for the devices that don't have it; one that it can't be sealed for gets nothing.
    private func distribute(
        _ own: inout OwnChain, to audience: inout Audience, in group: GroupID
    ) throws -> [Outgoing] {
        var distributions: [Outgoing] = []
        try own.holders.settle { try transaction.isPending($0) }
        for receiver in audience.receivers where !own.holders.has(receiver) {
            let before = transaction.changeCount
            do throws(SessionError) {
                let outgoing = try distribute(own.chain, to: receiver, in: group)
                own.holders.add(receiver, outgoing.id)
                distributions.append(outgoing)
            } catch {
                if case .storage(let fault) = error,
                    !fault.concernsOneRecord || transaction.changeCount != before
                {
                    throw error
                }
                audience.failures.append(
                    GroupDeliveryFailure(
                        user: receiver.address.user, device: receiver.address.device, error: error))
            }
        }
        let holders = own.holders
        audience.receivers.removeAll { !holders.has($0) }
        return distributions
    }

    /// Seals the own key for one device.
    func distribute(
        _ chain: borrowing SenderChain, to receiver: EnvelopeReceiver, in group: GroupID
    ) throws(SessionError) -> Outgoing {
        let key = chain.distribution(for: group).encoded().exposeBytes()
        return try mapped {
            guard try isReachable(receiver) else {
                throw SessionError.usage(.noSession(receiver.address))
            }
            return try transaction.sealForGroup(.senderKey(key), to: receiver.address)
        }
    }

    private func seal(
        _ content: [UInt8], _ id: MessageID, with chain: inout SenderChain, under roster: Roster
    ) throws -> [UInt8] {
        let sender = try transaction.ownAddress
        do throws(GroupError) {
            return try chain.seal(
                GroupContent(id: id, content: content).bytes, group: roster.group, roster: roster.hash,
                sender: sender)
        } catch {
            throw StorageError.recordCorrupt
        }
    }
}
