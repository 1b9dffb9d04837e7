"""Rosters, their histories, sender keys and group messages (Specs/Groups.md).

States are values: what an operation works out takes the old one's place only when it has succeeded (GR-19)."""

import hashlib
from dataclasses import dataclass, replace
from typing import Callable, TypeVar

import curves
import messages
from encoding import (
    KIND_DISTRIBUTION,
    KIND_GROUP_MESSAGE,
    KIND_ROSTER,
    LABEL_GROUP_MESSAGE,
    LABEL_GROUP_SIGNATURE,
    LABEL_ROSTER,
    SUITE,
    VARINT_MAX,
    Reader,
    Refused,
    encode_address,
    encode_list,
    require,
    u8,
    u16,
    u32,
    u64,
    varint,
)
from ratchet import SottoCipher, kdf
from sealed_sender import kdf as kdf_of_size

FORMAT = 1
MEMBER_COUNTS = range(1, 1_000 + 1)
DETAILS_LIMIT = 4_096
ROSTER_LIMIT = 61_440
KEPT_ROSTERS = 16
NO_PARENT = bytes(32)
GAP_LIMIT = 25_000
SKIPPED_LIMIT = 2_000
SKIPPED_TIME = 30 * 24 * 60 * 60 * 1000
CHAIN_LIMIT = 5
LAST_ITERATION = VARINT_MAX - 1

CONTRADICTS, ALREADY_THERE, APPLIES, LOSES, WINS, UNKNOWN_PARENT = (
    "contradicts", "alreadyThere", "applies", "loses", "wins", "unknownParent")
MEMBER, NOT_MEMBER, UNKNOWN_ROSTER = "member", "notMember", "unknownRoster"

# GR-12 and GR-13: the cipher of DR-10 to DR-12 under another context.
CIPHER = SottoCipher(b"SottoGM1")

Decoded = TypeVar("Decoded")


def corrupt_unless(action: Callable[[], Decoded]) -> Decoded:
    """Stored bytes of another form are archiveCorrupt (GR-8, GR-24)."""
    try:
        return action()
    except Refused:
        raise Refused("archiveCorrupt") from None


def encode_user(user: bytes) -> bytes:
    return u8(len(user)) + user


def read_user(reader: Reader) -> bytes:
    length = reader.u8()
    require(length >= 1)
    return reader.take(length)


# Rosters


@dataclass(frozen=True)
class Roster:
    """GR-1."""

    group: bytes
    revision: int
    parent: bytes
    members: tuple[bytes, ...]
    details: bytes

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_ROSTER) + self.group + u32(self.revision) + self.parent + u16(len(self.members))
                + b"".join(map(encode_user, self.members)) + u32(len(self.details)) + self.details)

    @staticmethod
    def decode(data: bytes) -> "Roster":
        """GR-1 and GR-2."""
        require(data != b"")
        reader = Reader(data)
        require(reader.first_bytes() == KIND_ROSTER)
        group, revision, parent = reader.take(16), reader.u32(), reader.take(32)
        require((parent == NO_PARENT) == (revision == 0))
        count = reader.u16()
        require(count in MEMBER_COUNTS)
        members: list[bytes] = []
        for _ in range(count):
            user = read_user(reader)
            require(not members or members[-1] < user)
            members.append(user)
        length = reader.u32()
        require(length <= DETAILS_LIMIT)
        details = reader.take(length)
        reader.end()
        require(len(data) <= ROSTER_LIMIT)
        return Roster(group, revision, parent, tuple(members), details)

    def hash(self) -> bytes:
        """GR-3."""
        return hashlib.blake2b(encode_list(LABEL_ROSTER, self.encode()), digest_size=32).digest()

    def follows(self, other: "Roster") -> bool:
        """GR-4."""
        return (self.group, self.parent, self.revision) == (other.group, other.hash(), other.revision + 1)

    def next(self, members: list[bytes], details: bytes) -> "Roster":
        """A change of this one, by GR-2."""
        made = Roster(self.group, self.revision + 1, self.hash(), tuple(sorted(members)), details)
        require(len(members) in MEMBER_COUNTS, "memberCount")
        require(len(details) <= DETAILS_LIMIT, "detailsTooLarge")
        require(self.revision < 2**32 - 1, "revisionsExhausted")
        require(len(made.encode()) <= ROSTER_LIMIT, "rosterTooLarge")
        return made


