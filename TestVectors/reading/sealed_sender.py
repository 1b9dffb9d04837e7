"""Certificates, sealed envelopes, access keys (Specs/SealedSender.md) and the server's side (Specs/Server.md)."""

import hashlib
from dataclasses import dataclass, replace

from nacl import bindings
from nacl.exceptions import CryptoError

import curves
from encoding import (
    KIND_RECEIVED_ENVELOPE,
    KIND_SENDER_CERTIFICATE,
    KIND_SENT_ENVELOPE,
    KIND_SERVER_CERTIFICATE,
    LABEL_SEALED_CONTENT,
    LABEL_SEALED_SEED,
    LABEL_SEALING_KEY,
    LABEL_SEALING_TAG,
    LABEL_SENDER_CERTIFICATE,
    LABEL_SERVER_CERTIFICATE,
    LABEL_TRUST_ROOT,
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

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
LAST_INSTANT = 2**64 - 1
CERTIFICATE_SIZES = range(118, 478 + 1)
SEALED_SIZES = range(138, 67_122 + 1)
GROUP_ID_LIMIT = 64
MESSAGE_SIZES = range(1, 66_560 + 1)
RECIPIENT_COUNTS = range(1, 5_000 + 1)
SENT_LIMIT = 2 + 33 + 2 + 5_000 * (53 + 1 + 255 + 4) + 67_122


def blake2b(size: int, message: bytes, key: bytes = b"") -> bytes:
    """BLAKE2b with an output of this many bytes."""
    return hashlib.blake2b(message, digest_size=size, key=key).digest()


def kdf(key: bytes, context: bytes, size: int, number: int = 1) -> bytes:
    """crypto_kdf_blake2b."""
    return hashlib.blake2b(digest_size=size, key=key, salt=number.to_bytes(8, "little") + bytes(8),
                           person=context + bytes(8)).digest()


# Certificates


def root_id(root: bytes) -> bytes:
    """SS-1."""
    return blake2b(32, encode_list(LABEL_TRUST_ROOT, root))[:8]


@dataclass(frozen=True)
class ServerCertificate:
    """SS-2."""

    number: int
    key: bytes
    root_id: bytes
    signature: bytes

    def encode(self) -> bytes:
        return u8(SUITE) + u8(KIND_SERVER_CERTIFICATE) + u32(self.number) + self.key + self.root_id + self.signature

    def signed_bytes(self, root: bytes) -> bytes:
        return encode_list(LABEL_SERVER_CERTIFICATE, u8(SUITE), u32(self.number), self.key, root)

    @staticmethod
    def issue(root_seed: bytes, number: int, key: bytes) -> "ServerCertificate":
        """SV-1."""
        root = curves.ed25519_public(root_seed)
        unsigned = ServerCertificate(number, key, root_id(root), bytes(64))
        return replace(unsigned, signature=curves.ed25519_sign(root_seed, unsigned.signed_bytes(root)))

    @staticmethod
    def read(reader: Reader) -> "ServerCertificate":
        require(reader.first_bytes() == KIND_SERVER_CERTIFICATE)
        return ServerCertificate(reader.u32(), reader.take(32), reader.take(8), reader.take(64))

    @staticmethod
    def decode(data: bytes) -> "ServerCertificate":
        require(data != b"")
        reader = Reader(data)
        certificate = ServerCertificate.read(reader)
        reader.end()
        return certificate


@dataclass(frozen=True)
class SenderCertificate:
    """SS-3. The identity key is a bare u; the server certificate is there in the full form."""

    user: bytes
    device: int
    identity: bytes
    expiry: int
    server_number: int
    server: ServerCertificate | None
    signature: bytes

    def encode(self) -> bytes:
        server = b"\0" + u32(self.server_number) if self.server is None else b"\1" + self.server.encode()
        return (u8(SUITE) + u8(KIND_SENDER_CERTIFICATE) + encode_address(self.user, self.device)
                + encode_key(self.identity) + u64(self.expiry) + server + self.signature)

    def signed_bytes(self, server_key: bytes) -> bytes:
        return encode_list(LABEL_SENDER_CERTIFICATE, u8(SUITE), encode_address(self.user, self.device),
                           encode_key(self.identity), u64(self.expiry), u32(self.server_number), server_key)

    @staticmethod
    def issue(server_seed: bytes, user: bytes, device: int, identity: bytes, expiry: int, server: ServerCertificate,
              inside: bool) -> "SenderCertificate":
        """SV-2, the signature."""
        unsigned = SenderCertificate(user, device, identity, expiry, server.number, server if inside else None, bytes(64))
        signature = curves.ed25519_sign(server_seed, unsigned.signed_bytes(server.key))
        return replace(unsigned, signature=signature)

    @staticmethod
    def decode(data: bytes) -> "SenderCertificate":
        require(data != b"")
        reader = Reader(data)
        require(reader.first_bytes() == KIND_SENDER_CERTIFICATE)
        user, device = reader.address()
        identity = reader.key()
        expiry = reader.u64()
        server = ServerCertificate.read(reader) if reader.present() else None
        number = reader.u32() if server is None else server.number
        certificate = SenderCertificate(user, device, identity, expiry, number, server, reader.take(64))
        reader.end()
        return certificate


@dataclass(frozen=True)
class Belief:
    """SS-4: what is believed, and the times of SS-6."""

    roots: tuple[bytes, ...]
    known: dict[int, ServerCertificate]
    revoked: frozenset[int]
    received_at: int | None
    now: int

    @staticmethod
    def make(roots: list[bytes], known: list[bytes], revoked: list[int], received_at: int | None,
             now: int) -> "Belief":
        by_number: dict[int, ServerCertificate] = {}
        for certificate in map(ServerCertificate.decode, known):
            other = by_number.setdefault(certificate.number, certificate)
            require(other == certificate, "conflictingServerCertificate")
        return Belief(tuple(roots), by_number, frozenset(revoked), received_at, now)

    def check(self, certificate: SenderCertificate) -> None:
        """SS-5."""
        known = self.known.get(certificate.server_number)
        server = certificate.server
        if server is None:
            if known is None:
                raise Refused("unknownServerCertificate")
            server = known
        elif known is not None:
            require(known.key == server.key, "conflictingServerCertificate")
        roots = [root for root in self.roots if root_id(root) == server.root_id]
        require(len(roots) > 0, "untrustedCertificate")
        require(server.number not in self.revoked, "certificateRevoked")
        require(curves.ed25519_verify(roots[0], server.signed_bytes(roots[0]), server.signature), "signatureInvalid")
        require(curves.ed25519_verify(server.key, certificate.signed_bytes(server.key), certificate.signature),
                "signatureInvalid")
        self.check_expiry(certificate.expiry)

    def check_expiry(self, expiry: int) -> None:
        """SS-6."""
        instant = self.now if self.received_at is None else self.received_at
        instant = max(instant, max(0, self.now - 30 * DAY))
        instant = min(instant, min(LAST_INSTANT, self.now + 10 * MINUTE))
        require(expiry > instant, "certificateExpired")
        require(expiry <= instant + 7 * DAY, "certificateTooLong")


# Content


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
        length = reader.varint()
        require(length in CERTIFICATE_SIZES)
        certificate = SenderCertificate.decode(reader.take(length))
        hint = reader.u8()
        length = reader.u8()
        require(length <= GROUP_ID_LIMIT)
        group_id = reader.take(length)
        require(reader.left() in MESSAGE_SIZES)
        return Content(certificate, hint, group_id, reader.take(reader.left()))

    def shown_hint(self) -> int:
        """SS-9."""
        return self.hint if self.hint <= 2 else 0


# Envelopes


@dataclass(frozen=True)
class Recipient:
    """A device; the identity key is a bare u."""

    user: bytes
    device: int
    registration_id: int
    identity: bytes

    def address(self) -> bytes:
        return encode_address(self.user, self.device)


@dataclass(frozen=True)
class Received:
    """SS-14."""

    ephemeral: bytes
    sealed_seed: bytes
    tag: bytes
    sealed: bytes

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_RECEIVED_ENVELOPE) + encode_key(self.ephemeral) + self.sealed_seed + self.tag + b"\0"
                + self.sealed)

    @staticmethod
    def decode(data: bytes) -> "Received":
        require(data != b"")
        reader = Reader(data)
        require(reader.first_bytes() == KIND_RECEIVED_ENVELOPE)
        ephemeral = reader.key()
        sealed_seed = reader.take(32)
        tag = reader.take(16)
        require(reader.u8() == 0)
        require(reader.left() in SEALED_SIZES)
        return Received(ephemeral, sealed_seed, tag, reader.take(reader.left()))


