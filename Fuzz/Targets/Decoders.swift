import SottoCrypto
import SottoHandshake
import SottoIdentity
import SottoRatchet
import SottoSafetyNumbers
import SottoSessions
import SottoWire

/// Decoders of what peers and servers send: what is accepted encodes to the same bytes again.
///
/// Rules EN-2, EN-4 to EN-7, EN-10, HS-2, HS-16 to HS-18, HS-20, SM-1 to SM-3, SM-7, SN-5 to SN-8.
enum Decoders {
    static func bundle(_ bytes: [UInt8]) throws {
        guard let bundle = try? PrekeyBundle(bytes) else { return }
        try require(bundle.bytes == bytes, "a bundle encodes to other bytes")
        let now: UInt64 = 1_800_000_000_000
        if let verified = try? bundle.verified(for: bundle.device.address, at: now) {
            try require(verified.bundle == bundle, "a verified bundle is another one")
        }
    }

    static func upload(_ bytes: [UInt8]) throws {
        guard let upload = try? PrekeyUpload(bytes) else { return }
        try require(upload.bytes == bytes, "an upload encodes to other bytes")
        let prekeys = upload.oneTimePrekeys
        try require(prekeys.count <= HandshakeLimits.maximumUploadedPrekeys, "too many one-time prekeys")
        try require(
            zip(prekeys, prekeys.dropFirst()).allSatisfy { $0.id < $1.id }, "ids of an upload don't ascend")
        for oneTimePrekey in [nil, prekeys.first, prekeys.last] {
            let bundle = upload.bundle(oneTimePrekey: oneTimePrekey)
            let read = try? PrekeyBundle(bundle.bytes)
            try require(read == bundle, "the bundle of an upload is none")
            try require(bundle.oneTimePrekey == oneTimePrekey, "a bundle has another one-time prekey")
        }
        let device = upload.device
        let isUsable = device.suites.contains(Suite.x3dh.rawValue) && device.capabilities.isSupported
        let isVerified =
            (try? upload.bundle(oneTimePrekey: nil).verified(for: device.address, at: upload.createdAt))
            != nil
        try require(
            isVerified == (upload.isSignatureValid && isUsable), "an upload and its bundle are judged apart")
    }

    static func message(_ bytes: [UInt8]) throws {
        guard let received = try? ReceivedBytes(bytes) else {
            try require((try? PrekeyMessage(bytes)) == nil, "a malformed message has a handshake part")
            return
        }
        var header: [UInt8] = [Suite.x3dh.rawValue]
        header.append(received.handshake == nil ? WireKind.sessionMessage : WireKind.prekeyMessage)
        header.append(u32: received.selector.value)
        header.append(varint: received.ratchetHeader.index)
        header.append(varint: received.ratchetHeader.previousChainLength)
        header += received.ratchetHeader.ratchetKey.key.bytes.bytes
        received.handshake?.append(to: &header)
        try require(header.count == received.headerByteCount, "a header has another length")
        try require(header.elementsEqual(bytes.prefix(header.count)), "a header encodes to other bytes")
        let padded = bytes.count - header.count - 24 - 16
        try require(Padding.byteCounts.contains(padded), "a message of a length that none has")
        let handshake = try? PrekeyMessage(bytes).handshake
        try require(handshake == received.handshake, "two readings of a handshake part differ")
    }

