"""PP: pushes, written after Specs/PushPayload.md."""

import unicodedata
from dataclasses import dataclass

from encoding import Refused

FORMS = {1: "inline", 2: "preview", 3: "fetch"}
NUMBERS = {name: number for number, name in FORMS.items()}
CALL, SERVER_TIME, EXPIRY = 1 << 4, 1 << 5, 1 << 6
ID_LIMIT = 64
MOST = 5_120
STEPS = (768, 1_152, 1_728, 2_592)
LEAST_ROOM = 84
LIFETIME_LIMIT = 2_419_200
MAXIMA = {"alert": 4_096, "background": 4_096, "call": 5_120, "fcm": 4_096, "web": 3_993, "raw": 5_120}
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
KEY = "sotto"
DEPTH, MEMBERS = 8, 64


# PP-1, PP-2


@dataclass(frozen=True)
class Push:
    form: str
    call: bool
    server_time: int | None
    expiry: int | None
    content: bytes
    zeros: int = 0

    def head(self) -> bytes:
        flags = NUMBERS[self.form] + CALL * self.call
        times = b""
        for flag, time in ((SERVER_TIME, self.server_time), (EXPIRY, self.expiry)):
            if time is not None:
                flags |= flag
                times += time.to_bytes(8, "big")
        return bytes((1, flags)) + times + len(self.content).to_bytes(2, "big")

    def binary(self) -> bytes:
        return self.head() + self.content + bytes(self.zeros)


def read_binary(data: bytes) -> Push:
    """PP-2, without PP-16."""
    if not data:
        raise Refused("malformed")
    if data[0] != 1:
        raise Refused("unsupportedVersion")
    place = 1

    def take(count: int) -> bytes:
        nonlocal place
        if count > len(data) - place:
            raise Refused("malformed")
        place += count
        return data[place - count:place]

    flags = take(1)[0]
    if flags & 0x80 or flags & 0x0F not in FORMS:
        raise Refused("malformed")
    form = FORMS[flags & 0x0F]
    server_time = int.from_bytes(take(8), "big") if flags & SERVER_TIME else None
    expiry = int.from_bytes(take(8), "big") if flags & EXPIRY else None
    count = int.from_bytes(take(2), "big")
    if count == 0 or form == "fetch" and count > ID_LIMIT:
        raise Refused("malformed")
    content = take(count)
    rest = data[place:]
    if any(rest):
        raise Refused("malformed")
    return Push(form, bool(flags & CALL), server_time, expiry, content, len(rest))


# PP-13


def base64(data: bytes, alphabet: str = ALPHABET, pad: str = "=") -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 6)
    text = "".join(alphabet[int(bits[place:place + 6], 2)] for place in range(0, len(bits), 6))
    return text + pad * (-len(text) % 4)


def read_base64(text: str) -> bytes:
    body = text.rstrip("=")
    if len(text) % 4 or len(text) - len(body) > 2 or any(letter not in ALPHABET for letter in body):
        raise Refused("malformedBase64")
    bits = "".join(f"{ALPHABET.index(letter):06b}" for letter in body)
    data = bytes(int(bits[place:place + 8], 2) for place in range(0, len(bits) - len(bits) % 8, 8))
    if base64(data) != text:
        raise Refused("malformedBase64")
    return data


# PP-14 to PP-16


def read_json(data: bytes) -> Push:
    if len(data) > MOST:
        raise Refused("tooLarge")
    return read_binary(JSONText(data).value())


def read_text(data: bytes) -> Push:
    if len(data) > MOST:
        raise Refused("tooLarge")
    return read_binary(read_base64(data.decode("utf-8")))


def read_raw(data: bytes) -> Push:
    if len(data) > MOST:
        raise Refused("tooLarge")
    return read_binary(data)


