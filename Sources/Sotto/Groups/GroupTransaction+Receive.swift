internal import SottoCrypto
internal import SottoGroups
internal import SottoIdentity
internal import SottoSessions
internal import SottoWire

/// Receiving in groups: messages in envelopes, and what sessions carry.
///
/// Rules DS-29 to DS-31.
extension GroupTransaction {
    /// Opens a group message, or lets it wait.
    ///
    /// - Parameter waitingSince: When it came, if it waited.
    /// - Returns: The message, or a refusal that is to be thrown once the transaction has kept what was learned.
    func receive(
        _ envelope: EnvelopeContent, serverTime: UInt64?, waitingSince: UInt64? = nil
    ) throws -> Result<Received, SessionError> {
        guard let group = try? GroupID(envelope.facts.groupID) else { throw SessionError.peer(.malformed) }
        let message: SenderKeyMessage
        do throws(GroupError) { message = try SenderKeyMessage(envelope.message) } catch {
            throw SessionError.peer(error == .unsupportedSuite ? .unsupportedSuite : .malformed)
        }
        try transaction.checkInbox(for: message.bytes.count)
        let place = GroupPlace(group: group, chain: message.chainID.value, index: message.iteration)
        let item = WaitingInGroup(
            .message, at: waitingSince ?? transaction.instant, group: group, sender: envelope.sender,
            identityKey: envelope.identityKey, hint: envelope.facts.hintNumber, serverTime: serverTime,
            bytes: message.bytes)
        guard let history = try history(of: group) else { return try wait(item, place, .needsRoster) }
        // A key counts for the identity that it came under; a damaged record is as none.
        do {
            guard var keys = try MemberKeys.read(group, envelope.sender, in: transaction),
                keys.identityKey == envelope.identityKey
            else { return try wait(item, place, .needsSenderKey) }
            if keys.states.needsSkippedKeys(for: message) {
                try keys.loadSkippedKeys(of: group, in: transaction)
            }
            return try open(message, with: &keys, history, item, place)
        } catch is MemberKeys.Damaged {
            return try wait(item, place, .needsSenderKey)
        }
    }

    private func open(
        _ message: SenderKeyMessage, with keys: inout MemberKeys, _ history: RosterHistory,
        _ item: WaitingInGroup, _ place: GroupPlace
    ) throws -> Result<Received, SessionError> {
        let opened: OpenedGroupMessage
        do throws(GroupError) {
            opened = try keys.states.open(
                message, group: item.group, sender: item.sender, rosters: history, at: transaction.instant)
        } catch {
            return try refuse(error, item, place)
        }
        guard let content = GroupContent(opened.content) else { throw SessionError.peer(.malformedContent) }
        let id = ReceivedID(place, from: item.sender)
        // A key that came for an earlier place than the one before doesn't bring a message back.
        guard try !transaction.wasReceived(id) else { return try refuse(.alreadyOpened, item, place) }
        let wasSentAgain = try transaction.wasSentAgain(id, by: item.sender)
        try keys.write(of: item.group, in: transaction)
        if wasSentAgain {
            try transaction.noteReceived(id, fingerprint: item.fingerprint)
            return .failure(.peer(.duplicate(id)))
        }
        let received: ReceivedContent =
            switch content {
            case .message(let id, let bytes): .groupMessage(id, in: item.group, bytes)
            case .unknown(let kind): .unknown(kind)
            }
        return .success(
            try transaction.keepReceived(
                received, as: id, fingerprint: item.fingerprint, from: item.envelope, ReceivedFacts(),
                serverTime: item.serverTime))
    }

    /// What a message that doesn't open is: one that waits, a copy, or one to ask for.
    private func refuse(
        _ error: GroupError, _ item: WaitingInGroup, _ place: GroupPlace
    ) throws -> Result<Received, SessionError> {
        let reason: UndecryptableGroupMessage.Reason
        switch error {
        case .needsSenderKey: return try wait(item, place, .needsSenderKey)
        case .unknownRoster: return try wait(item, place, .needsRoster)
        case .senderNotMember: throw SessionError.peer(.notMember(item.group))
        case .alreadyOpened, .messageKeyDropped, .sentBeforeKey:
            let id = ReceivedID(place, from: item.sender)
            switch try transaction.isCopy(of: id, item.fingerprint) {
            case true?: throw SessionError.peer(.duplicate(id))
            case false?: reason = .placeUsedTwice
            case nil:
                guard try !transaction.wasSentAgain(id, by: item.sender) else {
                    throw SessionError.peer(.duplicate(id))
                }
                reason = .messageKeyDropped
            }
        case .gapTooLarge: reason = .gapTooLarge
        case .notAuthentic: reason = .notAuthentic
        case .malformedContent: throw SessionError.peer(.malformedContent)
        default: throw StorageError.recordCorrupt
        }
        throw SessionError.peer(
            .undecryptableInGroup(try undecryptable(item, place, reason, isWaiting: false)))
    }

    private func wait(
        _ item: WaitingInGroup, _ place: GroupPlace, _ reason: UndecryptableGroupMessage.Reason
    ) throws -> Result<Received, SessionError> {
        // What was opened before doesn't wait for a key that is gone.
        let id = ReceivedID(place, from: item.sender)
        if try transaction.isCopy(of: id, item.fingerprint) == true
            || transaction.wasSentAgain(id, by: item.sender)
        {
            throw SessionError.peer(.duplicate(id))
        }
        try keepWaiting(item)
        return .failure(
            .peer(.undecryptableInGroup(try undecryptable(item, place, reason, isWaiting: true))))
    }

