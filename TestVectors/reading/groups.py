"""Rosters, their histories, sender keys and group messages (Specs/Groups.md)."""

import hashlib
from dataclasses import dataclass, field, replace

from nacl import bindings
from nacl.exceptions import BadSignatureError, CryptoError

import messages
from encoding import VARINT_MAX, Reader, Refused, encode_list, require, u8, u16, u32, u64, varint
from ratchet import kdf

LABEL_ROSTER = b"Sotto/1 roster"
LABEL_MESSAGE = b"Sotto/1 group message"
LABEL_SIGNATURE = b"Sotto/1 group signature"
KIND_MESSAGE, KIND_DISTRIBUTION, KIND_ROSTER = 9, 10, 11
MEMBER_LIMIT, DETAILS_LIMIT, ROSTER_LIMIT = 1_000, 4_096, 61_440
KEPT_ROSTERS = 16
GAP_LIMIT, SKIPPED_LIMIT, STATE_LIMIT = 25_000, 2_000, 5
SKIPPED_TIME = 30 * 24 * 60 * 60 * 1000
NO_HASH = bytes(32)


@dataclass(frozen=True)
class Roster:
    """GR-1."""

    group: bytes
    revision: int
    parent: bytes
    members: tuple[bytes, ...]
    details: bytes

    def encode(self) -> bytes:
        """GR-1."""
        users = b"".join(u8(len(user)) + user for user in self.members)
        return (u8(1) + u8(KIND_ROSTER) + self.group + u32(self.revision) + self.parent + u16(len(self.members)) + users
                + u32(len(self.details)) + self.details)

    @staticmethod
    def decode(data: bytes) -> "Roster":
        """GR-1, GR-2."""
        reader = Reader(data)
        require(reader.first_bytes() == KIND_ROSTER)
        require(len(data) <= ROSTER_LIMIT)
        group, revision, parent = reader.take(16), reader.u32(), reader.take(32)
        require((revision == 0) == (parent == NO_HASH))
        count = reader.u16()
        require(1 <= count <= MEMBER_LIMIT)
        members = [user(reader) for _ in range(count)]
        require(all(one < other for one, other in zip(members, members[1:])))
        length = reader.u32()
        require(length <= DETAILS_LIMIT)
        details = reader.take(length)
        require(reader.left() == 0)
        return Roster(group, revision, parent, tuple(members), details)

    @property
    def hash(self) -> bytes:
        """GR-3."""
        return hashlib.blake2b(encode_list(LABEL_ROSTER, self.encode()), digest_size=32).digest()

    def follows(self, other: "Roster") -> bool:
        """GR-4."""
        return (self.group, self.parent, self.revision) == (other.group, other.hash, other.revision + 1)


def user(reader: Reader) -> bytes:
    length = reader.u8()
    require(length >= 1)
    return reader.take(length)


class History:
    """GR-5 to GR-8. Keeps whole rosters, newest first; the stored form is worked out of them."""

    def __init__(self, first: Roster):
        self.rosters = [first]

    def judge(self, roster: Roster) -> tuple[str, int | None]:
        """GR-5; with "wins" the number of rosters that are taken off."""
        present = self.rosters[0]
        if roster.group != present.group:
            return "contradicts", None
        if roster.hash in self.hashes():
            return "alreadyThere", None
        if roster.parent == present.hash:
            return ("applies" if roster.follows(present) else "contradicts"), None
        if roster.revision == 0:
            return "loses", None
        siblings = [place for place, kept in enumerate(self.rosters) if kept.parent == roster.parent]
        if not siblings:
            return "unknownParent", None
        sibling = self.rosters[siblings[0]]
        if roster.revision != sibling.revision:
            return "contradicts", None
        return ("wins", siblings[0] + 1) if roster.hash < sibling.hash else ("loses", None)

    def take(self, roster: Roster) -> tuple[str, int | None]:
        change, undone = self.judge(roster)
        if change in ("applies", "wins"):
            self.rosters = [roster, *self.rosters[undone or 0:]][:KEPT_ROSTERS]
        return change, undone

    def hashes(self) -> list[bytes]:
        return [roster.hash for roster in self.rosters]

    def standing(self, who: bytes, roster_hash: bytes) -> str:
        """GR-7."""
        for roster in self.rosters:
            if roster.hash == roster_hash:
                return "member" if who in roster.members and who in self.rosters[0].members else "notMember"
        return "unknownRoster"

    def encode(self) -> bytes:
        """GR-8."""
        present, older = self.rosters[0], self.rosters[1:]
        everybody = sorted({who for roster in self.rosters for who in roster.members})

        def bits(who: bytes) -> bytes:
            return u16(sum(1 << place for place, roster in enumerate(self.rosters) if who in roster.members))

        former = [who for who in everybody if who not in present.members]
        return b"".join((
            u8(1), u32(len(present.encode())), present.encode(), u8(len(older)), *(roster.hash for roster in older),
            older[-1].parent if older else b"", *map(bits, present.members), u32(len(former)),
            *(u8(len(who)) + who + bits(who) for who in former)))


