/// An element of the field of 2^255 − 19, for public points only.
///
/// Five limbs of 51 bits: value = l0 + l1·2^51 + l2·2^102 + l3·2^153 + l4·2^204. Between operations each
/// limb stays below 2^52. No branch or index depends on the value, though nothing secret comes here.
struct FieldElement {
    private var l0, l1, l2, l3, l4: UInt64

    private static let mask: UInt64 = (1 << 51) - 1

    static let one = FieldElement(1, 0, 0, 0, 0)

    private init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64, _ l4: UInt64) {
        self.l0 = l0
        self.l1 = l1
        self.l2 = l2
        self.l3 = l3
        self.l4 = l4
    }

    /// Reads 32 little-endian bytes, the top bit left out, values from p on reduced.
    init(_ bytes: Bytes32) {
        let (w0, w1, w2, w3) = bytes.littleEndianWords
        l0 = w0 & Self.mask
        l1 = (w0 >> 51 | w1 << 13) & Self.mask
        l2 = (w1 >> 38 | w2 << 26) & Self.mask
        l3 = (w2 >> 25 | w3 << 39) & Self.mask
        l4 = (w3 >> 12) & Self.mask
    }

    /// The value below p as 32 little-endian bytes.
    var bytes: Bytes32 {
        var t = carried
        // q = 1 exactly when the value is p or more.
        var q = (t.l0 &+ 19) >> 51
        q = (t.l1 &+ q) >> 51
        q = (t.l2 &+ q) >> 51
        q = (t.l3 &+ q) >> 51
        q = (t.l4 &+ q) >> 51
        t.l0 &+= 19 &* q
        t.l1 &+= t.l0 >> 51
        t.l0 &= Self.mask
        t.l2 &+= t.l1 >> 51
        t.l1 &= Self.mask
        t.l3 &+= t.l2 >> 51
        t.l2 &= Self.mask
        t.l4 &+= t.l3 >> 51
        t.l3 &= Self.mask
        t.l4 &= Self.mask
        return Bytes32(
            littleEndianWords: (
                t.l0 | t.l1 << 51, t.l1 >> 13 | t.l2 << 38, t.l2 >> 26 | t.l3 << 25, t.l3 >> 39 | t.l4 << 12
            ))
    }

    private var carried: FieldElement {
        var t = self
        for _ in 0..<2 {
            t.l1 &+= t.l0 >> 51
            t.l0 &= Self.mask
            t.l2 &+= t.l1 >> 51
            t.l1 &= Self.mask
            t.l3 &+= t.l2 >> 51
            t.l2 &= Self.mask
            t.l4 &+= t.l3 >> 51
            t.l3 &= Self.mask
            t.l0 &+= 19 &* (t.l4 >> 51)
            t.l4 &= Self.mask
        }
        return t
    }

    static func + (a: FieldElement, b: FieldElement) -> FieldElement {
        FieldElement(a.l0 &+ b.l0, a.l1 &+ b.l1, a.l2 &+ b.l2, a.l3 &+ b.l3, a.l4 &+ b.l4).carried
    }

    static func - (a: FieldElement, b: FieldElement) -> FieldElement {
        // 2p in limbs, so that no limb falls below zero.
        let p0: UInt64 = (1 << 52) - 38
        let p: UInt64 = (1 << 52) - 2
        let x = a.carried
        let y = b.carried
        return FieldElement(
            x.l0 &+ p0 &- y.l0, x.l1 &+ p &- y.l1, x.l2 &+ p &- y.l2, x.l3 &+ p &- y.l3, x.l4 &+ p &- y.l4
        ).carried
    }

    @inline(__always)
    private static func wide(_ a: UInt64, _ b: UInt64) -> UInt128 {
        let product = a.multipliedFullWidth(by: b)
        return UInt128(product.high) << 64 | UInt128(product.low)
    }

    @inline(__always)
    private static func reduced(
        _ r0: UInt128, _ r1: UInt128, _ r2: UInt128, _ r3: UInt128, _ r4: UInt128
    ) -> FieldElement {
        var (c0, c1, c2, c3, c4) = (r0, r1, r2, r3, r4)
        c1 &+= c0 >> 51
        c2 &+= c1 >> 51
        c3 &+= c2 >> 51
        c4 &+= c3 >> 51
        // With limbs below 2^52 c4 is below 2^107, so 19 times what goes round stays below 2^61.
        let l0 = (UInt64(truncatingIfNeeded: c0) & mask) &+ 19 &* UInt64(truncatingIfNeeded: c4 >> 51)
        return FieldElement(
            l0 & mask, (UInt64(truncatingIfNeeded: c1) & mask) &+ l0 >> 51,
            UInt64(truncatingIfNeeded: c2) & mask, UInt64(truncatingIfNeeded: c3) & mask,
            UInt64(truncatingIfNeeded: c4) & mask)
    }

    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        let b1 = b.l1 &* 19
        let b2 = b.l2 &* 19
        let b3 = b.l3 &* 19
        let b4 = b.l4 &* 19
        let r0 = wide(a.l0, b.l0) &+ wide(a.l1, b4) &+ wide(a.l2, b3) &+ wide(a.l3, b2) &+ wide(a.l4, b1)
        let r1 = wide(a.l0, b.l1) &+ wide(a.l1, b.l0) &+ wide(a.l2, b4) &+ wide(a.l3, b3) &+ wide(a.l4, b2)
        let r2 = wide(a.l0, b.l2) &+ wide(a.l1, b.l1) &+ wide(a.l2, b.l0) &+ wide(a.l3, b4) &+ wide(a.l4, b3)
        let r3 =
            wide(a.l0, b.l3) &+ wide(a.l1, b.l2) &+ wide(a.l2, b.l1) &+ wide(a.l3, b.l0) &+ wide(a.l4, b4)
        let r4 =
            wide(a.l0, b.l4) &+ wide(a.l1, b.l3) &+ wide(a.l2, b.l2) &+ wide(a.l3, b.l1) &+ wide(a.l4, b.l0)
        return reduced(r0, r1, r2, r3, r4)
    }

    @inline(__always)
    private var squared: FieldElement {
        let d0 = l0 &* 2
        let d1 = l1 &* 2
        let d2 = l2 &* 2
        let n3 = l3 &* 19
        let n4 = l4 &* 19
        let r0 = Self.wide(l0, l0) &+ Self.wide(d1, n4) &+ Self.wide(d2, n3)
        let r1 = Self.wide(d0, l1) &+ Self.wide(d2, n4) &+ Self.wide(l3, n3)
        let r2 = Self.wide(d0, l2) &+ Self.wide(l1, l1) &+ Self.wide(l3 &* 2, n4)
        let r3 = Self.wide(d0, l3) &+ Self.wide(d1, l2) &+ Self.wide(l4, n4)
        let r4 = Self.wide(d0, l4) &+ Self.wide(d1, l3) &+ Self.wide(l2, l2)
        return Self.reduced(r0, r1, r2, r3, r4)
    }

    private func squared(times count: Int) -> FieldElement {
        var result = self
        for _ in 0..<count { result = result.squared }
        return result
    }

    /// The value to the power p − 2: its inverse, and 0 for 0.
    var inverse: FieldElement {
        let z2 = squared
        let z9 = z2.squared(times: 2) * self
        let z11 = z9 * z2
        let e5 = z11.squared * z9  // 2^5 − 1
        let e10 = e5.squared(times: 5) * e5
        let e20 = e10.squared(times: 10) * e10
        let e40 = e20.squared(times: 20) * e20
        let e50 = e40.squared(times: 10) * e10
        let e100 = e50.squared(times: 50) * e50
        let e200 = e100.squared(times: 100) * e100
        let e250 = e200.squared(times: 50) * e50
        return e250.squared(times: 5) * z11
    }
}

extension FieldElement {
    /// u of the Montgomery curve for a point of the Edwards curve: (1 + y)/(1 − y), RFC 7748 §4.1.
    static func montgomeryU(edwardsY y: Bytes32) -> Bytes32 {
        let y = FieldElement(y)
        return ((one + y) * (one - y).inverse).bytes
    }

    /// y of the Edwards curve for a point of the Montgomery curve: (u − 1)/(u + 1), RFC 7748 §4.1.
    ///
    /// The caller refuses u = p − 1, for which there is no y.
    static func edwardsY(montgomeryU u: Bytes32) -> Bytes32 {
        let u = FieldElement(u)
        return ((u - one) * (u + one).inverse).bytes
    }
}