@dataclass(frozen=True)
class Entry:
    """SS-15: what the sent form has for one recipient."""

    user: bytes
    device: int
    registration_id: int
    sealed_seed: bytes
    tag: bytes

    def address(self) -> bytes:
        return encode_address(self.user, self.device)

    def encode(self) -> bytes:
        return self.address() + u32(self.registration_id) + self.sealed_seed + self.tag + b"\0"


@dataclass(frozen=True)
class Sent:
    """SS-15."""

    ephemeral: bytes
    entries: tuple[Entry, ...]
    sealed: bytes

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_SENT_ENVELOPE) + encode_key(self.ephemeral) + u16(len(self.entries))
                + b"".join(entry.encode() for entry in self.entries) + self.sealed)

    @staticmethod
    def decode(data: bytes) -> "Sent":
        """SV-5."""
        require(data != b"" and len(data) <= SENT_LIMIT)
        reader = Reader(data)
        require(reader.first_bytes() == KIND_SENT_ENVELOPE)
        ephemeral = reader.key()
        count = reader.u16()
        require(count in RECIPIENT_COUNTS)
        require(reader.left() >= 59 * count)
        entries: list[Entry] = []
        for _ in range(count):
            user, device = reader.address()
            registration_id = reader.u32()
            require(registration_id >= 1)
            entry = Entry(user, device, registration_id, reader.take(32), reader.take(16))
            require(reader.u8() == 0)
            require(not entries or entries[-1].address() < entry.address())
            entries.append(entry)
        require(reader.left() in SEALED_SIZES)
        return Sent(ephemeral, tuple(entries), reader.take(reader.left()))

    def received(self) -> list[Received]:
        """SV-6."""
        return [Received(self.ephemeral, entry.sealed_seed, entry.tag, self.sealed) for entry in self.entries]