@dataclass(frozen=True)
class Kept:
    """GR-6: what is kept of a roster."""

    hash: bytes
    revision: int
    parent: bytes
    members: frozenset[bytes]

    @staticmethod
    def of(roster: Roster) -> "Kept":
        return Kept(roster.hash(), roster.revision, roster.parent, frozenset(roster.members))


@dataclass(frozen=True)
class History:
    """The present roster, and what is kept of the last 16, the present one among them, newest first."""

    present: Roster
    kept: tuple[Kept, ...]

    @staticmethod
    def begin(roster: Roster) -> "History":
        return History(roster, (Kept.of(roster),))

    def judge(self, roster: Roster) -> tuple[str, int | None]:
        """GR-5, and how many rosters a winning one takes off."""
        if roster.group != self.present.group:
            return CONTRADICTS, None
        hashes = [kept.hash for kept in self.kept]
        if roster.hash() in hashes:
            return ALREADY_THERE, None
        if roster.parent == hashes[0]:
            return (APPLIES if roster.follows(self.present) else CONTRADICTS), None
        if roster.revision == 0:
            return LOSES, None
        rivals = [index for index, kept in enumerate(self.kept) if kept.parent == roster.parent]
        if not rivals:
            return UNKNOWN_PARENT, None
        rival = self.kept[rivals[0]]
        if roster.revision != rival.revision:
            return CONTRADICTS, None
        return (WINS, rivals[0] + 1) if roster.hash() < rival.hash else (LOSES, None)

    def taking(self, roster: Roster) -> "History":
        """GR-5 and GR-6: what is kept afterwards."""
        change, undone = self.judge(roster)
        if change not in (APPLIES, WINS):
            return self
        return History(roster, (Kept.of(roster), *self.kept[undone or 0:])[:KEPT_ROSTERS])

    def standing(self, user: bytes, roster_hash: bytes) -> str:
        """GR-7."""
        for kept in self.kept:
            if kept.hash == roster_hash:
                return MEMBER if user in kept.members and user in self.kept[0].members else NOT_MEMBER
        return UNKNOWN_ROSTER

    def admit(self, user: bytes, roster_hash: bytes) -> None:
        """GR-7, as refusals."""
        standing = self.standing(user, roster_hash)
        require(standing != UNKNOWN_ROSTER, "unknownRoster")
        require(standing == MEMBER, "senderNotMember")

    def bits(self, user: bytes) -> int:
        return sum(1 << n for n, kept in enumerate(self.kept) if user in kept.members)

    def encode(self) -> bytes:
        """GR-8."""
        present, older = self.present.encode(), self.kept[1:]
        out = u8(FORMAT) + u32(len(present)) + present + u8(len(older)) + b"".join(kept.hash for kept in older)
        if older:
            out += older[-1].parent
        out += b"".join(u16(self.bits(user)) for user in self.present.members)
        others = sorted(frozenset().union(*(kept.members for kept in older)) - self.kept[0].members)
        return out + u32(len(others)) + b"".join(encode_user(user) + u16(self.bits(user)) for user in others)

    @staticmethod
    def decode(data: bytes) -> "History":
        """GR-8."""
        return corrupt_unless(lambda: History._decode(data))

    @staticmethod
    def _decode(data: bytes) -> "History":
        reader = Reader(data)
        require(reader.u8() == FORMAT)
        present = Roster.decode(reader.take(reader.u32()))
        count = reader.u8()
        require(count < KEPT_ROSTERS and count <= present.revision)
        hashes = [present.hash(), *(reader.take(32) for _ in range(count))]
        parents = [present.parent, *hashes[2:]]
        if count:
            require(hashes[1] == present.parent)
            require(NO_PARENT not in hashes)
            parents.append(reader.take(32))
            require((parents[-1] == NO_PARENT) == (present.revision == count))
        bits = {}
        for user in present.members:
            bits[user] = reader.u16()
            require(bits[user] & 1 == 1)
        last = None
        for _ in range(reader.u32()):
            user = read_user(reader)
            require((last is None or last < user) and user not in bits)
            bits[user] = reader.u16()
            require(bits[user] & 1 == 0 and bits[user] != 0)
            last = user
        require(all(mask >> (count + 1) == 0 for mask in bits.values()))
        reader.end()
        kept = tuple(
            Kept(roster_hash, present.revision - n, parent,
                 frozenset(user for user, mask in bits.items() if mask >> n & 1))
            for n, (roster_hash, parent) in enumerate(zip(hashes, parents, strict=True)))
        return History(present, kept)