@dataclass(frozen=True)
class Distribution:
    """GR-15."""

    group: bytes
    chain_id: bytes
    iteration: int
    chain_key: bytes = field(repr=False)
    signing_public: bytes
    created_at: int

    def encode(self) -> bytes:
        return (u8(1) + u8(KIND_DISTRIBUTION) + self.group + self.chain_id + varint(self.iteration) + self.chain_key
                + self.signing_public + u64(self.created_at))

    @staticmethod
    def decode(data: bytes) -> "Distribution":
        reader = Reader(data)
        require(reader.first_bytes() == KIND_DISTRIBUTION)
        read = Distribution(reader.take(16), reader.take(8), reader.varint(), reader.take(32), reader.take(32),
                            reader.u64())
        require(reader.left() == 0)
        return read


@dataclass(frozen=True)
class Message:
    """GR-10."""

    chain_id: bytes
    iteration: int
    roster: bytes
    commitment: bytes
    nonce: bytes
    sealed: bytes
    signature: bytes

    @staticmethod
    def decode(data: bytes) -> "Message":
        reader = Reader(data)
        require(reader.first_bytes() == KIND_MESSAGE)
        chain_id, iteration = reader.take(8), reader.varint()
        require(iteration < VARINT_MAX)
        roster, commitment = reader.take(32), reader.take(32)
        require(reader.left() - 24 - 16 - 64 in messages.SEALED_LIMITS)
        nonce, sealed = reader.take(24), reader.take(reader.left() - 64)
        return Message(chain_id, iteration, roster, commitment, nonce, sealed, reader.take(64))

    def encode(self) -> bytes:
        return (u8(1) + u8(KIND_MESSAGE) + self.chain_id + varint(self.iteration) + self.roster + self.commitment
                + self.nonce + self.sealed + self.signature)

    def items(self, group: bytes, address: bytes) -> tuple[bytes, ...]:
        """The items that GR-13 and GR-14 have in common."""
        return u8(1), group, self.roster, address, self.chain_id, u32(self.iteration), self.commitment

    def data(self, group: bytes, address: bytes) -> bytes:
        """GR-13."""
        return encode_list(LABEL_MESSAGE, *self.items(group, address))

    def signed(self, group: bytes, address: bytes) -> bytes:
        """GR-14."""
        return encode_list(LABEL_SIGNATURE, *self.items(group, address), self.nonce, self.sealed)


def step(chain_key: bytes) -> tuple[bytes, bytes]:
    """GR-11: next chain key, message key."""
    return kdf(chain_key, b"SottoSK1")


def advanced(chain_key: bytes, count: int) -> bytes:
    for _ in range(count):
        chain_key, _ = step(chain_key)
    return chain_key


def commitment(message_key: bytes) -> bytes:
    """GR-12: another output length is another parameter block, so this is no prefix of 64 bytes."""
    return hashlib.blake2b(digest_size=32, key=message_key, salt=(2).to_bytes(8, "little") + bytes(8),
                           person=b"SottoGM1" + bytes(8)).digest()


