"""Changes in two kept stores, in what is known of them and in their records: stores.py must notice them."""

import copy
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable

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
                if name == "copies sealing":
                    # Of what the server has nothing says whether it was an envelope.
                    free = not records.decode(kind, row.record)["copies"][copies]["bytes"]
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
            + test_records(s, rng))