# Messages and distributions


@dataclass(frozen=True)
class GroupMessage:
    """GR-10."""

    chain_id: bytes
    iteration: int
    roster: bytes
    commitment: bytes
    nonce: bytes
    sealed: bytes
    signature: bytes

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_GROUP_MESSAGE) + self.chain_id + varint(self.iteration) + self.roster
                + self.commitment + self.nonce + self.sealed + self.signature)

    @staticmethod
    def decode(data: bytes) -> "GroupMessage":
        require(data != b"")
        reader = Reader(data)
        require(reader.first_bytes() == KIND_GROUP_MESSAGE)
        chain_id, iteration = reader.take(8), reader.varint()
        require(iteration <= LAST_ITERATION)
        roster, commitment, nonce = reader.take(32), reader.take(32), reader.take(24)
        require(reader.left() - 16 - 64 in messages.SEALED_LIMITS)
        return GroupMessage(chain_id, iteration, roster, commitment, nonce, reader.take(reader.left() - 64),
                            reader.take(64))

    def associated_data(self, group: bytes, user: bytes, device: int) -> bytes:
        """GR-13."""
        return encode_list(LABEL_GROUP_MESSAGE, u8(SUITE), group, self.roster, encode_address(user, device),
                           self.chain_id, u32(self.iteration), self.commitment)

    def signed_bytes(self, group: bytes, user: bytes, device: int) -> bytes:
        """GR-14."""
        return encode_list(LABEL_GROUP_SIGNATURE, u8(SUITE), group, self.roster, encode_address(user, device),
                           self.chain_id, u32(self.iteration), self.commitment, self.nonce, self.sealed)


@dataclass(frozen=True)
class Distribution:
    """GR-15."""

    group: bytes
    chain_id: bytes
    iteration: int
    chain_key: bytes
    public: bytes
    created_at: int

    def encode(self) -> bytes:
        return (u8(SUITE) + u8(KIND_DISTRIBUTION) + self.group + self.chain_id + varint(self.iteration)
                + self.chain_key + self.public + u64(self.created_at))

    @staticmethod
    def decode(data: bytes) -> "Distribution":
        require(data != b"")
        reader = Reader(data)
        require(reader.first_bytes() == KIND_DISTRIBUTION)
        distribution = Distribution(reader.take(16), reader.take(8), reader.varint(), reader.take(32), reader.take(32),
                                    reader.u64())
        reader.end()
        return distribution


# Chains


def chain_step(chain_key: bytes) -> tuple[bytes, bytes]:
    """GR-11: next chain key, message key."""
    return kdf(chain_key, b"SottoSK1")


def chain_key_after(chain_key: bytes, steps: int) -> bytes:
    """GR-11."""
    for _ in range(steps):
        chain_key, _ = chain_step(chain_key)
    return chain_key


def commitment(message_key: bytes) -> bytes:
    """GR-12."""
    return kdf_of_size(message_key, b"SottoGM1", 32, 2)


