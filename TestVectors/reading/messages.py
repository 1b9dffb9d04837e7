"""Padding, selectors, both kinds of message and the stored session (Specs/SessionMessages.md)."""

import hashlib
from dataclasses import dataclass, field, replace

import curves
import handshake
import ratchet
from encoding import (
    KIND_PREKEY_MESSAGE,
    KIND_SESSION_MESSAGE,
    LABEL_TO_INITIATOR,
    LABEL_TO_RESPONDER,
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
    varint,
)
from handshake import Bundle, Secrets, Side
from ratchet import GAP_LIMIT, GAP_LIMIT_OWN_DEVICES, Header, Skipped, State

CONTENT_LIMIT = 65_535
SEALED_LIMITS = range(160, 65_536 + 1)
INITIATOR, RESPONDER = 1, 2
SOTTO = ratchet.CIPHERS["sotto"]


def bucket(length: int) -> int:
    """SM-6, for the length of a body and its marker."""
    assert 1 <= length <= CONTENT_LIMIT + 1
    if length <= 1_120:
        return -(-length // 160) * 160
    if length <= 4_160:
        return -(-length // 320) * 320
    e = length.bit_length() - 1
    s = e.bit_length()
    unit = 1 << (e - s)
    return -(-length // unit) * unit


def padded_length(length: int) -> int:
    """SM-7: the length of P for that of a content."""
    require(length <= CONTENT_LIMIT, "contentTooLarge")
    return bucket(length + 1)


def pad(content: bytes) -> bytes:
    """SM-7: P of a content."""
    return (content + b"\x80").ljust(padded_length(len(content)), b"\0")


def unpad(padded: bytes) -> bytes:
    """SM-7: the content of P."""
    marked = padded.rstrip(b"\0")
    require(marked[-1:] == b"\x80", "malformedContent")
    content = marked[:-1]
    require(len(content) <= CONTENT_LIMIT, "malformedContent")
    require(len(padded) == padded_length(len(content)), "malformedContent")
    return content


def selectors(transcript: bytes) -> tuple[bytes, bytes]:
    """SM-4: to the responder, to the initiator."""
    return (hashlib.sha256(encode_list(LABEL_TO_RESPONDER, transcript)).digest()[:4],
            hashlib.sha256(encode_list(LABEL_TO_INITIATOR, transcript)).digest()[:4])


@dataclass(frozen=True)
class HandshakePart:
    """SM-2."""

    initiator: Side
    ephemeral: bytes
    signed_prekey_id: int
    one_time_prekey_id: int | None

    def encode(self) -> bytes:
        """SM-2."""
        a = self.initiator
        out = encode_key(a.identity) + encode_address(a.user, a.device) + u32(a.registration_id) + u8(a.capabilities)
        out += encode_key(self.ephemeral) + u32(self.signed_prekey_id)
        out += b"\0" if self.one_time_prekey_id is None else b"\1" + u32(self.one_time_prekey_id)
        return out + b"\0"

    @staticmethod
    def read(reader: Reader) -> "HandshakePart":
        """SM-2; a KEM ciphertext in suite 1 is malformed (HS-13)."""
        identity = reader.key()
        user, device = reader.address()
        registration_id = reader.u32()
        require(registration_id >= 1)
        capabilities = reader.u8()
        require(capabilities >= 1)
        require(capabilities <= handshake.CAPABILITIES, "unsupportedRatchetVersion")
        ephemeral = reader.key()
        signed_prekey_id = reader.u32()
        one_time_prekey_id = reader.u32() if reader.present() else None
        require(reader.u8() == 0)
        initiator = Side(identity, user, device, registration_id, capabilities)
        return HandshakePart(initiator, ephemeral, signed_prekey_id, one_time_prekey_id)


@dataclass(frozen=True)
class Message:
    """SM-1 to SM-3, parsed."""

    kind: int
    selector: bytes
    header: Header
    handshake: HandshakePart | None
    authenticated: bytes
    sealed: bytes

    @staticmethod
    def decode(data: bytes) -> "Message":
        """SM-1 to SM-3 with EN-9 and EN-10."""
        reader = Reader(data)
        kind = reader.first_bytes()
        require(kind in (KIND_PREKEY_MESSAGE, KIND_SESSION_MESSAGE))
        selector = reader.take(4)
        number = reader.varint()
        previous = reader.varint()
        key = reader.bare_key()
        part = HandshakePart.read(reader) if kind == KIND_PREKEY_MESSAGE else None
        require(reader.left() - 24 - 16 in SEALED_LIMITS)
        return Message(kind, selector, Header(key, number, previous), part, data[: reader.at], data[reader.at:])


@dataclass(frozen=True)
class Sent:
    """A sealed message with the values on the way to it."""

    kind: int
    message: bytes
    message_key: bytes = field(repr=False)
    padded: bytes = field(repr=False)


@dataclass(frozen=True)
class Session:
    """SM-12, with its skipped keys beside it; a value like the ratchet's state."""

    role: int
    transcript: bytes
    exporter: bytes
    their_identity: bytes
    state: State
    repeated: bytes = b""
    lost_crossing: bool = False
    retired: bool = False
    limit: int = GAP_LIMIT
    skipped: Skipped = Skipped()

    @property
    def selector_out(self) -> bytes:
        return selectors(self.transcript)[0 if self.role == INITIATOR else 1]

    @property
    def selector_in(self) -> bytes:
        return selectors(self.transcript)[1 if self.role == INITIATOR else 0]

    def send(self, content: bytes, fresh_private: bytes | None) -> tuple["Session", Sent]:
        """SM-1 to SM-7; a retired session sends nothing (SM-13)."""
        require(not self.retired, "sessionRetired")
        padded = pad(content)
        state, header, message_key = ratchet.send(self.state, SOTTO, fresh_private)
        kind = KIND_PREKEY_MESSAGE if self.repeated else KIND_SESSION_MESSAGE
        head = bytes([SUITE, kind]) + self.selector_out + varint(header.number) + varint(header.previous)
        head += header.key + self.repeated
        sealed = SOTTO.seal(message_key, self.transcript + head, padded)
        return replace(self, state=state), Sent(kind, head + sealed, message_key, padded)

    def open(self, message: Message, instant: int) -> tuple["Session", bytes]:
        """DR-5, DR-8, DR-12, SM-7; an initiator stops repeating the handshake part (SM-5)."""
        try:
            received = ratchet.receive(self.state, self.skipped, SOTTO, message.header, instant, self.limit,
                                       new_chains=not self.retired)
        except Refused as refused:
            # SM-13 names what DR-18 refuses to a retired session.
            raise Refused("sessionRetired" if refused.reason == "newChainRefused" else refused.reason) from None
        padded = SOTTO.open(received.message_key, self.transcript + message.authenticated, message.sealed)
        content = unpad(padded)
        return replace(self, state=received.state, skipped=received.skipped, repeated=b""), content

    def encode(self) -> bytes:
        """SM-12."""
        return b"".join((
            u8(1), u8(SUITE), u8(self.role), u8(self.lost_crossing | self.retired << 1),
            self.transcript, self.exporter, encode_key(self.their_identity), self.state.encode(),
            u16(len(self.repeated)), self.repeated,
        ))

    @staticmethod
    def decode(data: bytes, limit: int = GAP_LIMIT, skipped: Skipped = Skipped()) -> "Session":
        """SM-12; anything of another form is archiveCorrupt (DR-16)."""
        try:
            reader = Reader(data)
            require(reader.u8() == 1 and reader.u8() == SUITE)
            role = reader.u8()
            require(role in (INITIATOR, RESPONDER))
            flags = reader.u8()
            require(flags <= 3)
            transcript, exporter, their_identity = reader.take(32), reader.take(32), reader.key()
            state = State.decode(reader.take(ratchet.STATE_SIZE))
            repeated = reader.take(reader.u16())
            reader.end()
            require(bool(repeated) == (role == INITIATOR and state.receiving_chain is None))
            require(state.turn != ratchet.WAITING or role == RESPONDER)
            require(role == INITIATOR or state.turn == ratchet.WAITING or state.receiving_chain is not None)
            if repeated:
                part = Reader(repeated)
                HandshakePart.read(part)
                part.end()
            return Session(role, transcript, exporter, their_identity, state, repeated, flags & 1 == 1,
                           flags & 2 == 2, limit, skipped)
        except Refused:
            raise Refused("archiveCorrupt") from None


def gap_limit(a_user: bytes, b_user: bytes) -> int:
    """DR-6."""
    return GAP_LIMIT_OWN_DEVICES if a_user == b_user else GAP_LIMIT


def start(identity_private: bytes, ephemeral_private: bytes, ratchet_private: bytes, a: Side,
          bundle: Bundle) -> tuple[Session, Secrets]:
    """HS-4 to HS-7: the initiator's session from a verified bundle."""
    secrets = handshake.initiate(identity_private, ephemeral_private, a, bundle)
    state = State.initiator(secrets.root_key, ratchet_private, bundle.signed_prekey)
    part = HandshakePart(a, curves.public_key(ephemeral_private), bundle.signed_prekey_id,
                         None if bundle.one_time_prekey is None else bundle.one_time_prekey[0])
    session = Session(INITIATOR, secrets.transcript, secrets.exporter, bundle.identity, state, part.encode(),
                      limit=gap_limit(a.user, bundle.user))
    return session, secrets


@dataclass
class Device:
    """One side with at most one session."""

    session: Session | None = None
    peer: tuple[bytes, int] | None = None

    def send(self, content: bytes, fresh_private: bytes | None) -> Sent:
        if self.session is None:
            raise Refused("cannotSendYet")  # DR-3
        self.session, sent = self.session.send(content, fresh_private)
        return sent

    def deliver(self, data: bytes, instant: int) -> bytes:
        """SM-8 and HS-11: parsed whole, then given to the session with its selector, or a session is made from it."""
        message, session, peer = Message.decode(data), self.session, self.peer
        part = message.handshake
        found = session is not None and message.selector == session.selector_in
        if part is None:
            require(found, "noSession")
        else:
            sender = (part.initiator.user, part.initiator.device)
            if not found or sender != peer:
                session, peer = self.accept(message.selector, part), sender
            elif session is not None:
                require(session.role == RESPONDER)  # SM-5
        assert session is not None
        self.session, content = session.open(message, instant)
        self.peer = peer
        self.opened(part)
        return content

    def accept(self, selector: bytes, part: HandshakePart) -> Session:
        """What a first message makes; a device without prekeys knows none (HS-8)."""
        raise Refused("signedPrekeyUnknown")

    def opened(self, part: HandshakePart | None) -> None:
        """What follows once a message has opened."""

    def archives(self) -> tuple[bytes, bytes] | None:
        """SM-12 and DR-15."""
        return None if self.session is None else (self.session.encode(), self.session.skipped.encode())


@dataclass
class Responder(Device):
    """A device with one signed prekey and at most one one-time prekey, each id and private key."""

    identity_private: bytes = field(default=b"", repr=False)
    side: Side | None = None
    signed_prekey: tuple[int, bytes] = field(default=(0, b""), repr=False)
    one_time_prekey: tuple[int, bytes] | None = field(default=None, repr=False)

    def accept(self, selector: bytes, part: HandshakePart) -> Session:
        """HS-8 and SM-4, with SM-9 for the one user that is known."""
        if self.session is not None and self.peer is not None and self.peer[0] == part.initiator.user:
            require(self.session.their_identity == part.initiator.identity, "identityChanged")
        assert self.side is not None
        require(part.signed_prekey_id == self.signed_prekey[0], "signedPrekeyUnknown")
        named = None
        if part.one_time_prekey_id is not None:
            named = self.one_time_prekey
            require(named is not None and named[0] == part.one_time_prekey_id, "oneTimePrekeyUnknown")
        secrets = handshake.respond(self.identity_private, self.signed_prekey, named, self.side, part.initiator,
                                    part.ephemeral)
        require(selector == selectors(secrets.transcript)[0], "handshakeMismatch")
        state = State.responder(secrets.root_key, self.signed_prekey[1])
        return Session(RESPONDER, secrets.transcript, secrets.exporter, part.initiator.identity, state,
                       limit=gap_limit(part.initiator.user, self.side.user))

    def opened(self, part: HandshakePart | None) -> None:
        """HS-9; what repeats the handshake part names a prekey that is gone already."""
        if part is not None and part.one_time_prekey_id is not None:
            self.one_time_prekey = None
