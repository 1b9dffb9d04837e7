internal import SottoCrypto
package import SottoHandshake
internal import SottoIdentity
internal import SottoWire

/// Prekeys: made, uploaded, used, replaced.
///
/// Rules HS-8 to HS-10, HS-15 to HS-18, DS-8.
extension DeviceTransaction {
    /// What is to be uploaded: the same bytes until they are confirmed, or nothing when nothing is due.
    ///
    /// - Parameter remaining: How many one-time prekeys the server still has, where it said so.
    package func prekeyUpload(remaining: Int?) throws -> PrekeyUpload? {
        let head = try prekeys()
        if head.hasPendingUpload {
            guard let record = try read(state.names.upload) else { throw StorageError.recordCorrupt }
            do { return try PrekeyUpload(record.record.exposeBytes()) } catch {
                throw StorageError.recordCorrupt
            }
        }
        // What replaces all leaves nothing of what the server has.
        let left = head.replacesAll ? head.remaining : max(0, remaining ?? head.remaining)
        let isRefillDue = left < DeviceLimits.oneTimePrekeysBeforeRefill
        guard head.isSignedPrekeyDue(at: now) || isRefillDue || head.replacesAll else { return nil }
        return try makeUpload(head, adding: isRefillDue ? DeviceLimits.oneTimePrekeyCount - left : 0)
    }

    /// Checks that what the server has of this device was made by the device as it is stored.
    ///
    /// Not between a restore and its upload: until then the server has what was before.
    ///
    /// - Throws: ``StorageError/rolledBack``, ``StorageError/otherInstallation``.
    package func check(_ status: PrekeyStatus) throws {
        guard try !prekeys().replacesAll else { return }
        guard try status.registrationID == device().registrationID else {
            throw StorageError.otherInstallation
        }
        guard try status.signedPrekeyID.value < prekeys().nextID else { throw StorageError.rolledBack }
    }

    private func makeUpload(_ head: PrekeyHead, adding count: Int) throws -> PrekeyUpload {
        change(head)
        let device = try device()
        if head.isSignedPrekeyDue(at: now) {
            let prekey = SignedPrekey(
                id: try head.takeIDs(1), identity: device.identity, device: device.description, createdAt: now
            )
            head.signed.append(PrekeyHead.Signed(id: prekey.id, createdAt: now))
            head.isRotationDue = false
            try put(
                prekey.archive(), as: try signedPrekeyName(prekey.id), in: state.names.signedPrekeys)
        }
        guard let newest = head.signed.last else { throw StorageError.recordCorrupt }
        let signedPrekey = try signedPrekey(newest.id)
        var oneTime: [OneTimePrekeyBytes] = []
        if count > 0 {
            let first = try head.takeIDs(count)
            for offset in 0..<UInt32(count) {
                let prekey = OneTimePrekey(id: PrekeyID(first.value + offset))
                try put(
                    prekey.archive(), as: try oneTimePrekeyName(prekey.id), in: state.names.oneTimePrekeys)
                oneTime.append(OneTimePrekeyBytes(id: prekey.id, publicKey: prekey.publicKey))
            }
            head.batches.append(
                PrekeyHead.Batch(
                    firstID: first, count: UInt16(count), remaining: UInt16(count), createdAt: now))
        }
        let upload: PrekeyUpload
        do {
            upload = try PrekeyUpload(
                identityKey: device.identity.publicKey, signedPrekey: signedPrekey, oneTimePrekeys: oneTime,
                replacesAll: head.replacesAll)
        } catch {
            throw StorageError.recordCorrupt
        }
        let bytes = upload.bytes
        try put(SecretBytes(copying: bytes.span), as: state.names.upload, in: state.names.deviceGroup)
        head.hasPendingUpload = true
        return upload
    }