class JSONText:
    """RFC 8259, from the first byte to the last."""

    def __init__(self, data: bytes):
        # A byte that isn't UTF-8 becomes a lone surrogate, which is refused where it stands.
        self.text = data.decode("utf-8", "surrogateescape")
        self.place = 0

    def value(self) -> bytes:
        self.space()
        if self.peek() != "{":
            self.any(1)
            raise Refused("wrongType")
        found: list[bytes] = []
        self.object(1, found)
        self.space()
        if self.place < len(self.text):
            raise Refused("malformedJSON")
        if not found:
            raise Refused("missing")
        return found[0]

    def peek(self) -> str:
        return self.text[self.place:self.place + 1]

    def space(self) -> None:
        while self.peek() and self.peek() in " \t\r\n":
            self.place += 1

    def need(self, text: str) -> None:
        if not self.text.startswith(text, self.place):
            raise Refused("malformedJSON")
        self.place += len(text)

    def object(self, depth: int, ours: list[bytes] | None) -> None:
        """An object; the value under our key goes to `ours` if it may be there."""
        if depth > DEPTH:
            raise Refused("tooComplex")
        self.need("{")
        self.space()
        if self.peek() == "}":
            self.place += 1
            return
        keys: set[str] = set()
        while True:
            self.space()
            key = self.string()
            if key in keys:
                raise Refused("duplicateKey")
            if len(keys) == MEMBERS:
                raise Refused("tooComplex")
            keys.add(key)
            self.space()
            self.need(":")
            self.space()
            if ours is not None and key == KEY:
                if self.peek() != '"':
                    self.any(depth + 1)
                    raise Refused("wrongType")
                ours.append(read_base64(self.string()))
            else:
                self.any(depth + 1)
            self.space()
            if self.peek() != ",":
                break
            self.place += 1
        self.need("}")

    def any(self, depth: int) -> None:
        """A value that would be the `depth`th of those in one another."""
        first = self.peek()
        if first == "{":
            self.object(depth, None)
        elif first == "[":
            self.array(depth)
        elif first == '"':
            self.string()
        elif first in ("t", "f", "n"):
            self.need({"t": "true", "f": "false", "n": "null"}[first])
        else:
            self.number()

    def array(self, depth: int) -> None:
        if depth > DEPTH:
            raise Refused("tooComplex")
        self.need("[")
        self.space()
        if self.peek() == "]":
            self.place += 1
            return
        while True:
            self.space()
            self.any(depth + 1)
            self.space()
            if self.peek() != ",":
                break
            self.place += 1
        self.need("]")

    def number(self) -> None:
        if self.peek() == "-":
            self.place += 1
        if self.peek() == "0":
            self.place += 1
        else:
            self.digits()
        if self.peek() == ".":
            self.place += 1
            self.digits()
        if self.peek() in ("e", "E"):
            self.place += 1
            if self.peek() in ("+", "-"):
                self.place += 1
            self.digits()

    def digits(self) -> None:
        start = self.place
        while self.peek() and self.peek() in "0123456789":
            self.place += 1
        if self.place == start:
            raise Refused("malformedJSON")

    def string(self) -> str:
        self.need('"')
        found = []
        while True:
            letter = self.peek()
            self.place += 1
            if letter == '"':
                return "".join(found)
            if letter == "\\":
                found.append(self.escape())
            elif not letter or letter < " " or 0xD800 <= ord(letter) < 0xE000:
                raise Refused("malformedJSON")
            else:
                found.append(letter)

    def escape(self) -> str:
        letter = self.peek()
        self.place += 1
        if letter and letter in '"\\/':
            return letter
        if letter and letter in "bfnrt":
            return {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}[letter]
        if letter != "u":
            raise Refused("malformedJSON")
        unit = self.unit()
        if 0xD800 <= unit < 0xDC00:
            self.need("\\u")
            low = self.unit()
            if not 0xDC00 <= low < 0xE000:
                raise Refused("malformedJSON")
            return chr(0x10000 + (unit - 0xD800) * 0x400 + low - 0xDC00)
        if 0xDC00 <= unit < 0xE000:
            raise Refused("malformedJSON")
        return chr(unit)

    def unit(self) -> int:
        digits = self.text[self.place:self.place + 4]
        if len(digits) < 4 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
            raise Refused("malformedJSON")
        self.place += 4
        return int(digits, 16)


# PP-3 to PP-11