@dataclass(frozen=True)
class OwnChain:
    """GR-9: the chain of a sending device."""

    chain_id: bytes
    created_at: int
    next: int
    chain_key: bytes
    seed: bytes
    public: bytes

    @staticmethod
    def begin(chain_id: bytes, chain_key: bytes, seed: bytes, created_at: int) -> "OwnChain":
        return OwnChain(chain_id, created_at, 0, chain_key, seed, curves.ed25519_public(seed))

    def seal(self, group: bytes, user: bytes, device: int, roster: bytes,
             content: bytes) -> tuple["OwnChain", bytes, GroupMessage]:
        """GR-10 to GR-14: the chain afterwards, the message key and the message."""
        padded = messages.pad(content)
        require(self.next <= LAST_ITERATION, "chainExhausted")
        chain_key, message_key = chain_step(self.chain_key)
        unsealed = GroupMessage(self.chain_id, self.next, roster, commitment(message_key), b"", b"", b"")
        sealed = CIPHER.seal(message_key, unsealed.associated_data(group, user, device), padded)
        unsigned = replace(unsealed, nonce=sealed[:24], sealed=sealed[24:])
        signature = curves.ed25519_sign(self.seed, unsigned.signed_bytes(group, user, device))
        return (replace(self, next=self.next + 1, chain_key=chain_key), message_key,
                replace(unsigned, signature=signature))

    def losing(self, count: int) -> "OwnChain":
        """As if this many messages had been sealed."""
        return replace(self, next=self.next + count, chain_key=chain_key_after(self.chain_key, count))

    def distribution(self, group: bytes) -> Distribution:
        """GR-15."""
        return Distribution(group, self.chain_id, self.next, self.chain_key, self.public, self.created_at)

    def encode(self) -> bytes:
        """GR-22."""
        return (u8(FORMAT) + self.chain_id + u64(self.created_at) + u32(self.next) + self.chain_key + self.seed
                + self.public)

    @staticmethod
    def decode(data: bytes) -> "OwnChain":
        """GR-22."""
        return corrupt_unless(lambda: OwnChain._decode(data))

    @staticmethod
    def _decode(data: bytes) -> "OwnChain":
        reader = Reader(data)
        require(reader.u8() == FORMAT)
        chain = OwnChain(reader.take(8), reader.u64(), reader.u32(), reader.take(32), reader.take(32), reader.take(32))
        require(chain.next <= VARINT_MAX)
        reader.end()
        return chain


@dataclass(frozen=True)
class SkippedKey:
    key: bytes
    skipped_at: int

    def expired(self, instant: int) -> bool:
        """GR-18. A key of exactly 30 days opens."""
        return instant - self.skipped_at > SKIPPED_TIME


