"""Safety numbers: the rules against themselves, a file made from random keys, and changes that must be noticed."""

import copy
import random
import unicodedata
from typing import Any, Iterator

import check
import curves
import safety_numbers as sn
from changes import at, leaves, objects, other_arrays
from encoding import encode_key
from fields import outcome
from safety_numbers import Party

Json = dict[str, Any]
RIGHT_TO_LEFT, SOFT_HYPHEN = "\u200f", "\u00ad"
SCRIPTS = (0x30, 0x660, 0x6F0, 0x966, 0xE50, 0xFF10, 0x1D7CE, 0x1D7F6)  # the zeros of some scripts


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def test_properties() -> None:
    """The two properties against the general categories, of which they are made but for a few code points."""
    newer = int(unicodedata.unidata_version.split(".")[0]) > 15
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        dash = category == "Pd" or code in (0x2053, 0x207B, 0x208B, 0x2212)
        expect(dash == (code in sn.DASH) or (newer and dash), f"Dash U+{code:04X}")
        space = category in ("Zs", "Zl", "Zp") or 0x9 <= code <= 0xD or code == 0x85
        expect(space == (code in sn.WHITE_SPACE) or (newer and space), f"White_Space U+{code:04X}")


def party(rng: random.Random, identifier: bytes) -> Party:
    return Party(encode_key(curves.public_key(rng.randbytes(32))), identifier)


