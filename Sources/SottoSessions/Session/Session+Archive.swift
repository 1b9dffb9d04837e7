public import SottoCrypto
internal import SottoHandshake
internal import SottoIdentity
internal import SottoRatchet
internal import SottoWire

/// A session as bytes: the part of nearly fixed length, and the skipped keys apart from it.
///
/// Both are secret; to be stored they have to be sealed. They are of one moment: putting one of them back alone, or
/// those of two sessions together, isn't noticed here and lets messages open twice.
public struct SessionArchive: ~Copyable, Sendable {
    /// Everything but the skipped keys, in the layout of SM-12: 349 bytes once the session was answered.
    public let session: SecretBytes
    /// The skipped keys, in the layout of DR-15.
    public let skipped: SecretBytes

    /// Takes both parts as they were stored.
    public init(session: consuming SecretBytes, skipped: consuming SecretBytes) {
        self.session = session
        self.skipped = skipped
    }

    /// Whether both hold the same bytes.
    public borrowing func isEqual(to other: borrowing SessionArchive) -> Bool {
        session.isEqual(to: other.session) && skipped.isEqual(to: other.skipped)
    }
}

extension Session {
    private static let format: UInt8 = 1

    /// The session as bytes.
    public borrowing func archive() -> SessionArchive {
        var writer = SecretWriter(byteCount: archiveByteCount)
        appendArchive(to: &writer)
        return SessionArchive(session: writer.finish(), skipped: skipped.archive())
    }

    /// The length of everything but the skipped keys, in bytes.
    var archiveByteCount: Int {
        4 + 32 + 32 + 33 + Ratchet.archiveByteCount + 2 + (repeatedHandshake?.count ?? 0)
    }

    /// Writes everything but the skipped keys.
    ///
    /// Inlined: a call that borrows a session from an object copies all of its fields first.
    @inline(__always)
    borrowing func appendArchive(to writer: inout SecretWriter) {
        let handshake = repeatedHandshake ?? []
        writer.append(u8: Self.format)
        writer.append(u8: Suite.x3dh.rawValue)
        writer.append(u8: role.rawValue)
        writer.append(u8: (lostCrossing ? 1 : 0) | (isRetired ? 2 : 0))
        writer.append(transcript.digest)
        writer.append(exporter.secret)
        writer.append(u8: 0x05)
        writer.append(theirIdentityKey.key.bytes)
        ratchet.append(to: &writer)
        writer.append(u16: UInt16(truncatingIfNeeded: handshake.count))
        writer.append(handshake)
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``StorageError/archiveCorrupt`` for bytes that don't have the form.
    ///
    /// Rules SM-12, DR-16.
    public static func restored(from archive: consuming SessionArchive) throws(SessionError) -> Session {
        do throws(SecretReader.Corrupt) {
            var reader = SecretReader(archive.session.duplicate())
            var session = try restored(from: &reader)
            try reader.finish()
            session.skipped = try skippedKeys(archive.skipped.duplicate())
            return session
        } catch {
            throw .storage(.archiveCorrupt)
        }
    }

    /// Reads a session from a longer record, without skipped keys.
    static func restored(from reader: inout SecretReader) throws(SecretReader.Corrupt) -> Session {
        guard try reader.u8() == format, try reader.u8() == Suite.x3dh.rawValue,
            let role = Role(rawValue: try reader.u8())
        else { throw SecretReader.Corrupt() }
        let flags = try reader.u8()
        guard flags & ~3 == 0 else { throw SecretReader.Corrupt() }
        let transcript = HandshakeTranscript(stored: try reader.bytes32())
        let exporter = ExporterSecret(try reader.secret(32), transcript: transcript)
        let theirIdentityKey = try identityKey(try reader.bytes(IdentityPublicKey.encodedByteCount))
        let ratchet = try Ratchet.restored(from: &reader)
        let handshake = try handshakePart(try reader.bytes(Int(try reader.u16())))
        guard (handshake != nil) == (role == .initiator && !ratchet.hasReceivingChain),
            ratchet.canSend == (role == .initiator || ratchet.hasReceivingChain)
        else {
            throw SecretReader.Corrupt()
        }
        var session = Session(
            transcript: transcript, theirIdentityKey: theirIdentityKey, role: role, exporter: exporter,
            ratchet: ratchet, repeatedHandshake: handshake)
        session.lostCrossing = flags & 1 != 0
        if flags & 2 != 0 { session.retire() }
        return session
    }

    private static func identityKey(_ bytes: [UInt8]) throws(SecretReader.Corrupt) -> IdentityPublicKey {
        do { return try IdentityPublicKey(encoded: bytes) } catch { throw SecretReader.Corrupt() }
    }

    private static func skippedKeys(
        _ archive: consuming SecretBytes
    ) throws(SecretReader.Corrupt) -> SkippedMessageKeys {
        do { return try SkippedMessageKeys(archive: archive) } catch { throw SecretReader.Corrupt() }
    }

    /// The bytes of a handshake part, checked, or nothing where none is repeated.
    private static func handshakePart(_ bytes: [UInt8]) throws(SecretReader.Corrupt) -> [UInt8]? {
        guard !bytes.isEmpty else { return nil }
        var reader = WireReader(bytes)
        do {
            _ = try HandshakePart(from: &reader)
            try reader.finish()
            return bytes
        } catch {
            throw SecretReader.Corrupt()
        }
    }
}
