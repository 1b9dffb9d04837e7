internal import SottoCrypto

/// The version of a scannable form; layout and digits are the same in both.
public enum ScannableVersion: UInt8, Sendable, CaseIterable {
    /// Was used with telephone numbers as identifiers.
    case one = 1
    /// For account identifiers; what is used where nothing is said.
    case two = 2
}

extension SafetyNumber {
    /// The length of the scannable form in bytes: 74.
    public static let scannableByteCount = 74

    /// What a code on our screen holds, for them to scan: 74 bytes.
    ///
    /// Not the same on both sides: each shows its own fingerprint first. Has to be shown as bytes, in a QR code's byte mode.
    ///
    /// Rule SN-4.
    public func scannable(version: ScannableVersion = .two) -> [UInt8] {
        ScannableCode(version: version.rawValue, local: ours, remote: theirs).bytes
    }
}

/// The scannable form, parsed.
///
/// Rules SN-4 and SN-5.
struct ScannableCode {
    let version: UInt8
    /// Of who shows the code.
    let local: Fingerprint
    /// Of who scans it.
    let remote: Fingerprint

    private static let versionTag: UInt8 = 0x08
    private static let localTag: [UInt8] = [0x12, 0x22, 0x0A, 0x20]
    private static let remoteTag: [UInt8] = [0x1A, 0x22, 0x0A, 0x20]

    init(version: UInt8, local: Fingerprint, remote: Fingerprint) {
        self.version = version
        self.local = local
        self.remote = remote
    }

    /// Reads a form of any version; nothing when it isn't one.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var version: UInt8 = 0
        if rest.first == Self.versionTag {
            guard rest.count >= 2 else { return nil }
            version = rest[rest.startIndex + 1]
            // Version 0 isn't written, and a number of two bytes begins with its top bit set.
            guard (1...127).contains(version) else { return nil }
            rest = rest.dropFirst(2)
        }
        guard let local = Self.fingerprint(Self.localTag, &rest),
            let remote = Self.fingerprint(Self.remoteTag, &rest), rest.isEmpty
        else { return nil }
        self.init(version: version, local: local, remote: remote)
    }

    private static func fingerprint(_ tag: [UInt8], _ rest: inout ArraySlice<UInt8>) -> Fingerprint? {
        guard rest.starts(with: tag), let bytes = Bytes32(Array(rest), at: tag.count) else { return nil }
        rest = rest.dropFirst(tag.count + Bytes32.byteCount)
        return Fingerprint(bytes)
    }

    var bytes: [UInt8] {
        [Self.versionTag, version] + Self.localTag + local.bytes.bytes + Self.remoteTag + remote.bytes.bytes
    }
}
