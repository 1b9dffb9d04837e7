"""Changes in two kept stores, in what is known of them and in their records: stores.py must notice them."""

import copy
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable

import groups
import records
import stores
from changes import at, changed, leaves, objects
from fields import Report, outcome
from storage import CALLER_KEY, HEADER_NAME, File, Header, Keys
from stores import SIDES, Known, Opened

SAMPLE = 1  # rows of a kind in a store of which fields are changed

# Fields that nothing else in the two stores depends on, or not everywhere: instants, advice, keys of sessions of which
# only one side is there, fingerprints of messages that aren't there.
FREE = {
    records.DEVICE: {"created"},
    records.USER: {"since", "verified", "waiting since"},
    records.PEER: {"flags", "registration id", "beside"},
    records.RECEIVED: {"received", "fingerprint", "device", "server time", "facts"},
    records.OUTGOING: {"instant", "device", "content", "copies next session", "copies asked for"},
    records.PREKEYS: {"in bundles", "signed replaced", "batches first", "batches count", "batches made"},
    records.REQUESTS: {"requests key", "requests index", "requests instant"},
    # The id of a distribution whose record has gone; texts of messages whose keys are gone; a time that isn't there.
    records.HOLDERS: {"holders distribution"},
    records.MEMBER_SKIPPED: {"skipped"},
    records.GROUP_MESSAGE: {"instant", "content"},
    records.GROUP_WAITING: {"instant", "has server time"},
}
FREE_IN_SESSIONS = {"began", "lease", "session flags", "exporter", "root key", "theirs", "sending chain", "next sent",
                    "PN", "receiving chain", "next received"}


class Stores:
    def __init__(self, folder: Path):
        self.data, self.files = stores.read_folder(folder)
        self.known = Known.read(self.data)
        opened = {who: stores.open_file(self.files[who], who, self.known.secrets[who], Report()) for who in SIDES}
        self.keys = {who: opened[who][0] for who in SIDES}
        self.opened = {who: opened[who][1] for who in SIDES}

    def rows(self) -> dict[str, list[Opened]]:
        return {who: [Opened(r.sequence, r.name, r.group, r.generation, r.record) for r in self.opened[who]]
                for who in SIDES}

    def check(self, rows: dict[str, list[Opened]], known: Known | None = None) -> Report:
        report = Report()
        stores.guarded(report, lambda: stores.check_opened(known or self.known, self.keys, rows, report))
        return report


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def reason(action: Callable[[], Any]) -> str:
    return outcome(action)[1] or "accepted"


def flipped(data: bytes, at: int, bit: int = 1) -> bytes:
    return data[:at] + bytes([data[at] ^ bit]) + data[at + 1:]


def test_headers(s: Stores) -> int:
    """ST-6 to ST-8."""
    count = 0
    for who in SIDES:
        header, secret = s.files[who].rows[0].value, s.known.secrets[who]
        for at in range(len(header)):
            expect(reason(lambda: Header.decode(flipped(header, at))) == "headerCorrupt", f"header byte {at}")
        for data in (b"", header[:-1], header + b"\0", header[:-33] + header[-32:]):
            expect(reason(lambda: Header.decode(data)) == "headerCorrupt", "header of another length")
        h = Header.decode(header)
        wrong = reason(lambda: h.unwrap(h.wrapping_key(flipped(secret, 0))))
        expect(wrong == "wrongKey", f"another key is {wrong}")
        fixed = h.kind == CALLER_KEY
        others = [replace(h, kind=0), replace(h, kind=3), replace(h, kind=3 - h.kind)]
        others += [replace(h, memory=1), replace(h, passes=1), replace(h, salt=b"\1" * 16)] if fixed else [
            replace(h, memory=m) for m in (0, 19 * 1024 - 1, 1024 * 1024 + 1)] + [
            replace(h, passes=p) for p in (0, 1, 17)]
        for other in others:
            expect(reason(lambda: Header.decode(other.encode())) == "headerCorrupt", f"header {other}")
        count += len(header) + 5 + len(others)
        # Another row in the group of the header.
        file = s.files[who]
        more = replace(file.rows[1], group=bytes(16))
        changed = File(file.facts, (file.rows[0], more, *file.rows[2:]), file.last_sequence)
        expect(reason(lambda: stores.open_file(changed, who, secret, Report())) == "headerCorrupt", "two headers")
        for name in file.facts:
            report = Report()
            stores.open_file(replace(file, facts={**file.facts, name: 0}), who, secret, report)
            expect(bool(report.failures), f"not noticed: {name}")
        count += 1 + len(file.facts)
    return count


