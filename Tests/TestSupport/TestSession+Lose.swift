import SottoCrypto
import SottoRatchet
import SottoSessions
import SottoWire

extension TestSession {
    /// Goes on as if `count` more messages had been sealed in the present chain and lost.
    ///
    /// Takes the chain key forward in the stored form (offsets of SM-12 and DR-14), which is much faster
    /// than sealing.
    public func lose(_ count: Int) throws {
        guard count > 0 else { return }
        // A chain begins with its first message.
        _ = try seal([])
        let archive = session.archive()
        var stored = archive.session.exposeBytes()
        let key = 101 + 132..<101 + 164
        let index = 101 + 164..<101 + 168
        let chainKey = Array(stored[key])
        var block = SecretBytes(copying: chainKey.span)
        for _ in 1..<count { block = BLAKE2bChainKDF.step(block) }
        stored.replaceSubrange(key, with: block.exposeBytes().prefix(32))
        var reader = WireReader(stored, at: index.lowerBound)
        var next: [UInt8] = []
        next.append(u32: try reader.u32() + UInt32(count - 1))
        stored.replaceSubrange(index, with: next)
        session = try Session.restored(
            from: SessionArchive(
                session: SecretBytes(copying: stored.span), skipped: archive.skipped.duplicate()))
    }
}