    /// Notes that the server has an upload; confirming it once more does nothing.
    package func confirm(_ upload: PrekeyUpload) throws {
        let head = try prekeys()
        guard head.hasPendingUpload else { return }
        guard let record = try read(state.names.upload), record.record.exposeBytes() == upload.bytes else {
            throw SessionError.usage(.otherUpload)
        }
        change(head)
        try remove(state.names.upload)
        head.hasPendingUpload = false
        head.replacesAll = false
        guard head.currentSigned != upload.signedPrekeyID else { return }
        if let current = head.currentSigned, let index = head.index(ofSigned: current) {
            head.signed[index].replacedAt = max(1, now)
        }
        head.currentSigned = upload.signedPrekeyID
    }

    /// Deletes some of the prekeys whose time is over; true when there may be more.
    ///
    /// A signed prekey's key goes first: while it is there all first messages of it are remembered.
    func deleteOldPrekeys() throws -> Bool {
        let head = try prekeys()
        if head.takeBackDates(to: now) { change(head) }
        for entry in head.signed {
            guard let replacedAt = entry.replacedAt, now > replacedAt,
                now - replacedAt > HandshakeLimits.replacedSignedPrekeyKept
            else { continue }
            try remove(try signedPrekeyName(entry.id))
            guard try removeSome(in: try firstMessageGroup(entry.id)) else { return true }
            change(head)
            head.signed.removeAll { $0.id == entry.id }
            return true
        }
        for batch in head.batches
        where now > batch.createdAt && now - batch.createdAt > DeviceLimits.oneTimePrekeyLife {
            change(head)
            head.batches.removeAll { $0.firstID == batch.firstID }
            for id in batch.ids { try remove(try oneTimePrekeyName(id)) }
            return true
        }
        return false
    }

    func deleteSignedPrekey(_ id: PrekeyID) throws {
        try remove(try signedPrekeyName(id))
        try removeAll(in: try firstMessageGroup(id))
    }

    /// The prekeys that a first message names.
    struct UsedPrekeys: ~Copyable {
        let signed: SignedPrekey
        let oneTime: OneTimePrekey?

        borrowing func respond(
            to handshake: HandshakePart, identity: borrowing IdentityKeyPair
        ) throws(SessionError) -> Session {
            try Session.respond(
                to: handshake, identity: identity, signedPrekey: signed, oneTimePrekey: oneTime)
        }
    }

    func usedPrekeys(_ handshake: HandshakePart) throws -> UsedPrekeys {
        let head = try prekeys()
        guard let index = head.index(ofSigned: handshake.signedPrekeyID) else {
            throw SessionError.peer(.signedPrekeyUnknown)
        }
        let signed: SignedPrekey
        do { signed = try signedPrekey(handshake.signedPrekeyID) } catch StorageError.recordOutdated {
            // Its key is deleted, and what is remembered of it not yet.
            guard head.signed[index].replacedAt != nil else { throw StorageError.recordOutdated }
            throw SessionError.peer(.signedPrekeyUnknown)
        }
        guard let id = handshake.oneTimePrekeyID else { return UsedPrekeys(signed: signed, oneTime: nil) }
        guard let record = try read(try oneTimePrekeyName(id)) else {
            throw SessionError.peer(.oneTimePrekeyUnknown)
        }
        do {
            return UsedPrekeys(
                signed: signed, oneTime: try OneTimePrekey.restored(from: record.record))
        } catch {
            throw StorageError.recordCorrupt
        }
    }

    private func signedPrekey(_ id: PrekeyID) throws -> SignedPrekey {
        guard let record = try read(try signedPrekeyName(id)) else { throw StorageError.recordOutdated }
        do { return try SignedPrekey.restored(from: record.record) } catch {
            throw StorageError.recordCorrupt
        }
    }