def test_values(s: Stores) -> int:
    """ST-3, ST-4: any byte flipped, the values of two rows swapped, another generation."""
    count = 0
    for who in SIDES:
        keys: Keys = s.keys[who]
        rows = [row for row in s.files[who].rows if row.name != HEADER_NAME]
        for row in rows:
            for at in range(len(row.value)):
                expect(reason(lambda: keys.open(row.name, flipped(row.value, at))) == "recordCorrupt",
                       f"{who}: row {row.sequence}, byte {at}")
            count += len(row.value)
            for data in (b"", row.value[:9], row.value[:-1], row.value + b"\0"):
                expect(reason(lambda: keys.open(row.name, data)) == "recordCorrupt", f"{who}: length {len(data)}")
        for row, other in zip(rows, rows[1:] + rows[:1]):
            expect(reason(lambda: keys.open(row.name, other.value)) == "recordCorrupt",
                   f"{who}: rows {row.sequence} and {other.sequence} swapped")
        count += 5 * len(rows)
    return count


def test_records(s: Stores, rng: random.Random) -> int:
    """Fields of records, whole records, rows, groups and generations."""
    count = 0
    rows = s.rows()
    report = s.check(rows)
    expect(not report.failures, f"the stores were refused: {report.failures[:3]}")
    kinds = {(who, row.sequence): row.kind for who in SIDES for row in rows[who]}
    named = {(who, row.sequence): row.named for who in SIDES for row in rows[who]}
    # Without its handshake part the name of an opened first message is only what its value is sealed with (ST-3).
    expect({kind for key, kind in kinds.items() if not named[key]} <= {records.OPENED_FIRST}, "rows without a name")
    expect(any(named[key] for key, kind in kinds.items() if kind == records.OPENED_FIRST), "no part is known")

    def noticed(who: str, index: int, **changes: Any) -> bool:
        nonlocal count
        count += 1
        changed = s.rows()
        changed[who][index] = replace(changed[who][index], **changes)
        return bool(s.check(changed).failures)

    for who in SIDES:
        sampled: Counter[int] = Counter()
        for index in rng.sample(range(len(s.opened[who])), len(s.opened[who])):
            row = s.opened[who][index]
            kind = kinds[who, row.sequence]
            where = f"{who}: kind {kind} in row {row.sequence}"
            sampled[kind] += 1
            if sampled[kind] > SAMPLE and kind != records.OPENED_FIRST:
                continue
            expect(noticed(who, index, record=row.record + b"\0"), f"not noticed: {where}, a byte more")
            expect(noticed(who, index, record=row.record[:-1]), f"not noticed: {where}, a byte fewer")
            expect(noticed(who, index, group=rng.randbytes(16)), f"not noticed: {where}, group")
            if named[who, row.sequence]:
                expect(noticed(who, index, name=rng.randbytes(32)), f"not noticed: {where}, name")
            if kind in (records.SESSION, records.SKIPPED, records.OWN_CHAIN, records.HOLDERS, records.MEMBER_SKIPPED):
                expect(noticed(who, index, generation=row.generation - 1), f"not noticed: {where}, generation")
            trace: list[tuple[str, int, int]] = []
            if kind == records.SKIPPED:
                # Format, number of runs, ratchet key, first slot, slots; not every time and key is used.
                trace = [("fixed", at, at + 1) for at in (0, 4, 5, 36, 41)]
            else:
                records.decode(kind, row.record, trace)
            copies, keys = -1, 0
            for name, _, end in trace:
                free = name in FREE.get(kind, ()) or (kind in (records.PEER, records.SESSION)
                                                      and name.removeprefix("in use ") in FREE_IN_SESSIONS)
                copies += name == "copies user"
                keys += name == "message key"
                if name in ("copies sealing", "copies good until", "copies hint", "copies fingerprint"):
                    # Of what the server has nothing says whether it was an envelope, and which one.
                    free = not records.decode(kind, row.record)["copies"][copies]["bytes"]
                if kind == records.GROUP_MESSAGE and name in ("good until", "fingerprint"):
                    free = not records.decode(kind, row.record)["bytes"]
                if name == "message key":
                    # One message of those that were skipped is there.
                    free = keys > 1
                if not free:
                    expect(noticed(who, index, record=flipped(row.record, end - 1)), f"not noticed: {where}, {name}")
        more = s.rows()
        more[who].append(replace(more[who][0], name=rng.randbytes(32), sequence=10_000))
        expect(bool(s.check(more).failures), f"not noticed: {who}, a row more")
        count += 1
    return count