@dataclass(frozen=True)
class Chain:
    """A sender's chain at a receiver: what GR-23 and GR-24 write of it."""

    chain_id: bytes
    created_at: int
    given: int
    dropped_before: int
    next: int
    chain_key: bytes
    public: bytes
    skipped: dict[int, SkippedKey]

    @staticmethod
    def of(distribution: Distribution) -> "Chain":
        n = distribution.iteration
        return Chain(distribution.chain_id, distribution.created_at, n, n, n, distribution.chain_key,
                     distribution.public, {})

    def compare(self, distribution: Distribution) -> None:
        """GR-15, for a chain that is known."""
        steps = self.next - distribution.iteration
        require(abs(steps) <= GAP_LIMIT, "gapTooLarge")
        ours = chain_key_after(self.chain_key, max(0, -steps))
        theirs = chain_key_after(distribution.chain_key, max(0, steps))
        require((ours, self.public) == (theirs, distribution.public), "conflictingSenderKey")

    def dropping(self, instant: int) -> tuple["Chain", list[int]]:
        """GR-18: the keys within both limits, and the iterations of those that went, ascending. Dates after now are
        now from then on."""
        skipped = {n: replace(kept, skipped_at=min(kept.skipped_at, instant)) for n, kept in self.skipped.items()}
        dropped = {n for n, kept in skipped.items() if kept.expired(instant)}
        rest = sorted(set(skipped) - dropped)
        dropped.update(rest[:max(0, len(rest) - SKIPPED_LIMIT)])
        chain = replace(self, skipped={n: kept for n, kept in skipped.items() if n not in dropped},
                        dropped_before=max(dropped, default=self.dropped_before - 1) + 1)
        return chain, sorted(dropped)

    def key_for(self, iteration: int, instant: int) -> tuple["Chain", bytes, list[int]]:
        """GR-16 from the iteration on to GR-18: the chain afterwards, the message key and what was dropped."""
        require(iteration >= self.given, "sentBeforeKey")
        if iteration < self.next:
            kept = self.skipped.get(iteration)
            if kept is None:
                raise Refused("messageKeyDropped" if iteration < self.dropped_before else "alreadyOpened")
            require(not kept.expired(instant), "messageKeyDropped")
            rest = {n: other for n, other in self.skipped.items() if n != iteration}
            return replace(self, skipped=rest), kept.key, []
        require(iteration - self.next <= GAP_LIMIT, "gapTooLarge")
        chain_key, skipped = self.chain_key, {}
        for n in range(self.next, iteration):
            chain_key, message_key = chain_step(chain_key)
            skipped[n] = SkippedKey(message_key, instant)
        chain_key, message_key = chain_step(chain_key)
        chain = replace(self, next=iteration + 1, chain_key=chain_key)
        if not skipped:
            return chain, message_key, []
        chain, dropped = replace(chain, skipped={**self.skipped, **skipped}).dropping(instant)
        return chain, message_key, dropped

    def runs(self) -> list[tuple[int, int, list[bytes]]]:
        """GR-24: first iteration, when they were skipped, keys."""
        runs: list[tuple[int, int, list[bytes]]] = []
        for n in sorted(self.skipped):
            kept = self.skipped[n]
            if not runs or runs[-1][1] != kept.skipped_at or runs[-1][0] + len(runs[-1][2]) != n:
                runs.append((n, kept.skipped_at, []))
            runs[-1][2].append(kept.key)
        return runs


@dataclass(frozen=True)
class Opened:
    content: bytes
    dropped: list[int]


