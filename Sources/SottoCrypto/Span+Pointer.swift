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

extension Span where Element == UInt8 {
    /// How many bytes are left when the zeros at the end are taken off, eight at a time.
    package var countWithoutTrailingZeros: Int {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return 0 }
            var count = bytes.count
            while count >= 8, unsafe (base + (count - 8)).loadUnaligned(as: UInt64.self) == 0 { count -= 8 }
            while count > 0, unsafe bytes[count - 1] == 0 { count -= 1 }
            return count
        }
    }
}