def test_groups(s: Stores) -> int:
    """Whole records of groups that are in their form and say something else, and rows that go or come."""
    rows = s.rows()
    expect(not s.check(rows).failures, "the stores were refused")
    kinds = {who: [row.kind for row in rows[who]] for who in SIDES}
    count = 0

    def index(who: str, kind: int, number: int = 0) -> int:
        return [at for at, found in enumerate(kinds[who]) if found == kind][number]

    def must_fail(text: str, who: str, changes: dict[int, Opened | None], more: tuple[Opened, ...] = ()) -> None:
        nonlocal count
        count += 1
        changed = s.rows()
        changed[who] = [row for row in (changes.get(at, row) for at, row in enumerate(changed[who])) if row] + list(more)
        expect(bool(s.check(changed).failures), f"not noticed: {who}, {text}")

    def edited(who: str, at: int, edit: Callable[[Any], Any]) -> Opened:
        row = s.rows()[who][at]
        values = records.decode(kinds[who][at], row.record)
        edit(values)
        return replace(row, record=records.encode(kinds[who][at], values))

    def edit_one(text: str, who: str, kind: int, edit: Callable[[Any], Any], number: int = 0) -> None:
        at = index(who, kind, number)
        must_fail(text, who, {at: edited(who, at, edit)})

    for who in SIDES:
        edit_one("a holder fewer", who, records.HOLDERS, lambda v: v["holders"].pop())
        at = index(who, records.HOLDERS)
        values = records.decode(records.HOLDERS, s.opened[who][at].record)
        last = records.encode(records.HOLDERS, {**values, "holders": values["holders"][1:]})
        first = records.encode(records.HOLDERS, {**values, "holders": values["holders"][:1]})
        must_fail("holders in another order", who,
                  {at: replace(s.opened[who][at], record=last[:9] + b"\0\0\0\2" + last[13:] + first[13:])})
        edit_one("a struck holder", who, records.HOLDERS, lambda v: v["holders"][0].update(struck=1))
        edit_one("a recipient fewer", who, records.GROUP_MESSAGE, lambda v: v["recipients"].pop(), -1)
        edit_one("recipients in another order", who, records.GROUP_MESSAGE, lambda v: v["recipients"].reverse())
        edit_one("a message that was asked for", who, records.GROUP_MESSAGE,
                 lambda v: v["recipients"][0].update(state=1))
        edit_one("a message of another chain", who, records.GROUP_MESSAGE, lambda v: v.update(chain=bytes(8)))
        chain, holders = index(who, records.OWN_CHAIN), index(who, records.HOLDERS)
        both = {at: replace(s.opened[who][at], generation=s.opened[who][at].generation + 1) for at in (chain, holders)}
        must_fail("another generation of chain and list", who, both)
        must_fail("no list", who, {holders: None})
        must_fail("no chain and no list", who, {holders: None, chain: None})

        def stepped(values: Any) -> None:
            values.update({"next": values["next"] + 1,
                           "chain key": groups.chain_key_after(values["chain key"], 1)})

        edit_one("an own chain a step on", who, records.OWN_CHAIN, stepped)

        def sender_stepped(values: Any) -> None:
            values["states"] = groups.Sender(tuple(
                replace(chain, next=chain.next + 1, chain_key=groups.chain_key_after(chain.chain_key, 1),
                        skipped=dict.fromkeys(range(count)))
                for chain, count in groups.Sender.decode_states(values["states"]))).encode()

        edit_one("a member's chain a step on", who, records.MEMBER_CHAINS, sender_stepped)
        edit_one("no chain of a member", who, records.MEMBER_CHAINS, lambda v: v.update(states=b"\1\0"))
        edit_one("chains under another key", who, records.MEMBER_CHAINS,
                 lambda v: v.update(key=b"\5" + bytes([9]) + bytes(31)))

        rosters = [at for at, kind in enumerate(kinds[who]) if kind == records.ROSTER]
        for at in rosters:
            must_fail("a roster fewer", who, {at: None})
            row = s.opened[who][at]
            roster = groups.Roster.decode(row.record[1:])
            other = replace(roster, details=roster.details + b"!")
            must_fail("other details", who, {at: replace(row, record=b"\1" + other.encode())})
            name = s.keys[who].name(records.ROSTER, roster.group + other.hash())
            must_fail("another roster", who, {}, (replace(row, name=name, sequence=10_000,
                                                          record=b"\1" + other.encode()),))
        at = index(who, records.GROUP)
        history = groups.History.decode(s.opened[who][at].record[1:])
        shorter = replace(history, kept=history.kept[:-1])
        must_fail("a shorter history", who, {at: replace(s.opened[who][at], record=b"\1" + shorter.encode())})
        less = replace(history.kept[1], members=history.kept[1].members - {max(history.kept[1].members)})
        other_history = replace(history, kept=(history.kept[0], less, *history.kept[2:]))
        must_fail("another member of before", who,
                  {at: replace(s.opened[who][at], record=b"\1" + other_history.encode())})
    at = index("alice", records.MEMBER_SKIPPED)
    must_fail("no skipped keys", "alice", {at: None})
    at = index("alice", records.CERTIFICATE)
    must_fail("no certificate", "alice", {at: None})
    edit_one("a waiting message with another hint", "alice", records.GROUP_WAITING, lambda v: v.update(hint=2))
    edit_one("a waiting distribution", "alice", records.GROUP_WAITING, lambda v: v.update(kind=2))
    at = index("alice", records.GROUP_WAITING)
    must_fail("a group that isn't known", "alice",
              {at: replace(s.opened["alice"][at], group=s.keys["alice"].group(records.GROUP_WAITING_GROUP, b""))})
    at = index("alice", records.GROUP_MESSAGE, -1)
    sent = s.keys["alice"].group(records.SENT_GROUP_MESSAGES, b"")
    must_fail("an envelope that was sent", "alice", {at: replace(s.opened["alice"][at], group=sent)})
    edit_one("no envelope", "alice", records.GROUP_MESSAGE, lambda v: v.update(bytes=b"", inner=b""), -1)
    edit_one("another text in an envelope", "alice", records.GROUP_MESSAGE, lambda v: v.update(content=b"?"), -1)
    return count


