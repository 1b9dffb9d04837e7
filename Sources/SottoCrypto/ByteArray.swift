extension [UInt8] {
    /// Makes `count` bytes, 1 or more, by letting `fill` write them; it returns how many it wrote.
    ///
    /// Grows an empty array. An initialiser that allocates looks the type of its storage up on each
    /// call, which costs as much as hashing a block.
    @inline(__always)
    init(byteCount count: Int, unsafeFilledBy fill: (UnsafeMutablePointer<UInt8>) -> Int) {
        self = []
        append(addingCapacity: count) { (span: inout OutputSpan<UInt8>) in
            unsafe span.withUnsafeMutableBufferPointer { buffer, written in
                guard let base = buffer.baseAddress else { return }
                written = unsafe fill(base)
            }
        }
    }
}

extension [UInt8] {
    /// Appends a copy of a secret; whoever holds the array wipes it.
    package mutating func append(_ secret: borrowing SecretBytes) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: secret.base, count: secret.count))
    }
}