@dataclass(frozen=True)
class Encoder:
    push: str
    budget: int
    lifetime: int = 0
    alert: str | None = None
    alert_name: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.budget <= MOST:
            raise Refused("budgetOutOfRange")
        if self.lifetime > LIFETIME_LIMIT:
            raise Refused("lifetimeOutOfRange")
        around = self.around()
        if self.budget > MAXIMA[self.push]:
            raise Refused("budgetAboveMaximum")
        if self.room(around) < LEAST_ROOM:
            raise Refused("budgetTooSmall")

    def around(self) -> tuple[bytes, bytes] | None:
        """PP-7, PP-8: what stands before and behind the text."""
        if self.push in ("web", "raw"):
            return None
        if self.push == "alert":
            kind, text = ("body", self.alert) if self.alert_name is None else ("loc-key", self.alert_name)
            if any(unicodedata.category(letter) == "Cc" for letter in text or ""):
                raise Refused("alertHasControls")
            escaped = (text or "").replace("\\", "\\\\").replace('"', '\\"').encode()
            if not 1 <= len(escaped) <= 128:
                raise Refused("alertLength")
            first = f'"aps":{{"alert":{{"{kind}":"'.encode() + escaped + b'"},"mutable-content":1},'
        else:
            first = {"background": b'"aps":{"content-available":1},', "call": b'"aps":{},', "fcm": b""}[self.push]
        return b"{" + first + b'"sotto":"', b'"}'

    def room(self, around: tuple[bytes, bytes] | None) -> int:
        """PP-3."""
        if around is None:
            return self.budget
        return 3 * ((self.budget - sum(map(len, around))) // 4)

    def encode(self, content: "Content", now: int | None, collapse_id: bytes | None) -> "Encoded":
        """PP-3, PP-4, PP-9 to PP-11."""
        around = self.around()
        room = self.room(around)
        end = None if now is None else min(now + self.lifetime * 1_000, 2**64 - 1)
        expiry = end if self.push == "call" else None

        def push(form: str, carried: bytes) -> Push:
            return Push(form, self.push == "call", content.server_time, expiry, carried)

        left = room - len(push("fetch", b"").head())
        excess = None if content.envelope is None else len(content.envelope) - left
        preview_excess = None if content.preview is None else len(content.preview) - left
        if excess is not None and excess <= 0:
            form, carried, reason = "inline", content.envelope, ("envelopeFits", None, None)
        elif preview_excess is not None and preview_excess > 0:
            form, carried = "fetch", content.fetch_id
            reason = ("bothTooLong" if excess is not None else "previewTooLong", excess, preview_excess)
        else:
            form, carried = ("preview", content.preview) if content.preview is not None else ("fetch", content.fetch_id)
            reason = ("noEnvelope" if excess is None else "envelopeTooLong", excess, None)
        bare = push(form, carried)
        needed = len(bare.binary())
        size = min((step for step in STEPS if needed <= step < room), default=room)
        binary = bare.binary() + bytes(size - needed)
        payload = binary if around is None else around[0] + base64(binary).encode() + around[1]
        remaining = (min(left, ID_LIMIT) if form == "fetch" else left) - len(carried)
        topic = None if collapse_id is None else base64(collapse_id, ALPHABET[:62] + "-_", "")
        if self.push == "fcm":
            beside = [f'{{"priority":"high","ttl":"{self.lifetime}s"}}']
        elif self.push == "web":
            beside = [f"TTL: {self.lifetime}", "Urgency: high", f"Topic: {topic}"]
        elif self.push == "raw":
            beside = []
        else:
            kind = {"call": "voip"}.get(self.push, self.push)
            beside = [f"apns-push-type: {kind}", f"apns-priority: {5 if kind == 'background' else 10}",
                      f"apns-expiration: {(end or 0) // 1_000}", f"apns-collapse-id: {topic}"]
        return Encoded(form, *reason, remaining, payload, beside)


@dataclass(frozen=True)
class Content:
    envelope: bytes | None
    preview: bytes | None
    fetch_id: bytes
    server_time: int | None

    def __post_init__(self) -> None:
        if self.envelope == b"" or self.preview == b"":
            raise Refused("emptyEnvelope")
        if not 1 <= len(self.fetch_id) <= ID_LIMIT:
            raise Refused("fetchIDLength")


@dataclass(frozen=True)
class Encoded:
    form: str
    reason: str
    excess: int | None
    preview_excess: int | None
    remaining: int
    payload: bytes
    beside: list[str]
