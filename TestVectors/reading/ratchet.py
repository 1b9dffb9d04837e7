"""The Double Ratchet with skipped keys and the stored state (Specs/DoubleRatchet.md).

State and skipped keys are values: receiving works out new ones, and the caller keeps them only when the message
has opened (DR-8).
"""

import hashlib
import hmac
import itertools
from dataclasses import dataclass, replace

from nacl import bindings
from nacl.exceptions import CryptoError

import curves
from curves import clamp, agree, hkdf
from encoding import (
    LABEL_PLAIN_MESSAGE,
    LABEL_ROOT_STEP,
    VARINT_MAX,
    Reader,
    Refused,
    check_u,
    require,
    u8,
    u32,
    u64,
)

GAP_LIMIT = 25_000
GAP_LIMIT_OWN_DEVICES = 100_000
SKIPPED_LIMIT = 2_000
SKIPPED_TIME = 30 * 24 * 60 * 60 * 1000
RUN_SLOTS = 32
WAITING, TO_MAKE_A_KEY, SENDING = 1, 2, 3
STATE_SIZE = 246


def kdf(key: bytes, context: bytes, number: int = 1) -> tuple[bytes, bytes]:
    """crypto_kdf_blake2b with an id and 64 bytes, as DR-2 spells it out; in two halves."""
    out = hashlib.blake2b(digest_size=64, key=key, salt=number.to_bytes(8, "little") + bytes(8),
                          person=context + bytes(8)).digest()
    return out[:32], out[32:]


class SottoCipher:
    """DR-2 and DR-10 to DR-12."""

    name = "sotto"
    nonce_size = 24

    def __init__(self, context: bytes = b"SottoMK1"):
        self.context = context  # another one where something else is sealed in this way (ST-3, ST-6)

    def chain_step(self, chain_key: bytes) -> tuple[bytes, bytes]:
        """DR-2: next chain key, message key."""
        return kdf(chain_key, b"SottoDR1")

    def keys(self, message_key: bytes) -> tuple[bytes, bytes]:
        """DR-10: cipher key, nonce key."""
        return kdf(message_key, self.context)

    def nonce(self, message_key: bytes, data: bytes, content: bytes) -> bytes:
        """DR-11."""
        _, nonce_key = self.keys(message_key)
        return hashlib.blake2b(u64(len(data)) + data + u64(len(content)) + content, digest_size=24,
                               key=nonce_key).digest()

    def seal(self, message_key: bytes, data: bytes, content: bytes) -> bytes:
        """DR-11 and DR-12: nonce, ciphertext, tag."""
        cipher_key, _ = self.keys(message_key)
        nonce = self.nonce(message_key, data, content)
        return nonce + bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(content, data, nonce, cipher_key)

    def open(self, message_key: bytes, data: bytes, sealed: bytes) -> bytes:
        """DR-12; the nonce is taken as it was sent (DR-11)."""
        cipher_key, _ = self.keys(message_key)
        try:
            return bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed[24:], data, sealed[:24], cipher_key)
        except CryptoError:
            raise Refused("notAuthentic") from None


class PlainCipher:
    """The other pair of DR-13."""

    name = "plain"
    nonce_size = 0

    def chain_step(self, chain_key: bytes) -> tuple[bytes, bytes]:
        """DR-13: next chain key, message key."""
        return hmac.digest(chain_key, b"\2", "sha256"), hmac.digest(chain_key, b"\1", "sha256")

    def _key_and_nonce(self, message_key: bytes) -> tuple[bytes, bytes]:
        both = hkdf(bytes(32), message_key, LABEL_PLAIN_MESSAGE, 44)
        return both[:32], both[32:]

    def seal(self, message_key: bytes, data: bytes, content: bytes) -> bytes:
        """DR-13: ciphertext, tag."""
        key, nonce = self._key_and_nonce(message_key)
        return bindings.crypto_aead_chacha20poly1305_ietf_encrypt(content, data, nonce, key)

    def open(self, message_key: bytes, data: bytes, sealed: bytes) -> bytes:
        """DR-13."""
        key, nonce = self._key_and_nonce(message_key)
        try:
            return bindings.crypto_aead_chacha20poly1305_ietf_decrypt(sealed, data, nonce, key)
        except CryptoError:
            raise Refused("notAuthentic") from None