@dataclass(frozen=True)
class Chain:
    """Our chain, GR-9 and GR-22."""

    chain_id: bytes
    key: bytes = field(repr=False)
    seed: bytes = field(repr=False)
    created_at: int
    iteration: int = 0

    @property
    def public(self) -> bytes:
        return bindings.crypto_sign_seed_keypair(self.seed)[0]

    def lose(self, count: int) -> "Chain":
        return replace(self, key=advanced(self.key, count), iteration=self.iteration + count)

    def distribution(self, group: bytes) -> Distribution:
        """GR-15."""
        return Distribution(group, self.chain_id, self.iteration, self.key, self.public, self.created_at)

    def send(self, content: bytes, group: bytes, address: bytes, roster: bytes) -> tuple["Chain", bytes, bytes]:
        """GR-11 to GR-14: the chain after it, the message key, the message."""
        following, message_key = step(self.key)
        cipher_key, nonce_key = kdf(message_key, b"SottoGM1")
        message = Message(self.chain_id, self.iteration, roster, commitment(message_key), b"", b"", b"")
        data, padded = message.data(group, address), messages.pad(content)
        nonce = hashlib.blake2b(u64(len(data)) + data + u64(len(padded)) + padded, digest_size=24,
                                key=nonce_key).digest()
        sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(padded, data, nonce, cipher_key)
        message = replace(message, nonce=nonce, sealed=sealed)
        _, secret = bindings.crypto_sign_seed_keypair(self.seed)
        signature = bindings.crypto_sign(message.signed(group, address), secret)[:64]
        return (replace(self, key=following, iteration=self.iteration + 1), message_key,
                replace(message, signature=signature).encode())

    def encode(self) -> bytes:
        """GR-22."""
        return (u8(1) + self.chain_id + u64(self.created_at) + u32(self.iteration) + self.key + self.seed + self.public)


@dataclass(frozen=True)
class State:
    """One chain of a sender: GR-17 to GR-19, GR-23. Skipped keys by iteration: message key, instant."""

    chain_id: bytes
    created_at: int
    first: int
    dropped_below: int
    next: int
    key: bytes = field(repr=False)
    signing_public: bytes
    skipped: dict[int, tuple[bytes, int]] = field(repr=False)

    @staticmethod
    def of(given: Distribution) -> "State":
        return State(given.chain_id, given.created_at, given.iteration, given.iteration, given.iteration, given.chain_key,
                     given.signing_public, {})

    def agrees(self, given: Distribution) -> bool:
        """GR-15."""
        if self.signing_public != given.signing_public:
            return False
        require(abs(self.next - given.iteration) <= GAP_LIMIT, "gapTooLarge")
        ours, theirs = self.key, given.chain_key
        if self.next < given.iteration:
            ours = advanced(ours, given.iteration - self.next)
        else:
            theirs = advanced(theirs, self.next - given.iteration)
        return ours == theirs

    def within_limits(self, now: int) -> tuple["State", list[int]]:
        """GR-18: without what goes beyond the limits, and which those are."""
        skipped = {place: (key, min(instant, now)) for place, (key, instant) in self.skipped.items()}
        places = sorted(skipped)
        dropped = []
        while places and (len(places) > SKIPPED_LIMIT or now - skipped[places[0]][1] > SKIPPED_TIME):
            dropped.append(places.pop(0))
        kept = {place: skipped[place] for place in places}
        below = max([self.dropped_below, *(place + 1 for place in dropped)])
        return replace(self, skipped=kept, dropped_below=below), dropped

    def open(self, message: Message, data: bytes, now: int) -> tuple["State", bytes, list[int]]:
        """GR-16 from the iteration on."""
        require(message.iteration >= self.first, "sentBeforeKey")
        if message.iteration < self.next:
            key, instant = self.skipped.get(message.iteration, (None, 0))
            if key is None:
                raise Refused("messageKeyDropped" if message.iteration < self.dropped_below else "alreadyOpened")
            require(now - instant <= SKIPPED_TIME, "messageKeyDropped")
            content = self._content(message, data, key)
            rest = {place: each for place, each in self.skipped.items() if place != message.iteration}
            return replace(self, skipped=rest), content, []
        require(message.iteration - self.next <= GAP_LIMIT, "gapTooLarge")
        chain_key, skipped = self.key, dict(self.skipped)
        for place in range(self.next, message.iteration):
            chain_key, key = step(chain_key)
            skipped[place] = key, now
        chain_key, key = step(chain_key)
        content = self._content(message, data, key)
        after = replace(self, key=chain_key, next=message.iteration + 1, skipped=skipped)
        if message.iteration == self.next:
            return after, content, []
        after, dropped = after.within_limits(now)
        return after, content, dropped

    @staticmethod
    def _content(message: Message, data: bytes, key: bytes) -> bytes:
        require(message.commitment == commitment(key), "notAuthentic")
        cipher_key, _ = kdf(key, b"SottoGM1")
        try:
            padded = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(message.sealed, data, message.nonce, cipher_key)
        except CryptoError:
            raise Refused("notAuthentic") from None
        return messages.unpad(padded)

    def encode(self) -> bytes:
        """GR-23."""
        return (self.chain_id + u64(self.created_at) + u32(self.first) + u32(self.dropped_below) + u32(self.next)
                + u16(len(self.skipped)) + self.key + self.signing_public)

    def encode_skipped(self) -> bytes:
        """GR-24."""
        runs: list[list[int]] = []
        for place in sorted(self.skipped):
            instant = self.skipped[place][1]
            if runs and runs[-1][-1] == place - 1 and self.skipped[place - 1][1] == instant:
                runs[-1].append(place)
            else:
                runs.append([place])
        return self.chain_id + u16(len(runs)) + b"".join(
            u32(run[0]) + u16(len(run)) + u64(self.skipped[run[0]][1])
            + b"".join(self.skipped[place][0] for place in run) for run in runs)


