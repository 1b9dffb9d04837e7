extension Span where Element == UInt8 {
    /// Lends a pointer to the bytes; an empty span lends a pointer that must not be read.
    ///
    /// libsodium's parameters are imported as non-optional, while the base of an empty span is nil. A
    /// zero length tells libsodium to read nothing, so any address serves.
    @inline(__always)
    func withPointer<R: ~Copyable, E: Error>(
        _ body: (UnsafePointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        unsafe try withUnsafeBufferPointer { (buffer) throws(E) -> R in
            if let base = buffer.baseAddress { return unsafe try body(base) }
            var nothing: UInt8 = 0
            return unsafe try withUnsafePointer(to: &nothing) { (pointer) throws(E) -> R in
                unsafe try body(pointer)
            }
        }
    }
}
