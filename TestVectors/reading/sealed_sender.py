"""Certificates, sealed envelopes, access keys and splitting (Specs/SealedSender.md, Specs/Server.md)."""

import hashlib
import hmac
from dataclasses import dataclass

from nacl import bindings

from curves import BASE, Q, agree, add, compress, decompress, is_small_order, multiply, negate, public_key
from encoding import (
    P25519,
    SUITE,
    Reader,
    Refused,
    encode_address,
    encode_key,
    encode_list,
    require,
    u8,
    u16,
    u32,
    u64,
    varint,
)

KIND_RECEIVED, KIND_SENT, KIND_SENDER_CERTIFICATE, KIND_SERVER_CERTIFICATE = 5, 6, 7, 8
DAY = 86_400_000
RECEIPT_AGE, RECEIPT_LEAD, LIFETIME = 30 * DAY, 10 * 60_000, 7 * DAY
CERTIFICATE_SIZES = range(118, 478 + 1)
GROUP_LIMIT, MESSAGE_LIMIT, RECIPIENT_LIMIT = 64, 66_560, 5_000
ENCRYPTED_SIZES = range(138, 67_122 + 1)
TIME_MAX = 2**64 - 1


def blake2b(size: int, message: bytes, key: bytes = b"") -> bytes:
    return hashlib.blake2b(message, digest_size=size, key=key).digest()


def kdf(key: bytes, context: bytes, size: int) -> bytes:
    """libsodium's crypto_kdf_blake2b with id 1."""
    salt = (1).to_bytes(8, "little") + bytes(8)
    return hashlib.blake2b(b"", digest_size=size, key=key, salt=salt, person=context + bytes(8)).digest()


def clamped(scalar: bytes) -> bytes:
    """RFC 7748, section 5."""
    a = bytearray(scalar)
    a[0] &= 248
    a[31] = a[31] & 127 | 64
    return bytes(a)


def ed25519_public(seed: bytes) -> bytes:
    return bindings.crypto_sign_seed_keypair(seed)[0]


def ed25519_sign(seed: bytes, message: bytes) -> bytes:
    return bindings.crypto_sign(message, bindings.crypto_sign_seed_keypair(seed)[1])[:64]


