#if os(Linux)
import Glibc

/// Looks for 32 secret bytes in the memory of this process, through /proc/self/mem.
///
/// Heap, stacks, guarded memory and what was freed are read, as far as they are readable. Whoever looks holds the
/// bytes only masked, and the buffer that memory is read into is left out, so that a search doesn't find itself.
/// Either half of the 32 bytes counts: an allocator overwrites the beginning of what is freed.
public enum MemoryScan {
    /// What each masked byte differs by from the byte that is looked for.
    public static let mask: UInt8 = 0xA5
    private static let chunkByteCount = 1 << 20
    private static let halfByteCount = 16

    struct Failure: Error {}

    struct Region {
        let start: UInt
        let end: UInt
    }

    /// How many halves of the bytes are found, whose masked form is given.
    public static func count(masked: [UInt8]) throws -> Int {
        precondition(masked.count == 2 * halfByteCount)
        let memory = unsafe open("/proc/self/mem", O_RDONLY)
        guard memory >= 0 else { throw Failure() }
        defer { close(memory) }
        let size = chunkByteCount
        guard
            let buffer = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            unsafe buffer != UnsafeMutableRawPointer(bitPattern: -1)
        else { throw Failure() }
        defer { unsafe munmap(buffer, size) }
        let own = Region(start: UInt(bitPattern: buffer), end: UInt(bitPattern: buffer) + UInt(size))

        let halves = [Array(masked[..<halfByteCount]), Array(masked[halfByteCount...])]
        var found = 0
        for region in try regions().flatMap({ $0.without(own) }) {
            var offset = region.start
            while offset < region.end {
                let wanted = Int(min(UInt(size), region.end - offset))
                let got = unsafe pread(memory, buffer, wanted, off_t(offset))
                // What another thread has unmapped meanwhile can't be read.
                guard got >= halfByteCount else { break }
                for half in halves {
                    found += unsafe count(half, in: UnsafeRawBufferPointer(start: buffer, count: got))
                }
                guard got == wanted, wanted == size else { break }
                // The next chunk starts where a half that began in this one would be whole.
                offset += UInt(size - halfByteCount + 1)
            }
        }
        return found
    }

    private static func count(_ half: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        var found = 0
        var offset = 0
        let last = bytes.count - half.count
        let first = Int32(half[0] ^ mask)
        while offset <= last, let place = unsafe memchr(base + offset, first, last - offset + 1) {
            offset = unsafe place - UnsafeMutableRawPointer(mutating: base)
            var length = 1
            while length < half.count, unsafe bytes[offset + length] ^ mask == half[length] { length += 1 }
            if length == half.count { found += 1 }
            offset += 1
        }
        return found
    }

    /// What is readable and either writable or backed by no file.
    private static func regions() throws -> [Region] {
        try maps().split(separator: "\n").compactMap { line in
            let columns = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            guard columns.count >= 5 else { return nil }
            let name = columns.count == 6 ? columns[5].drop { $0 == " " } : ""
            let bounds = columns[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            let isWritable = columns[1].dropFirst().first == "w"
            guard bounds.count == 2, columns[1].first == "r", isWritable || name.isEmpty else { return nil }
            // A sanitizer's shadow is as large as the address space and holds no data.
            guard !name.hasPrefix("[v"), bounds[1] - bounds[0] < 1 << 33 else { return nil }
            return Region(start: bounds[0], end: bounds[1])
        }
    }

    private static func maps() throws -> String {
        let file = unsafe open("/proc/self/maps", O_RDONLY)
        guard file >= 0 else { throw Failure() }
        defer { close(file) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(file, &chunk, chunk.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += chunk[..<count]
        }
    }
}

extension MemoryScan.Region {
    /// The region but for another one.
    fileprivate func without(_ other: MemoryScan.Region) -> [MemoryScan.Region] {
        guard start < other.end, other.start < end else { return [self] }
        let (before, after) = (
            MemoryScan.Region(start: start, end: max(start, other.start)),
            MemoryScan.Region(start: min(end, other.end), end: end)
        )
        return [before, after].filter { $0.start < $0.end }
    }
}
#endif
