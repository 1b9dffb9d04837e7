"""The rules of pushes against themselves, and changes in the kept file, which check.py must notice."""

import copy
import random
from typing import Any

import check
import push
from changes import at, changed, leaves, objects, other_arrays
from encoding import Refused


def expect(condition: bool, what: str) -> None:
    if not condition:
        raise SystemExit(f"selftest: {what}")


def test_rules(rng: random.Random) -> None:
    """Any push is read as what was put in, within its budget."""
    for _ in range(60):
        way = rng.choice(list(push.MAXIMA))
        budget = rng.randrange(300, push.MAXIMA[way] + 1)
        encoder = push.Encoder(way, budget, 30, alert="x" if way == "alert" else None)
        envelope = rng.choice([None, rng.randbytes(rng.randrange(1, 5_000))])
        preview = rng.choice([None, rng.randbytes(rng.randrange(1, 4_500))])
        content = push.Content(envelope, preview, rng.randbytes(rng.randrange(1, 65)), rng.choice([None, 7]))
        encoded = encoder.encode(content, 1, bytes(16))
        expect(len(encoded.payload) <= budget, "PP-5, a payload longer than its budget")
        read = push.read_raw if way in ("web", "raw") else push.read_json
        found = read(encoded.payload)
        carried = {"inline": envelope, "preview": preview, "fetch": content.fetch_id}[found.form]
        expect(found.content == carried and found.server_time == content.server_time, "PP-1, another push was read")
    for count in range(20):
        data = rng.randbytes(count)
        text = push.base64(data)
        expect(push.read_base64(text) == data, "PP-13, other bytes were read")
        for place in range(len(text)):
            other = text[:place] + rng.choice(push.ALPHABET + "=-_ ") + text[place + 1:]
            try:
                expect(other == text or push.read_base64(other) != data, "PP-13, two texts for the same bytes")
            except Refused:
                pass


def is_unused(case: Any, path: tuple[Any, ...]) -> bool:
    """What no value of the case depends on: what wasn't carried, and the bytes of a refusal."""
    if "refused" in case:
        return path[-1] != "refused"
    if path[-1] == "budget" and case["form"] == "fetch" and case["excess"] is None and case["preview_excess"] is None:
        return True
    used = {"inline": "envelope", "preview": "preview", "fetch": "fetch_id"}
    return path[-1] in set(used.values()) - {used[case["form"]]} and case["kind"] == "encode"


def other(case: Any, path: tuple[Any, ...]) -> Any:
    value = at(case, path)
    # A header has seconds, and four characters of base64 come at once.
    steps = {"now": 1_000, "budget": -4}
    return changed(value) if value is None or path[-1] not in steps else value + steps[path[-1]]


def test_changes(data: Any) -> int:
    """Any one value that counts changed, any field left out or added."""
    count = 0

    def notice(case: Any, what: str) -> None:
        nonlocal count
        report = check.check_data({"suite": "pushes", "cases": [case]})
        expect(bool(report.failures), f"not noticed: {case.get('id')}, {what}")
        count += 1

    for case in data["cases"]:
        for path in leaves(case):
            if path[-1] == "id" or is_unused(case, path):
                continue
            new = copy.deepcopy(case)
            at(new, path[:-1])[path[-1]] = other(case, path)
            notice(new, f"{path} changed")
        for path in objects(case):
            for name in at(case, path):
                new = copy.deepcopy(case)
                del at(new, path)[name]
                notice(new, f"{path + (name,)} left out")
            new = copy.deepcopy(case)
            at(new, path)["added"] = 0
            notice(new, f"{path} has one more")
        for items in other_arrays(case["beside"]) if "beside" in case else ():
            notice(case | {"beside": items}, "another array")
    return count