Cipher = SottoCipher | PlainCipher
CIPHERS: dict[str, Cipher] = {"sotto": SottoCipher(), "plain": PlainCipher()}


def root_step(root_key: bytes, private: bytes, public: bytes) -> tuple[bytes, bytes]:
    """DR-1: new root key, chain key."""
    both = hkdf(root_key, agree(private, public), LABEL_ROOT_STEP, 64)
    return both[:32], both[32:]


@dataclass(frozen=True)
class Header:
    """The ratchet's part of a message header."""

    key: bytes
    number: int
    previous: int


@dataclass(frozen=True)
class State:
    """DR-14, without the skipped keys. What that rule writes as zero is None here."""

    root_key: bytes
    own_private: bytes | None
    own_public: bytes | None
    their_key: bytes | None
    sending_chain: bytes | None
    next_sent: int
    previous: int
    receiving_chain: bytes | None
    next_received: int

    @staticmethod
    def initiator(root_key: bytes, private: bytes, signed_prekey: bytes) -> "State":
        """DR-3 and HS-7."""
        root_key, chain = root_step(root_key, private, signed_prekey)
        return State(root_key, _clamped(private), curves.public_key(private), signed_prekey, chain, 0, 0, None, 0)

    @staticmethod
    def responder(root_key: bytes, signed_prekey_private: bytes) -> "State":
        """DR-3 and HS-8."""
        return State(root_key, _clamped(signed_prekey_private), curves.public_key(signed_prekey_private), None, None, 0, 0,
                     None, 0)

    @property
    def turn(self) -> int:
        if self.sending_chain is not None:
            return SENDING
        return TO_MAKE_A_KEY if self.own_private is None else WAITING

    def encode(self) -> bytes:
        """DR-14."""
        zero = bytes(32)
        return b"".join((
            u8(1),
            u8(self.turn),
            u8(self.receiving_chain is not None),
            u8(self.their_key is not None),
            self.root_key,
            self.own_private or zero,
            self.own_public or zero,
            self.their_key or zero,
            self.sending_chain or zero,
            u32(self.next_sent),
            u32(self.previous),
            self.receiving_chain or zero,
            u32(self.next_received),
            bytes(38),
        ))

    @staticmethod
    def decode(data: bytes) -> "State":
        """DR-14; anything of another form is archiveCorrupt (DR-16)."""
        try:
            return State._decode(data)
        except Refused:
            raise Refused("archiveCorrupt") from None

    @staticmethod
    def _decode(data: bytes) -> "State":
        reader = Reader(data)
        require(reader.u8() == 1)
        turn = reader.u8()
        require(turn in (WAITING, TO_MAKE_A_KEY, SENDING))
        has_receiving = reader.present()
        has_theirs = reader.present()
        root_key = reader.take(32)
        own_private = _present_if(reader.take(32), turn != TO_MAKE_A_KEY)
        own_public = _present_if(reader.take(32), turn != TO_MAKE_A_KEY)
        theirs = _present_if(reader.take(32), has_theirs)
        sending_chain = _present_if(reader.take(32), turn == SENDING)
        next_sent = reader.u32()
        previous = reader.u32()
        receiving_chain = _present_if(reader.take(32), has_receiving)
        next_received = reader.u32()
        require(reader.take(38) == bytes(38))
        reader.end()
        require(max(next_sent, previous, next_received) <= VARINT_MAX)  # DR-9
        require(next_sent == 0 or turn == SENDING)
        require(next_received == 0 or has_receiving)
        # DR-16; that the public key belongs to the private one isn't checked.
        if turn == WAITING:
            require(not has_theirs and not has_receiving)
        elif turn == TO_MAKE_A_KEY:
            require(has_theirs and has_receiving)
        else:
            require(has_theirs and (previous == 0 or has_receiving))
        if theirs is not None:
            check_u(theirs)
        return State(root_key, own_private, own_public, theirs, sending_chain, next_sent, previous, receiving_chain,
                     next_received)


def _clamped(private: bytes) -> bytes:
    """DR-14: a private key is stored clamped (RFC 7748, section 5)."""
    return clamp(private).to_bytes(32, "little")


def _present_if(data: bytes, present: bool) -> bytes | None:
    """A field that is zero when the thing isn't there."""
    if present:
        return data
    require(data == bytes(len(data)))
    return None


