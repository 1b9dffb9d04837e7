internal import Clibsodium

/// A heap block for the states and intermediate values of one computation, wiped when it ends.
///
/// Hash states hold key material, so they live here and never on the stack.
@safe
struct SecretScratch: ~Copyable {
    let base: UnsafeMutableRawPointer
    private let block: UnsafeMutableRawPointer
    private let byteCount: Int

    // libsodium's BLAKE2b state wants 64-byte alignment; rounding up inside a larger block is faster
    // than asking the allocator for it.
    private static let alignment = 64

    @inline(__always)
    init(byteCount: Int) {
        unsafe block = UnsafeMutableRawPointer.allocate(byteCount: byteCount + Self.alignment, alignment: 16)
        unsafe base = block.alignedUp(toMultipleOf: Self.alignment)
        self.byteCount = byteCount
    }

    deinit {
        unsafe sodium_memzero(base, byteCount)
        unsafe block.deallocate()
    }

    @inline(__always)
    func bytes(at offset: Int) -> UnsafeMutablePointer<UInt8> {
        unsafe (base + offset).assumingMemoryBound(to: UInt8.self)
    }

    @inline(__always)
    func pointer<T>(to type: T.Type, at offset: Int) -> UnsafeMutablePointer<T> {
        unsafe (base + offset).assumingMemoryBound(to: type)
    }
}
