internal import SottoCrypto

/// What is passed in beside a message that is being opened.
///
/// Not the message itself: whatever holds an array counts its owners, and atomic counting is what a
/// short message would spend most on after its cipher.
struct Incoming: ~Copyable {
    let header: RatchetHeader
    let headerByteCount: Int
    let context: Bytes32
    let instant: UInt64
    let maximumGap: UInt32
    let allowsNewChain: Bool
}

extension RatchetState {
    static func plaintext(
        of message: [UInt8], _ incoming: borrowing Incoming, with key: borrowing SecretBytes, at offset: Int
    ) throws(RatchetError) -> [UInt8] {
        do {
            return try Cipher.open(
                message, headerByteCount: incoming.headerByteCount, context: incoming.context,
                key: key, at: offset)
        } catch {
            throw .notAuthentic
        }
    }

    /// The root step for a new ratchet key of theirs, and PN of our next chain.
    borrowing func receivingStep(
        theirRatchetKey: RatchetPublicKey
    ) throws(RatchetError) -> ReceivingStep {
        switch turn {
        case .listening(let ourRatchetKey):
            return try receivingStep(ourRatchetKey, theirRatchetKey, previousChainLength: 0)
        case .sending(let sending):
            return try receivingStep(
                sending.ourRatchetKey, theirRatchetKey, previousChainLength: sending.chain.nextIndex)
        case .replying:
            // They have no newer key of ours to answer.
            throw .notAuthentic
        }
    }

    private borrowing func receivingStep(
        _ ourRatchetKey: borrowing X25519.PrivateKey, _ theirRatchetKey: RatchetPublicKey,
        previousChainLength: UInt32
    ) throws(RatchetError) -> ReceivingStep {
        do {
            let sharedSecret = try ourRatchetKey.sharedSecret(with: theirRatchetKey.key)
            return ReceivingStep(
                step: rootKey.advanced(by: sharedSecret), previousChainLength: previousChainLength)
        } catch {
            throw .notAuthentic
        }
    }
}

/// A root step that is not yet taken.
struct ReceivingStep: ~Copyable {
    let step: RootStep
    let previousChainLength: UInt32

    consuming func takeRootKey() -> RootKey { step.takeRootKey() }
}