@dataclass(frozen=True)
class Run:
    """DR-15: skipped keys of one chain and one time, by index; slots that were used or dropped have no key."""

    key: bytes
    first: int
    slots: int
    received: int
    keys: dict[int, bytes]

    def without(self, index: int) -> "Run":
        return replace(self, keys={i: k for i, k in self.keys.items() if i != index})


@dataclass(frozen=True)
class Skipped:
    """The skipped keys, oldest run first."""

    runs: tuple[Run, ...] = ()

    def count(self) -> int:
        return sum(len(run.keys) for run in self.runs)

    def find(self, key: bytes, index: int, instant: int) -> bytes | None:
        """The kept key for DR-5, case 1."""
        for run in self.runs:
            if run.key == key and index in run.keys and not run_expired(run, instant):
                return run.keys[index]
        return None

    def removing(self, key: bytes, index: int) -> "Skipped":
        """DR-17: without a key that was used."""
        runs = (run.without(index) if run.key == key else run for run in self.runs)
        return Skipped(tuple(run for run in runs if run.keys))

    def expiring(self, instant: int) -> "Skipped":
        """DR-7: without the oldest keys, as long as the oldest is too old."""
        return Skipped(tuple(itertools.dropwhile(lambda run: run_expired(run, instant), self.runs)))

    def adding(self, chains: list[tuple[bytes, dict[int, bytes]]], instant: int) -> "Skipped":
        """DR-7: with the keys that one message skipped, chain by chain, and the oldest dropped."""
        added = [(key, index, chain[index]) for key, chain in chains for index in sorted(chain)]
        added = added[max(0, len(added) - SKIPPED_LIMIT):]
        new: list[Run] = []
        for key, index, message_key in added:
            if not new or new[-1].key != key or index - new[-1].first >= RUN_SLOTS:
                new.append(Run(key, index, 0, instant, {}))
            new[-1].keys[index] = message_key
            new[-1] = replace(new[-1], slots=index - new[-1].first + 1)
        runs = list(self.runs)
        over = max(0, self.count() + len(added) - SKIPPED_LIMIT)
        while over > 0:
            keep = dict(sorted(runs[0].keys.items())[over:])
            over -= len(runs[0].keys) - len(keep)
            runs[0:1] = [replace(runs[0], keys=keep)] if keep else []
        return Skipped(tuple(runs + new))

    def encode(self) -> bytes:
        """DR-15."""
        out = u8(1) + u32(len(self.runs))
        for run in self.runs:
            mask = sum(1 << (index - run.first) for index in run.keys)
            out += run.key + u32(run.first) + u8(run.slots) + u32(mask) + u64(run.received)
            out += b"".join(run.keys[index] for index in sorted(run.keys))
        return out

    @staticmethod
    def decode(data: bytes) -> "Skipped":
        """DR-15; anything of another form is archiveCorrupt (DR-16)."""
        try:
            return Skipped._decode(data)
        except Refused:
            raise Refused("archiveCorrupt") from None

    @staticmethod
    def _decode(data: bytes) -> "Skipped":
        reader = Reader(data)
        require(reader.u8() == 1)
        runs: list[Run] = []
        ended = set()
        for _ in range(reader.u32()):
            key = reader.bare_key()
            first = reader.u32()
            slots = reader.u8()
            mask = reader.u32()
            received = reader.u64()
            require(1 <= slots <= RUN_SLOTS)
            require(first + slots - 1 <= VARINT_MAX)
            require(mask != 0 and mask >> slots == 0)
            keys = {first + bit: reader.take(32) for bit in range(slots) if mask >> bit & 1}
            if runs and runs[-1].key == key:
                require(first >= runs[-1].first + runs[-1].slots)
            elif runs:
                ended.add(runs[-1].key)
            require(key not in ended)
            runs.append(Run(key, first, slots, received, keys))
        reader.end()
        skipped = Skipped(tuple(runs))
        require(skipped.count() <= SKIPPED_LIMIT)
        return skipped


def run_expired(run: Run, instant: int) -> bool:
    """DR-7: kept for 30 days."""
    return instant - run.received > SKIPPED_TIME