    static func address(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes)
        guard let address = try? Address(from: &reader) else { return }
        var encoded: [UInt8] = []
        address.append(to: &encoded)
        try require(encoded.elementsEqual(bytes.prefix(reader.offset)), "an address encodes to other bytes")
        try require(encoded.count == address.encodedByteCount, "an address has another length")
        try require(!address.description.isEmpty, "an address has no description")
    }

    static func varint(_ bytes: [UInt8]) throws {
        var reader = WireReader(bytes)
        guard let value = try? reader.varint() else { return }
        var encoded: [UInt8] = []
        encoded.append(varint: value)
        try require(encoded.elementsEqual(bytes.prefix(reader.offset)), "a varint encodes to other bytes")
        try require(value <= WireLimits.maximumVarint, "a varint is too large")
    }

    static func reader(_ bytes: [UInt8]) throws {
        var script = Script(bytes)
        let source = script.take(script.next())
        var reader = WireReader(source, at: script.next() - 8)
        while !script.isAtEnd {
            let before = reader.offset
            let isRead: Bool
            switch script.next() % 9 {
            case 0: isRead = (try? reader.u8()) != nil
            case 1: isRead = (try? reader.u16()) != nil
            case 2: isRead = (try? reader.u32()) != nil
            case 3: isRead = (try? reader.u64()) != nil
            case 4: isRead = (try? reader.varint()) != nil
            case 5: isRead = (try? reader.flag()) != nil
            case 6:
                let count = Int(Int32(bitPattern: script.next32()))
                let taken = try? reader.take(count)
                try require(taken.map { $0.count == count } ?? true, "taken bytes have another length")
                isRead = taken != nil
            case 7: isRead = (try? reader.skip(script.next() - 64)) != nil
            default: isRead = (try? reader.finish()) != nil
            }
            try require(reader.offset >= before && reader.offset <= source.count, "a read leaves the bytes")
            try require(reader.remaining == source.count - reader.offset, "remaining is wrong")
            if !isRead { break }
        }
    }

    static func key(_ bytes: [UInt8]) throws {
        var script = Script(bytes)
        let encoded = script.take(X25519.PublicKey.encodedByteCount)
        guard let key = try? X25519.PublicKey(encoded: encoded) else { return }
        try require(key.encoded == encoded, "a key encodes to other bytes")
        let secret = try Fixed.privateKey(0).sharedSecret(with: key)
        let zeros = [UInt8](repeating: 0, count: 32)
        try require(!ConstantTime.isEqual(secret.exposeBytes().span, zeros.span), "an agreement is zero")
        let signature = script.take(XEdDSA.signatureByteCount)
        let message = script.rest()
        _ = XEdDSA.isValid(signature.span, for: message.span, by: key)
    }

    static func padding(_ bytes: [UInt8]) throws {
        guard let content = Padding.remove(from: bytes) else { return }
        let count = Padding.bucket(content.count + 1)
        let zeros = [UInt8](repeating: 0, count: max(0, count - content.count - 1))
        try require(content + [Padding.marker] + zeros == bytes, "content pads to other bytes")
    }

    static func number(_ bytes: [UInt8]) throws {
        let number = try Fixed.number.get()
        let other = SafetyNumber(ours: number.theirs, theirs: number.ours)
        for version in ScannableVersion.allCases {
            switch number.compare(scanned: bytes, version: version) {
            case .match: try require(bytes == other.scannable(version: version), "another code matches")
            case .ownCode: try require(bytes == number.scannable(version: version), "another code is ours")
            case .versionMismatch(let theirs):
                try require(theirs != version.rawValue && theirs < 128, "a version is taken for another one")
            case .mismatch:
                try require(bytes.count == SafetyNumber.scannableByteCount, "a code of another length")
            case .malformed:
                try require(bytes != other.scannable(version: version), "their code is malformed")
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let groups = SafetyNumber.groups(read: text)
        let comparison = number.compare(digits: text)
        try require((groups == nil) == (comparison == .malformed), "two readings of digits differ")
        try require((comparison == .match) == (groups == number.groups), "other digits match")
        try require(
            groups.map { number.compare(digits: $0.joined()) == comparison } ?? true,
            "digits change in reading")
        let differing = number.differingGroups(from: text)
        try require((differing == nil) == (groups == nil), "two readings of digits differ")
        try require(differing?.isEmpty ?? false == (comparison == .match), "other groups differ than digits")
    }

    static func text(_ bytes: [UInt8]) throws {
        if let decoded = try? Hex.decode(String(decoding: bytes, as: UTF8.self)) {
            let lowered = String(decoding: bytes, as: UTF8.self).lowercased()
            try require(Hex.encode(decoded.span) == lowered, "hex encodes to other text")
        }
        if let decoded = try? SecretBytes.decodingHex(bytes.span, byteCount: bytes.count / 2) {
            let lowered = Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
            try require(decoded.hexEncoded().exposeBytes() == lowered, "secret hex encodes to other text")
        }
        let most = bytes.count / 4 * 3
        for byteCount in max(0, most - 2)...most {
            guard let decoded = try? SecretBytes.decodingBase64(bytes.span, byteCount: byteCount) else {
                continue
            }
            try require(decoded.base64Encoded().exposeBytes() == bytes, "base64 encodes to other text")
        }
    }
}