def envelope_keys(seed: bytes) -> tuple[bytes, bytes, bytes]:
    """SS-11: content key, e, E."""
    both = kdf(seed, b"SottoSS1", 64)
    private = curves.clamp(both[32:]).to_bytes(32, "little")
    return both[:32], private, curves.public_key(private)


def content_data(ephemeral: bytes) -> bytes:
    """SS-11: the associated data."""
    return encode_list(LABEL_SEALED_CONTENT, u8(SUITE), encode_key(ephemeral))


def pad(shared: bytes, ephemeral: bytes, recipient: bytes) -> bytes:
    """SS-12; the secret is DH(e, R)."""
    return blake2b(32, encode_list(LABEL_SEALED_SEED, encode_key(ephemeral), encode_key(recipient)), shared)


def exclusive_or(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))


def tag(shared: bytes, sender: bytes, recipient: Recipient, ephemeral: bytes, sealed_seed: bytes,
        sealed: bytes) -> bytes:
    """SS-13; the secret is DH(s, R)."""
    s, r = encode_key(sender), encode_key(recipient.identity)
    key = blake2b(32, encode_list(LABEL_SEALING_KEY, s, r), shared)
    return blake2b(16, encode_list(LABEL_SEALING_TAG, u8(SUITE), encode_key(ephemeral), sealed_seed, s, r,
                                   recipient.address(), u32(recipient.registration_id), blake2b(32, sealed)), key)


