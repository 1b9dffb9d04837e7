public import SottoIdentity
public import SottoSealedSender
internal import SottoCrypto
internal import SottoWire

/// An envelope for many recipients, as its sender handed it to the server, and what each recipient gets of it.
///
///     suite ‖ kind 6 ‖ E (33) ‖ u16 count ‖ count × (address ‖ u32 registration id ‖ C (32) ‖ tag (16) ‖ 0)
///         ‖ encrypted content
///
/// It is taken apart without any key and without cryptography; the server learns the recipients and the length. The
/// encrypted content is there once, however many recipients there are: each part has a head of its own, 84 bytes, and
/// a slice of the bytes that came, so that both can be written to a socket one behind the other.
///
/// Rules SV-5, SV-6.
public struct SplitEnvelope: RandomAccessCollection, Hashable, Sendable {
    /// The encrypted content, the end of every part.
    public let body: ArraySlice<UInt8>
    private let bytes: [UInt8]
    private let entries: [Entry]

    private struct Entry: Hashable {
        let address: Address
        let registrationID: RegistrationID
        /// Where C starts.
        let offset: Int
    }

    /// Takes a sent form apart.
    ///
    /// - Throws: ``SealedSenderError/malformed``, ``SealedSenderError/unsupportedSuite``,
    ///   ``SealedSenderError/invalidKey``.
    /// - Complexity: Linear in the bytes, whose number is at most ``ServerLimits/maximumSentByteCount``.
    ///
    /// Rules SS-15, SV-5.
    public init(_ bytes: [UInt8]) throws(SealedSenderError) {
        guard bytes.count <= ServerLimits.maximumSentByteCount else { throw .malformed }
        var reader = WireReader(bytes)
        do {
            _ = try reader.envelopeStart(kind: SealedWire.sentKind)
            entries = try Self.entries(from: &reader)
        } catch let error as SealedSenderError {
            throw error
        } catch {
            throw .malformed
        }
        guard SealedSenderLimits.encryptedContentByteCounts.contains(reader.remaining) else {
            throw .malformed
        }
        self.bytes = bytes
        body = bytes[reader.offset...]
    }

    private static func entries(from reader: inout WireReader) throws -> [Entry] {
        let count = Int(try reader.u16())
        let leastByteCount = 6 + 4 + SealedWire.entryTailByteCount
        guard (1...SealedSenderLimits.maximumRecipientCount).contains(count),
            count * leastByteCount <= reader.remaining
        else { throw SealedSenderError.malformed }
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for _ in 0..<count {
            let address = try Address(from: &reader)
            guard let registrationID = RegistrationID(try reader.u32()),
                entries.last?.address.precedes(address) ?? true
            else { throw SealedSenderError.malformed }
            let offset = try reader.skip(SealedWire.sealedSeedByteCount + SealedWire.tagByteCount)
            // The place of a KEM ciphertext: empty in suite 1.
            guard try reader.u8() == 0 else { throw SealedSenderError.malformed }
            entries.append(Entry(address: address, registrationID: registrationID, offset: offset))
        }
        return entries
    }

    /// The first place, 0.
    public var startIndex: Int { 0 }
    /// The number of recipients, 1 to ``SealedSenderLimits/maximumRecipientCount``.
    public var endIndex: Int { entries.count }

    /// What the recipient at `position` gets; recipients are in the order of their encoded addresses.
    public subscript(position: Int) -> EnvelopePart {
        let entry = entries[position]
        var head: [UInt8] = []
        head.reserveCapacity(SealedWire.receivedHeadByteCount)
        head.append(SealedWire.suite)
        head.append(SealedWire.receivedKind)
        head.append(contentsOf: bytes[2..<2 + X25519.PublicKey.encodedByteCount])
        head.append(contentsOf: bytes[entry.offset..<entry.offset + SealedWire.entryTailByteCount])
        return EnvelopePart(
            address: entry.address, registrationID: entry.registrationID, head: head, body: body)
    }
}

/// What one recipient gets of an envelope.
///
/// Rule SV-6.
public struct EnvelopePart: Hashable, Sendable {
    /// The device that it is for.
    public let address: Address
    /// The installation that it is for; one that the server knows to be replaced can't open it.
    public let registrationID: RegistrationID
    /// The start of the received form, 84 bytes.
    public let head: [UInt8]
    /// The rest of it, shared with the other parts.
    public let body: ArraySlice<UInt8>

    /// The received form in one piece: a copy of the body.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + body.count)
        bytes.append(contentsOf: head)
        bytes.append(contentsOf: body)
        return bytes
    }
}