    private func undecryptable(
        _ item: WaitingInGroup, _ place: GroupPlace, _ reason: UndecryptableGroupMessage.Reason,
        isWaiting: Bool
    ) throws -> UndecryptableGroupMessage {
        let isKept = item.hint == EnvelopeFacts.resendable
        // What a sender answers counts for nothing before the roster that makes it a member.
        let isDue =
            try isKept && isFellowMember(item.sender.user, of: item.group)
            && transaction.isRequestDue(to: item.sender, place.chainName, place.index)
        return UndecryptableGroupMessage(
            sender: item.sender, place: place, reason: reason, isWaiting: isWaiting, isRequestDue: isDue,
            envelope: item.envelope.facts)
    }

    /// Takes what a session carried for a group.
    func receive(
        _ body: GroupBody, from sender: Address, _ identityKey: IdentityPublicKey
    ) throws -> GroupBodyResult {
        switch body {
        case .senderKey(var key):
            let distribution = try parse(&key)
            let group = distribution.group
            guard try isFellowMember(sender.user, of: group) else {
                // It may be ahead of the roster that makes its sender, or the own user, a member.
                try keepWaiting(
                    WaitingInGroup(
                        .senderKey, at: transaction.instant, group: group, sender: sender,
                        identityKey: identityKey, bytes: distribution.encoded().exposeBytes()))
                return GroupBodyResult(.senderKey(of: group))
            }
            try take(distribution, from: sender, identityKey)
            return GroupBodyResult(
                .senderKey(of: group), waited: try openWaiting(in: group, from: sender))
        case .resendRequest(let place):
            return GroupBodyResult(try takeRequest(place, from: sender, identityKey))
        case .message(let id, let group, let content):
            guard try isFellowMember(sender.user, of: group) else {
                throw SessionError.peer(.notMember(group))
            }
            return GroupBodyResult(.groupMessage(id, in: group, content))
        }
    }

    private func parse(_ bytes: inout [UInt8]) throws -> SenderKeyDistribution {
        do throws(GroupError) { return try SenderKeyDistribution(consuming: &bytes) } catch {
            throw SessionError.peer(.malformedContent)
        }
    }

    /// Takes a key that waited for the roster that made its sender a member.
    func takeKey(
        _ bytes: inout [UInt8], from sender: Address, _ identityKey: IdentityPublicKey
    ) throws {
        guard let distribution = try? parse(&bytes) else { return }
        try take(distribution, from: sender, identityKey)
    }

    /// Adds a chain of a member's device; nothing takes a known one back.
    ///
    /// Not under an identity that was given up: who has the device of before begins no chain, and ends none of the new one.
    private func take(
        _ distribution: consuming SenderKeyDistribution, from sender: Address,
        _ identityKey: IdentityPublicKey
    ) throws {
        guard try transaction.isInUse(identityKey, of: sender.user) else { return }
        let group = distribution.group
        var keys: MemberKeys
        // Another identity begins with nothing of the one before, and so does who has a damaged record.
        if let known = try knownKeys(of: sender, identityKey, in: group) {
            keys = known
        } else {
            try MemberKeys.remove(group, sender, in: transaction)
            keys = MemberKeys(of: sender, identityKey)
        }
        do throws(GroupError) {
            _ = try keys.states.add(distribution)
        } catch {
            // Another key under a known name: the one that is there stays.
            return
        }
        try keys.write(of: group, in: transaction)
    }

    /// The chains of a member's device under an identity, with all skipped keys.
    private func knownKeys(
        of sender: Address, _ identityKey: IdentityPublicKey, in group: GroupID
    ) throws -> MemberKeys? {
        do {
            guard var known = try MemberKeys.read(group, sender, in: transaction),
                known.identityKey == identityKey
            else { return nil }
            try known.loadSkippedKeys(of: group, in: transaction)
            return known
        } catch is MemberKeys.Damaged {
            return nil
        }
    }
}

extension WaitingInGroup {
    /// Tells a copy of the message from another one in its place: the last 8 bytes of its signature.
    var fingerprint: UInt64 { FirstForm.fingerprint(of: bytes) }
}

extension GroupPlace {
    /// The chain's name where requests are counted.
    var chainName: Bytes32 {
        var list = LabelledList("Sotto/1 group chain", capacity: 64)
        list.item(group.bytes)
        list.item(u64: chain)
        return SHA256.hash(list.bytes.span)
    }
}

extension ReceivedID {
    /// The id of the message at a place of a member's chain.
    ///
    /// Rule DS-29.
    init(_ place: GroupPlace, from sender: Address) {
        var list = LabelledList("Sotto/1 received group message", capacity: 128)
        list.item(place.group.bytes)
        list.item(sender.encoded)
        list.item(u64: place.chain)
        list.item(u32: place.index)
        // Sixteen bytes of a hash are an id.
        self.init(prefixOf: (try? BLAKE2b.hash(list.bytes.span, byteCount: MessageID.byteCount)) ?? [])
    }
}
