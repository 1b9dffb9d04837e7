/// The network between the devices: carries packets, counts them, and sees nothing else of the conversation.
struct Wire {
    private(set) var packetCount = 0
    private(set) var byteCount = 0

    /// Carries bytes once.
    mutating func carry(_ bytes: [UInt8]) {
        packetCount += 1
        byteCount += bytes.count
    }

    /// What can be seen of bytes: kind, size, the first of them.
    static func sight(of bytes: [UInt8]) -> String {
        Figures.padded(kind(of: bytes), to: 15) + Figures.aligned(Figures.grouped(bytes.count), to: 7)
            + " B  " + Figures.hex(bytes, byteCount: 12)
    }

    /// The second byte says it (rules EN-9 and SM-1).
    private static func kind(of bytes: [UInt8]) -> String {
        switch bytes.dropFirst().first {
        case 1: "prekey message"
        case 2: "session message"
        case 3: "prekey bundle"
        case 5: "sealed envelope"
        case 6: "group envelope"
        default: "unknown"
        }
    }

    /// Whether the start of a content of ``shortestSearched`` bytes or more, or all of it, can be read in a packet.
    static func shows(_ content: [UInt8], in packet: [UInt8]) -> Bool {
        guard content.count >= shortestSearched else { return false }
        let start = content.prefix(shortestSearched)
        return packet.indices.contains { packet[$0...].starts(with: start) }
    }

    /// Shorter contents could stand in a header or a ciphertext by chance.
    static let shortestSearched = 16
}