def ed25519_valid(key: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, section 5.1.7, with the checks that the deviations name."""
    s = int.from_bytes(signature[32:], "little")
    value = int.from_bytes(key, "little")
    y, sign = value & (2**255 - 1), value >> 255
    if s >= Q or y >= P25519:
        return False
    a = decompress(y, sign)
    if a is None or is_small_order(a):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % Q
    computed = add(multiply(s, BASE), negate(multiply(h, a)))
    return not is_small_order(computed) and compress(computed) == signature[:32]


def root_id(root: bytes) -> bytes:
    """SS-1."""
    return blake2b(32, encode_list(b"Sotto/1 trust root", root))[:8]


@dataclass(frozen=True)
class ServerCertificate:
    """SS-2."""

    id: int
    key: bytes
    root_id: bytes
    signature: bytes

    @staticmethod
    def signed(number: int, key: bytes, root: bytes) -> bytes:
        return encode_list(b"Sotto/1 server certificate", u8(SUITE), u32(number), key, root)

    @staticmethod
    def issue(root_seed: bytes, number: int, key: bytes) -> "ServerCertificate":
        root = ed25519_public(root_seed)
        signature = ed25519_sign(root_seed, ServerCertificate.signed(number, key, root))
        return ServerCertificate(number, key, root_id(root), signature)

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_SERVER_CERTIFICATE) + u32(self.id) + self.key + self.root_id + self.signature)

    @staticmethod
    def read(reader: Reader) -> "ServerCertificate":
        start(reader, KIND_SERVER_CERTIFICATE)
        return ServerCertificate(reader.u32(), reader.take(32), reader.take(8), reader.take(64))

    @staticmethod
    def decode(data: bytes) -> "ServerCertificate":
        reader = Reader(data)
        certificate = ServerCertificate.read(reader)
        reader.end()
        return certificate


@dataclass(frozen=True)
class SenderCertificate:
    """SS-3. The identity key is the bare u."""

    user: bytes
    device: int
    identity: bytes
    expires_at: int
    server: ServerCertificate | int
    signature: bytes

    @property
    def server_id(self) -> int:
        return self.server if isinstance(self.server, int) else self.server.id

    @staticmethod
    def signed(user: bytes, device: int, identity: bytes, expires_at: int, number: int, key: bytes) -> bytes:
        return encode_list(b"Sotto/1 sender certificate", u8(SUITE), encode_address(user, device),
                           encode_key(identity), u64(expires_at), u32(number), key)

    def encode(self) -> bytes:
        server = u8(0) + u32(self.server) if isinstance(self.server, int) else u8(1) + self.server.encode()
        return (u8(SUITE) + u8(KIND_SENDER_CERTIFICATE) + encode_address(self.user, self.device)
                + encode_key(self.identity) + u64(self.expires_at) + server + self.signature)

    @staticmethod
    def read(reader: Reader) -> "SenderCertificate":
        start(reader, KIND_SENDER_CERTIFICATE)
        user, device = reader.address()
        identity, expires_at = reader.key(), reader.u64()
        server = ServerCertificate.read(reader) if reader.present() else reader.u32()
        return SenderCertificate(user, device, identity, expires_at, server, reader.take(64))

    @staticmethod
    def decode(data: bytes) -> "SenderCertificate":
        reader = Reader(data)
        certificate = SenderCertificate.read(reader)
        reader.end()
        return certificate


def start(reader: Reader, kind: int) -> None:
    """Suite and kind; no bytes are malformed (EN-9)."""
    require(reader.left() > 0)
    require(reader.first_bytes() == kind)


@dataclass(frozen=True)
class Belief:
    """What is believed, and when it is judged (SS-4, SS-6)."""

    roots: list[bytes]
    known: list[ServerCertificate]
    revoked: list[int]
    received_at: int | None
    now: int

    def check(self) -> None:
        """SS-4."""
        for one in self.known:
            require(all(one == other for other in self.known if other.id == one.id), "conflictingServerCertificate")

    def time(self) -> int:
        """SS-6."""
        if self.received_at is None:
            return self.now
        return min(max(self.received_at, max(0, self.now - RECEIPT_AGE)), min(TIME_MAX, self.now + RECEIPT_LEAD))

    def verify(self, certificate: SenderCertificate) -> None:
        """SS-5."""
        known = next((one for one in self.known if one.id == certificate.server_id), None)
        server = certificate.server
        if isinstance(server, int):
            require(known is not None, "unknownServerCertificate")
            server = known
        else:
            require(known is None or known.key == server.key, "conflictingServerCertificate")
        roots = [root for root in self.roots if root_id(root) == server.root_id]
        require(bool(roots), "untrustedCertificate")
        require(server.id not in self.revoked, "certificateRevoked")
        require(any(ed25519_valid(root, ServerCertificate.signed(server.id, server.key, root), server.signature)
                    for root in roots), "signatureInvalid")
        signed = SenderCertificate.signed(certificate.user, certificate.device, certificate.identity,
                                          certificate.expires_at, server.id, server.key)
        require(ed25519_valid(server.key, signed, certificate.signature), "signatureInvalid")
        time = self.time()
        require(certificate.expires_at > time, "certificateExpired")
        require(certificate.expires_at <= time + LIFETIME, "certificateTooLong")


@dataclass(frozen=True)
class Device:
    """A recipient; the identity key is the bare u."""

    user: bytes
    device: int
    registration_id: int
    identity: bytes

    @property
    def address(self) -> bytes:
        return encode_address(self.user, self.device)


@dataclass(frozen=True)
class Content:
    """SS-8."""

    certificate: SenderCertificate
    hint: int
    group_id: bytes
    message: bytes

    def encode(self) -> bytes:
        certificate = self.certificate.encode()
        return (varint(len(certificate)) + certificate + u8(self.hint) + u8(len(self.group_id)) + self.group_id
                + self.message)

    @staticmethod
    def decode(data: bytes) -> "Content":
        reader = Reader(data)
        size = reader.varint()
        require(size in CERTIFICATE_SIZES)
        certificate = SenderCertificate.decode(reader.take(size))
        hint = reader.u8()
        size = reader.u8()
        require(size <= GROUP_LIMIT)
        group_id = reader.take(size)
        require(1 <= reader.left() <= MESSAGE_LIMIT)
        return Content(certificate, hint, group_id, reader.take(reader.left()))


def aead_data(ephemeral: bytes) -> bytes:
    return encode_list(b"Sotto/1 sealed content", u8(SUITE), encode_key(ephemeral))


def seed_keys(seed: bytes) -> tuple[bytes, bytes]:
    """SS-11: the content key, and e."""
    keys = kdf(seed, b"SottoSS1", 64)
    return keys[:32], clamped(keys[32:])


def masked(seed: bytes, agreement: bytes, ephemeral: bytes, recipient: bytes) -> bytes:
    """SS-12: C of a seed, or the seed of C."""
    pad = blake2b(32, encode_list(b"Sotto/1 sealed seed", encode_key(ephemeral), encode_key(recipient)), agreement)
    return bytes(a ^ b for a, b in zip(seed, pad))


def seal_tag(agreement: bytes, sender: bytes, to: Device, ephemeral: bytes, sealed_seed: bytes, body: bytes) -> bytes:
    """SS-13."""
    key = blake2b(32, encode_list(b"Sotto/1 sealing key", encode_key(sender), encode_key(to.identity)), agreement)
    return blake2b(16, encode_list(
        b"Sotto/1 sealing tag", u8(SUITE), encode_key(ephemeral), sealed_seed, encode_key(sender),
        encode_key(to.identity), to.address, u32(to.registration_id), blake2b(32, body)), key)


def seal(private: bytes, content: Content, random: bytes, recipients: list[Device]) -> tuple[bytes, list[bytes]]:
    """SS-10 to SS-15: the sent form, and what each recipient gets."""
    secret = clamped(private)
    sender = public_key(secret)
    plain = content.encode()
    seed = blake2b(32, random + plain, kdf(secret, b"SottoSH1", 32))
    key, e = seed_keys(seed)
    ephemeral = public_key(e)
    body = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, aead_data(ephemeral), bytes(24), key)
    entries, received = b"", []
    for to in sorted(recipients, key=lambda device: device.address):
        sealed_seed = masked(seed, agree(e, to.identity), ephemeral, to.identity)
        tag = seal_tag(agree(secret, to.identity), sender, to, ephemeral, sealed_seed, body)
        entries += to.address + u32(to.registration_id) + sealed_seed + tag + u8(0)
        received.append(u8(SUITE) + u8(KIND_RECEIVED) + encode_key(ephemeral) + sealed_seed + tag + u8(0) + body)
    sent = (u8(SUITE) + u8(KIND_SENT) + encode_key(ephemeral) + u16(len(recipients)) + entries + body)
    return sent, received


def open_envelope(data: bytes, private: bytes, me: Device, belief: Belief) -> Content:
    """SS-14, SS-17 to SS-19."""
    reader = Reader(data)
    start(reader, KIND_RECEIVED)
    ephemeral, sealed_seed, tag = reader.key(), reader.take(32), reader.take(16)
    require(reader.u8() == 0 and reader.left() in ENCRYPTED_SIZES)
    body = reader.take(reader.left())
    try:
        content = authenticated(ephemeral, sealed_seed, tag, body, clamped(private), me)
    except Refused:
        raise Refused("notAuthentic") from None
    belief.verify(content.certificate)
    require((content.certificate.user, content.certificate.device) != (me.user, me.device), "selfSent")
    return content


def authenticated(ephemeral: bytes, sealed_seed: bytes, tag: bytes, body: bytes, secret: bytes, me: Device) -> Content:
    """Steps 2 to 4 of SS-17."""
    seed = masked(sealed_seed, agree(secret, ephemeral), ephemeral, me.identity)
    key, e = seed_keys(seed)
    require(hmac.compare_digest(public_key(e), ephemeral))
    try:
        plain = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(body, aead_data(ephemeral), bytes(24), key)
    except Exception:
        raise Refused("notAuthentic") from None
    content = Content.decode(plain)
    sender = content.certificate.identity
    require(hmac.compare_digest(
        tag, seal_tag(agree(secret, sender), sender, me, ephemeral, sealed_seed, body)))
    return content


def split(data: bytes) -> list[bytes]:
    """SS-15, SV-5, SV-6."""
    require(len(data) <= 2 + 33 + 2 + RECIPIENT_LIMIT * (260 + 53) + ENCRYPTED_SIZES[-1])
    reader = Reader(data)
    start(reader, KIND_SENT)
    ephemeral, count = reader.key(), reader.u16()
    require(1 <= count <= RECIPIENT_LIMIT and count * 59 <= reader.left())
    heads, last = [], b""
    for _ in range(count):
        address = encode_address(*reader.address())
        require(reader.u32() >= 1 and address > last)
        last = address
        seal_bytes = reader.take(32 + 16)
        require(reader.u8() == 0)
        heads.append(u8(SUITE) + u8(KIND_RECEIVED) + encode_key(ephemeral) + seal_bytes + u8(0))
    require(reader.left() in ENCRYPTED_SIZES)
    body = reader.take(reader.left())
    return [head + body for head in heads]


def access_key(profile_key: bytes) -> bytes:
    """SS-21."""
    return kdf(profile_key, b"SottoAK1", 16)


def access_token(profile_key: bytes) -> bytes:
    """SS-21."""
    return u8(1) + u8(16) + access_key(profile_key)
