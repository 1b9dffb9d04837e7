#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One end of a local socket that carries frames, one call after the other.
final class Connection {
    private let descriptor: Int32
    private var received: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)

    /// Takes over an open socket.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
        var on: Int32 = 1
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    /// Says that nothing more will be sent.
    func finish() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Two ends that are connected; programs that are started later inherit neither.
    static func pair() throws(ConnectionFailure) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = Int32(SOCK_STREAM)
        #endif
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .noSocket }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Whether a descriptor is a socket at all.
    static func isSocket(_ descriptor: Int32) -> Bool {
        var kind: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &size) == 0
    }

    func send(_ frame: Frame) throws(ConnectionFailure) {
        let body = frame.body
        let bytes = Frame.bytes(of: UInt32(truncatingIfNeeded: body.count)) + body
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe write(UnsafeRawBufferPointer(rebasing: buffer[sent...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            sent += count
        }
    }

    /// The next frame, or nothing when the other end has closed.
    func receive() throws(ConnectionFailure) -> Frame? {
        guard try fill(4, orEnd: true) else { return nil }
        guard let count = Frame.number(received[...]), count <= Frame.maximumByteCount else {
            throw .malformed
        }
        _ = try fill(4 + count, orEnd: false)
        guard let frame = Frame(body: Array(received[4..<4 + count])) else { throw .malformed }
        received.removeFirst(4 + count)
        return frame
    }

    /// Reads until `count` bytes are there.
    private func fill(_ count: Int, orEnd: Bool) throws(ConnectionFailure) -> Bool {
        while received.count < count {
            let size = unsafe chunk.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if size < 0, errno == EINTR { continue }
            if size == 0, orEnd, received.isEmpty { return false }
            guard size > 0 else { throw .ended }
            received.append(contentsOf: chunk[..<size])
        }
        return true
    }

    /// Writes without the signal that ends a program whose reader is gone.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        return unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Musl)
        return unsafe Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
        return unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
}

/// Why two processes can't talk.
enum ConnectionFailure: DemoFailure {
    case noSocket
    case ended
    case malformed

    var message: String {
        switch self {
        case .noSocket: "no socket could be made"
        case .ended: "the other end of the socket has closed"
        case .malformed: "what came over the socket isn't a frame"
        }
    }

    var status: ExitStatus { .differed }
}