def seal(private: bytes, certificate: SenderCertificate, hint: int, group_id: bytes, message: bytes, random: bytes,
         recipients: list[Recipient]) -> Sent:
    """SS-10 to SS-16."""
    assert len(random) == 32
    private = curves.clamp(private).to_bytes(32, "little")
    public = curves.public_key(private)
    require(len(message) in MESSAGE_SIZES, "messageLength")
    require(len(group_id) <= GROUP_ID_LIMIT, "groupIDLength")
    require(certificate.identity == public, "certificateOfAnotherKey")
    require(len(recipients) in RECIPIENT_COUNTS, "recipientCount")
    addresses = [recipient.address() for recipient in recipients]
    require(encode_address(certificate.user, certificate.device) not in addresses, "ownAddress")
    require(len(set(addresses)) == len(addresses), "repeatedRecipient")
    content = Content(certificate, hint, group_id, message).encode()
    seed = blake2b(32, random + content, kdf(private, b"SottoSH1", 32))
    key, ephemeral_private, ephemeral = envelope_keys(seed)
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(content, content_data(ephemeral), bytes(24), key)
    entries = []
    for recipient in sorted(recipients, key=Recipient.address):
        shared = curves.agree(ephemeral_private, recipient.identity)
        sealed_seed = exclusive_or(seed, pad(shared, ephemeral, recipient.identity))
        made = tag(curves.agree(private, recipient.identity), public, recipient, ephemeral, sealed_seed, sealed)
        entries.append(Entry(recipient.user, recipient.device, recipient.registration_id, sealed_seed, made))
    return Sent(ephemeral, tuple(entries), sealed)


def open_envelope(private: bytes, user: bytes, device: int, registration_id: int, data: bytes,
                  belief: Belief) -> Content:
    """SS-17 to SS-19."""
    envelope = Received.decode(data)
    try:
        content = open_content(private, user, device, registration_id, envelope)
    except Refused:
        raise Refused("notAuthentic") from None
    belief.check(content.certificate)
    require((content.certificate.user, content.certificate.device) != (user, device), "selfSent")
    return content


def open_content(private: bytes, user: bytes, device: int, registration_id: int, envelope: Received) -> Content:
    """SS-17, steps 2 to 4; whatever fails is notAuthentic (SS-18)."""
    own = Recipient(user, device, registration_id, curves.public_key(private))
    seed = exclusive_or(envelope.sealed_seed,
                        pad(curves.agree(private, envelope.ephemeral), envelope.ephemeral, own.identity))
    key, _, ephemeral = envelope_keys(seed)
    require(ephemeral == envelope.ephemeral)
    try:
        data = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(envelope.sealed, content_data(ephemeral), bytes(24),
                                                                   key)
    except CryptoError:
        raise Refused("notAuthentic") from None
    content = Content.decode(data)
    sender = content.certificate.identity
    wanted = tag(curves.agree(private, sender), sender, own, ephemeral, envelope.sealed_seed, envelope.sealed)
    require(wanted == envelope.tag)
    return content


# Access keys


def access_key(profile_key: bytes) -> bytes:
    """SS-21."""
    return kdf(profile_key, b"SottoAK1", 16)


def token(key: bytes | None) -> bytes:
    """SS-21."""
    return b"\0\0" if key is None else u8(1) + u8(16) + key


def admits(data: bytes, key: bytes | None) -> bool:
    """SV-3, for a user who restricts senders to those with this key, or one who restricts none."""
    if len(data) < 2 or len(data) != 2 + data[1]:
        return False
    return key is None or data == token(key)
