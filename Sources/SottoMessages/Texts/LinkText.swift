/// What a reader is told of where a link leads.
///
/// Rule MR-26.
public enum LinkText {
    /// The domain of an address, computed from the address itself, as who sends a preview could claim any other.
    ///
    /// Small letters, without "www."; nil unless it is http or https with a host of letters, digits, dots and
    /// hyphens of ASCII. A host in other letters is nil, too: they can look like ASCII. Its ASCII form, with "xn--", is shown as it is.
    public static func domain(of url: String) -> String? {
        let lowered = url.utf8.prefix(ContentLimits.urlByteCount + 1).map {
            0x41...0x5A ~= $0 ? $0 | 0x20 : $0
        }
        guard lowered.count <= ContentLimits.urlByteCount else { return nil }
        guard let scheme = schemes.first(where: lowered.starts(with:)) else { return nil }
        let authority = lowered.dropFirst(scheme.count).prefix { !ends.contains($0) }
        // Names in front of the host only mislead: nobody is told that such a link leads anywhere.
        guard !authority.contains(UInt8(ascii: "@")) else { return nil }
        var host = authority.prefix { $0 != UInt8(ascii: ":") }
        guard authority.dropFirst(host.count).dropFirst().allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        if host.starts(with: Array("www.".utf8)), host.dropFirst(4).contains(dot) { host = host.dropFirst(4) }
        let labels = host.split(separator: dot, omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isHostByte) }) else {
            return nil
        }
        return String(decoding: host, as: UTF8.self)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
    }

    private static let dot = UInt8(ascii: ".")
    private static let schemes = [Array("https://".utf8), Array("http://".utf8)]
    /// What ends a host; a backslash does for browsers.
    private static let ends = Set("/?#\\".utf8)
}
