"""Bundles, uploads, the X3DH secret, the transcript and exported secrets (Specs/X3DH.md)."""

import hashlib
from dataclasses import dataclass, field
from typing import Any

import curves
from curves import agree, hkdf
from encoding import (
    KIND_BUNDLE,
    KIND_UPLOAD,
    LABEL_EXPORTER,
    LABEL_PREKEY_SIGNATURE,
    LABEL_SESSION_SECRETS,
    LABEL_TRANSCRIPT,
    LABEL_X3DH,
    SUITE,
    Reader,
    encode_address,
    encode_key,
    encode_list,
    require,
    u8,
    u16,
    u32,
    u64,
)

DAY = 24 * 60 * 60 * 1000
CAPABILITIES = 1
UPLOAD_LIMIT = 1_000
ONE_TIME_PREKEY_SIZE = 4 + 33


@dataclass(frozen=True)
class Published:
    """The fields of HS-2 from IK_B to the signature, which bundles and uploads have. Curve keys are bare u here."""

    identity: bytes
    user: bytes
    device: int
    registration_id: int
    suites: bytes
    capabilities: int
    created_at: int
    signed_prekey_id: int
    signed_prekey: bytes
    signature: bytes = bytes(64)

    @staticmethod
    def read(reader: Reader) -> tuple[Any, ...]:
        """These fields in their order; the keys are checked here (HS-3)."""
        identity = reader.key()
        user, device = reader.address()
        registration_id = reader.u32()
        require(registration_id >= 1)
        count = reader.u8()
        require(1 <= count <= 8)
        suites = reader.take(count)
        require(all(a < b for a, b in zip(suites, suites[1:])))
        capabilities = reader.u8()
        require(capabilities >= 1)
        created_at = reader.u64()
        signed_prekey_id = reader.u32()
        signed_prekey = reader.key()
        signature = reader.take(64)
        return (identity, user, device, registration_id, suites, capabilities, created_at, signed_prekey_id,
                signed_prekey, signature)

    def published(self) -> tuple[Any, ...]:
        """What read gives."""
        return (self.identity, self.user, self.device, self.registration_id, self.suites, self.capabilities,
                self.created_at, self.signed_prekey_id, self.signed_prekey, self.signature)

    def encode_published(self) -> bytes:
        out = encode_key(self.identity)
        out += encode_address(self.user, self.device) + u32(self.registration_id)
        out += u8(len(self.suites)) + self.suites + u8(self.capabilities) + u64(self.created_at)
        return out + u32(self.signed_prekey_id) + encode_key(self.signed_prekey) + self.signature

    def covered_kem(self) -> tuple[int, bytes] | None:
        """The KEM prekey under the signature; an upload has none (HS-17)."""
        return None

    def signed_bytes(self) -> bytes:
        """HS-1: what the prekey signature covers."""
        kem = self.covered_kem()
        return encode_list(
            LABEL_PREKEY_SIGNATURE,
            self.suites,
            encode_address(self.user, self.device),
            u32(self.registration_id),
            u64(self.created_at),
            u8(self.capabilities),
            u32(self.signed_prekey_id),
            encode_key(self.signed_prekey),
            b"" if kem is None else u32(kem[0]),
            b"" if kem is None else hashlib.sha256(kem[1]).digest(),
        )

    def signature_valid(self) -> bool:
        """HS-1, HS-17."""
        return curves.verify(self.identity, self.signed_bytes(), self.signature)


@dataclass(frozen=True)
class Bundle(Published):
    """HS-2. What is absent is None."""

    one_time_prekey: tuple[int, bytes] | None = None
    kem: tuple[int, bytes] | None = None
    one_time_kem: tuple[int, bytes, bytes] | None = None
    proof: bytes = b""

    @staticmethod
    def decode(data: bytes) -> "Bundle":
        """HS-2 with EN-9 and EN-10."""
        reader = Reader(data)
        require(reader.first_bytes() == KIND_BUNDLE)
        published = Published.read(reader)
        one_time_prekey = kem = one_time_kem = None
        if reader.present():
            one_time_prekey = (reader.u32(), reader.key())
        if reader.present():
            kem = (reader.u32(), _kem_key(reader))
        if reader.present():
            one_time_kem = (reader.u32(), _kem_key(reader), reader.take(64))
        length = reader.u16()
        require(length <= 4096)
        proof = reader.take(length)
        reader.end()
        return Bundle(*published, one_time_prekey, kem, one_time_kem, proof)

    def encode(self) -> bytes:
        """HS-2."""
        out = bytes([SUITE, KIND_BUNDLE]) + self.encode_published()
        if self.one_time_prekey is None:
            out += b"\0"
        else:
            out += b"\1" + u32(self.one_time_prekey[0]) + encode_key(self.one_time_prekey[1])
        if self.kem is None:
            out += b"\0"
        else:
            out += b"\1" + u32(self.kem[0]) + u16(len(self.kem[1])) + self.kem[1]
        if self.one_time_kem is None:
            out += b"\0"
        else:
            out += b"\1" + u32(self.one_time_kem[0]) + u16(len(self.one_time_kem[1])) + self.one_time_kem[1]
            out += self.one_time_kem[2]
        return out + u16(len(self.proof)) + self.proof

    def covered_kem(self) -> tuple[int, bytes] | None:
        return self.kem

    def verify(self, user: bytes, device: int, now: int) -> None:
        """HS-3, in its order."""
        require((self.user, self.device) == (user, device), "wrongAddress")
        require(SUITE in self.suites, "unsupportedSuite")
        require(self.capabilities <= CAPABILITIES, "unsupportedRatchetVersion")
        require(self.signature_valid(), "signatureInvalid")
        require(now - self.created_at <= 37 * DAY, "signedPrekeyTooOld")
        require(self.created_at - now <= 7 * DAY, "signedPrekeyFromTheFuture")


