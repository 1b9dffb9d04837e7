/// Numbers with a sign as protobuf's sint32 writes them: 0, −1, 1, −2 as 0, 1, 2, 3.
///
/// Rule CN-1.
enum ZigZag {
    static func wire(_ value: Int32) -> UInt64 { UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))) }

    /// The number; nil when it has more than 32 bits.
    static func value(_ wire: UInt64) -> Int32? {
        guard let wire = UInt32(exactly: wire) else { return nil }
        return Int32(bitPattern: wire >> 1) ^ -Int32(bitPattern: wire & 1)
    }
}
