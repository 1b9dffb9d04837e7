internal import SottoCrypto
internal import SottoHandshake
package import SottoIdentity

/// What there is, without anything secret.
extension DeviceTransaction {
    /// What there is with one device.
    package func diagnostics(of address: Address) throws -> PeerDiagnostics? {
        guard let peer = try knownPeer(address), peer.generation > 0 || peer.isChanged else { return nil }
        var sessions: [SessionFacts] = []
        if let active = peer.active { sessions.append(facts(active, isActive: true)) }
        for entry in peer.others { sessions.append(facts(try other(entry, of: peer), isActive: false)) }
        return PeerDiagnostics(
            registrationID: peer.registrationID, sessions: sessions,
            recordByteCount: peer.encodedByteCount, waitsForRepair: peer.repairSession != 0)
    }

    private func facts(_ stored: StoredSession, isActive: Bool) -> SessionFacts {
        SessionFacts(
            transcript: stored.transcript, isActive: isActive,
            isUsable: stored.isUsable(at: now), isUnanswered: stored.session.isUnanswered,
            isRetired: stored.session.isRetired, createdAt: stored.createdAt,
            nextSendingIndex: stored.session.ratchet.nextSendingIndex,
            nextReceivingIndex: stored.session.ratchet.nextReceivingIndex,
            skippedKeyCount: Int(stored.skippedKeys.count),
            recordByteCount: stored.session.archiveByteCount)
    }

    /// What there is altogether.
    package func diagnostics() throws -> DeviceDiagnostics {
        let head = try prekeys()
        let totals = try inboxTotals()
        return DeviceDiagnostics(
            inboxCount: Int(totals.count), inboxByteCount: Int(totals.byteCount),
            oneTimePrekeyCount: head.remaining, signedPrekeyCount: head.signed.count,
            isUploadDue: head.isUploadDue(at: now))
    }
}
