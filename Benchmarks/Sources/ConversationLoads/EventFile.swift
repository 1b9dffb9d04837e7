#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import SottoMessages

/// Encoded events in a file: their count, then each after its length, all as four bytes; read one after another.
@safe public final class EventFile {
    private let file: UnsafeMutablePointer<FILE>
    /// How many events there are, which a store knows too.
    public let count: Int

    /// Opens a file for reading.
    public init(reading path: String) throws {
        guard let file = unsafe fopen(path, "rb") else { throw LoadError("can't read \(path)") }
        unsafe self.file = file
        var count: UInt32 = 0
        guard unsafe fread(&count, 4, 1, file) == 1 else { throw LoadError("\(path) is empty") }
        self.count = Int(count)
    }

    deinit { unsafe fclose(file) }

    /// The next event's bytes; nil at the end.
    public func next() -> [UInt8]? {
        var length: UInt32 = 0
        guard unsafe fread(&length, 4, 1, file) == 1 else { return nil }
        let count = Int(length)
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            unsafe initialized = fread(bytes.baseAddress, 1, count, file)
        }
    }

    /// Writes the events of a history.
    public static func write(_ history: History, to path: String) throws {
        guard let file = unsafe fopen(path, "wb") else { throw LoadError("can't write \(path)") }
        defer { unsafe fclose(file) }
        var count = UInt32(history.events.count)
        guard unsafe fwrite(&count, 4, 1, file) == 1 else { throw LoadError("can't write \(path)") }
        for event in history.events {
            let bytes = try event.encoded()
            var length = UInt32(bytes.count)
            guard unsafe fwrite(&length, 4, 1, file) == 1,
                unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count
            else { throw LoadError("can't write \(path)") }
        }
    }

    /// The most memory that this process had at once, in bytes; 0 where the system doesn't tell.
    public static func peakByteCount() -> Int {
        guard let file = unsafe fopen("/proc/self/status", "rb") else { return 0 }
        defer { unsafe fclose(file) }
        let status = unsafe [UInt8](unsafeUninitializedCapacity: 8_192) { bytes, initialized in
            unsafe initialized = fread(bytes.baseAddress, 1, 8_192, file)
        }
        for line in status.split(separator: 0x0A) where line.starts(with: "VmHWM:".utf8) {
            return 1_024 * line.reduce(0) { (0x30...0x39).contains($1) ? $0 * 10 + Int($1 - 0x30) : $0 }
        }
        return 0
    }

    /// A clock that only goes forward, in nanoseconds.
    public static func now() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
