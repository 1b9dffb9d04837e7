import SottoWire

/// What a push carries: read, and nothing of it opened or believed.
///
/// Anybody who has the device's token can send a push. Only the envelope in it is authenticated, when it is opened; form, call and
/// times are the server's word, and the push service's.
///
/// Rules PP-1, PP-2, PP-13 to PP-16.
public struct DecodedPush: Hashable, Sendable {
    /// What the content is.
    public let form: PushForm

    /// The sealed envelope or, in the form `fetch`, the id: 1 byte or more.
    public let content: [UInt8]

    /// Whether it came as a push for a call.
    ///
    /// The call itself is what the envelope says.
    public let isCall: Bool

    /// When the server got the envelope, in milliseconds since 1970.
    public let serverTime: UInt64?

    /// When the push is over, in milliseconds since 1970; a push for a call has it.
    public let expiry: UInt64?

    /// The length of the binary form, with its zeros.
    public let byteCount: Int

    /// The key of the value in JSON: `sotto`.
    public static let key = "sotto"

    static let keyBytes = Array(key.utf8)

    /// Reads a push that is JSON: what APNs carried, or FCM's `data`.
    ///
    /// - Throws: ``PushDecodingError``: the first fault, from the first byte to the last. Whatever it is, show the neutral text.
    public init(json: [UInt8]) throws(PushDecodingError) {
        try Self.check(json.count)
        var reader = PushJSONReader(json)
        try self.init(form: reader.payload())
    }

    /// Reads the value that stands under ``key``: what an extension finds in `userInfo`, a VoIP push in `dictionaryPayload`, and Android in
    /// the message's data.
    ///
    /// - Throws: ``PushDecodingError``; also when it is longer than any push.
    public init(value: String) throws(PushDecodingError) {
        let count = value.utf8.count
        try Self.check(count)
        let text = Array(value.utf8)
        guard let bytes = Base64.decode(text.span) else { throw .malformedBase64 }
        try self.init(form: bytes)
    }

    /// Reads a binary form: the body of a Web Push message, decrypted, or a raw push.
    ///
    /// - Throws: ``PushDecodingError``.
    public init(binary bytes: [UInt8]) throws(PushDecodingError) {
        try Self.check(bytes.count)
        try self.init(form: bytes)
    }

    private static func check(_ byteCount: Int) throws(PushDecodingError) {
        guard byteCount <= PushLimits.maximumByteCount else { throw .tooLarge(byteCount) }
    }

    private init(form bytes: [UInt8]) throws(PushDecodingError) {
        guard let version = bytes.first else { throw .malformed }
        guard version == PushFrame.version else { throw .unsupportedVersion(version) }
        do throws(WireError) {
            var reader = WireReader(bytes, at: 1)
            let second = try reader.u8()
            guard second & 0x80 == 0, let form = PushForm(rawValue: second & PushFrame.formMask) else {
                throw .malformed
            }
            let serverTime = second & PushFrame.serverTimeFlag == 0 ? nil : try reader.u64()
            let expiry = second & PushFrame.expiryFlag == 0 ? nil : try reader.u64()
            let count = Int(try reader.u16())
            let most = form == .fetch ? PushLimits.maximumFetchIDByteCount : PushLimits.maximumByteCount
            guard (1...most).contains(count) else { throw .malformed }
            let content = try reader.take(count)
            guard Self.isZero(bytes.span, from: reader.offset) else { throw .malformed }
            self.form = form
            self.content = content
            self.serverTime = serverTime
            self.expiry = expiry
            isCall = second & PushFrame.callFlag != 0
            byteCount = bytes.count
        } catch {
            throw .malformed
        }
    }

    /// Whether all bytes from an offset on are zero, sixteen at a time.
    private static func isZero(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var offset = start
        var sum: UInt8 = 0
        while bytes.count - offset >= 16 {
            let part = bytes.extracting(offset..<offset + 16)
            for index in 0..<16 { sum |= part[index] }
            offset += 16
        }
        while offset < bytes.count {
            sum |= bytes[offset]
            offset += 1
        }
        return sum == 0
    }
}

extension DecodedPush {
    /// The envelope to open: of the message, or of its preview.
    public var envelope: [UInt8]? { form == .fetch ? nil : content }

    /// The id to fetch the message by.
    public var fetchID: [UInt8]? { form == .fetch ? content : nil }

    /// Whether the push is over at an instant, in milliseconds since 1970.
    public func isExpired(at now: UInt64) -> Bool { expiry.map { $0 <= now } ?? false }

    /// The binary form: the bytes that were read.
    public var encoded: [UInt8] {
        PushFrame.bytes(
            form, content, head: PushFrame.Head(isCall: isCall, serverTime: serverTime, expiry: expiry),
            byteCount: byteCount)
    }
}
