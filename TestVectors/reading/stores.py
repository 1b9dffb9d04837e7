"""Follows two stores of a folder in TestVectors/stores from their keys to every row (ST, DS)."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator

import curves
import handshake
import messages
import ratchet
import records
import stores_groups
from encoding import Reader, Refused, encode_address, encode_key, u8, u32
from fields import Fields, Report, Wrong, is_hex, is_number, load, outcome
from handshake import Upload
from messages import Message, Session, gap_limit
from ratchet import CIPHERS, GAP_LIMIT
from records import (
    ACKNOWLEDGED_GROUP,
    DEVICE,
    DEVICE_OF_PEER_GROUP,
    FIRST_MESSAGE,
    FIRST_MESSAGES,
    ONE_TIME_PREKEY,
    OPENED_FIRST,
    OPENED_FIRST_GROUP,
    OUTGOING,
    PEER,
    PLACE,
    PREKEYS,
    RECEIVED,
    REQUESTS,
    SENT_GROUP,
    SESSION,
    SIGNED_PREKEY,
    SINGLE_GROUP,
    SKIPPED,
    TOTALS,
    UNSENT_GROUP,
    UPLOAD,
    USER,
    WAITING,
    Values,
    decode,
    decode_body,
    encode,
    encode_user,
    in_order,
    part_of,
    received_id,
)
from sealed_sender import Belief
from storage import EXPECTED_FACTS, HEADER_GROUP, HEADER_NAME, VALUE_LIMITS, File, Header, Keys

SIDES = ("alice", "bob")
MESSAGES = ("skipped", "next", "duplicate")
OTHER_SESSIONS = 5
WAITING_LIMIT = 32
DEVICES_LIMIT = 256
REQUESTS_OF_A_MESSAGE, REQUESTS_IN_AN_HOUR, HOUR = 3, 5, 60 * 60 * 1000
Address = tuple[bytes, int]


@dataclass
class Opened:
    """A row after decryption; kind and values once a record has led to it, named if its name was computed too."""

    sequence: int
    name: bytes
    group: bytes
    generation: int
    record: bytes
    kind: int = 0
    named: bool = False
    values: Values = field(default_factory=dict)


@dataclass
class Held:
    """A session as it is stored, with its skipped keys."""

    peer: Address
    number: int
    began: int
    session: Session


class Store:
    """The rows of one side. Every look-up goes by kind and key (DS-1), and explains the row that it finds."""

    def __init__(self, who: str, keys: Keys, rows: list[Opened], report: Report):
        self.who = who
        self.keys = keys
        self.rows = {row.name: row for row in rows}
        self.by_group: dict[bytes, list[Opened]] = {}
        for row in sorted(rows, key=lambda row: row.sequence):
            self.by_group.setdefault(row.group, []).append(row)
        self.report = report
        self.held: list[Held] = []
        self.outgoing: list[Opened] = []
        self.users: dict[bytes, Values] = {}
        self.peers: dict[Address, Values] = {}
        self.groups: dict[bytes, stores_groups.Group] = {}
        self.certificate: bytes | None = None

    def fail(self, text: str) -> None:
        self.report.fail(f"{self.who}: {text}")

    def equal(self, name: str, found: Any, computed: Any) -> bool:
        self.report.where = self.who
        return self.report.equal(name, found, computed)

    def true(self, name: str, value: bool) -> bool:
        return self.equal(name, value, True)

    def members(self, kind: int, key: bytes) -> list[Opened]:
        return self.by_group.get(self.keys.group(kind, key), [])

    def find(self, kind: int, key: bytes, groups: tuple[int, ...], group_key: bytes = b"") -> Opened | None:
        """The row of a record, if it is there: its group, its form and the same bytes again."""
        row = self.rows.get(self.keys.name(kind, key))
        if row is not None:
            row.named = True
            self.explain(row, kind, groups, group_key)
        return row

    def explain(self, row: Opened, kind: int, groups: tuple[int, ...], group_key: bytes = b"") -> None:
        if row.kind == kind:
            return
        self.true(f"group of kind {kind}", row.group in [self.keys.group(group, group_key) for group in groups])
        row.kind = kind
        values, reason = outcome(lambda: decode(kind, row.record))
        if reason is not None:
            raise Refused(f"{self.who}: kind {kind} in row {row.sequence} is {reason}")
        row.values = values
        self.equal(f"record of kind {kind} in row {row.sequence}", row.record, encode(kind, values))

    def must(self, kind: int, key: bytes, groups: tuple[int, ...], group_key: bytes = b"") -> Opened:
        row = self.find(kind, key, groups, group_key)
        self.true(f"kind {kind} is there", row is not None)
        if row is None:
            raise Refused(f"{self.who}: kind {kind} under {key.hex()} isn't there")
        return row

    def self_named(self, kind: int, groups: tuple[int, ...], group_key: bytes, key_of: Callable[[Values], bytes | None]) -> list[Opened]:
        """The rows of groups whose records say what their key is, in order of sequence for each group."""
        out = []
        for group in groups:
            for member in self.members(group, group_key):
                values, _ = outcome(lambda: decode(kind, member.record))
                key = None if values is None else key_of(values)
                if key is None:
                    continue
                row = self.must(kind, key, (group,), group_key)
                if self.equal(f"row of kind {kind}", member.sequence, row.sequence):
                    out.append(row)
        return out

    def follow(self) -> None:
        """From the one device record to all that the store's own records name."""
        self.device = self.must(DEVICE, b"", (SINGLE_GROUP,)).values
        self.address = self.device["user"], self.device["device"]
        self.identity = curves.public_key(self.device["private key"])
        self.follow_prekeys()
        for row in self.self_named(USER, (USER,), b"", lambda v: v["user"]):
            self.users[row.values["user"]] = row.values
        for user, values in self.users.items():
            self.follow_waiting(user, values)
            self.true("devices of a user (DS-17)", len(values["devices"]) <= DEVICES_LIMIT)
            for listed in values["devices"]:
                self.follow_peer((user, listed["device"]))
        self.outgoing = self.self_named(OUTGOING, (UNSENT_GROUP, SENT_GROUP), b"", lambda v: v["id"])
        for row in self.outgoing:
            self.follow_outgoing(row)
        self.follow_first_messages()
        self.follow_opened_first()
        self.certificate = stores_groups.follow_certificate(self)
        self.groups = stores_groups.follow_groups(self)
        self.inbox = self.self_named(RECEIVED, (RECEIVED,), b"", lambda v: v.get("id"))
        row = self.find(TOTALS, b"", (SINGLE_GROUP,))
        bodies = [row.values["body"] for row in self.inbox]
        size = sum(len(body["content"]) for body in map(decode_body, (b for b in bodies if b[0] not in records.NOTES))
                   if "content" in body)
        self.equal("totals (DS-9)", (0, 0) if row is None else (row.values["count"], row.values["bytes"]),
                   (len(bodies), size))

    def follow_prekeys(self) -> None:
        """DS-2, DS-8, HS-1, HS-14, HS-16."""
        heads = self.prekeys = self.must(PREKEYS, b"", (SINGLE_GROUP,)).values
        signed: dict[int, Values] = {}
        for head in heads["signed"]:
            prekey = self.must(SIGNED_PREKEY, u32(head["id"]), (SIGNED_PREKEY,)).values
            signed[head["id"]] = prekey
            self.equal("signed prekey: kind, id", (prekey["kind"], prekey["id"]), (1, head["id"]))
            self.equal("signed prekey: owner", (prekey["user"], prekey["device"], prekey["registration id"]),
                       (*self.address, self.device["registration id"]))
            self.equal("signed prekey: public key", prekey["public key"], curves.public_key(prekey["private key"]))
            self.equal("signed prekey: created-at (DS-8)", prekey["created-at"], head["made"])
            self.true("signed prekey: signature", records.signed_by(prekey, self.identity))
        ids = list(signed)
        self.equal("ids of signed prekeys", ids, sorted(set(ids)))
        self.true("signed prekey in bundles", heads["in bundles"] == 0 or heads["in bundles"] in signed)
        for head in heads["signed"]:
            self.equal("signed prekey: replaced", head["replaced"] != 0, head["id"] < heads["in bundles"])
        one_time: dict[int, Values] = {}
        last = 0
        for batch in heads["batches"]:
            self.true("batches ascend", batch["first"] > last)
            last = batch["first"] + batch["count"] - 1
            unused = 0
            for number in range(batch["first"], last + 1):
                row = self.find(ONE_TIME_PREKEY, u32(number), (ONE_TIME_PREKEY,))
                if row is None:
                    continue
                unused += 1
                prekey = one_time[number] = row.values
                self.equal("one-time prekey: kind, id", (prekey["kind"], prekey["id"]), (2, number))
                self.equal("one-time prekey: public key", prekey["public key"],
                           curves.public_key(prekey["private key"]))
            self.equal("batch: unused", batch["unused"], unused)
        self.equal("next id", heads["next id"], max([0, *signed, last]) + 1)
        row = self.find(UPLOAD, b"", (SINGLE_GROUP,))
        self.equal("an upload waits", heads["flags"] & 1 == 1, row is not None)
        if row is None:
            return
        upload = Upload.decode(row.record)
        newest = signed[max(signed)]
        self.equal("upload: device", (upload.identity, upload.user, upload.device, upload.registration_id),
                   (self.identity, *self.address, self.device["registration id"]))
        self.equal("upload: signed prekey", (upload.signed_prekey_id, upload.signed_prekey, upload.created_at,
                                             upload.signature),
                   (newest["id"], newest["public key"], newest["created-at"], newest["signature"]))
        self.equal("upload: suites, capabilities", (upload.suites, upload.capabilities),
                   (bytes(s["suite"] for s in newest["suites"]), newest["capabilities"]))
        self.true("upload: signature", upload.signature_valid())
        self.equal("upload: replaces all", upload.replaces_all, heads["flags"] & 2 == 2)
        self.equal("upload: one-time prekeys", upload.one_time_prekeys, tuple(
            (number, one_time[number]["public key"]) for number, _ in upload.one_time_prekeys if number in one_time))
        batch = heads["batches"][-1] if upload.one_time_prekeys else None
        self.equal("upload: the last batch", [number for number, _ in upload.one_time_prekeys],
                   [] if batch is None else list(range(batch["first"], batch["first"] + batch["count"])))

    def follow_waiting(self, user: bytes, values: Values) -> None:
        """DS-17: messages under the key that waits."""
        rows = []
        for member in self.members(WAITING, user):
            kept, _ = outcome(lambda: decode(WAITING, member.record))
            if kept is None:
                continue
            key = encode_user(user)[1:] + hashlib.sha256(kept["message"]).digest()
            row = self.must(WAITING, key, (WAITING,), user)
            if self.equal("waiting: row", member.sequence, row.sequence):
                rows.append(row)
        self.true("waiting messages", len(rows) <= WAITING_LIMIT and (not rows or values["flags"] & 2 == 2))
        for row in rows:
            message = Message.decode(row.values["message"])
            part = message.handshake
            self.true("waiting: first message", part is not None)
            assert part is not None
            self.equal("waiting: sender", (part.initiator.user, encode_key(part.initiator.identity)),
                       (user, values["waiting key"]))
            self.open_waiting(message, part, values["waiting since"])

    def open_waiting(self, message: Message, part: messages.HandshakePart, instant: int) -> None:
        """HS-8: what accepting the key would open, with the prekeys that are there."""
        signed = self.find(SIGNED_PREKEY, u32(part.signed_prekey_id), (SIGNED_PREKEY,))
        if not self.true("waiting: its signed prekey", signed is not None):
            return
        assert signed is not None
        one_time = None
        if part.one_time_prekey_id is not None:
            row = self.must(ONE_TIME_PREKEY, u32(part.one_time_prekey_id), (ONE_TIME_PREKEY,))
            one_time = row.values["id"], row.values["private key"]
        side = handshake.Side(self.identity, *self.address, self.device["registration id"],
                              signed.values["capabilities"])
        responder = messages.Responder(identity_private=self.device["private key"], side=side,
                                       signed_prekey=(signed.values["id"], signed.values["private key"]),
                                       one_time_prekey=one_time)
        _, content = responder.accept(message.selector, part).open(message, instant)
        self.equal("waiting: body (DS-11)", decode_body(content)["kind"], 1)

    def follow_peer(self, peer: Address) -> None:
        """DS-3 to DS-7."""
        address = encode_address(*peer)
        row = self.find(PEER, address, (DEVICE_OF_PEER_GROUP,), address)
        asked = self.find(REQUESTS, address, (DEVICE_OF_PEER_GROUP,), address)
        if asked is not None:
            self.follow_requests(asked.values["requests"])
        if row is None:
            return
        values = self.peers[peer] = row.values
        self.equal("peer: address", (values["user"], values["device"]), peer)
        numbers = [other["number"] for other in values["others"]]
        self.true("peer: sessions not in use (SM-11)", len(numbers) <= OTHER_SESSIONS)
        for other in values["others"]:
            kept = self.must(SESSION, address + u32(other["number"]), (DEVICE_OF_PEER_GROUP,), address)
            self.equal("session: generation (DS-7)", other["generation"], kept.generation)
            self.true("session: generation (DS-7), not after the peer's", kept.generation <= row.generation)
            self.equal("session: number", kept.values["number"], other["number"])
            session = self.follow_session(peer, kept.values, row.generation)
            self.equal("session: selectors (DS-4)", (other["in"], other["out"]),
                       (session.selector_in, session.selector_out))
        if values["in use"]:
            numbers.append(values["in use"]["number"])
            self.follow_session(peer, values["in use"], row.generation)
        self.equal("peer: numbers of sessions", len(set(numbers)), len(numbers))
        # DS-4: each number is the next. A dropped session (SM-11) or repair session (DS-15) would leave a hole; there
        # is none in these stores.
        following = values["next number"]
        self.equal("peer: numbers of sessions (DS-4)", sorted(numbers),
                   list(range(following - len(numbers), following)))
        began = {held.number: held.began for held in self.held if held.peer == peer}
        self.true("peer: sessions begin in the order of their numbers",
                  [began[number] for number in sorted(began)] == sorted(began.values()))
        repair = [held.session for held in self.held if (held.peer, held.number) == (peer, values["repair"])]
        if values["repair"] != 0:
            self.equal("peer: repair session (DS-15)", [(s.role, s.state.receiving_chain) for s in repair],
                       [(messages.INITIATOR, None)])

    def follow_requests(self, asked: list[Values]) -> None:
        """DS-15: what each request found when it was made."""
        for index, request in enumerate(asked):
            before = [r for r in asked[:index] if r["instant"] < request["instant"] + HOUR]
            recent = [r for r in before if r["instant"] > request["instant"] - HOUR]
            same = (request["key"], request["index"])
            self.true("requests: of one message", [(r["key"], r["index"]) for r in before].count(same)
                      < REQUESTS_OF_A_MESSAGE)
            self.true("requests: of one message in an hour", same not in [(r["key"], r["index"]) for r in recent])
            self.true("requests: in an hour", len(recent) < REQUESTS_IN_AN_HOUR)

    def follow_session(self, peer: Address, values: Values, generation: int) -> Session:
        """DS-5 to DS-7, SM-9, SM-12."""
        address = encode_address(*peer)
        key = address + u32(values["number"])
        parts = []
        for part in range(records.PARTS):
            row = self.find(SKIPPED, key + u8(part), (DEVICE_OF_PEER_GROUP,), address)
            listed = values["parts"][part] if values["parts"] else 0
            self.equal("part of the skipped keys: generation (DS-6)", listed,
                       0 if row is None else row.generation & 0xFFFFFFFF)
            if row is None:
                continue
            self.true("part of the skipped keys: generation (DS-7)", row.generation <= generation)
            parts.append(row.values["skipped"])
            for run in row.values["skipped"].runs:
                last = run.first + run.slots - 1
                self.equal("runs are cut (DS-6)", run.first // 32, last // 32)
                self.equal("part of a run (DS-6)", part, part_of(self.keys.name(SKIPPED, run.key), run.first))
        skipped = in_order(parts)
        self.equal("number of skipped keys (DS-6)", values["skipped keys"], skipped.count())
        session = Session.decode(values["session"], gap_limit(peer[0], self.address[0]), skipped)
        known = self.users[peer[0]]
        self.true("session: identity (SM-9)", session.retired or encode_key(session.their_identity) == known["key"])
        if session.state.own_private is not None:
            self.equal("session: own ratchet key", session.state.own_public,
                       curves.public_key(session.state.own_private))
        if session.repeated:
            part = Reader(session.repeated)
            initiator = messages.HandshakePart.read(part).initiator
            self.equal("session: repeated handshake part", (initiator.identity, initiator.user, initiator.device),
                       (self.identity, *self.address))
        self.held.append(Held(peer, values["number"], values["began"], session))
        return session

    def follow_outgoing(self, row: Opened) -> None:
        """DS-12."""
        values = row.values
        unsent = any(copy["bytes"] for copy in values["copies"])
        self.equal("outgoing: group", row.group, self.keys.group(UNSENT_GROUP if unsent else SENT_GROUP, b""))
        for copy in values["copies"]:
            peer = copy["user"], copy["device"]
            address = encode_address(*peer)
            self.true("copy: who it is for", peer[0] in (values["user"], self.address[0]) and peer != self.address)
            self.true("copy: device", values["device"] in (0, peer[1]) or peer[0] != values["user"])
            self.equal("copy: key", copy["key"], self.users[peer[0]]["key"])
            known = self.peers.get(peer)
            if known is not None:
                self.true("copy: registration id", copy["registration id"] == known["registration id"]
                          or {"id": copy["registration id"]} in known["replaced ids"])
                self.true("copy: session", copy["session"] < copy["next session"] <= known["next number"])
            for held in self.held:
                if held.peer == peer and (held.number == copy["session"] or held.session.transcript == copy["T"]):
                    self.equal("copy: session, T", (copy["session"], copy["T"]),
                               (held.number, held.session.transcript))
            place = self.must(PLACE, address + copy["ratchet key"] + u32(copy["index"]), (DEVICE_OF_PEER_GROUP,),
                              address)
            self.equal("place: id", place.values["id"], values["id"])

    def follow_first_messages(self) -> None:
        """DS-8, HS-10: T is that of a session."""
        for head in self.prekeys["signed"]:
            number = u32(head["id"])
            found = [held for held in self.held if held.session.role == messages.RESPONDER and self.find(
                FIRST_MESSAGE, number + held.session.transcript, (FIRST_MESSAGE,), number)]
            self.equal("first messages remembered", head["remembered"], len(found))
            counts: dict[bytes, int] = {}
            for held in found:
                counts[held.session.their_identity] = counts.get(held.session.their_identity, 0) + 1
            for key, count in counts.items():
                row = self.must(FIRST_MESSAGES, number + encode_key(key), (FIRST_MESSAGE,), number)
                self.equal("first messages of an identity", row.values["count"], count)
            self.equal("rows about first messages", len(self.members(FIRST_MESSAGE, number)), len(found) + len(counts))

    def follow_opened_first(self) -> None:
        """DS-21. The key is not in the record, and the store keeps no handshake part that others sent: T says which
        session it is. What would make them fewer or more, 90 days, a session dropped or a peer forgotten, is not in
        these stores. Their names are compared by check_opened_first, where the part is known."""
        rows = self.members(OPENED_FIRST_GROUP, b"")
        for row in rows:
            self.explain(row, OPENED_FIRST, (OPENED_FIRST_GROUP,))
        began = [(held.session.transcript, held.began) for held in self.held
                 if held.session.role == messages.RESPONDER]
        self.equal("opened first messages: T, instant",
                   sorted((row.values["T"], row.values["opened"]) for row in rows), sorted(began))
        used = sum(batch["count"] - batch["unused"] for batch in self.prekeys["batches"])
        remembered = sum(head["remembered"] for head in self.prekeys["signed"])
        self.equal("opened first messages: with and without a one-time prekey", len(rows), used + remembered)

    def received_by_chains(self) -> Iterator[bytes]:
        """DS-9, DS-10: of what the newest chain of a session opened, the ids."""
        for held in self.held:
            state = held.session.state
            if state.receiving_chain is None:
                continue
            kept = {index for run in held.session.skipped.runs if run.key == state.their_key for index in run.keys}
            for index in range(state.next_received):
                if index not in kept:
                    yield received_id(held.session.transcript, state.their_key, index)

    def copies_to(self, peer: Address) -> list[tuple[Values, Values]]:
        return [(row.values, copy) for row in self.outgoing for copy in row.values["copies"]
                if (copy["user"], copy["device"]) == peer]

    def unexplained(self) -> list[int]:
        return [row.sequence for row in self.rows.values() if row.kind == 0]


@dataclass(frozen=True)
class Side:
    """What stores.json says of a side."""

    user: bytes
    device: int
    registration_id: int
    identity: bytes
    inbox: list[str]
    outbox: list[bytes]
    users: dict[str, list[int]]
    verified: list[str]
    received: list[bytes]

    @staticmethod
    def read(fields: Fields) -> "Side":
        def texts(name: str) -> list[str]:
            items = fields.items(name)
            if not all(isinstance(item, str) for item in items):
                raise Wrong(f"{fields.where}: {name} is not an array of texts")
            return items

        def ids(name: str) -> list[bytes]:
            items = fields.items(name)
            if not all(is_hex(item) and len(item) == 32 for item in items):
                raise Wrong(f"{fields.where}: {name} is not an array of ids")
            return [bytes.fromhex(item) for item in items]

        users = fields.object("users")
        devices = {user: users.items(user) for user in users.data}
        if not all(is_number(device) for listed in devices.values() for device in listed):
            raise Wrong(f"{users.where}: not numbers of devices")
        side = Side(fields.text("user").encode(), fields.number("device"), fields.number("registrationID"),
                    fields.hex("identityKey", 33), texts("inbox"), ids("outbox"), devices, texts("verified"),
                    ids("received"))
        fields.done()
        return side


@dataclass(frozen=True)
class Delivery:
    """A message to Alice in stores.json."""

    sender: Address
    text: str
    data: bytes

    @staticmethod
    def read(fields: Fields) -> "Delivery":
        delivery = Delivery((fields.text("from").encode(), fields.number("device")), fields.text("text"),
                            fields.hex("bytes"))
        fields.done()
        return delivery


@dataclass(frozen=True)
class Known:
    """stores.json."""

    now: int
    secrets: dict[str, bytes]
    sides: dict[str, Side]
    messages: dict[str, Delivery]
    group: stores_groups.KnownGroup

    @staticmethod
    def read(data: Any) -> "Known":
        fields = Fields(data, "stores.json")
        now = fields.number("now")
        known = Known(now,
                      {"alice": fields.hex("key", 32), "bob": fields.text("passphrase").encode()},
                      {name: Side.read(fields.object(name)) for name in SIDES},
                      {name: Delivery.read(fields.object(name)) for name in MESSAGES},
                      stores_groups.KnownGroup(fields.object("group"), now, Delivery.read))
        fields.done()
        return known


def open_file(file: File, who: str, secret: bytes, report: Report) -> tuple[Keys, list[Opened]]:
    """ST-1 to ST-9: from the file and its key to the records."""
    report.where = who
    for name, expected in EXPECTED_FACTS.items():
        report.equal(f"{name} (ST-9)", file.facts[name], expected)
    sequences = [row.sequence for row in file.rows]
    report.equal("sequence", 0 < sequences[0] and sequences[-1] <= file.last_sequence, True)
    for row in file.rows:
        report.equal("sizes of a row (ST-1)", (type(row.value), len(row.name), len(row.group)), (bytes, 32, 16))
        report.equal("size of a value (ST-1)", len(row.value) in VALUE_LIMITS, True)
    headers = [row for row in file.rows if row.group == HEADER_GROUP or row.name == HEADER_NAME]
    if not report.equal("header: name, group (ST-6, ST-8)", [(row.name, row.group) for row in headers],
                        [(HEADER_NAME, HEADER_GROUP)]):
        raise Refused("headerCorrupt")
    header = Header.decode(headers[0].value)
    report.equal("header (ST-6)", headers[0].value, header.encode())
    report.equal("kind of key (ST-6)", header.kind, {"alice": 1, "bob": 2}[who])
    wrapping_key = header.wrapping_key(secret)
    data_key = header.unwrap(wrapping_key)
    report.equal("wrapped key (ST-6)", header, Header.wrap(header, wrapping_key, data_key))
    keys = Keys.derive(data_key)
    opened = []
    for row in file.rows:
        if row.name == HEADER_NAME:
            continue
        generation, random, record = keys.open(row.name, row.value)
        report.equal(f"value of row {row.sequence} (ST-3)", row.value, keys.seal(row.name, generation, random, record))
        opened.append(Opened(row.sequence, row.name, row.group, generation, record))
    return keys, opened


def check_side(store: Store, side: Side, other: Store) -> None:
    """What stores.json says of a store, and what is left then."""
    now_devices = {user.decode(): [d["device"] for d in values["devices"] if d["stale"] == 0]
                   for user, values in store.users.items()}
    store.equal("user, device", (side.user, side.device), store.address)
    store.equal("registrationID", side.registration_id, store.device["registration id"])
    store.equal("identityKey", side.identity, encode_key(store.identity))
    store.equal("users", side.users, now_devices)
    store.equal("verified", sorted(side.verified),
                sorted(user.decode() for user, values in store.users.items() if values["verified"] != 0))
    bodies = [decode_body(row.values["body"]) for row in store.inbox if row.values["body"][0] not in records.NOTES]
    store.equal("inbox", side.inbox, [body["content"].decode() for body in bodies if "content" in body])
    unsent = store.keys.group(UNSENT_GROUP, b"")
    store.equal("outbox", side.outbox, [row.values["id"] for row in store.outgoing if row.group == unsent])
    store.true("received: each once", len(set(side.received)) == len(side.received))
    for message in side.received:
        row = store.must(RECEIVED, message, (RECEIVED, ACKNOWLEDGED_GROUP))
        waits = row.group == store.keys.group(RECEIVED, b"")
        store.equal("received: form (DS-9)", row.values["form"], 1 if waits else 0)
    for row in store.inbox:
        store.true("inbox: id", row.values["id"] in side.received)
        sender = row.values["user"], row.values["device"]
        store.equal("inbox: key", row.values["key"], store.users[sender[0]]["key"])
    for message in (*store.received_by_chains(), *stores_groups.received_in_groups(store)):
        if not store.true("received by a chain (DS-10, DS-29)", message in side.received):
            break
    # What the other side sent: ids by DS-10, and by DS-16 the first ids of what it sent again.
    for values, copy in other.copies_to(store.address):
        row = store.find(RECEIVED, received_id(copy["T"], copy["ratchet key"], copy["index"]),
                         (RECEIVED, ACKNOWLEDGED_GROUP))
        if row is not None and row.values["form"] == 1:
            body = decode_body(row.values["body"])
            store.equal("inbox: what was sent", (body["id"], body["content"]), (values["id"], values["content"]))
        if row is not None and not copy["again"]:
            store.equal("fingerprint (DS-9, DS-12)", row.values["fingerprint"], copy["fingerprint"])
        if copy["again"]:
            first = store.find(RECEIVED, copy["first id"] + encode_address(*other.address), (ACKNOWLEDGED_GROUP,))
            if first is not None:
                store.equal("sent again (DS-9, DS-16)", (first.values["form"], first.values["user"],
                                                         first.values["device"]), (2, *other.address))
                store.true("sent again: not among the received", copy["first id"] not in side.received)
    check_opened_first(store, other)
    forms = [row.values["form"] for row in store.rows.values() if row.kind == RECEIVED]
    store.equal("received: how many", len(side.received), sum(form != 2 for form in forms))
    store.equal("rows without a record that leads to them", store.unexplained(), [])


def check_opened_first(store: Store, other: Store) -> None:
    """DS-21: the row's name from the handshake part, which an initiator has while it repeats it (HS-11)."""
    for held in other.held:
        data = held.session.repeated
        if held.peer != store.address or not data:
            continue
        row = store.find(OPENED_FIRST, hashlib.sha256(data).digest(), (OPENED_FIRST_GROUP,))
        ours = [h for h in store.held if h.session.transcript == held.session.transcript]
        store.equal("opened first message: by its handshake part", row is not None, bool(ours))
        if row is None:
            continue
        store.equal("opened first message: T of the other side", row.values["T"], held.session.transcript)
        part = messages.HandshakePart.read(Reader(data))
        prekey = store.find(SIGNED_PREKEY, u32(part.signed_prekey_id), (SIGNED_PREKEY,))
        if prekey is None or part.one_time_prekey_id is not None:
            continue
        own = handshake.Side(store.identity, *store.address, store.device["registration id"],
                             prekey.values["capabilities"])
        store.equal("opened first message: T (HS-5)", row.values["T"], handshake.transcript(
            part.initiator, own, (prekey.values["id"], prekey.values["public key"]), None, part.ephemeral))
        store.true("opened first message: remembered (HS-10)", store.find(
            FIRST_MESSAGE, u32(part.signed_prekey_id) + row.values["T"], (FIRST_MESSAGE,),
            u32(part.signed_prekey_id)) is not None)


def instants(values: Any) -> list[int]:
    """Every instant in a record."""
    names = ("created", "since", "verified", "waiting since", "stale", "began", "made", "replaced", "received",
             "instant", "created-at", "opened")
    if isinstance(values, dict):
        return [v for name, value in values.items() for v in ([value] if name in names else instants(value))]
    return [v for value in values for v in instants(value)] if isinstance(values, list) else []


def check_pairs(a: Store, b: Store) -> None:
    """Sessions that both sides still have: one T, one exporter secret, chains that meet."""
    count = 0
    for ours in a.held:
        for theirs in b.held:
            if ours.session.transcript != theirs.session.transcript:
                continue
            count += 1
            a.equal("pair: addresses", (ours.peer, theirs.peer), (b.address, a.address))
            a.equal("pair: roles", {ours.session.role, theirs.session.role}, {1, 2})
            a.equal("pair: exporter secret (HS-6)", ours.session.exporter, theirs.session.exporter)
            a.equal("pair: identities", (ours.session.their_identity, theirs.session.their_identity),
                    (b.identity, a.identity))
            for sender, receiver in ((ours, theirs), (theirs, ours)):
                s, r = sender.session.state, receiver.session.state
                if s.sending_chain is None or r.receiving_chain is None or s.own_public != r.their_key:
                    continue
                chain = r.receiving_chain
                if not a.true("pair: index", 0 <= s.next_sent - r.next_received <= GAP_LIMIT):
                    continue
                for _ in range(r.next_received, s.next_sent):
                    chain, _ = CIPHERS["sotto"].chain_step(chain)
                a.equal("pair: chain (DR-2)", s.sending_chain, chain)
    a.true("pair: at least one", count > 0)
    for store, other in ((a, b), (b, a)):
        peer = store.peers[other.address]
        store.equal("peer: registration id", peer["registration id"], other.device["registration id"])
        store.equal("peer: identity key", store.users[other.address[0]]["key"], encode_key(other.identity))


def open_from(store: Store, sender: Address, data: bytes, now: int) -> tuple[Held, Message, bytes]:
    """SM-8: a message opened in the stored session that it names."""
    message = Message.decode(data)
    for held in store.held:
        if held.peer == sender and held.session.selector_in == message.selector:
            return held, message, held.session.open(message, now)[1]
    raise Refused("noSession")


def check_unsent(store: Store, other: Store, belief: Belief) -> None:
    """DS-12: what is in the outbox, and opens on the other side."""
    for row in store.outgoing:
        values = row.values
        for copy in values["copies"]:
            if not copy["bytes"]:
                continue
            data = stores_groups.open_copy(store, other, values["kind"], copy, belief)
            message = Message.decode(data)
            store.equal("copy: bytes", (message.selector in messages.selectors(copy["T"]), message.header.key,
                                        message.header.number), (True, copy["ratchet key"], copy["index"]))
            if (copy["user"], copy["device"]) != other.address:
                continue
            _, _, content = open_from(other, store.address, data, belief.now)
            body = decode_body(content)
            store.equal("outbox: body", (body["kind"], body["id"], body["content"]),
                        (1, values["id"], values["content"]))


def check_messages(a: Store, b: Store, known: Known) -> None:
    """DS-10, DS-11: the messages to Alice."""
    for name in MESSAGES:
        delivery = known.messages[name]
        a.equal(f"{name}: from", delivery.sender, b.address)
        message = Message.decode(delivery.data)
        sent = [(values, copy) for values, copy in b.copies_to(a.address)
                if (copy["ratchet key"], copy["index"]) == (message.header.key, message.header.number)]
        if not a.equal(f"{name}: sent once", len(sent), 1):
            continue
        values, copy = sent[0]
        a.equal(f"{name}: text of the sender", delivery.text.encode(), values["content"])
        message_id = received_id(copy["T"], message.header.key, message.header.number)
        row = a.find(RECEIVED, message_id, (RECEIVED, ACKNOWLEDGED_GROUP))
        if name == "duplicate":
            _, reason = outcome(lambda: open_from(a, delivery.sender, delivery.data, known.now))
            a.equal("duplicate: its key is gone (DR-5)", reason, "messageKeyUnavailable")
            held = [h for h in a.held if h.session.selector_in == message.selector]
            a.equal("duplicate: session", [h.session.transcript for h in held], [copy["T"]])
            a.true("duplicate: id (DS-10)", row is not None)
            if row is not None:
                a.equal("duplicate: group", row.group, a.keys.group(ACKNOWLEDGED_GROUP, b""))
                a.equal("duplicate: form, fingerprint (DS-9)", (row.values["form"], row.values["fingerprint"]),
                        (0, delivery.data[-8:]))
            continue
        a.true(f"{name}: not received yet", row is None)
        held, _, content = open_from(a, delivery.sender, delivery.data, known.now)
        a.equal(f"{name}: T", held.session.transcript, copy["T"])
        body = decode_body(content)
        a.equal(f"{name}: body (DS-11)", (body["kind"], body["id"], body["content"]),
                (1, values["id"], delivery.text.encode()))
        kept = [run for run in held.session.skipped.runs if run.key == message.header.key]
        a.equal(f"{name}: by a skipped key", any(message.header.number in run.keys for run in kept), name == "skipped")
        if name == "skipped":
            # DS-6: the one part is enough.
            part = part_of(a.keys.name(SKIPPED, message.header.key), message.header.number)
            key = encode_address(*held.peer) + u32(held.number) + u8(part)
            row = a.must(SKIPPED, key, (DEVICE_OF_PEER_GROUP,), encode_address(*held.peer))
            alone = ratchet.receive(held.session.state, row.values["skipped"], CIPHERS["sotto"], message.header,
                                    known.now)
            a.equal("skipped: by its part alone (DS-6)", alone.state, held.session.state)


def check_opened(known: Known, keys: dict[str, Keys], rows: dict[str, list[Opened]], report: Report) -> None:
    """All that follows once the rows are opened."""
    a, b = (Store(who, keys[who], rows[who], report) for who in SIDES)
    for store in (a, b):
        store.follow()
    check_side(a, known.sides["alice"], b)
    check_side(b, known.sides["bob"], a)
    check_pairs(a, b)
    check_unsent(a, b, known.group.belief)
    check_unsent(b, a, known.group.belief)
    check_messages(a, b, known)
    stores_groups.check_groups(a, b, known.group)
    for store in (a, b):
        for row in store.rows.values():
            latest = max([0, *instants(row.values)])
            store.true(f"instants of row {row.sequence}", latest <= known.now)


def guarded(report: Report, action: Callable[[], Any]) -> Any:
    """What stops a check is a failure of it."""
    try:
        return action()
    except Wrong as error:
        report.fail(str(error))
    except Refused as error:
        report.fail(f"{report.where}: {error.reason}")
    except Exception as error:
        report.fail(f"{report.where}: {type(error).__name__}: {error}")
    return None


def read_folder(folder: Path) -> tuple[Any, dict[str, File]]:
    return (load((folder / "stores.json").read_text("utf-8")),
            {who: File.read(folder / f"{who}.sqlite") for who in SIDES})


def check_folder(folder: Path) -> Report:
    """A folder of TestVectors/stores."""
    report = Report()

    def run() -> None:
        data, files = read_folder(folder)
        known = Known.read(data)
        both = {who: open_file(files[who], who, known.secrets[who], report) for who in SIDES}
        check_opened(known, {who: both[who][0] for who in SIDES}, {who: both[who][1] for who in SIDES}, report)

    guarded(report, run)
    return report
