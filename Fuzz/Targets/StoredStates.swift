import SottoCrypto
import SottoHandshake
import SottoRatchet
import SottoSessions
import SottoWire

/// Decoders of what this device stored: what is accepted is written again with the same bytes, and works.
///
/// Rules DR-14 to DR-16, SM-12.
enum StoredStates {
    static func skipped(_ bytes: [UInt8]) throws {
        guard var keys = try? SkippedMessageKeys(archive: SecretBytes(copying: bytes.span)) else { return }
        try require(keys.archive().exposeBytes() == bytes, "skipped keys are written with other bytes")
        let count = keys.count
        try require(count <= RatchetLimits.maximumSkippedKeys, "too many skipped keys")
        // The time of the first run decides what is old.
        var script = Script(bytes)
        _ = script.take(5 + 32 + 4 + 1 + 4)
        let instant = UInt64(script.next32()) << 32 | UInt64(script.next32())
        let later = instant.addingReportingOverflow(RatchetLimits.maximumSkippedKeyAge + 1)
        let dropped = keys.dropExpired(at: later.overflow ? .max : later.partialValue)
        let droppedCount = dropped.reduce(0) { $0 + $1.indices.count }
        try require(keys.count == count - droppedCount, "dropped keys and kept keys don't add up")
        let archive = keys.archive()
        let restored = try SkippedMessageKeys(archive: archive.duplicate())
        try require(restored.archive().isEqual(to: archive), "skipped keys change when they are restored")
    }

    /// The input: length of the session part, the part, choices for a message, the skipped keys.
    static func archive(_ bytes: [UInt8]) throws {
        var script = Script(bytes)
        let stored = script.take(script.next16())
        let choice = script.next()
        let (index, previous) = (script.next32(), script.next32())
        let skippedBytes = script.isAtEnd ? Fixed.noSkippedKeys : script.rest()
        let given = SessionArchive(
            session: SecretBytes(copying: stored.span), skipped: SecretBytes(copying: skippedBytes.span))
        guard var session = try? Session.restored(from: given) else { return }
        try require(
            session.archive().session.exposeBytes() == stored, "a session is written with other bytes")
        try require(
            session.archive().skipped.exposeBytes() == skippedBytes,
            "a session's skipped keys are written with other bytes")

        try refuseForgery(&session, stored, choice, index, previous)
        let message: [UInt8]
        do { message = try session.seal([1, 2, 3], freshKey: { Fixed.freshKey(6) }) } catch {
            guard case .usage = error else { throw BrokenLaw("sealing failed: \(error)") }
            return
        }
        let received = try ReceivedBytes(message)
        try require((received.handshake != nil) == session.isUnanswered, "a message of the wrong kind")
        let archive = session.archive()
        let again = try Session.restored(
            from: SessionArchive(session: archive.session.duplicate(), skipped: archive.skipped.duplicate()))
        try require(again.archive().isEqual(to: archive), "a session changes when it is restored")
    }

    /// A message with this session's selector and keys in its header, sealed by nobody.
    private static func refuseForgery(
        _ session: inout Session, _ stored: [UInt8], _ choice: Int, _ index: UInt32, _ previous: UInt32
    ) throws {
        // Theirs stands behind format, suite, role, crossing, T, exporter, identity and 100 bytes of state.
        let known = Bytes32(stored, at: 4 + 32 + 32 + 33 + 100)
        let ratchetKey = known.flatMap { choice & 1 == 0 ? try? X25519.PublicKey($0) : nil }
        var message: [UInt8] = [Suite.x3dh.rawValue, WireKind.sessionMessage]
        message.append(u32: session.incomingSelector.value)
        message.append(varint: index & (choice & 2 == 0 ? 0x1FF : WireLimits.maximumVarint))
        message.append(varint: previous & (choice & 4 == 0 ? 0x1FF : WireLimits.maximumVarint))
        let header = try ratchetKey ?? Fixed.privateKey(5).publicKey
        header.bytes.append(to: &message)
        message += [UInt8](repeating: 0x55, count: 24 + 160 + 16)
        let before = session.archive()
        do {
            _ = try session.open(message, at: Fixed.now)
            throw BrokenLaw("a forged message was opened")
        } catch let error as SessionError {
            guard case .peer = error else { throw BrokenLaw("a forged message: \(error)") }
        }
        try require(session.archive().isEqual(to: before), "a refusal changed the session")
    }
}
