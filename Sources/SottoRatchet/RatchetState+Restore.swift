package import SottoCrypto

extension RatchetState {
    /// Reads a state in the layout of DR-14 from a longer record.
    ///
    /// Rule DR-16.
    package static func restored(
        from reader: inout SecretReader
    ) throws(SecretReader.Corrupt) -> RatchetState {
        guard try reader.u8() == archiveFormat else { throw SecretReader.Corrupt() }
        let turnNumber = try reader.u8()
        let hasReceivingChain = try reader.flag()
        let knowsTheirKey = try reader.flag()
        // A listener knows no key and has no chain; who has a chain knows its key; only an initiator that
        // has heard nothing knows a key and has no chain.
        switch (turnNumber, knowsTheirKey, hasReceivingChain) {
        case (1, false, false), (2, true, true), (3, true, _): break
        default: throw SecretReader.Corrupt()
        }

        let rootKey = try reader.rootKey()
        let turn: RatchetTurn
        let theirRatchetKey: RatchetPublicKey?
        switch turnNumber {
        case 1:
            let ourRatchetKey = try reader.keyPair()
            theirRatchetKey = nil
            try reader.zeros(32 + 32 + 4 + 4)
            turn = .listening(ourRatchetKey)
        case 2:
            try reader.zeros(64)
            theirRatchetKey = RatchetPublicKey(try reader.publicKey())
            try reader.zeros(32 + 4)
            turn = .replying(try reader.counter())
        default:
            let ourRatchetKey = try reader.keyPair()
            theirRatchetKey = RatchetPublicKey(try reader.publicKey())
            let chain = RatchetChain(try reader.secret(32), nextIndex: try reader.counter())
            turn = .sending(
                SendingChain(
                    ourRatchetKey: ourRatchetKey, chain: chain,
                    previousChainLength: try reader.previousChainLength(hasReceivingChain)))
        }
        let receivingChain = try reader.receivingChain(isPresent: hasReceivingChain)
        try reader.zeros(38)
        return RatchetState(
            rootKey: rootKey, turn: turn, theirRatchetKey: theirRatchetKey, receivingChain: receivingChain)
    }
}

extension SecretReader {
    fileprivate mutating func rootKey() throws(Corrupt) -> RootKey {
        let secret = try secret(32)
        do throws(CryptoError) { return try RootKey(secret) } catch { throw Corrupt() }
    }

    fileprivate mutating func publicKey() throws(Corrupt) -> X25519.PublicKey {
        let bytes = try bytes32()
        do throws(CryptoError) { return try X25519.PublicKey(bytes) } catch { throw Corrupt() }
    }

    fileprivate mutating func keyPair() throws(Corrupt) -> X25519.PrivateKey {
        let scalar = try secret(32)
        let publicKey = try publicKey()
        do throws(CryptoError) {
            return try X25519.PrivateKey(stored: scalar, publicKey: publicKey)
        } catch {
            throw Corrupt()
        }
    }

    fileprivate mutating func counter() throws(Corrupt) -> UInt32 {
        let value = try u32()
        guard value <= RatchetLimits.maximumIndex else { throw Corrupt() }
        return value
    }

    /// An initiator that has heard nothing is in its first chain.
    fileprivate mutating func previousChainLength(_ hasReceivingChain: Bool) throws(Corrupt) -> UInt32 {
        let value = try counter()
        guard hasReceivingChain || value == 0 else { throw Corrupt() }
        return value
    }

    fileprivate mutating func receivingChain(isPresent: Bool) throws(Corrupt) -> RatchetChain? {
        guard isPresent else {
            try zeros(36)
            return nil
        }
        return RatchetChain(try secret(32), nextIndex: try counter())
    }
}
