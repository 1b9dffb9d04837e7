internal import SottoCrypto
internal import SottoIdentity
internal import SottoWire

/// What a group message says of itself, and what its readers know beside.
///
///     associated data = list("Sotto/1 group message", suite, group id, roster hash, sender's address, chain id,
///                            u32 iteration, commitment)
///     signed          = list("Sotto/1 group signature", the same items, nonce, ciphertext ‖ tag)
///
/// Rules GR-13 and GR-14.
struct GroupMessageFields {
    let group: GroupID
    let roster: RosterHash
    let sender: Address
    let chainID: SenderChainID
    let iteration: UInt32
    let commitment: Bytes32

    var associatedData: [UInt8] {
        var list = LabelledList("Sotto/1 group message", capacity: 192 + sender.encodedByteCount)
        append(to: &list)
        return list.bytes
    }

    /// - Parameters:
    ///   - message: Holds nonce ‖ ciphertext ‖ tag.
    ///   - sealed: Where they stand.
    func signedBytes(_ message: borrowing [UInt8], _ sealed: Range<Int>) -> [UInt8] {
        var list = LabelledList(
            "Sotto/1 group signature", capacity: 208 + sender.encodedByteCount + sealed.count)
        append(to: &list)
        let text = sealed.lowerBound + SyntheticNonceAEAD.nonceByteCount
        list.item(message[sealed.lowerBound..<text])
        list.item(message[text..<sealed.upperBound])
        return list.bytes
    }

    private func append(to list: inout LabelledList) {
        list.item(u8: GroupFormat.suite)
        list.item(byteCount: GroupID.byteCount) { group.append(to: &$0) }
        list.item(byteCount: Bytes32.byteCount) { roster.bytes.append(to: &$0) }
        list.item(byteCount: sender.encodedByteCount) { sender.append(to: &$0) }
        list.item(u64: chainID.value)
        list.item(u32: iteration)
        list.item(byteCount: Bytes32.byteCount) { commitment.append(to: &$0) }
    }
}

extension LabelledList {
    fileprivate mutating func item(_ part: ArraySlice<UInt8>) {
        item(byteCount: part.count) { $0.append(contentsOf: part) }
    }
}
