package import SottoCrypto

/// Sealing and opening with the KDF and the cipher of this library.
///
/// Overloads of the general forms, for one reason: the compiler specialises generic code in the module
/// that it is in, for types that are named there. A call from another module runs the general code, with
/// tables in place of the KDF and the cipher, for a third of the time of a short message.
extension RatchetState where KDF == BLAKE2bChainKDF, Cipher == SyntheticNonceCipher {
    package mutating func seal(
        context: Bytes32, reserving byteCount: Int, freshKey: () -> X25519.PrivateKey,
        writeHeader: (RatchetHeader, inout [UInt8]) -> Void, writePlaintext: (inout [UInt8]) -> Void
    ) throws(RatchetError) -> [UInt8] {
        try sealNext(
            context: context, reserving: byteCount, freshKey: freshKey, writeHeader: writeHeader,
            writePlaintext: writePlaintext)
    }

    package mutating func open(
        _ message: [UInt8], header: RatchetHeader, headerByteCount: Int, context: Bytes32,
        skipped: inout SkippedMessageKeys, at instant: UInt64, maximumGap: UInt32,
        allowsNewChain: Bool, check: (consuming [UInt8]) throws(RatchetError) -> [UInt8]
    ) throws(RatchetError) -> OpenedMessage {
        try open(
            message,
            Incoming(
                header: header, headerByteCount: headerByteCount, context: context,
                instant: instant, maximumGap: maximumGap, allowsNewChain: allowsNewChain),
            skipped: &skipped, check)
    }
}