def _kem_key(reader: Reader) -> bytes:
    """HS-2: u16 length (1 to 2,048) and the key."""
    length = reader.u16()
    require(1 <= length <= 2048)
    return reader.take(length)


@dataclass(frozen=True)
class Upload(Published):
    """HS-16. One-time prekeys are id and bare u, in the order of the bytes."""

    replaces_all: bool = False
    one_time_prekeys: tuple[tuple[int, bytes], ...] = ()

    @staticmethod
    def decode(data: bytes) -> "Upload":
        """HS-16 with EN-9 and EN-10."""
        reader = Reader(data)
        require(reader.first_bytes() == KIND_UPLOAD)
        published = Published.read(reader)
        replaces_all = reader.u8()
        require(replaces_all <= 1)
        count = reader.u16()
        require(count <= UPLOAD_LIMIT)
        require(reader.left() >= count * ONE_TIME_PREKEY_SIZE)
        one_time_prekeys: list[tuple[int, bytes]] = []
        for _ in range(count):
            number = reader.u32()
            require(not one_time_prekeys or number > one_time_prekeys[-1][0])
            one_time_prekeys.append((number, reader.key()))
        require(reader.u8() == 0)
        require(reader.u16() == 0)
        reader.end()
        return Upload(*published, replaces_all == 1, tuple(one_time_prekeys))

    def encode(self) -> bytes:
        """HS-16."""
        out = bytes([SUITE, KIND_UPLOAD]) + self.encode_published()
        out += u8(self.replaces_all) + u16(len(self.one_time_prekeys))
        out += b"".join(u32(number) + encode_key(key) for number, key in self.one_time_prekeys)
        return out + u8(0) + u16(0)

    def first_bundle(self) -> Bundle:
        """HS-20, for a server that has this upload and nothing else."""
        smallest = min(self.one_time_prekeys, key=lambda prekey: prekey[0], default=None)
        return Bundle(*self.published(), one_time_prekey=smallest)


@dataclass(frozen=True)
class Side:
    """What the transcript says of one side (HS-5)."""

    identity: bytes
    user: bytes
    device: int
    registration_id: int
    capabilities: int

    def items(self) -> tuple[bytes, ...]:
        return (encode_key(self.identity), encode_address(self.user, self.device), u32(self.registration_id),
                u8(self.capabilities))


@dataclass(frozen=True)
class Secrets:
    """What a handshake gives: HS-4 to HS-6."""

    agreements: tuple[bytes, ...] = field(repr=False)
    secret: bytes = field(repr=False)
    transcript: bytes
    root_key: bytes = field(repr=False)
    exporter: bytes = field(repr=False)


def transcript(a: Side, b: Side, signed_prekey: tuple[int, bytes], one_time_prekey: tuple[int, bytes] | None,
               ephemeral: bytes) -> bytes:
    """HS-5: T, in suite 1 without the three KEM items."""
    return hashlib.sha256(encode_list(
        LABEL_TRANSCRIPT,
        u8(SUITE),
        b"initiator", *a.items(),
        b"responder", *b.items(),
        u32(signed_prekey[0]), encode_key(signed_prekey[1]),
        b"" if one_time_prekey is None else u32(one_time_prekey[0]),
        b"" if one_time_prekey is None else encode_key(one_time_prekey[1]),
        b"", b"", b"",
        encode_key(ephemeral),
    )).digest()


def _secrets(agreements: tuple[bytes, ...], t: bytes) -> Secrets:
    """HS-4 and HS-6."""
    secret = hkdf(bytes(32), b"\xff" * 32 + b"".join(agreements), LABEL_X3DH, 32)
    both = hkdf(bytes(32), secret, encode_list(LABEL_SESSION_SECRETS, t), 64)
    return Secrets(agreements, secret, t, both[:32], both[32:])


def initiate(identity_private: bytes, ephemeral_private: bytes, a: Side, bundle: Bundle) -> Secrets:
    """HS-4 as the initiator computes it, from a verified bundle."""
    agreements = [
        agree(identity_private, bundle.signed_prekey),
        agree(ephemeral_private, bundle.identity),
        agree(ephemeral_private, bundle.signed_prekey),
    ]
    if bundle.one_time_prekey is not None:
        agreements.append(agree(ephemeral_private, bundle.one_time_prekey[1]))
    b = Side(bundle.identity, bundle.user, bundle.device, bundle.registration_id, bundle.capabilities)
    t = transcript(a, b, (bundle.signed_prekey_id, bundle.signed_prekey), bundle.one_time_prekey,
                   curves.public_key(ephemeral_private))
    return _secrets(tuple(agreements), t)


def respond(identity_private: bytes, signed_prekey: tuple[int, bytes], one_time_prekey: tuple[int, bytes] | None,
            b: Side, a: Side, ephemeral: bytes) -> Secrets:
    """HS-4 as the responder computes it; its prekeys are given as id and private key."""
    agreements = [
        agree(signed_prekey[1], a.identity),
        agree(identity_private, ephemeral),
        agree(signed_prekey[1], ephemeral),
    ]
    named = None
    if one_time_prekey is not None:
        agreements.append(agree(one_time_prekey[1], ephemeral))
        named = (one_time_prekey[0], curves.public_key(one_time_prekey[1]))
    t = transcript(a, b, (signed_prekey[0], curves.public_key(signed_prekey[1])), named, ephemeral)
    return _secrets(tuple(agreements), t)


def export(exporter: bytes, t: bytes, purpose: bytes) -> bytes:
    """HS-12."""
    assert 1 <= len(purpose) <= 255
    return hkdf(bytes(32), exporter, encode_list(LABEL_EXPORTER, t, purpose), 32)
