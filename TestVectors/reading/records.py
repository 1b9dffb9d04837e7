"""The records of a device (Specs/Device.md): one description of each, by which it is read and written."""

import hashlib
from typing import Any, Callable

import curves
import ratchet
from encoding import (
    LABEL_RECEIVED_GROUP_MESSAGE,
    PERSONAL_RECEIVED,
    VARINT_MAX,
    Reader,
    Refused,
    check_u,
    decode_key,
    encode_address,
    encode_list,
    require,
    u8,
    u16,
    u32,
    u64,
)
from groups import Distribution, History, OwnChain, Roster, Sender
from handshake import Published, Upload
from messages import Message, Session
from ratchet import Run, Skipped
from sealed_sender import Received, SenderCertificate, Sent

DEVICE, USER, PEER, SESSION, SKIPPED, RECEIVED, OUTGOING, PLACE = range(1, 9)
PREKEYS, SIGNED_PREKEY, ONE_TIME_PREKEY, FIRST_MESSAGE, FIRST_MESSAGES, UPLOAD, WAITING, TOTALS, REQUESTS = range(9, 18)
OPENED_FIRST, CERTIFICATE, GROUP, OWN_CHAIN, HOLDERS = range(18, 23)
MEMBER_CHAINS, MEMBER_SKIPPED, GROUP_MESSAGE, GROUP_PLACE, GROUP_WAITING, ROSTER = range(23, 29)
# DS-1: the groups that aren't numbered like the one kind in them.
SINGLE_GROUP, DEVICE_OF_PEER_GROUP, ACKNOWLEDGED_GROUP, OPENED_FIRST_GROUP = 1, 3, 18, 19
UNSENT_GROUP, SENT_GROUP = 7, 8
MEMBERS_GROUP, OWN_CHAINS_GROUP, UNSENT_GROUP_MESSAGES, SENT_GROUP_MESSAGES = 21, 22, 23, 24
GROUP_WAITING_GROUP, GROUP_PLACES_GROUP, ROSTERS_GROUP = 25, 26, 27

PARTS = 32
CONTENT_LIMIT = 65_000
FORMER_IDS_LIMIT = 4
ENVELOPE, WITHOUT_CERTIFICATE, CERTIFICATE_OVER, INSTALLATION_UNKNOWN = range(4)  # DS-12, of a copy
MESSAGE_WAITS, DISTRIBUTION_WAITS = 1, 2
Values = dict[str, Any]


def received_id(transcript: bytes, ratchet_key: bytes, index: int) -> bytes:
    """DS-10."""
    return hashlib.blake2b(transcript + ratchet_key + u32(index), digest_size=16, person=PERSONAL_RECEIVED).digest()


def received_group_id(group: bytes, address: bytes, chain: bytes, place: int) -> bytes:
    """DS-29. The number of a chain is its id (GR-9)."""
    return hashlib.blake2b(encode_list(LABEL_RECEIVED_GROUP_MESSAGE, group, address, chain, u32(place)),
                           digest_size=16).digest()


def encode_user(user: bytes) -> bytes:
    return u8(len(user)) + user


