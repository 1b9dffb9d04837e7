"""Numbers, lists, keys, addresses and labels (Specs/Encoding.md)."""

P25519 = 2**255 - 19
VARINT_MAX = 2**31 - 1

LABEL_X3DH = b"Sotto/1 X3DH"
LABEL_TRANSCRIPT = b"Sotto/1 handshake transcript"
LABEL_SESSION_SECRETS = b"Sotto/1 session secrets"
LABEL_PREKEY_SIGNATURE = b"Sotto/1 prekey signature"
LABEL_TO_RESPONDER = b"Sotto/1 selector to responder"
LABEL_TO_INITIATOR = b"Sotto/1 selector to initiator"
LABEL_EXPORTER = b"Sotto/1 exporter"
LABEL_ROOT_STEP = b"Sotto/1 root step"
LABEL_PLAIN_MESSAGE = b"Sotto/1 plain message"
PERSONAL_RECEIVED = b"Sotto/1 received"
LABEL_RECORD_NAME = b"Sotto/1 record name"
LABEL_RECORD_GROUP = b"Sotto/1 record group"
LABEL_TRUST_ROOT = b"Sotto/1 trust root"
LABEL_SERVER_CERTIFICATE = b"Sotto/1 server certificate"
LABEL_SENDER_CERTIFICATE = b"Sotto/1 sender certificate"
LABEL_SEALED_CONTENT = b"Sotto/1 sealed content"
LABEL_SEALED_SEED = b"Sotto/1 sealed seed"
LABEL_SEALING_KEY = b"Sotto/1 sealing key"
LABEL_SEALING_TAG = b"Sotto/1 sealing tag"
LABEL_ROSTER = b"Sotto/1 roster"
LABEL_GROUP_MESSAGE = b"Sotto/1 group message"
LABEL_GROUP_SIGNATURE = b"Sotto/1 group signature"
LABEL_RECEIVED_GROUP_MESSAGE = b"Sotto/1 received group message"

SUITE = 1
KIND_PREKEY_MESSAGE = 1
KIND_SESSION_MESSAGE = 2
KIND_BUNDLE = 3
KIND_UPLOAD = 4
KIND_RECEIVED_ENVELOPE = 5
KIND_SENT_ENVELOPE = 6
KIND_SENDER_CERTIFICATE = 7
KIND_SERVER_CERTIFICATE = 8
KIND_GROUP_MESSAGE = 9
KIND_DISTRIBUTION = 10
KIND_ROSTER = 11


class Refused(Exception):
    """A refusal by a rule; the reason is the name that the rule gives it."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def require(condition: bool, reason: str = "malformed") -> None:
    """Refuses with the reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


def u8(value: int) -> bytes:
    """EN-1."""
    return value.to_bytes(1, "big")


def u16(value: int) -> bytes:
    """EN-1."""
    return value.to_bytes(2, "big")


def u32(value: int) -> bytes:
    """EN-1."""
    return value.to_bytes(4, "big")


def u64(value: int) -> bytes:
    """EN-1."""
    return value.to_bytes(8, "big")


def varint(value: int) -> bytes:
    """EN-2: unsigned LEB128 in the shortest form."""
    assert 0 <= value <= VARINT_MAX
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def encode_list(*items: bytes) -> bytes:
    """EN-3: what is hashed or signed."""
    return b"".join(u32(len(item)) + item for item in items)


# EN-7: the u of small order; the canonical forms only, as EN-6 refuses the others.
SMALL_ORDER = {
    (0).to_bytes(32, "little"),
    (1).to_bytes(32, "little"),
    (P25519 - 1).to_bytes(32, "little"),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
}


def check_u(u: bytes) -> bytes:
    """A bare u from outside: EN-6, then EN-7."""
    require(len(u) == 32, "wrongLength")
    require(int.from_bytes(u, "little") < P25519, "publicKeyNotCanonical")
    require(u not in SMALL_ORDER, "publicKeyOfSmallOrder")
    return u


def encode_key(u: bytes) -> bytes:
    """EN-4: 0x05 and u."""
    assert len(u) == 32
    return b"\x05" + u


def decode_key(data: bytes) -> bytes:
    """EN-4, EN-6, EN-7: the bare u of 33 bytes from outside."""
    require(len(data) == 33, "wrongLength")
    require(data[0] == 5, "wrongKeyType")
    return check_u(data[1:])


def encode_address(user: bytes, device: int) -> bytes:
    """EN-5."""
    assert 1 <= len(user) <= 255 and device >= 1
    return u8(len(user)) + user + u32(device)


class Reader:
    """An exact decoder (EN-10): fields in their order, the first fault names the refusal."""

    def __init__(self, data: bytes):
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        """The next bytes; fewer left is malformed."""
        require(len(self.data) - self.at >= count)
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, size: int) -> int:
        """EN-1."""
        return int.from_bytes(self.take(size), "big")

    def u8(self) -> int:
        return self.number(1)

    def u16(self) -> int:
        return self.number(2)

    def u32(self) -> int:
        return self.number(4)

    def u64(self) -> int:
        return self.number(8)

    def varint(self) -> int:
        """EN-2: at most 5 bytes, shortest form, at most 2^31 - 1."""
        value = 0
        for index in range(5):
            byte = self.u8()
            value |= (byte & 0x7F) << (7 * index)
            if byte < 0x80:
                require(byte != 0 or index == 0)
                require(value <= VARINT_MAX)
                return value
        raise Refused("malformed")

    def key(self) -> bytes:
        """EN-4 with EN-6 and EN-7; inside a larger structure a bad key is invalidKey (EN-4)."""
        return self._key_checked(33, decode_key)

    def bare_key(self) -> bytes:
        """The bare u of a message header (SM-1)."""
        return self._key_checked(32, check_u)

    def _key_checked(self, size: int, check) -> bytes:
        data = self.take(size)
        try:
            return check(data)
        except Refused:
            raise Refused("invalidKey") from None

    def address(self) -> tuple[bytes, int]:
        """EN-5."""
        length = self.u8()
        require(length >= 1)
        user = self.take(length)
        device = self.u32()
        require(device >= 1)
        return user, device

    def present(self) -> bool:
        """The mark of an optional field: 0x00 absent, 0x01 present, no other."""
        mark = self.u8()
        require(mark <= 1)
        return mark == 1

    def first_bytes(self) -> int:
        """EN-9: the suite, which must be known; gives the kind."""
        require(self.u8() == SUITE, "unsupportedSuite")
        return self.u8()

    def left(self) -> int:
        return len(self.data) - self.at

    def end(self) -> None:
        """EN-10: bytes after the end are refused."""
        require(self.left() == 0)


def decode_varint(data: bytes) -> int:
    """EN-2 and EN-10."""
    reader = Reader(data)
    value = reader.varint()
    reader.end()
    return value


def decode_address(data: bytes) -> tuple[bytes, int]:
    """EN-5 and EN-10."""
    reader = Reader(data)
    value = reader.address()
    reader.end()
    return value
