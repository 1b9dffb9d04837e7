"""X25519, the map to the Edwards curve and XEdDSA (Specs/XEdDSA.md), Ed25519 as Specs/SealedSender.md takes it.

The Edwards arithmetic is written out with integers: XE-6 asks for R = sB - hA exactly, also where libraries
refuse a point for reasons of their own. Nothing here is constant-time; this code checks values and holds no secrets.
"""

import hashlib
import hmac

from nacl import bindings

from encoding import P25519, Refused, check_u

Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P25519) % P25519

# Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def add(a: Point, b: Point) -> Point:
    """The complete addition of RFC 8032, section 5.1.4."""
    p = P25519
    m = (a[1] - a[0]) * (b[1] - b[0]) % p
    n = (a[1] + a[0]) * (b[1] + b[0]) % p
    c = 2 * a[3] * b[3] * D % p
    d = 2 * a[2] * b[2] % p
    e, f, g, h = n - m, d - c, d + c, n + m
    return (e * f % p, g * h % p, f * g % p, e * h % p)


def multiply(scalar: int, point: Point) -> Point:
    """Double and add."""
    result = NEUTRAL
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point = add(point, point)
        scalar >>= 1
    return result


def negate(point: Point) -> Point:
    return (-point[0] % P25519, point[1], point[2], -point[3] % P25519)


def compress(point: Point) -> bytes:
    """RFC 8032, section 5.1.2."""
    inverse = pow(point[2], -1, P25519)
    x = point[0] * inverse % P25519
    y = point[1] * inverse % P25519
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decompress(y: int, sign: int) -> Point | None:
    """RFC 8032, section 5.1.3; none where no point of the curve has this y."""
    p = P25519
    square = (y * y - 1) * pow(D * y * y + 1, -1, p) % p
    x = pow(square, (p + 3) // 8, p)
    if x * x % p != square:
        x = x * pow(2, (p - 1) // 4, p) % p
    if x * x % p != square or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = p - x
    return (x, y, 1, x * y % p)


def is_small_order(point: Point) -> bool:
    """8 times it is neutral."""
    return compress(multiply(8, point)) == compress(NEUTRAL)


BASE = decompress(4 * pow(5, -1, P25519) % P25519, 0)
assert BASE is not None


def clamp(private: bytes) -> int:
    """RFC 7748, section 5."""
    a = bytearray(private)
    a[0] &= 248
    a[31] = a[31] & 127 | 64
    return int.from_bytes(a, "little")


def public_key(private: bytes) -> bytes:
    """The u of a private key."""
    return bindings.crypto_scalarmult_base(private)


def agree(private: bytes, public: bytes) -> bytes:
    """DH(a, B), with EN-8."""
    try:
        shared = bindings.crypto_scalarmult(private, public)
    except RuntimeError:
        raise Refused("keyNotContributory") from None
    if shared == bytes(32):
        raise Refused("keyNotContributory")
    return shared


def hkdf(salt: bytes, ikm: bytes, info: bytes, length: int) -> bytes:
    """HKDF-SHA-256 of RFC 5869."""
    prk = hmac.digest(salt, ikm, "sha256")
    out = block = b""
    counter = 1
    while len(out) < length:
        block = hmac.digest(prk, block + info + bytes([counter]), "sha256")
        out += block
        counter += 1
    return out[:length]


def hash_to_scalar(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % Q


def sign(private: bytes, message: bytes, random: bytes) -> bytes:
    """XE-1 to XE-3."""
    assert len(private) == 32 and len(random) == 64
    a = clamp(private)
    encoded = bytearray(compress(multiply(a, BASE)))
    k = -a % Q if encoded[31] >> 7 else a
    encoded[31] &= 127
    prefix = b"\xfe" + b"\xff" * 31
    r = hash_to_scalar(prefix, k.to_bytes(32, "little"), message, random)
    big_r = compress(multiply(r, BASE))
    h = hash_to_scalar(big_r, bytes(encoded), message)
    return big_r + ((r + h * k) % Q).to_bytes(32, "little")


def verify(u: bytes, message: bytes, signature: bytes) -> bool:
    """XE-4 to XE-6; a key that EN-6 or EN-7 refuses verifies nothing."""
    if len(signature) != 64:
        return False
    big_r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= Q:  # covers bit 511
        return False
    try:
        value = int.from_bytes(check_u(u), "little")
    except Refused:
        return False
    if value == P25519 - 1:
        return False
    y = (value - 1) * pow(value + 1, -1, P25519) % P25519
    a = decompress(y, 0)
    if a is None or is_small_order(a):
        return False
    h = hash_to_scalar(big_r, y.to_bytes(32, "little"), message)
    computed = add(multiply(s, BASE), negate(multiply(h, a)))
    return not is_small_order(computed) and compress(computed) == big_r


def ed25519_public(seed: bytes) -> bytes:
    """RFC 8032, section 5.1.5."""
    return compress(multiply(clamp(hashlib.sha512(seed).digest()[:32]), BASE))


def ed25519_sign(seed: bytes, message: bytes) -> bytes:
    """RFC 8032, section 5.1.6."""
    assert len(seed) == 32
    both = hashlib.sha512(seed).digest()
    a, public = clamp(both[:32]), ed25519_public(seed)
    r = hash_to_scalar(both[32:], message)
    big_r = compress(multiply(r, BASE))
    return big_r + ((r + hash_to_scalar(big_r, public, message) * a) % Q).to_bytes(32, "little")


def ed25519_verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, section 5.1.7, as the deviations of Specs/SealedSender.md say: s below the order, no small-order R or
    key, canonical encodings, without the cofactor."""
    assert len(public) == 32 and len(signature) == 64
    big_r, s = signature[:32], int.from_bytes(signature[32:], "little")
    value = int.from_bytes(public, "little")
    y, sign_bit = value % 2**255, value >> 255
    if s >= Q or y >= P25519:
        return False
    a = decompress(y, sign_bit)
    if a is None or is_small_order(a):
        return False
    h = hash_to_scalar(big_r, public, message)
    computed = add(multiply(s, BASE), negate(multiply(h, a)))
    # Comparing encodings refuses an R that isn't canonical.
    return not is_small_order(computed) and compress(computed) == big_r