    /// Refuses a first message that was opened before, and one that could be replayed without being noticed.
    ///
    /// Rule HS-10.
    func checkFirstMessage(
        _ transcript: HandshakeTranscript, _ handshake: HandshakePart, _ prekeys: borrowing UsedPrekeys,
        _ id: ReceivedID, _ received: ReceivedBytes
    ) throws {
        guard handshake.oneTimePrekeyID == nil else { return }
        let signedID = handshake.signedPrekeyID
        guard try read(try firstMessageName(signedID, transcript)) == nil else {
            throw SessionError.peer(
                try repeated(id, received, .alreadyOpened, from: handshake.device.address))
        }
        let head = try self.prekeys()
        guard let index = head.index(ofSigned: signedID),
            head.signed[index].firstMessages < UInt16(HandshakeLimits.maximumFirstMessages),
            try firstMessageCount(signedID, handshake.identityKey)
                < HandshakeLimits.maximumFirstMessagesOfIdentity
        else { throw SessionError.peer(.tooManyFirstMessages) }
    }

    /// Deletes the one-time prekey that a first message used, or remembers the message.
    ///
    /// Rules HS-9 and HS-10.
    func use(
        _ prekeys: borrowing UsedPrekeys, _ handshake: HandshakePart, _ transcript: HandshakeTranscript
    ) throws {
        let head = try self.prekeys()
        change(head)
        if let id = handshake.oneTimePrekeyID {
            try remove(try oneTimePrekeyName(id))
            return head.use(id)
        }
        let signedID = handshake.signedPrekeyID
        guard let index = head.index(ofSigned: signedID) else { throw StorageError.recordCorrupt }
        let group = try firstMessageGroup(signedID)
        let count = try firstMessageCount(signedID, handshake.identityKey) + 1
        let one: [UInt8] = [1]
        try put(SecretBytes(copying: one.span), as: try firstMessageName(signedID, transcript), in: group)
        let counted: [UInt8] = [UInt8(clamping: count)]
        try put(
            SecretBytes(copying: counted.span),
            as: try firstMessageCountName(signedID, handshake.identityKey),
            in: group)
        head.signed[index].firstMessages += 1
        // Of the newest, confirmed or not: its upload may have arrived all the same.
        if Int(head.signed[index].firstMessages) >= HandshakeLimits.firstMessagesBeforeRotation
            || count >= HandshakeLimits.maximumFirstMessagesOfIdentity, head.signed.last?.id == signedID
        {
            head.isRotationDue = true
        }
    }

    private func firstMessageCount(_ id: PrekeyID, _ key: IdentityPublicKey) throws -> Int {
        guard let record = try read(try firstMessageCountName(id, key)) else { return 0 }
        return record.record.withSpan { $0.count == 1 ? Int($0[0]) : HandshakeLimits.maximumFirstMessages }
    }

    private func signedPrekeyName(_ id: PrekeyID) throws -> RecordName {
        try state.codec.name(.signedPrekey, id.bytes)
    }

    func oneTimePrekeyName(_ id: PrekeyID) throws -> RecordName {
        try state.codec.name(.oneTimePrekey, id.bytes)
    }

    private func firstMessageGroup(_ id: PrekeyID) throws -> RecordGroup {
        try state.codec.group(.firstMessages, id.bytes)
    }

    private func firstMessageName(_ id: PrekeyID, _ transcript: HandshakeTranscript) throws -> RecordName {
        try state.codec.name(.firstMessage, id.bytes + transcript.digest.bytes)
    }

    private func firstMessageCountName(_ id: PrekeyID, _ key: IdentityPublicKey) throws -> RecordName {
        try state.codec.name(.firstMessageCount, id.bytes + key.encoded)
    }

    /// Deletes every row of a group.
    func removeAll(in group: RecordGroup) throws {
        while try !removeSome(in: group) {}
    }

    /// Deletes some rows of a group; true when none is left.
    func removeSome(in group: RecordGroup) throws -> Bool {
        let page = try rows.rows(in: group, after: 0, limit: MaintenanceStep.recordCount)
        for row in page { try remove(row.name) }
        return page.count < MaintenanceStep.recordCount
    }
}

extension PrekeyID {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(u32: value)
        return bytes
    }
}