def test_forms() -> int:
    """Forms of DS-9, DS-11 and DS-30 that no record of the stores has."""
    group, number = bytes(range(16)), bytes(range(16, 32))
    distribution = groups.Distribution(group, bytes(8), 3, bytes(32), bytes(32), 5).encode()
    mark = bytes(range(8))
    good = [b"\6" + distribution, b"\7" + group + bytes(12), b"\x08" + group + number + b"text",
            b"\5" + number + mark + b"\x08" + group + number, b"\5" + number + mark + b"\1" + number]
    bad = [b"\6" + distribution + b"\0", b"\6", b"\7" + group + bytes(11), b"\7" + group + bytes(13), b"\x08" + group,
           b"\5" + number + mark + b"\6" + distribution, b"\5" + number + mark + b"\5" + number + mark + b"\1" + number, b"\x09",
           b"\x08" + group + number + bytes(records.CONTENT_LIMIT + 1)]
    for body in good:
        expect(reason(lambda: records.decode_body(body)) == "accepted", f"body {body.hex()[:80]}")
    for body in bad:
        expect(reason(lambda: records.decode_body(body)) == "malformed", f"body {body.hex()[:80]}")
    head = bytes([1, 1]) + bytes(16) + b"\1a\0\0\0\1\5" + bytes([9]) + bytes(31) + number

    def row(body: bytes, time: bytes = bytes(9), envelope: bytes = b"\0") -> bytes:
        return head + time + b"\0\0\0" + envelope + len(body).to_bytes(4, "big") + body

    text = b"\1" + number
    kept = [row(text), row(b"\xfc" + group), row(b"\xfc" + group + number), row(b"\xfd\x09"), row(b"\xfe" + number),
            row(b"\xff"), row(text, b"\1" + bytes(8)), row(text, envelope=b"\1\2\0"),
            row(text, envelope=b"\1\0\x40" + bytes(64)), row(good[2])]
    refused = [row(b"\xfc" + group + b"\0"), row(b"\xfd"), row(b"\xfe"), row(b"\xff\0"), row(b""), row(good[0]),
               row(good[1]), row(good[3]), row(b"\3"), row(text, b"\0" + bytes(7) + b"\1"), row(text, b"\2" + bytes(8)),
               row(text, envelope=b"\1\3\0"), row(text, envelope=b"\2"), row(text, envelope=b"\1\0\x41" + bytes(65)),
               row(text, envelope=b"\1\0")]
    waits = bytes([1, 2]) + bytes(8) + group + b"\1a\0\0\0\1\5" + bytes([9]) + bytes(31) + b"\1" + bytes(9)
    for kind, data in [(records.RECEIVED, row_) for row_ in kept] + [(records.GROUP_WAITING, waits + distribution)]:
        expect(records.encode(kind, records.decode(kind, data)) == data, f"record {data.hex()[:200]}")
    for kind, data in [(records.RECEIVED, row_) for row_ in refused] + [
            (records.GROUP_WAITING, b"\1\3" + waits[2:]), (records.GROUP_WAITING, waits[:-1]),
            (records.WAITING, b"\1\0"), (records.HOLDERS, b"\1" + bytes(8) + b"\0\0\0\1")]:
        expect(reason(lambda: records.decode(kind, data)) == "recordCorrupt", f"record {data.hex()[:200]}")
    return len(good) + len(bad) + len(kept) + len(refused) + 5


