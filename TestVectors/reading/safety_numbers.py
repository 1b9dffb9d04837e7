"""Safety numbers: fingerprints, digits, scannable forms and what comparing them gives (Specs/SafetyNumbers.md)."""

import functools
import hashlib
import unicodedata
from dataclasses import dataclass

from encoding import Reader, Refused, decode_key, require, u8

ITERATIONS = 5_200
FINGERPRINT_SIZE = 32
GROUPS, GROUP_SIZE = 12, 5
DIGITS = GROUPS * GROUP_SIZE
VERSIONS = (1, 2)
OTHER_VERSIONS = range(3, 128)
MATCH, MISMATCH, OWN_CODE, VERSION_MISMATCH, MALFORMED = (
    "match", "mismatch", "ownCode", "versionMismatch", "malformed")

# The properties Dash and White_Space of PropList.txt, Unicode 15.0; unicodedata has neither.
DASH = frozenset([
    0x002D, 0x058A, 0x05BE, 0x1400, 0x1806, *range(0x2010, 0x2015 + 1), 0x2053, 0x207B, 0x208B, 0x2212, 0x2E17, 0x2E1A,
    0x2E3A, 0x2E3B, 0x2E40, 0x2E5D, 0x301C, 0x3030, 0x30A0, 0xFE31, 0xFE32, 0xFE58, 0xFE63, 0xFF0D, 0x10EAD])
WHITE_SPACE = frozenset([
    *range(0x0009, 0x000D + 1), 0x0020, 0x0085, 0x00A0, 0x1680, *range(0x2000, 0x200A + 1), 0x2028, 0x2029, 0x202F,
    0x205F, 0x3000])


@dataclass(frozen=True)
class Party:
    """One side: its identity key (33 bytes of EN-4) and the identifier that the other knows it by."""

    identity_key: bytes
    identifier: bytes

    def __post_init__(self) -> None:
        decode_key(self.identity_key)
        require(1 <= len(self.identifier) <= 255)

    def fingerprint(self) -> bytes:
        return fingerprint(self.identity_key, self.identifier)


@functools.lru_cache(None)
def fingerprint(key: bytes, identifier: bytes) -> bytes:
    """SN-1."""
    h = hashlib.sha512(b"\0\0" + key + identifier + key).digest()
    for _ in range(2, ITERATIONS + 1):
        h = hashlib.sha512(h + key).digest()
    return h[:FINGERPRINT_SIZE]


def half(data: bytes) -> str:
    """SN-2."""
    return "".join(f"{int.from_bytes(data[at:at + 5], 'big') % 100_000:05}" for at in range(0, 30, 5))


def number(ours: Party, theirs: Party) -> str:
    """SN-3."""
    return "".join(sorted([half(ours.fingerprint()), half(theirs.fingerprint())]))


def scannable(ours: Party, theirs: Party, version: int) -> bytes:
    """SN-4: what our side shows."""
    assert version in VERSIONS
    return (b"\x08" + u8(version) + b"\x12\x22\x0a\x20" + ours.fingerprint() + b"\x1a\x22\x0a\x20"
            + theirs.fingerprint())


def read_scannable(data: bytes) -> tuple[int, bytes, bytes]:
    """SN-5: version, fingerprint of who shows it, fingerprint of who scans it."""
    reader = Reader(data)
    version = 0
    if data[:1] == b"\x08":
        reader.take(1)
        version = reader.u8()
        require(version in VERSIONS or version in OTHER_VERSIONS)
    require(reader.take(4) == b"\x12\x22\x0a\x20")
    first = reader.take(FINGERPRINT_SIZE)
    require(reader.take(4) == b"\x1a\x22\x0a\x20")
    second = reader.take(FINGERPRINT_SIZE)
    reader.end()
    return version, first, second


def compare_scan(ours: Party, theirs: Party, version: int, scanned: bytes) -> tuple[str, int | None]:
    """SN-6, and the version of a form of another one."""
    try:
        their_version, first, second = read_scannable(scanned)
    except Refused:
        return MALFORMED, None
    if their_version != version:
        return VERSION_MISMATCH, their_version
    if (first, second) == (ours.fingerprint(), theirs.fingerprint()):
        return OWN_CODE, None
    if (first, second) == (theirs.fingerprint(), ours.fingerprint()):
        return MATCH, None
    return MISMATCH, None


def read_digits(text: str) -> str:
    """SN-7: 60 digits in ASCII."""
    out = ""
    for c in text:
        category = unicodedata.category(c)
        if ord(c) in WHITE_SPACE or ord(c) in DASH or category == "Cf":
            continue
        require(category == "Nd")
        out += str(unicodedata.decimal(c))
    require(len(out) == DIGITS)
    return out


def groups(digits: str) -> list[str]:
    """SN-9."""
    return [digits[at:at + GROUP_SIZE] for at in range(0, DIGITS, GROUP_SIZE)]


def compare_digits(ours: Party, theirs: Party, text: str) -> tuple[str, list[int] | None]:
    """SN-8, and the groups that differ, from 0."""
    own = number(ours, theirs)
    try:
        read = read_digits(text)
    except Refused:
        return MALFORMED, None
    differing = [index for index, (a, b) in enumerate(zip(groups(own), groups(read))) if a != b]
    return (MATCH if own == read else MISMATCH), differing


def layout(digits: str, lines: int) -> str:
    """SN-9: 4 lines of 3 groups, or 3 lines of 4."""
    assert lines in (3, 4)
    all_groups, size = groups(digits), GROUPS // lines
    return "\n".join(" ".join(all_groups[at:at + size]) for at in range(0, GROUPS, size))


def spoken(digits: str) -> str:
    """SN-9."""
    return ", ".join(" ".join(group) for group in groups(digits))