class Member:
    """What one member keeps of one sending device: GR-15 to GR-20."""

    def __init__(self, group: bytes, address: bytes, sender: bytes, history: History):
        self.group, self.address, self.sender = group, address, sender
        self.history = history
        self.states: list[State] = []

    def add(self, data: bytes) -> tuple[bool, bytes | None]:
        """GR-15, GR-20: whether it was added, and the id of the chain that went."""
        given = Distribution.decode(data)
        for state in self.states:
            if state.chain_id == given.chain_id:
                require(state.agrees(given), "conflictingSenderKey")
                return False, None
        evicted = self.states.pop(0).chain_id if len(self.states) == STATE_LIMIT else None
        self.states.append(State.of(given))
        return True, evicted

    def open(self, data: bytes, now: int) -> tuple[bytes, list[int]]:
        """GR-16."""
        message = Message.decode(data)
        places = [place for place, state in enumerate(self.states) if state.chain_id == message.chain_id]
        require(bool(places), "needsSenderKey")
        state = self.states[places[0]]
        try:
            bindings.crypto_sign_open(message.signature + message.signed(self.group, self.address), state.signing_public)
        except BadSignatureError:
            raise Refused("notAuthentic") from None
        standing = self.history.standing(self.sender, message.roster)
        require(standing != "unknownRoster", "unknownRoster")
        require(standing == "member", "senderNotMember")
        self.states[places[0]], content, dropped = state.open(message, message.data(self.group, self.address), now)
        return content, dropped

    def expire(self, now: int) -> list[int]:
        """GR-18."""
        every = []
        for place, state in enumerate(self.states):
            self.states[place], dropped = state.within_limits(now)
            every += dropped
        return every

    def encode(self) -> tuple[bytes, bytes]:
        """GR-23, GR-24."""
        waiting = [state for state in self.states if state.skipped]
        return (u8(1) + u8(len(self.states)) + b"".join(state.encode() for state in self.states),
                u8(1) + u8(len(waiting)) + b"".join(state.encode_skipped() for state in waiting))

