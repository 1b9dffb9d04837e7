"""The header, names, sealed records and the SQLite file (Specs/Storage.md)."""

import hashlib
import sqlite3
from dataclasses import dataclass, field, replace
from pathlib import Path

from nacl import bindings

from encoding import LABEL_RECORD_GROUP, LABEL_RECORD_NAME, Reader, Refused, encode_list, require, u8, u32, u64
from ratchet import SottoCipher, kdf

MAGIC = b"SottoST1"
CALLER_KEY, PASSPHRASE = 1, 2
MEMORY_LIMITS = range(19 * 1024, 1024 * 1024 + 1)  # KiB
PASSES_LIMITS = range(2, 16 + 1)
HEADER_NAME, HEADER_GROUP = bytes(32), bytes(16)
VALUE_LIMITS = range(1, 16_777_216 + 1)
RECORDS, WRAPPED_KEY = SottoCipher(b"SottoSR1"), SottoCipher(b"SottoKW1")

APPLICATION_ID, USER_VERSION = 0x534F5454, 1
TABLE = """CREATE TABLE record (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    name BLOB NOT NULL UNIQUE,
    grp BLOB NOT NULL,
    value BLOB NOT NULL
) STRICT"""
INDEX = "CREATE INDEX record_group ON record (grp, sequence)"


def blake2b(data: bytes, size: int, key: bytes = b"") -> bytes:
    return hashlib.blake2b(data, digest_size=size, key=key).digest()


@dataclass(frozen=True)
class Header:
    """ST-6."""

    kind: int
    memory: int
    passes: int
    salt: bytes
    check: bytes
    sealed: bytes

    @property
    def _before_nonce(self) -> bytes:
        return MAGIC + u8(self.kind) + u32(self.memory) + u8(self.passes) + self.salt + self.check

    @property
    def _data(self) -> bytes:
        return blake2b(self._before_nonce, 32) + self._before_nonce

    def encode(self) -> bytes:
        """ST-6."""
        out = self._before_nonce + self.sealed
        return out + blake2b(out, 32)

    @staticmethod
    def decode(data: bytes) -> "Header":
        """ST-7."""
        try:
            require(blake2b(data[:-32], 32) == data[-32:])
            reader = Reader(data)
            require(reader.take(8) == MAGIC)
            header = Header(reader.u8(), reader.u32(), reader.u8(), reader.take(16), reader.take(16),
                            reader.take(24 + 32 + 16))
            reader.take(32)
            reader.end()
            if header.kind == CALLER_KEY:
                require((header.memory, header.passes, header.salt) == (0, 0, bytes(16)))
            else:
                require(header.kind == PASSPHRASE)
                require(header.memory in MEMORY_LIMITS and header.passes in PASSES_LIMITS)
            return header
        except Refused:
            raise Refused("headerCorrupt") from None

    def wrapping_key(self, secret: bytes) -> bytes:
        """ST-6: the caller's key, or Argon2id 1.3 of the passphrase in one lane."""
        if self.kind == CALLER_KEY:
            require(len(secret) == 32, "wrongKey")
            return secret
        return bindings.crypto_pwhash_alg(32, secret, self.salt, self.passes, self.memory * 1024,
                                          bindings.crypto_pwhash_ALG_ARGON2ID13)

    def unwrap(self, wrapping_key: bytes) -> bytes:
        """ST-6 and ST-7: the data key. No rule names a key that fits its check value and doesn't open."""
        require(kdf(wrapping_key, b"SottoKC1")[0][:16] == self.check, "wrongKey")
        try:
            data_key = WRAPPED_KEY.open(wrapping_key, self._data, self.sealed)
        except Refused:
            raise Refused("headerCorrupt") from None
        return data_key

    @staticmethod
    def wrap(header: "Header", wrapping_key: bytes, data_key: bytes) -> "Header":
        """ST-6: the header of this kind, cost and salt under a key."""
        header = replace(header, check=kdf(wrapping_key, b"SottoKC1")[0][:16])
        return replace(header, sealed=WRAPPED_KEY.seal(wrapping_key, header._data, data_key))


@dataclass(frozen=True)
class Keys:
    """ST-5."""

    name_key: bytes = field(repr=False)
    record_key: bytes = field(repr=False)

    @staticmethod
    def derive(data_key: bytes) -> "Keys":
        return Keys(kdf(data_key, b"SottoST1", 1)[0], kdf(data_key, b"SottoST1", 2)[0])

    def name(self, kind: int, key: bytes) -> bytes:
        """ST-2."""
        return blake2b(encode_list(LABEL_RECORD_NAME, u8(kind), key), 32, self.name_key)

    def group(self, kind: int, key: bytes) -> bytes:
        """ST-2."""
        return blake2b(encode_list(LABEL_RECORD_GROUP, u8(kind), key), 16, self.name_key)

    def seal(self, name: bytes, generation: int, random: bytes, record: bytes) -> bytes:
        """ST-3."""
        assert len(random) == 16
        head = u8(1) + u64(generation)
        return head + RECORDS.seal(self.record_key, name + head, random + record)

    def open(self, name: bytes, value: bytes) -> tuple[int, bytes, bytes]:
        """ST-3 and ST-4: generation, the random bytes and the record."""
        try:
            reader = Reader(value)
            require(reader.u8() == 1)
            generation = reader.u64()
            require(reader.left() >= 24 + 16 + 16)
            content = RECORDS.open(self.record_key, name + value[:reader.at], value[reader.at:])
            return generation, content[:16], content[16:]
        except Refused:
            raise Refused("recordCorrupt") from None


@dataclass(frozen=True)
class Row:
    """ST-1."""

    sequence: int
    name: bytes
    group: bytes
    value: bytes


@dataclass(frozen=True)
class File:
    """What an SQLite file says before anything is decrypted."""

    facts: dict[str, object]
    rows: tuple[Row, ...]
    last_sequence: int

    @staticmethod
    def read(path: Path) -> "File":
        """The file as it stands, without making a log beside it."""
        head = path.read_bytes()[:100]
        uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        with sqlite3.connect(uri, uri=True) as database:
            def one(text: str) -> object:
                return database.execute(text).fetchone()[0]

            facts = {
                "application_id": one("PRAGMA application_id"),
                "user_version": one("PRAGMA user_version"),
                "WAL": head[18:20] == b"\2\2",  # the file format's read and write version
                "integrity": one("PRAGMA integrity_check"),
                "schema": sorted(database.execute(
                    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")),
            }
            rows = database.execute("SELECT sequence, name, grp, value FROM record ORDER BY sequence")
            file = File(facts, tuple(Row(*row) for row in rows),
                        one("SELECT seq FROM sqlite_sequence WHERE name = 'record'"))
        database.close()
        return file


EXPECTED_FACTS = {
    "application_id": APPLICATION_ID,
    "user_version": USER_VERSION,
    "WAL": True,
    "integrity": "ok",
    "schema": [("index", "record_group", INDEX), ("table", "record", TABLE)],
}
