"""Strict reading of vector files, and the count of what was compared."""

import json
import re
from typing import Any, Callable

from encoding import Refused

HEX = re.compile(r"(?:[0-9a-f]{2})*")
MISSING = object()


class Wrong(Exception):
    """A vector file that isn't in the form of TestVectors/README.md."""


def load(text: str) -> Any:
    """JSON without repeated names and without fractions."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in items}) != len(items):
            raise Wrong("a name is there twice in one object")
        return dict(items)

    def no_fraction(literal: str) -> Any:
        raise Wrong(f"{literal} is not an integer")

    return json.loads(text, object_pairs_hook=pairs, parse_float=no_fraction, parse_constant=no_fraction)


class Stopped(Exception):
    """The rest of a case follows from a value that differed, and would only repeat the failure."""


class Fields:
    """The fields of one object. Each is read once and by type; what wasn't read is unknown."""

    def __init__(self, data: Any, where: str):
        if not isinstance(data, dict):
            raise Wrong(f"{where}: not an object")
        self.data = data
        self.where = where
        self.read: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def raw(self, name: str) -> Any:
        value = self.data.get(name, MISSING)
        if value is MISSING:
            raise Wrong(f"{self.where}: {name} is missing")
        self.read.add(name)
        return value

    def _typed(self, name: str, good: Callable[[Any], bool], what: str) -> Any:
        value = self.raw(name)
        if not good(value):
            raise Wrong(f"{self.where}: {name} is not {what}")
        return value

    def text(self, name: str) -> str:
        return self._typed(name, lambda v: isinstance(v, str) and v != "", "a name")

    def string(self, name: str) -> str:
        """Any text, also an empty one, that is Unicode."""
        return self._typed(name, lambda v: isinstance(v, str) and not any(0xD800 <= ord(c) < 0xE000 for c in v),
                           "a text")

    def choice(self, name: str, *choices: str) -> str:
        return self._typed(name, lambda v: isinstance(v, str) and v in choices, "one of " + ", ".join(choices))

    def flag(self, name: str) -> bool:
        return self._typed(name, lambda v: isinstance(v, bool), "true or false")

    def number(self, name: str) -> int:
        return self._typed(name, is_number, "a number")

    def number_or_null(self, name: str) -> int | None:
        return self._typed(name, lambda v: v is None or is_number(v), "a number or null")

    def hex(self, name: str, size: int | None = None) -> bytes:
        data = bytes.fromhex(self._typed(name, is_hex, "lower-case hex"))
        if size is not None and len(data) != size:
            raise Wrong(f"{self.where}: {name} has not {size} bytes")
        return data

    def hex_or_null(self, name: str, size: int | None = None) -> bytes | None:
        if self.data.get(name, MISSING) is None:
            self.read.add(name)
            return None
        return self.hex(name, size)

    def string_or_null(self, name: str) -> str | None:
        return None if self.raw(name) is None else self.string(name)

    def items(self, name: str) -> list[Any]:
        return self._typed(name, lambda v: isinstance(v, list), "an array")

    def object(self, name: str) -> "Fields":
        return Fields(self.raw(name), f"{self.where}: {name}")

    def done(self) -> None:
        """Every field there must have been read: nothing in a file goes unchecked."""
        unknown = sorted(set(self.data) - self.read)
        if unknown:
            raise Wrong(f"{self.where}: unknown {', '.join(unknown)}")


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_hex(value: Any) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


class Report:
    """What was compared in one file."""

    def __init__(self) -> None:
        self.checked = 0
        self.failures: list[str] = []
        self.where = ""

    def fail(self, text: str) -> None:
        self.failures.append(text)

    def equal(self, name: str, found: Any, computed: Any) -> bool:
        """Counts one comparison of a value of the file with the computed one."""
        self.checked += 1
        if type(found) is type(computed) and found == computed:
            return True
        self.fail(f"{self.where}: {name} is {show(found)}, computed {show(computed)}")
        return False


def show(value: Any) -> str:
    text = value.hex() if isinstance(value, bytes) else str(value)
    return text if len(text) <= 160 else f"{text[:120]}… ({len(text)} characters)"


def outcome(action: Callable[[], Any]) -> tuple[Any, str | None]:
    """The value or the reason of the refusal."""
    try:
        return action(), None
    except Refused as refused:
        return None, refused.reason


def refused(fields: Fields, report: Report, action: Callable[[], Any]) -> None:
    """A case or step that must be refused, for the reason that it names."""
    wanted = fields.text("refused")
    _, reason = outcome(action)
    report.equal("refused", wanted, reason or "accepted")