def part_of(name: bytes, index: int) -> int:
    """DS-6; the name is that of kind 5 under the ratchet key."""
    return (name[0] + index // 32) % PARTS


class Form:
    """Reads the fields of a record, or writes them."""

    def __init__(self, values: Values, reader: Reader | None, trace: list[tuple[str, int, int]], path: str = ""):
        self.values = values
        self.reader = reader
        self.trace = trace
        self.path = path
        self.out = bytearray()

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def raw(self, name: str, size: int, read: Callable[[bytes], Any] = bytes,
            write: Callable[[Any], bytes] = bytes) -> Any:
        if self.reader is None:
            data = write(self.values[name])
            assert len(data) == size
            self.out += data
        else:
            start = self.reader.at
            self.values[name] = read(self.reader.take(size))
            self.trace.append((self.path + name, start, self.reader.at))
        return self.values[name]

    def number(self, name: str, size: int, low: int = 0, high: int = 2**64) -> int:
        value = self.raw(name, size, lambda data: int.from_bytes(data, "big"), lambda v: v.to_bytes(size, "big"))
        require(low <= value <= high)
        return value

    def u8(self, name: str, low: int = 0, high: int = 255) -> int:
        return self.number(name, 1, low, high)

    def u16(self, name: str) -> int:
        return self.number(name, 2)

    def u32(self, name: str, low: int = 0, high: int = 2**32) -> int:
        return self.number(name, 4, low, high)

    def u64(self, name: str) -> int:
        return self.number(name, 8)

    instant = u64

    def format(self) -> None:
        self.u8("format", 1, 1)

    def key(self, name: str, present: bool = True) -> None:
        """33 bytes of EN-4; zeros where there is none."""
        data = self.raw(name, 33)
        if present:
            decode_key(data)
        else:
            require(data == bytes(33))

    def bare_key(self, name: str) -> None:
        check_u(self.raw(name, 32))

    def user(self, name: str) -> None:
        length = self.reader.data[self.reader.at:self.reader.at + 1] if self.reader else encode_user(self[name])[:1]
        require(length > b"\0")
        self.raw(name, 1 + length[0], lambda data: data[1:], encode_user)

    def address(self, user: str = "user", device: str = "device") -> None:
        self.user(user)
        self.u32(device, 1)

    def bytes(self, name: str) -> bytes:
        length = (int.from_bytes(self.reader.data[self.reader.at:self.reader.at + 4], "big") if self.reader
                  else len(self[name]))
        return self.raw(name, 4 + length, lambda data: data[4:], lambda v: u32(len(v)) + v)

    def rest(self, name: str) -> bytes:
        return self.raw(name, self.reader.left() if self.reader else len(self[name]))

    def many(self, name: str, size: int, one: Callable[["Form"], None]) -> None:
        """A count, and as many of what is described."""
        if self.reader is None:
            self.out += len(self[name]).to_bytes(size, "big")
        else:
            self.values[name] = []
            start = self.reader.at
            count = self.reader.number(size)
            self.trace.append((f"{self.path}{name} count", start, self.reader.at))
            for index in range(count):
                self.values[name].append({})
        for index, values in enumerate(self[name]):
            inner = Form(values, self.reader, self.trace, f"{self.path}{name} ")
            one(inner)
            self.out += inner.out


def device(f: Form) -> None:
    """DS-2."""
    f.format()
    f.address()
    f.u32("registration id", 1)
    f.many("former ids", 1, lambda r: r.u32("id", 1))
    require(len(f["former ids"]) <= FORMER_IDS_LIMIT)
    f.u8("policy", 1, 2)
    f.instant("created")
    f.raw("private key", 32)


def user(f: Form) -> None:
    """DS-3."""
    f.format()
    f.user("user")
    flags = f.u8("flags", 0, 3)
    f.key("key", flags & 1 == 1)
    f.instant("since")
    f.instant("verified")
    f.key("waiting key", flags & 2 == 2)
    f.instant("waiting since")
    f.many("devices", 2, lambda d: (d.u32("device", 1), d.instant("stale")))
    numbers = [d["device"] for d in f["devices"]]
    require(numbers == sorted(set(numbers)))
    require(flags & 1 == 1 or (f["since"], f["verified"]) == (0, 0))
    require(flags & 2 == 2 or f["waiting since"] == 0)


def session(f: Form) -> None:
    """DS-5, up to what follows it in its record: the end."""
    f.u32("number", 1)
    f.instant("began")
    f.u32("lease", 0, VARINT_MAX)
    f.u16("skipped keys")
    f.values.setdefault("parts", [])
    if f["skipped keys"] > 0:
        f.raw("parts", 4 * PARTS, lambda data: [int.from_bytes(data[i:i + 4], "big") for i in range(0, 4 * PARTS, 4)],
              lambda v: b"".join(map(u32, v)))
    require(f["skipped keys"] <= ratchet.SKIPPED_LIMIT)
    # SM-12, field by field for the trace; messages.Session has the rule.
    start = f.reader.at if f.reader else 0
    mark = len(f.trace)
    data = f.rest("session")
    require(Session.decode(data).encode() == data)
    if f.reader:
        f.trace[mark:] = [(f"{f.path}{name}", start + a, start + b) for name, a, b in session_places(data)]


def session_places(data: bytes) -> list[tuple[str, int, int]]:
    """Where the fields of SM-12 and DR-14 are."""
    sizes = (("session format", 1), ("suite", 1), ("role", 1), ("session flags", 1), ("T", 32), ("exporter", 32),
             ("identity", 33), ("state format", 1), ("turn", 1), ("has receiving", 1), ("has theirs", 1), ("root key", 32),
             ("own private", 32), ("own public", 32), ("theirs", 32), ("sending chain", 32), ("next sent", 4),
             ("PN", 4), ("receiving chain", 32), ("next received", 4), ("zero", 38), ("part length", 2),
             ("handshake part", len(data) - 349))
    out, at = [], 0
    for name, size in sizes:
        out.append((name, at, at + size))
        at += size
    return [place for place in out if place[1] < place[2]]


def peer(f: Form) -> None:
    """DS-4."""
    f.format()
    f.address()
    flags = f.u8("flags", 0, 7)
    f.u32("registration id")
    f.many("replaced ids", 1, lambda r: r.u32("id", 1))
    require(len(f["replaced ids"]) <= 4)
    f.u32("next number", 1)
    f.u8("beside", 0)
    f.u32("repair")
    f.many("others", 1, lambda s: (s.u32("number", 1), s.u64("generation"), s.raw("in", 4), s.raw("out", 4)))
    f.values.setdefault("in use", {})
    if flags & 2:
        inner = Form(f["in use"], f.reader, f.trace, "in use ")
        session(inner)
        f.out += inner.out


def session_record(f: Form) -> None:
    """DS-5, kind 4."""
    f.format()
    session(f)


def place(f: Form) -> None:
    """DS-12, kind 8."""
    f.format()
    f.raw("id", 16)


def prekeys(f: Form) -> None:
    """DS-8."""
    f.format()
    f.u32("next id")
    f.u32("in bundles")
    f.u8("flags", 0, 7)
    f.many("signed", 2, lambda p: (p.u32("id", 1), p.instant("made"), p.instant("replaced"), p.u16("remembered")))
    f.many("batches", 2, lambda b: (b.u32("first", 1), b.u16("count"), b.u16("unused"), b.instant("made")))


def received(f: Form) -> None:
    """DS-9."""
    f.format()
    form = f.u8("form", 0, 2)
    f.instant("received")
    if form == 2:
        f.address()
        return
    f.raw("fingerprint", 8)
    if form == 0:
        return
    f.address()
    f.key("key")
    f.raw("id", 16)
    server_time(f)
    f.u8("facts", 0, 127)
    f.many("lost", 2, lambda r: (r.bare_key("key"), r.u32("first", 0, VARINT_MAX), r.u32("last", 0, VARINT_MAX)))
    envelope(f)
    body = f.bytes("body")
    require(body[:1] != b"")
    if body[0] in NOTES:
        require(len(body) in NOTES[body[0]])
    else:
        require(decode_body(body)["kind"] in (1, 2, 8))


# DS-9: how long is what stands for a body. A request of a group may have the message's id.
NOTES = {252: (17, 33), 253: (2,), 254: (17,), 255: (1,)}


def server_time(f: Form) -> None:
    """DS-9, DS-30: the number is there without a time, too."""
    given = f.u8("has server time", 0, 1)
    time = f.u64("server time")
    require(given == 1 or time == 0)


def envelope(f: Form) -> None:
    """DS-1: what an envelope said."""
    f.values.setdefault("hint", None)
    f.values.setdefault("envelope group", None)
    if f.u8("came in an envelope", 0, 1):
        f.u8("hint", 0, 2)
        short(f, "envelope group", 64)


def short(f: Form, name: str, limit: int) -> None:
    """`u8` length ‖ bytes, which may be none."""
    length = f.reader.data[f.reader.at:f.reader.at + 1] if f.reader else u8(len(f[name]))
    require(length != b"" and length[0] <= limit)
    f.raw(name, 1 + length[0], lambda data: data[1:], lambda v: u8(len(v)) + v)


def decode_body(body: bytes) -> Values:
    """DS-11."""
    reader = Reader(body)
    kind = reader.u8()
    out: Values = {"kind": kind}
    if kind in (1, 2):
        out["id"] = reader.take(16)
        if kind == 2:
            length = reader.u8()
            require(length > 0)
            out["user"] = reader.take(length)
        out["content"] = reader.take(reader.left())
        require(len(out["content"]) <= CONTENT_LIMIT)
    elif kind == 4:
        out["key"], out["index"] = reader.bare_key(), reader.u32()
    elif kind == 5:
        out["first id"] = reader.take(16)
        out["fingerprint"] = reader.take(8)
        out["body"] = decode_body(reader.take(reader.left()))
        require(out["body"]["kind"] in (1, 2, 8))
    elif kind == 6:
        out["distribution"] = Distribution.decode(reader.take(reader.left()))
    elif kind == 7:
        out["group"], out["chain"], out["place"] = reader.take(16), reader.take(8), reader.u32()
    elif kind == 8:
        out["group"], out["id"], out["content"] = reader.take(16), reader.take(16), reader.take(reader.left())
        require(len(out["content"]) <= CONTENT_LIMIT)
    else:
        require(kind == 3)
    reader.end()
    return out


def totals(f: Form) -> None:
    """DS-9."""
    f.format()
    f.u32("count")
    f.u64("bytes")


def outgoing(f: Form) -> None:
    """DS-12."""
    f.format()
    f.u8("kind", 1, 2)
    f.raw("id", 16)
    f.instant("instant")
    f.user("user")
    f.u32("device")
    f.bytes("content")
    f.many("copies", 4, copy)


def copy(f: Form) -> None:
    """DS-12: one copy of an outgoing message."""
    f.address()
    f.u32("registration id", 1)
    f.key("key")
    f.bare_key("ratchet key")
    f.u32("index", 0, VARINT_MAX)
    f.u32("session", 1)
    f.u32("next session", 1)
    f.raw("T", 32)
    again = f.u8("again", 0, 1)
    f.raw("first id", 16)
    require((again == 1) == (f["first id"] != bytes(16)))
    f.raw("fingerprint", 8)
    f.u8("asked for", 0, 1)
    sealing = f.u8("sealing", ENVELOPE, INSTALLATION_UNKNOWN)
    inner = b""
    if sealing == ENVELOPE:
        f.instant("good until")
        f.u8("hint", 0, 2)
        inner = f.bytes("inner")
        if inner:
            Message.decode(inner)
    data = f.bytes("bytes")
    if sealing == ENVELOPE:
        require(bool(inner) == bool(data))
    if data:
        (Received if sealing == ENVELOPE else Message).decode(data)


def requests(f: Form) -> None:
    """DS-15."""
    f.format()
    f.many("requests", 1, lambda r: (r.raw("key", 8), r.u32("index"), r.instant("instant")))
    require(len(f["requests"]) <= 64)


def opened_first(f: Form) -> None:
    """DS-21."""
    f.format()
    f.instant("opened")
    f.raw("T", 32)


def stored_prekey(f: Form) -> None:
    """HS-14. Its own format byte is the record's (DS-8)."""
    f.format()
    kind = f.u8("kind", 1, 2)
    f.u32("id", 1)
    f.raw("private key", 32)
    f.bare_key("public key")
    require(curves.clamp(f["private key"]).to_bytes(32, "little") == f["private key"])
    if kind == 2:
        return
    f.address()
    f.u32("registration id", 1)
    f.u8("capabilities", 1)
    f.many("suites", 1, lambda s: s.u8("suite"))
    suites = [s["suite"] for s in f["suites"]]
    require(1 <= len(suites) <= 8 and suites == sorted(set(suites)))
    f.u64("created-at")
    f.raw("signature", 64)


def signed_by(prekey: Values, identity: bytes) -> bool:
    """HS-1, for a stored signed prekey."""
    return Published(identity, prekey["user"], prekey["device"], prekey["registration id"],
                     bytes(s["suite"] for s in prekey["suites"]), prekey["capabilities"], prekey["created-at"],
                     prekey["id"], prekey["public key"], prekey["signature"]).signature_valid()


def first_message(f: Form) -> None:
    """DS-8, kind 12: the byte 1."""
    f.u8("one", 1, 1)


def first_messages(f: Form) -> None:
    """DS-8, kind 13; HS-10."""
    f.u8("count", 1, 16)


def upload(f: Form) -> None:
    """DS-8, kind 14: HS-16."""
    Upload.decode(f.rest("upload"))


def waiting(f: Form) -> None:
    """DS-1, kind 15."""
    f.format()
    envelope(f)
    Message.decode(f.rest("message"))


def certificate(f: Form) -> None:
    """DS-23."""
    f.format()
    data = f.rest("certificate")
    require(SenderCertificate.decode(data).encode() == data)


def placed(f: Form, name: str, places: Callable[[bytes], list[tuple[str, int]]], good: Callable[[bytes], bool]) -> None:
    """The rest of a record, which has a form of its own; its fields for the trace."""
    start = f.reader.at if f.reader else 0
    mark = len(f.trace)
    data = f.rest(name)
    require(good(data))
    if f.reader:
        f.trace[mark:] = []
        for field, size in places(data):
            f.trace.append((f"{f.path}{field}", start, start + size))
            start += size
        assert start == len(f.reader.data)


def roster_places(data: bytes) -> list[tuple[str, int]]:
    """GR-1."""
    roster = Roster.decode(data)
    return [("suite", 1), ("kind", 1), ("group", 16), ("revision", 4), ("parent", 32), ("number of members", 2),
            *(("member", 1 + len(user)) for user in roster.members), ("details", 4 + len(roster.details))]


def history_places(data: bytes) -> list[tuple[str, int]]:
    """GR-8."""
    history = History.decode(data)
    roster, older = history.present.encode(), history.kept[1:]
    others = frozenset().union(*(kept.members for kept in older)) - history.kept[0].members
    return [("history format", 1), ("length", 4), *roster_places(roster), ("number of hashes", 1),
            *(("hash", 32) for _ in older), *([("oldest parent", 32)] if older else []),
            *(("bits", 2) for _ in history.present.members), ("number of others", 4),
            *(place for user in sorted(others) for place in (("other", 1 + len(user)), ("other bits", 2)))]


def group(f: Form) -> None:
    """DS-25, kind 20: the history has its own format byte."""
    f.format()
    placed(f, "history", history_places, lambda data: History.decode(data).encode() == data)


def roster(f: Form) -> None:
    """DS-25, kind 28."""
    f.format()
    placed(f, "roster", roster_places, lambda data: Roster.decode(data).encode() == data)


def own_chain(f: Form) -> None:
    """DS-26, kind 21: GR-22, whose format byte is the record's."""
    f.format()
    f.raw("chain", 8)
    f.instant("made")
    f.u32("next", 0, VARINT_MAX)
    f.raw("chain key", 32)
    f.raw("seed", 32)
    f.raw("public key", 32)


def own_chain_of(values: Values) -> OwnChain:
    """GR-22, as a value."""
    return OwnChain.decode(encode(OWN_CHAIN, values))


def holders(f: Form) -> None:
    """DS-26, kind 22."""
    f.format()
    f.raw("chain", 8)
    f.many("holders", 4, holder)
    addresses = [encode_address(h["user"], h["device"]) for h in f["holders"]]
    require(addresses == sorted(set(addresses)))


def holder(f: Form) -> None:
    """DS-26: a device that has the key."""
    f.address()
    f.u32("registration id", 1)
    f.key("key")
    f.raw("distribution", 16)
    f.u8("struck", 0, 1)


def states_places(data: bytes) -> list[tuple[str, int]]:
    """GR-23."""
    one = [("chain", 8), ("made", 8), ("given", 4), ("dropped before", 4), ("next", 4), ("number skipped", 2),
           ("chain key", 32), ("public key", 32)]
    return [("states format", 1), ("number of chains", 1), *(one * data[1])]


def member_chains(f: Form) -> None:
    """DS-29, kind 23: GR-23 has its own format byte."""
    f.format()
    f.address()
    f.key("key")
    f.u64("skipped generation")
    placed(f, "states", states_places, lambda data: len(Sender.decode_states(data)) <= 5)


def skipped_places(data: bytes) -> list[tuple[str, int]]:
    """GR-24, where the form is right."""
    reader = Reader(data)
    out = [("skipped format", 1), ("chains with keys", 1)]
    reader.take(1)
    for _ in range(reader.u8()):
        out += [("chain", 8), ("number of runs", 2)]
        reader.take(8)
        for _ in range(reader.u16()):
            reader.take(4)
            count = reader.u16()
            reader.take(8 + 32 * count)
            out += [("first", 4), ("count", 2), ("skipped", 8), *(("message key", 32) for _ in range(count))]
    reader.end()
    return out


def member_skipped(f: Form) -> None:
    """Kind 24: GR-24, which only GR-23 beside it can judge."""
    placed(f, "keys", skipped_places, lambda data: data[:1] == b"\1")


def group_message(f: Form) -> None:
    """DS-28, kind 25."""
    f.format()
    f.raw("id", 16)
    f.instant("instant")
    f.raw("group", 16)
    f.raw("chain", 8)
    f.u32("place", 0, VARINT_MAX - 1)
    require(len(f.bytes("content")) <= CONTENT_LIMIT)
    f.many("recipients", 4, group_recipient)
    f.raw("fingerprint", 8)
    f.instant("good until")
    inner = f.bytes("inner")
    data = f.bytes("bytes")
    require(bool(inner) == bool(data))
    if data:
        Sent.decode(data)


def group_recipient(f: Form) -> None:
    """DS-28."""
    f.address()
    f.u32("registration id", 1)
    f.key("key")
    f.u8("state", 0, 2)


def group_waiting(f: Form) -> None:
    """DS-30, kind 27."""
    f.format()
    f.u8("kind", MESSAGE_WAITS, DISTRIBUTION_WAITS)
    f.instant("instant")
    f.raw("group", 16)
    f.address()
    f.key("key")
    f.u8("hint", 0, 2)
    server_time(f)
    f.rest("bytes")


FORMS: dict[int, Callable[[Form], None]] = {
    DEVICE: device, USER: user, PEER: peer, SESSION: session_record, RECEIVED: received, OUTGOING: outgoing,
    PLACE: place, PREKEYS: prekeys, SIGNED_PREKEY: stored_prekey, ONE_TIME_PREKEY: stored_prekey,
    FIRST_MESSAGE: first_message, FIRST_MESSAGES: first_messages, UPLOAD: upload, WAITING: waiting, TOTALS: totals,
    REQUESTS: requests, OPENED_FIRST: opened_first, CERTIFICATE: certificate, GROUP: group, OWN_CHAIN: own_chain,
    HOLDERS: holders, MEMBER_CHAINS: member_chains, MEMBER_SKIPPED: member_skipped, GROUP_MESSAGE: group_message,
    GROUP_PLACE: place, GROUP_WAITING: group_waiting, ROSTER: roster,
}


def decode(kind: int, data: bytes, trace: list[tuple[str, int, int]] | None = None) -> Values:
    """A record of this kind; anything else is recordCorrupt."""
    try:
        if kind == SKIPPED:
            return {"skipped": Skipped.decode(data)}
        form = Form({}, Reader(data), [] if trace is None else trace)
        FORMS[kind](form)
        assert form.reader is not None
        form.reader.end()
        return form.values
    except Refused:
        raise Refused("recordCorrupt") from None


def encode(kind: int, values: Values) -> bytes:
    """The record again."""
    if kind == SKIPPED:
        return values["skipped"].encode()
    if kind == UPLOAD:
        return Upload.decode(values["upload"]).encode()
    form = Form(values, None, [])
    FORMS[kind](form)
    return bytes(form.out)


def in_order(parts: list[Skipped]) -> Skipped:
    """The keys of a session from its parts. Runs of a chain stand together again, the older first (DR-15)."""
    runs = sorted((run for part in parts for run in part.runs), key=lambda run: (run.received, run.key, run.first))
    chains: dict[bytes, list[Run]] = {}
    for run in runs:
        chains.setdefault(run.key, []).append(run)
    return Skipped(tuple(run for chain in chains.values() for run in sorted(chain, key=lambda run: run.first)))
