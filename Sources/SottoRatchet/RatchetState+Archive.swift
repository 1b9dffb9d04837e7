public import SottoCrypto

extension RatchetState {
    /// The length of an archive in bytes: 246.
    public static var archiveByteCount: Int { 246 }

    static var archiveFormat: UInt8 { 1 }

    /// The state as bytes, in the layout of DR-14.
    ///
    /// They are secret.
    public borrowing func archive() -> SecretBytes {
        var writer = SecretWriter(byteCount: Self.archiveByteCount)
        append(to: &writer)
        return writer.finish()
    }

    package borrowing func append(to writer: inout SecretWriter) {
        writer.append(u8: Self.archiveFormat)
        switch turn {
        case .listening: writer.append(u8: 1)
        case .replying: writer.append(u8: 2)
        case .sending: writer.append(u8: 3)
        }
        writer.append(u8: receivingChain == nil ? 0 : 1)
        writer.append(u8: theirRatchetKey == nil ? 0 : 1)
        rootKey.append(to: &writer)
        appendSending(to: &writer)
        switch receivingChain {
        case .none: writer.appendZeros(36)
        case .some(let chain):
            writer.append(chain.key, 0..<32)
            writer.append(u32: chain.nextIndex)
        }
        writer.appendZeros(38)
    }

    private borrowing func appendSending(to writer: inout SecretWriter) {
        switch turn {
        case .listening(let key): Self.append(key, to: &writer)
        case .replying: writer.appendZeros(64)
        case .sending(let sending): Self.append(sending.ourRatchetKey, to: &writer)
        }
        if let theirRatchetKey { writer.append(theirRatchetKey.key.bytes) } else { writer.appendZeros(32) }
        switch turn {
        case .listening: writer.appendZeros(40)
        case .replying(let previousChainLength):
            writer.appendZeros(36)
            writer.append(u32: previousChainLength)
        case .sending(let sending):
            writer.append(sending.chain.key, 0..<32)
            writer.append(u32: sending.chain.nextIndex)
            writer.append(u32: sending.previousChainLength)
        }
    }

    private static func append(_ key: borrowing X25519.PrivateKey, to writer: inout SecretWriter) {
        key.withScalar { writer.append($0) }
        writer.append(key.publicKey.bytes)
    }

    /// Restores what ``archive()`` gave.
    ///
    /// - Throws: ``RatchetError/archiveCorrupt`` for any other bytes. Rule DR-16.
    public init(archive: consuming SecretBytes) throws(RatchetError) {
        let state = try Self.restored(whole: SecretReader(archive))
        self.init(
            rootKey: state.rootKey, turn: state.turn, theirRatchetKey: state.theirRatchetKey,
            receivingChain: state.receivingChain)
    }

    private static func restored(
        whole source: consuming SecretReader
    ) throws(RatchetError) -> RatchetState {
        var reader = source
        do throws(SecretReader.Corrupt) {
            let state = try restored(from: &reader)
            try reader.finish()
            return state
        } catch {
            throw .archiveCorrupt
        }
    }
}
