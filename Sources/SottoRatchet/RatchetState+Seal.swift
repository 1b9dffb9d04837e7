public import SottoCrypto
internal import SottoWire

extension RatchetState {
    /// RatchetEncrypt: seals one message.
    ///
    /// - Parameters:
    ///   - context: 32 bytes that go before the header in the associated data: the transcript.
    ///   - byteCount: The message's length, to reserve memory once.
    ///   - writeHeader: Appends everything before the nonce; the ratchet's header has to be in it.
    ///   - writePlaintext: Appends what is sealed.
    /// - Returns: What `writeHeader` wrote ‖ nonce ‖ ciphertext ‖ tag.
    /// - Throws: ``RatchetError/cannotSendYet``, ``RatchetError/chainExhausted``, ``RatchetError/cipherRefused``; the state
    ///   is then unchanged.
    /// - Complexity: In a chain one chain step and one AEAD; at a turn also a key pair, an agreement and a
    ///   root step.
    ///
    /// Source: *The Double Ratchet Algorithm*, §3.4. Rules DR-2, DR-4, DR-9.
    public mutating func seal(
        context: Bytes32, reserving byteCount: Int, writeHeader: (RatchetHeader, inout [UInt8]) -> Void,
        writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        try seal(
            context: context, reserving: byteCount, freshKey: { X25519.PrivateKey() },
            writeHeader: writeHeader, writePlaintext: writePlaintext)
    }

    /// The same, with the key pair that a turn takes given by `freshKey`.
    package mutating func seal(
        context: Bytes32, reserving byteCount: Int, freshKey: () -> X25519.PrivateKey,
        writeHeader: (RatchetHeader, inout [UInt8]) -> Void, writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        try sealNext(
            context: context, reserving: byteCount, freshKey: freshKey, writeHeader: writeHeader,
            writePlaintext: writePlaintext)
    }

    mutating func sealNext(
        context: Bytes32, reserving byteCount: Int, freshKey: () -> X25519.PrivateKey,
        writeHeader: (RatchetHeader, inout [UInt8]) -> Void, writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        if let previousChainLength = turn.chainToStart {
            return try sealFirstOfChain(
                SendingTurn(previousChainLength, freshKey()), context: context, reserving: byteCount,
                writeHeader: writeHeader, writePlaintext: writePlaintext)
        }
        let header: RatchetHeader
        var block: SecretBytes
        switch turn {
        case .listening: throw .cannotSendYet
        case .replying: throw .cannotSendYet
        case .sending(let sending):
            guard sending.chain.nextIndex < RatchetLimits.maximumIndex else { throw .chainExhausted }
            header = sending.nextHeader
            block = KDF.checkedStep(sending.chain.key)
        }
        let message = try Self.sealed(
            header, with: block, context: context, reserving: byteCount, writeHeader: writeHeader,
            writePlaintext: writePlaintext)
        block.wipe(32..<64)
        turn.advance(to: block)
        return message
    }

    private mutating func sealFirstOfChain(
        _ start: consuming SendingTurn, context: Bytes32, reserving byteCount: Int,
        writeHeader: (RatchetHeader, inout [UInt8]) -> Void, writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        guard let theirRatchetKey else { throw .cannotSendYet }
        let sharedSecret: SecretBytes
        do { sharedSecret = try start.ourRatchetKey.sharedSecret(with: theirRatchetKey.key) } catch {
            throw .notAuthentic
        }
        let step = rootKey.advanced(by: sharedSecret)
        var block = KDF.checkedStep(step.chainKey)
        let header = RatchetHeader(
            ratchetKey: RatchetPublicKey(start.ourRatchetKey.publicKey),
            previousChainLength: start.previousChainLength, index: 0)
        let message = try Self.sealed(
            header, with: block, context: context, reserving: byteCount, writeHeader: writeHeader,
            writePlaintext: writePlaintext)
        block.wipe(32..<64)
        rootKey = step.takeRootKey()
        turn = .sending(start.chain(with: RatchetChain(block, nextIndex: 1)))
        return message
    }

    private static func sealed(
        _ header: RatchetHeader, with block: borrowing SecretBytes, context: Bytes32,
        reserving byteCount: Int, writeHeader: (RatchetHeader, inout [UInt8]) -> Void,
        writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(byteCount)
        writeHeader(header, &message)
        let headerByteCount = message.count
        message.append(zeros: Cipher.nonceByteCount)
        writePlaintext(&message)
        message.append(zeros: Cipher.tagByteCount)
        do {
            try Cipher.seal(
                &message, headerByteCount: headerByteCount, context: context, key: block, at: 32)
        } catch {
            // The layout is ours, so only a cipher that can't take it comes here; nothing was sent.
            SecretBytes.wipe(&message)
            throw .cipherRefused
        }
        return message
    }
}

/// What the first message of a sending chain starts from.
private struct SendingTurn: ~Copyable {
    let previousChainLength: UInt32
    let ourRatchetKey: X25519.PrivateKey

    init(_ previousChainLength: UInt32, _ ourRatchetKey: consuming X25519.PrivateKey) {
        self.previousChainLength = previousChainLength
        self.ourRatchetKey = ourRatchetKey
    }

    consuming func chain(with chain: consuming RatchetChain) -> SendingChain {
        SendingChain(ourRatchetKey: ourRatchetKey, chain: chain, previousChainLength: previousChainLength)
    }
}