def test_rules(rng: random.Random) -> None:
    test_properties()
    expect(sn.half(bytes(4) + b"\1" + bytes(3) + b"\x01\x86" + b"\xff" * 22) == "00001" "00390" + "27775" * 4, "SN-2")
    a, b = party(rng, b"alice"), party(rng, b"\xff" * 255)
    for key, identifier in ((a.identity_key, b""), (a.identity_key, bytes(256)), (b"\4" + a.identity_key[1:], b"a"),
                            (a.identity_key[:32], b"a"), (b"\5" + bytes(32), b"a")):
        expect(outcome(lambda: Party(key, identifier))[1] is not None, "inputs of SN-1")
    digits = sn.number(a, b)
    for at in range(sn.DIGITS):
        other = digits[:at] + str(9 - int(digits[at])) + digits[at + 1:]
        expect(sn.compare_digits(a, b, other) == (sn.MISMATCH, [at // 5]), "SN-8")
        expect(outcome(lambda: sn.read_digits(digits[:at] + digits[at + 1:]))[1] == "malformed", "59 digits")
    code = sn.scannable(b, a, 2)
    expect(len(code) == 74, "SN-4")
    expect(sn.compare_scan(a, b, 2, code) == (sn.MATCH, None), "SN-6")
    fixed = (0, 2, 3, 4, 5, 38, 39, 40, 41)
    for at in range(74):
        result = sn.compare_scan(a, b, 2, code[:at] + bytes([code[at] ^ 0x40]) + code[at + 1:])
        wanted = ((sn.MALFORMED, None) if at in fixed else (sn.VERSION_MISMATCH, 0x42) if at == 1
                  else (sn.MISMATCH, None))
        expect(result == wanted, f"SN-5, byte {at}")
        expect(sn.compare_scan(a, b, 2, code[:at])[0] == sn.MALFORMED, "SN-5, shorter")
    for byte in range(256):
        data = code[:1] + bytes([byte]) + code[2:]
        wanted = ((sn.MATCH, None) if byte == 2 else (sn.VERSION_MISMATCH, byte) if 1 <= byte < 128
                  else (sn.MALFORMED, None))
        expect(sn.compare_scan(a, b, 2, data) == wanted, f"SN-5, version {byte}")
    # A fingerprint that differs in one place only, on either side.
    for at in range(64):
        first, second = bytearray(a.fingerprint() + b.fingerprint()), bytearray(b.fingerprint() + a.fingerprint())
        first[at] ^= 1
        second[at] ^= 1
        for both in (first, second):
            data = code[:6] + bytes(both[:32]) + code[38:42] + bytes(both[32:])
            expect(sn.compare_scan(a, b, 2, data) == (sn.MISMATCH, None), "SN-6, one bit")


def make_file(rng: random.Random) -> Json:
    """A file in the form of TestVectors/README.md."""
    a, b, eve = party(rng, b"alice"), party(rng, rng.randbytes(255)), party(rng, b"alice")

    def side(p: Party) -> Json:
        return {"identity_key": p.identity_key.hex(), "identifier": p.identifier.hex()}

    def fingerprint(name: str, p: Party) -> Json:
        return {"id": name, "kind": "fingerprint", **side(p), "fingerprint": p.fingerprint().hex(), "digits": sn.half(p.fingerprint())}

    def number(name: str, ours: Party, theirs: Party) -> Json:
        digits = sn.number(ours, theirs)
        return {"id": name, "kind": "number", "ours": side(ours), "theirs": side(theirs), "digits": digits, "groups": sn.groups(digits),
                "text4": sn.layout(digits, 4), "text3": sn.layout(digits, 3), "spoken": sn.spoken(digits),
                "scannable1": sn.scannable(ours, theirs, 1).hex(), "scannable2": sn.scannable(ours, theirs, 2).hex()}

    def digit_input(name: str, text: str, digits: str | None) -> Json:
        found, _ = outcome(lambda: sn.read_digits(text))
        expect(found == digits, f"SN-7, {name}")
        return {"id": name, "kind": "digits", "text": text, "accepted": digits is not None, "digits": digits}

    def scan(name: str, data: bytes, result: str, their_version: int | None = None, version: int = 2,
             ours: Party = a, theirs: Party = b) -> Json:
        expect(sn.compare_scan(ours, theirs, version, data) == (result, their_version), f"SN-6, {name}")
        return {"id": name, "kind": "scan", "ours": side(ours), "theirs": side(theirs), "version": version, "scanned": data.hex(),
                "result": result, "their_version": their_version}

    def comparison(name: str, text: str, result: str, ours: Party = a, theirs: Party = b) -> Json:
        found, differing = sn.compare_digits(ours, theirs, text)
        expect(found == result, f"SN-8, {name}")
        return {"id": name, "kind": "comparison", "ours": side(ours), "theirs": side(theirs), "text": text, "result": result,
                "differing_groups": differing}

    digits = sn.number(a, b)
    code = sn.scannable(b, a, 2)
    mixed = "".join(chr(rng.choice(SCRIPTS) + int(digit)) for digit in digits)
    marked = RIGHT_TO_LEFT + SOFT_HYPHEN.join(sn.groups(mixed)) + "\ufeff\u2068"
    between = "".join(map(chr, sorted(sn.DASH | sn.WHITE_SPACE)))
    other_last = digits[:-1] + str(9 - int(digits[-1]))
    others = {"empty": "", "nothing but spaces": " \n", "59 digits": digits[:-1], "61 digits": digits + "0",
              "a letter": digits[:-1] + "O", "a superscript": digits[:-1] + "\u00b2",
              "a letter number": digits[:-1] + "\u2164", "an ideograph": digits[:-1] + "\u4e09",
              "a comma": digits + ",", "an underscore": digits + "_", "a combining mark": digits + "\u0301",
              "a variation selector": digits + "\ufe0f", "a control": digits + "\0", "unassigned": digits + "\u0378",
              "private use": digits + "\ue000", "spoken": sn.spoken(digits)}
    return {
        "suite": "safety-numbers",
        "cases": [
            fingerprint("fingerprint alice", a), fingerprint("fingerprint bob", b),
            number("number", a, b), number("number of the other side", b, a), number("same halves", a, a),
            digit_input("plain", digits, digits), digit_input("three lines", sn.layout(digits, 3), digits),
            digit_input("four lines", sn.layout(digits, 4), digits), digit_input("scripts", mixed, digits),
            digit_input("marks", marked, digits), digit_input("dashes, spaces", between + digits + between, digits),
            *(digit_input(name, text, None) for name, text in others.items()),
            scan("scan: match", code, sn.MATCH), scan("scan: match 1", sn.scannable(b, a, 1), sn.MATCH, version=1),
            scan("scan: own code", sn.scannable(a, b, 2), sn.OWN_CODE),
            scan("scan: own code, same halves", sn.scannable(a, a, 2), sn.OWN_CODE, theirs=a),
            scan("scan: another key of ours", sn.scannable(b, eve, 2), sn.MISMATCH),
            scan("scan: another key of theirs", sn.scannable(eve, a, 2), sn.MISMATCH),
            scan("scan: their half twice", sn.scannable(b, b, 2), sn.MISMATCH),
            scan("scan: our half twice", sn.scannable(a, a, 2), sn.MISMATCH),
            scan("scan: version 1", sn.scannable(b, a, 1), sn.VERSION_MISMATCH, 1),
            scan("scan: version 2", code, sn.VERSION_MISMATCH, 2, version=1),
            scan("scan: own code of version 1", sn.scannable(a, b, 1), sn.VERSION_MISMATCH, 1),
            scan("scan: version 3", b"\x08\x03" + code[2:], sn.VERSION_MISMATCH, 3),
            scan("scan: version 127", b"\x08\x7f" + code[2:], sn.VERSION_MISMATCH, 127),
            scan("scan: no version", code[2:], sn.VERSION_MISMATCH, 0),
            scan("scan: version 0", b"\x08\0" + code[2:], sn.MALFORMED),
            scan("scan: version 128", b"\x08\x80\x01" + code[2:], sn.MALFORMED),
            scan("scan: long version", b"\x08\x82\0" + code[2:], sn.MALFORMED),
            scan("scan: empty", b"", sn.MALFORMED), scan("scan: shorter", code[:-1], sn.MALFORMED),
            scan("scan: longer", code + b"\0", sn.MALFORMED),
            scan("scan: version last", code[2:] + code[:2], sn.MALFORMED),
            scan("scan: remote first", code[:2] + code[38:] + code[2:38], sn.MALFORMED),
            scan("scan: version twice", code[:2] + code, sn.MALFORMED),
            comparison("compared: match", sn.layout(digits, 4), sn.MATCH),
            comparison("compared: match, other side", mixed, sn.MATCH, b, a),
            comparison("compared: last digit", other_last, sn.MISMATCH),
            comparison("compared: halves turned round", digits[30:] + digits[:30], sn.MISMATCH),
            comparison("compared: another key", sn.number(eve, b), sn.MISMATCH),
            comparison("compared: one half", digits[:30], sn.MALFORMED)],
    }


def changed(value: Any, name: str) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 0
    if name in ("text", "text4", "text3", "spoken", "result", "id"):
        return value + "x"
    middle = len(value) // 2
    return value[:middle] + ("1" if value[middle:middle + 1] != "1" else "2") + value[middle + 1:]


def is_free_input(case: Json, path: tuple[Any, ...]) -> bool:
    """Names, and inputs of which most others give the same result."""
    if path == ("id",):
        return True
    if case.get("accepted") is False or case.get("result") == sn.MALFORMED:
        return path[0] in ("text", "ours", "theirs", "scanned", "version")
    if "scanned" in case and case["result"] == sn.VERSION_MISMATCH:
        return path[0] in ("ours", "theirs", "scanned", "version")
    if "scanned" in case and case["result"] == sn.MISMATCH:
        return path[0] in ("ours", "theirs", "scanned")
    # Where a half or more differs already, the same groups may differ under another key.
    return len(case.get("differing_groups") or []) >= 6 and path[0] in ("ours", "theirs")


def changed_cases(case: Json) -> Iterator[tuple[Json, str]]:
    """Any one value changed, any field removed or added, any array with fewer, more or turned elements."""
    for path in leaves(case):
        if not is_free_input(case, path):
            other = copy.deepcopy(case)
            at(other, path[:-1])[path[-1]] = changed(at(case, path), str(path[-1]))
            yield other, str(path)
    for path in objects(case):
        for name in [*at(case, path), "more"]:
            other = copy.deepcopy(case)
            if at(other, path).pop(name, None) is None and name == "more":
                at(other, path)[name] = 1
            yield other, f"{path} {name}"
    for name, items in case.items():
        for changed_items in other_arrays(items) if isinstance(items, list) else ():
            if changed_items != items:
                yield {**case, name: changed_items}, name
    # A list that is there where none is wanted.
    if "differing_groups" in case and not case["differing_groups"]:
        yield {**case, "differing_groups": None if case["differing_groups"] == [] else []}, "differing_groups"


def test_changes(file: Json) -> int:
    """check.py must refuse the file after each change; the number of changes."""
    count = 0

    def must_fail(data: Any, text: str) -> None:
        nonlocal count
        count += 1
        expect(bool(check.check_data(data).failures), f"not noticed: safety-numbers, {text}")

    expect(not check.check_data(file).failures, "the safety numbers were refused")
    must_fail({**file, "more": []}, "a field of the file")
    must_fail({**file, "suite": "encoding"}, "suite")
    must_fail({**file, "cases": []}, "no case")
    first = file["cases"][0]
    must_fail({**file, "cases": [first, first]}, "an id twice")
    for case in file["cases"]:
        for other, text in changed_cases(case):
            must_fail({**file, "cases": [other]}, f"{case['id']}: {text}")
    return count
