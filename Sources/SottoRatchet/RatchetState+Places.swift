internal import SottoCrypto

/// Where the chains stand, for whoever keeps a state between operations.
///
/// Two of them are never inlined: inside code that holds the state in a class their switch over what can't be copied makes
/// the optimiser of Swift 6.3.1 stop.
extension RatchetState {
    /// The chain and the index of the message that was sealed last, if the newest chain is ours.
    package var lastSent: (ratchetKey: RatchetPublicKey, index: UInt32)? {
        @inline(never) get {
            switch turn {
            case .listening: nil
            case .replying: nil
            case .sending(let sending):
                sending.chain.nextIndex == 0
                    ? nil : (RatchetPublicKey(sending.ourRatchetKey.publicKey), sending.chain.nextIndex - 1)
            }
        }
    }

    /// The index of the next message of our newest chain; nothing when the next message begins a chain.
    package var nextSendingIndex: UInt32? {
        @inline(never) get {
            switch turn {
            case .listening: nil
            case .replying: nil
            case .sending(let sending): sending.chain.nextIndex
            }
        }
    }

    /// The index of the next message of their newest chain; nothing before their first message.
    package var nextReceivingIndex: UInt32? {
        switch receivingChain {
        case .some(let chain): chain.nextIndex
        case .none: nil
        }
    }

    /// Their newest ratchet key.
    package var newestRatchetKey: RatchetPublicKey? { theirRatchetKey }

    /// Whether a message with this header is in their newest chain and not behind its next place.
    package func isInOrder(_ header: RatchetHeader) -> Bool {
        guard let next = nextReceivingIndex else { return false }
        return theirRatchetKey == header.ratchetKey && header.index >= next
    }

    /// Takes the sending chain to `index` without sending: places before it may have been used.
    ///
    /// Nothing happens when the chain is there already, or when the newest chain isn't ours.
    ///
    /// Rule DR-19.
    package mutating func skipSending(to index: UInt32) {
        let end = min(index, RatchetLimits.maximumIndex)
        while let next = nextSendingIndex, next < end, let step = nextStep() { turn.advance(to: step) }
    }

    private func nextStep() -> SecretBytes? {
        switch turn {
        case .listening: return nil
        case .replying: return nil
        case .sending(let sending):
            var block = KDF.checkedStep(sending.chain.key)
            block.wipe(32..<64)
            return block
        }
    }
}