@dataclass(frozen=True)
class Sender:
    """The chains of a device in a group, oldest first (GR-20)."""

    chains: tuple[Chain, ...] = ()

    def taking(self, distribution: Distribution) -> tuple["Sender", bool, bytes | None]:
        """GR-15 and GR-20: the state afterwards, whether the chain is new, and the id of the one that went."""
        for chain in self.chains:
            if chain.chain_id == distribution.chain_id:
                chain.compare(distribution)
                return self, False, None
        chains = (*self.chains, Chain.of(distribution))
        gone = chains[:-CHAIN_LIMIT]
        return Sender(chains[-CHAIN_LIMIT:]), True, gone[0].chain_id if gone else None

    def opening(self, group: bytes, user: bytes, device: int, history: History, data: bytes,
                instant: int) -> tuple["Sender", Opened]:
        """GR-16 to GR-19."""
        message = GroupMessage.decode(data)
        chain = next((chain for chain in self.chains if chain.chain_id == message.chain_id), None)
        if chain is None:
            raise Refused("needsSenderKey")
        require(curves.ed25519_verify(chain.public, message.signed_bytes(group, user, device), message.signature),
                "notAuthentic")
        history.admit(user, message.roster)
        chain, message_key, dropped = chain.key_for(message.iteration, instant)
        require(commitment(message_key) == message.commitment, "notAuthentic")
        padded = CIPHER.open(message_key, message.associated_data(group, user, device),
                             message.nonce + message.sealed)
        content = messages.unpad(padded)
        return self._with(chain), Opened(content, dropped)

    def expiring(self, instant: int) -> tuple["Sender", list[int]]:
        """GR-18: when the time is told; what went, chain by chain."""
        both = [chain.dropping(instant) for chain in self.chains]
        return Sender(tuple(chain for chain, _ in both)), [n for _, dropped in both for n in dropped]

    def _with(self, chain: Chain) -> "Sender":
        return Sender(tuple(chain if other.chain_id == chain.chain_id else other for other in self.chains))

    def encode(self) -> bytes:
        """GR-23."""
        out = u8(FORMAT) + u8(len(self.chains))
        for chain in self.chains:
            out += (chain.chain_id + u64(chain.created_at) + u32(chain.given) + u32(chain.dropped_before)
                    + u32(chain.next) + u16(len(chain.skipped)) + chain.chain_key + chain.public)
        return out

    def encode_skipped(self) -> bytes:
        """GR-24."""
        having = [chain for chain in self.chains if chain.skipped]
        out = u8(FORMAT) + u8(len(having))
        for chain in having:
            runs = chain.runs()
            out += chain.chain_id + u16(len(runs))
            for first, skipped_at, keys in runs:
                out += u32(first) + u16(len(keys)) + u64(skipped_at) + b"".join(keys)
        return out

    @staticmethod
    def decode(states: bytes, skipped: bytes) -> "Sender":
        """GR-23 and GR-24, which are of one moment."""
        return corrupt_unless(lambda: Sender._decode(states, skipped))

    @staticmethod
    def decode_states(states: bytes) -> list[tuple[Chain, int]]:
        """GR-23 alone: each chain, and how many skipped keys it has."""
        return corrupt_unless(lambda: Sender._decode_states(states))

    @staticmethod
    def _decode_states(states: bytes) -> list[tuple[Chain, int]]:
        reader = Reader(states)
        require(reader.u8() == FORMAT)
        count = reader.u8()
        require(count <= CHAIN_LIMIT)
        chains: list[Chain] = []
        counts: list[int] = []
        for _ in range(count):
            chain_id, created_at = reader.take(8), reader.u64()
            given, dropped_before, following = reader.u32(), reader.u32(), reader.u32()
            counts.append(reader.u16())
            require(given <= dropped_before <= following <= VARINT_MAX)
            require(counts[-1] <= SKIPPED_LIMIT and counts[-1] <= following - dropped_before)
            require(all(chain.chain_id != chain_id for chain in chains))
            chains.append(Chain(chain_id, created_at, given, dropped_before, following, reader.take(32),
                                reader.take(32), {}))
        reader.end()
        return list(zip(chains, counts, strict=True))

    @staticmethod
    def _decode(states: bytes, skipped: bytes) -> "Sender":
        both = Sender._decode_states(states)
        chains, counts = [chain for chain, _ in both], [count for _, count in both]
        reader = Reader(skipped)
        require(reader.u8() == FORMAT)
        having = [index for index, number in enumerate(counts) if number]
        require(reader.u8() == len(having))
        for index in having:
            chain = chains[index]
            require(reader.take(8) == chain.chain_id)
            keys: dict[int, SkippedKey] = {}
            end, last = chain.dropped_before, None
            for _ in range(reader.u16()):
                first, number, skipped_at = reader.u32(), reader.u16(), reader.u64()
                require(number >= 1 and first >= end and (first != end or skipped_at != last))
                keys |= {first + n: SkippedKey(reader.take(32), skipped_at) for n in range(number)}
                end, last = first + number, skipped_at
                require(end <= chain.next)
            require(len(keys) == counts[index])
            chains[index] = replace(chain, skipped=keys)
        reader.end()
        return Sender(tuple(chains))


def ranges(iterations: list[int]) -> list[dict[str, int]]:
    """Iterations as ranges, never adjacent."""
    out: list[dict[str, int]] = []
    for n in sorted(iterations):
        if out and out[-1]["last"] == n - 1:
            out[-1]["last"] = n
        else:
            out.append({"first": n, "last": n})
    return out
