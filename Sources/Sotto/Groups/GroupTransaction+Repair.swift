internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions

/// Asking for a group message and its key, and answering.
///
/// Rule DS-31.
extension GroupTransaction {
    /// What a request of a member's device is about, noted so that it is answered once.
    ///
    /// Whatever it asks for, the device doesn't have the own key from now on.
    func takeRequest(
        _ place: GroupPlace, from sender: Address, _ identityKey: IdentityPublicKey
    ) throws -> ReceivedContent {
        let lostKey = try strikeHolders(in: place.group) { $0 == sender }
        guard try isMember(sender.user, of: place.group) else {
            return .spentResendRequest
        }
        if var record = try sent(at: place),
            let index = record.recipients.firstIndex(where: {
                $0.receiver.address == sender && $0.receiver.identityKey == identityKey && $0.state == .sent
            })
        {
            record.recipients[index].state = .requested
            try update(record)
            return .groupResendRequest(
                GroupResendRequest(group: place.group, address: sender, message: record.id))
        }
        guard lostKey else { return .spentResendRequest }
        return .groupResendRequest(
            GroupResendRequest(group: place.group, address: sender, message: nil))
    }

    /// Asks a member's device for its key and for a message.
    func requestResend(of message: UndecryptableGroupMessage) throws -> Outgoing {
        let (sender, place) = (message.sender, message.place)
        // The answer is refused where its sender isn't a member, and there is only one.
        guard try isFellowMember(sender.user, of: place.group) else {
            throw SessionError.peer(.notMember(place.group))
        }
        guard try transaction.isRequestDue(to: sender, place.chainName, place.index) else {
            throw SessionError.usage(.repairLimit(sender))
        }
        let (_, key) = try transaction.reachableDevices(of: sender.user)
        guard try transaction.usableInstallation(of: sender, under: key) != nil else {
            throw SessionError.usage(.bundleRequired(sender))
        }
        let outgoing = try transaction.sealForGroup(.resendRequest(place), to: sender)
        try transaction.noteRequest(to: sender, place.chainName, place.index)
        return outgoing
    }

    /// Gives a device the own key, and a message that it asked for.
    func resend(_ request: GroupResendRequest) throws -> [Outgoing] {
        let history = try joinedHistory(of: request.group)
        guard history.current.contains(request.address.user) else {
            throw SessionError.peer(.notMember(request.group))
        }
        let (devices, key) = try transaction.reachableDevices(of: request.address.user)
        guard devices.contains(request.address.device),
            let registrationID = try transaction.usableInstallation(of: request.address, under: key)
        else { throw SessionError.usage(.bundleRequired(request.address)) }
        let receiver = EnvelopeReceiver(
            address: request.address, registrationID: registrationID, identityKey: key)
        var result: [Outgoing] = []
        if let message = try message(request, for: receiver) { result.append(message) }
        // A chain that an earlier installation or identity of the device has the key of is replaced by the next message,
        // and this would hide that.
        if var own = try ownChain(of: request.group), !own.holders.has(receiver),
            !own.holders.hasEarlier(receiver)
        {
            let outgoing = try distribute(own.chain, to: receiver, in: request.group)
            own.holders.add(receiver, outgoing.id)
            try put(&own, of: request.group)
            result.append(outgoing)
        }
        guard !result.isEmpty else {
            if let message = request.message { throw SessionError.usage(.unknownMessage(message)) }
            return []
        }
        return result
    }

    /// The message that was asked for, if it is kept and was for this device under this identity.
    private func message(_ request: GroupResendRequest, for receiver: EnvelopeReceiver) throws -> Outgoing? {
        guard let id = request.message, var record = try sent(id), record.group == request.group,
            let index = record.recipients.firstIndex(where: {
                $0.state == .requested && $0.receiver.address == receiver.address
                    && $0.receiver.identityKey == receiver.identityKey
                    && $0.receiver.registrationID == receiver.registrationID
            })
        else { return nil }
        let place = GroupPlace(group: record.group, chain: record.chain, index: record.iteration)
        let first = FirstForm(
            id: ReceivedID(place, from: try transaction.ownAddress), fingerprint: record.fingerprint)
        let outgoing = try transaction.sealForGroup(
            .message(id, in: record.group, record.content), to: receiver.address, again: first,
            sentAt: record.createdAt)
        record.recipients[index].state = .done
        try update(record)
        return outgoing
    }
}