def test_known(s: Stores, changed: Callable[[Any], Any], leaves: Any, objects: Any, at: Any) -> int:
    """stores.json: any value changed, any field removed or added; an array with fewer or other elements."""
    count = 0

    def must_fail(data: Any, text: str) -> None:
        nonlocal count
        count += 1
        report = Report()

        def run() -> None:
            known = Known.read(data)
            for who in SIDES:
                if known.secrets[who] != s.known.secrets[who]:
                    stores.open_file(s.files[who], who, known.secrets[who], report)
            stores.check_opened(known, s.keys, s.rows(), report)

        stores.guarded(report, run)
        expect(bool(report.failures), f"not noticed: stores.json, {text}")

    for path in leaves(s.data):
        other = copy.deepcopy(s.data)
        value = changed(at(s.data, path))
        if path == ("now",):
            value = 1
        elif path == ("duplicate", "bytes"):
            # The key is gone: of the sealed bytes only the fingerprint is known.
            value = at(s.data, path)[:-1] + ("0" if at(s.data, path)[-1] != "0" else "1")
        at(other, path[:-1])[path[-1]] = value
        must_fail(other, str(path))
        if isinstance(at(s.data, path[:-1]), list):
            other = copy.deepcopy(s.data)
            del at(other, path[:-1])[path[-1]]
            must_fail(other, f"without {path}")
    for path in objects(s.data):
        other = copy.deepcopy(s.data)
        at(other, path)["more"] = []
        must_fail(other, f"{path} more")
        for name in at(s.data, path):
            other = copy.deepcopy(s.data)
            del at(other, path)[name]
            must_fail(other, f"{path} without {name}")
    return count


def test_folder(folder: Path, rng: random.Random) -> int:
    """All of it; the number of changes that were noticed."""
    s = Stores(folder)
    return (test_headers(s) + test_values(s) + test_known(s, changed, leaves, objects, at)
            + test_groups(s) + test_forms() + test_records(s, rng))