def send(state: State, cipher: Cipher, fresh_private: bytes | None) -> tuple[State, Header, bytes]:
    """DR-4 and DR-9: the next state, the header and the message key. A fresh private key is for turn 2 alone."""
    require(state.turn != WAITING, "cannotSendYet")
    if state.turn == TO_MAKE_A_KEY:
        if fresh_private is None:
            raise ValueError("this message makes a root step and needs a fresh key")
        assert state.their_key is not None
        root_key, chain = root_step(state.root_key, fresh_private, state.their_key)
        state = replace(state, root_key=root_key, own_private=_clamped(fresh_private),
                        own_public=curves.public_key(fresh_private), sending_chain=chain, next_sent=0)
    elif fresh_private is not None:
        raise ValueError("this message makes no root step and takes no fresh key")
    require(state.next_sent < VARINT_MAX, "chainExhausted")
    assert state.sending_chain is not None and state.own_public is not None
    chain, message_key = cipher.chain_step(state.sending_chain)
    header = Header(state.own_public, state.next_sent, state.previous)
    return replace(state, sending_chain=chain, next_sent=state.next_sent + 1), header, message_key


def pass_over(state: State, cipher: Cipher, index: int) -> State:
    """DR-19: the sending chain taken to a later index."""
    assert state.sending_chain is not None and state.next_sent <= index <= VARINT_MAX
    chain = state.sending_chain
    for _ in range(state.next_sent, index):
        chain, _ = cipher.chain_step(chain)
    return replace(state, sending_chain=chain, next_sent=index)


@dataclass(frozen=True)
class Received:
    """What receiving worked out beside the state (DR-8)."""

    state: State
    skipped: Skipped
    message_key: bytes
    newest_chain: bool


def receive(state: State, skipped: Skipped, cipher: Cipher, header: Header, instant: int,
            limit: int = GAP_LIMIT, new_chains: bool = True) -> Received:
    """DR-5 to DR-7, up to the message key; where no chain may begin, DR-18."""
    require(header.number < VARINT_MAX, "notAuthentic")  # DR-9
    kept = skipped.find(header.key, header.number, instant)
    if kept is not None:
        return Received(state, skipped.removing(header.key, header.number), kept, False)

    chains: list[tuple[bytes, dict[int, bytes]]] = []
    if state.receiving_chain is not None and header.key == state.their_key:
        require(header.number >= state.next_received, "messageKeyUnavailable")
        require(header.number - state.next_received <= limit, "gapTooLarge")
        chain, start = state.receiving_chain, state.next_received
    else:
        require(all(run.key != header.key for run in skipped.runs), "messageKeyUnavailable")  # DR-5, case 3
        require(new_chains, "newChainRefused")  # DR-18, in the place of all of DR-5, case 4
        # Without a receiving chain their key is the signed prekey that an initiator began with (DR-3).
        require(header.key != state.their_key, "notAuthentic")
        require(header.previous >= state.next_received, "notAuthentic")
        require(header.previous == 0 or state.receiving_chain is not None, "notAuthentic")
        require(header.previous - state.next_received + header.number <= limit, "gapTooLarge")
        require(state.own_private is not None, "notAuthentic")
        assert state.own_private is not None
        if state.receiving_chain is not None and state.their_key is not None:
            keys, _ = _steps(cipher, state.receiving_chain, state.next_received, header.previous)
            chains.append((state.their_key, keys))
        root_key, chain = root_step(state.root_key, state.own_private, header.key)
        start = 0
        state = replace(state, root_key=root_key, own_private=None, own_public=None, their_key=header.key,
                        sending_chain=None, next_sent=0, previous=state.next_sent)

    keys, chain = _steps(cipher, chain, start, header.number)
    chains.append((header.key, keys))
    chain, message_key = cipher.chain_step(chain)
    state = replace(state, receiving_chain=chain, next_received=header.number + 1)
    if any(skips for _, skips in chains):
        skipped = skipped.expiring(instant).adding(chains, instant)
    return Received(state, skipped, message_key, True)


def _steps(cipher: Cipher, chain: bytes, start: int, end: int) -> tuple[dict[int, bytes], bytes]:
    """Chain steps from one index up to another; only what the store could keep is collected (DR-7)."""
    keys = {}
    for index in range(start, end):
        chain, message_key = cipher.chain_step(chain)
        if end - index <= SKIPPED_LIMIT:
            keys[index] = message_key
    return keys, chain
