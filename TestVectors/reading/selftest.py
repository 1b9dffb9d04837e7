#!/usr/bin/env python3
"""Tests of this second implementation by itself.

Known values of the public specifications; then vector files made from a random conversation in the formats of
TestVectors/README.md, which check.py must accept, and refuse after any one value is changed, any field is removed or
any is added. The kept stores of TestVectors/stores are changed likewise (selftest_stores.py), and so are safety numbers,
sealed envelopes and groups of TestVectors/protocol (selftest_safety_numbers.py, selftest_sealed_sender.py,
selftest_groups.py). The argument, if there is one, is the number that the random choices start from.
"""

import copy
import functools
import hashlib
import json
import random
import secrets
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable

from nacl import bindings

import check
import curves
import groups
import handshake
import messages
import ratchet
import selftest_groups
import selftest_push
import selftest_safety_numbers
import selftest_sealed_sender
import selftest_stores
from changes import at, changed, leaves, objects, other_arrays
from encoding import (
    P25519,
    SMALL_ORDER,
    VARINT_MAX,
    decode_address,
    decode_key,
    decode_varint,
    encode_address,
    encode_key,
    encode_list,
    varint,
)
from fields import load, outcome
from handshake import DAY, Bundle, Side, Upload
from messages import Device, Message, Responder, Session
from ratchet import CIPHERS, GAP_LIMIT, SKIPPED_LIMIT, SKIPPED_TIME, Header, Skipped, State

NOW = 1_790_000_000_000
Json = dict[str, Any]


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def expect_refused(reason: str, action: Callable[[], Any]) -> None:
    _, found = outcome(action)
    expect(found == reason, f"{reason} was expected, not {found or 'success'}")


# Known values


def test_known_values() -> None:
    """RFC 7748, RFC 8032, RFC 5869, RFC 8439, the XChaCha draft, LEB128, BLAKE2b by another library."""
    h = bytes.fromhex
    k = u = b"\x09" + bytes(31)
    for _ in range(1000):
        k, u = curves.agree(k, u), k
    expect(k == h("684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51"), "RFC 7748, 5.2")
    seed = h("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    scalar = curves.clamp(hashlib.sha512(seed).digest()[:32])
    expect(curves.compress(curves.multiply(scalar, curves.BASE))
           == h("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"), "RFC 8032, 7.1")
    expect(curves.hkdf(bytes(range(13)), b"\x0b" * 22, bytes(range(0xF0, 0xFA)), 42)
           == h("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"), "RFC 5869")
    text = (b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            b"sunscreen would be it.")
    key, data = bytes(range(0x80, 0xA0)), h("50515253c0c1c2c3c4c5c6c7")
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(text, data, bytes(range(0x40, 0x58)), key)
    expect(sealed[-16:] == h("c0875924c1c7987947deafd8780acf49"), "XChaCha20-Poly1305")
    sealed = bindings.crypto_aead_chacha20poly1305_ietf_encrypt(text, data, h("070000004041424344454647"), key)
    expect(sealed[-16:] == h("1ae10b594f09e26a7e902ecbd0600691"), "RFC 8439, 2.8.2")
    expect(varint(624485) == h("e58e26") and decode_varint(h("e58e26")) == 624485, "LEB128")
    other = bindings.crypto_generichash_blake2b_salt_personal(
        b"", digest_size=64, key=key, salt=b"\1" + bytes(15), person=b"SottoDR1" + bytes(8))
    expect(b"".join(ratchet.kdf(key, b"SottoDR1")) == other, "DR-2")


def test_curve(rng: random.Random) -> None:
    """XE-1 to XE-6 and EN-6, EN-7."""
    for _ in range(4):
        private, message, noise = rng.randbytes(32), rng.randbytes(50), rng.randbytes(64)
        u = curves.public_key(private)
        signature = curves.sign(private, message, noise)
        expect(curves.verify(u, message, signature), "XE-6")
        number = int.from_bytes(u, "little")
        y = (number - 1) * pow(number + 1, -1, P25519) % P25519
        # The same signature is an Ed25519 one under A.
        expect(bindings.crypto_sign_open(signature + message, y.to_bytes(32, "little")) == message, "XE-6, Ed25519")
        changed = bytearray(signature)
        changed[rng.randrange(64)] ^= 1 << rng.randrange(8)
        expect(not curves.verify(u, message, bytes(changed)), "XE-6, changed")
        s = int.from_bytes(signature[32:], "little")
        larger = signature[:32] + (s + curves.Q).to_bytes(32, "little")
        expect(not curves.verify(u, message, larger), "XE-4")
        # A signer can make an R with a torsion component that passes only where a cofactor is multiplied in.
        torsion = torsion_signature(private, message)
        expect(not curves.verify(u, message, torsion) and verifies_with_cofactor(y, message, torsion), "XE-6")
    for u in SMALL_ORDER:
        expect_refused("publicKeyOfSmallOrder", lambda: decode_key(b"\5" + u))
        if u != (P25519 - 1).to_bytes(32, "little"):
            number = int.from_bytes(u, "little")
            y = (number - 1) * pow(number + 1, -1, P25519) % P25519
            point = curves.decompress(y, 0)
            expect(point is None or curves.is_small_order(point), "EN-7")


def torsion_signature(private: bytes, message: bytes) -> bytes:
    """A signature over R + a point of order 2 in place of R."""
    torsion = curves.decompress(P25519 - 1, 0)
    expect(torsion is not None and curves.is_small_order(torsion), "the point (0, -1)")
    a = curves.clamp(private)
    encoded = bytearray(curves.compress(curves.multiply(a, curves.BASE)))
    k = -a % curves.Q if encoded[31] >> 7 else a
    encoded[31] &= 127
    r = 123456789
    big_r = curves.compress(curves.add(curves.multiply(r, curves.BASE), torsion))
    h = curves.hash_to_scalar(big_r, bytes(encoded), message)
    return big_r + ((r + h * k) % curves.Q).to_bytes(32, "little")


def verifies_with_cofactor(y: int, message: bytes, signature: bytes) -> bool:
    """The equation of XE-6 multiplied by 8."""
    big_r, a = (curves.decompress(value & 2**255 - 1, value >> 255)
                for value in (int.from_bytes(signature[:32], "little"), y))
    h = curves.hash_to_scalar(signature[:32], y.to_bytes(32, "little"), message)
    right = curves.add(curves.multiply(int.from_bytes(signature[32:], "little"), curves.BASE),
                       curves.negate(curves.multiply(h, a)))
    return curves.compress(curves.multiply(8, big_r)) == curves.compress(curves.multiply(8, right))


def test_encoding() -> None:
    """EN-2, EN-5, SM-6, SM-7."""
    for value in (0, 1, 127, 128, 16383, 16384, 2**21 - 1, 2**21, 2**28, 2**31 - 1):
        expect(decode_varint(varint(value)) == value, "EN-2")
    for bad in ("", "80", "8000", "ffffffff00", "ffffffff08", "808080808000", "ffffffffffffffffff01", "0000"):
        expect_refused("malformed", lambda: decode_varint(bytes.fromhex(bad)))
    for bad in ("", "00", "0000000001", "016100000000", "0161000000", "01610000000100", "0261"):
        expect_refused("malformed", lambda: decode_address(bytes.fromhex(bad)))
    for length, size in {1: 160, 160: 160, 161: 320, 1120: 1120, 1121: 1280, 4160: 4160, 4161: 4352,
                         61441: 63488, 63489: 65536, 65536: 65536}.items():
        expect(messages.bucket(length) == size, f"SM-6: {length}")
    expect(all(n <= messages.bucket(n) <= 65536 for n in range(1, 65537)), "SM-6")
    for length, size in {0: 160, 159: 160, 160: 320, 4159: 4160, 4160: 4352, 65535: 65536}.items():
        expect(len(messages.pad(bytes(length))) == size, f"SM-7: {length}")
    expect_refused("contentTooLarge", lambda: messages.pad(bytes(65536)))
    for bad in (b"", bytes(160), b"\x81" + bytes(159), b"\x80" + bytes(158), b"\x80" + bytes(160), b"a" * 160,
                b"a" * 160 + b"\x80", b"a" * 65536 + b"\x80"):
        expect_refused("malformedContent", lambda: messages.unpad(bad))
    for content in (b"", b"\x80", bytes(159), bytes(160), b"\x80" * 161, bytes(65535)):
        expect(messages.unpad(messages.pad(content)) == content, "SM-7")


def test_gaps(rng: random.Random) -> None:
    """DR-6, DR-7, DR-9 and the archives of DR-14 to DR-16."""
    cipher = CIPHERS["sotto"]
    a = State.initiator(rng.randbytes(32), rng.randbytes(32), curves.public_key(rng.randbytes(32)))
    b = State.initiator(rng.randbytes(32), rng.randbytes(32), a.own_public or b"")
    header = Header(b.own_public or b"", GAP_LIMIT + 1, 0)
    expect_refused("gapTooLarge", lambda: ratchet.receive(a, Skipped(), cipher, header, NOW))
    got = ratchet.receive(a, Skipped(), cipher, replace(header, number=GAP_LIMIT), NOW)
    expect(got.skipped.count() == SKIPPED_LIMIT and got.state.next_received == GAP_LIMIT + 1, "DR-7")
    expect(min(got.skipped.runs[0].keys) == GAP_LIMIT - SKIPPED_LIMIT, "DR-7, the oldest first")
    # Both gaps of a message count together; turn 2 has no key for a root step.
    state = replace(got.state, own_private=b.own_private, own_public=b.own_public, sending_chain=bytes(32))
    other = curves.public_key(rng.randbytes(32))
    both = Header(other, 20_000, GAP_LIMIT + 1 + 5_001)
    expect_refused("gapTooLarge", lambda: ratchet.receive(state, got.skipped, cipher, both, NOW))
    more = ratchet.receive(state, got.skipped, cipher, Header(other, 3, GAP_LIMIT + 1 + 7), NOW + 5)
    expect(more.skipped.count() == SKIPPED_LIMIT and more.state.turn == 2 and more.state.previous == 0, "DR-7")
    expect(min(more.skipped.runs[0].keys) == GAP_LIMIT - SKIPPED_LIMIT + 10, "DR-7, the oldest first")
    expect(more.skipped.find(other, 2, NOW + 5 + SKIPPED_TIME) is not None, "DR-7, 30 days")
    expect(more.skipped.find(other, 2, NOW + 6 + SKIPPED_TIME) is None, "DR-7, 30 days")
    third = Header(curves.public_key(rng.randbytes(32)), 0, 4)
    expect_refused("notAuthentic", lambda: ratchet.receive(more.state, more.skipped, cipher, third, NOW))
    expect_refused("gapTooLarge", lambda: ratchet.receive(more.state, more.skipped, cipher,
                                                          replace(third, number=GAP_LIMIT + 1), NOW))
    prekey = Header(a.their_key or b"", 0, 0)
    for forged in (prekey, replace(prekey, number=GAP_LIMIT + 1), replace(header, number=2**31 - 1)):
        expect_refused("notAuthentic", lambda: ratchet.receive(a, Skipped(), cipher, forged, NOW))
    low = Header(other, 0, GAP_LIMIT)
    expect_refused("notAuthentic", lambda: ratchet.receive(state, got.skipped, cipher, low, NOW))
    full = replace(a, next_sent=2**31 - 1)
    expect_refused("chainExhausted", lambda: ratchet.send(full, cipher, None))
    test_expiry(more.state, more.skipped)
    test_no_new_chain(more.state, more.skipped, third)
    test_passed_over(rng)

    for state in (a, state, got.state, more.state, State.responder(rng.randbytes(32), rng.randbytes(32))):
        stored = state.encode()
        expect(len(stored) == ratchet.STATE_SIZE and State.decode(stored) == state, "DR-14")
        for index in [*range(4), *range(208, 246)]:
            bad = stored[:index] + bytes([stored[index] ^ 0x80]) + stored[index + 1:]
            expect_refused("archiveCorrupt", lambda: State.decode(bad))
        expect_refused("archiveCorrupt", lambda: State.decode(stored + b"\0"))
        expect_refused("archiveCorrupt", lambda: State.decode(stored[:-1]))
    test_stored_turns(a, got.state)
    test_stored_runs(got.skipped)
    stored = more.skipped.encode()
    expect(Skipped.decode(stored) == more.skipped, "DR-15")
    expect(Skipped.decode(Skipped().encode()) == Skipped(), "DR-15")
    for index in (0, 1, 4, 5 + 36, 5 + 36 + 1, 5 + 36 + 4):
        bad = stored[:index] + bytes([stored[index] ^ 0x80]) + stored[index + 1:]
        expect_refused("archiveCorrupt", lambda: Skipped.decode(bad))
    expect_refused("archiveCorrupt", lambda: Skipped.decode(stored + b"\0"))


def test_expiry(state: State, skipped: Skipped) -> None:
    """DR-7: old keys leave from the oldest on, and only when a message skips others. Times are NOW and NOW + 5."""
    cipher = CIPHERS["sotto"]
    count = skipped.count()
    first = sum(len(run.keys) for run in skipped.runs if run.received == NOW)
    in_order = Header(state.their_key or b"", state.next_received, 0)
    skipping = replace(in_order, number=state.next_received + 1)
    kept = Header(in_order.key, state.next_received - 2, 0)
    late = NOW + 1 + SKIPPED_TIME

    def left(header: Header, instant: int, keys: Skipped = skipped) -> int:
        return ratchet.receive(state, keys, cipher, header, instant).skipped.count()

    expect(0 < first < count and left(in_order, late) == count, "DR-7, a message in order")
    expect(left(kept, late) == count - 1, "DR-7, a skipped message")
    expect(left(skipping, late) == count - first + 1, "DR-7, a message that skips others")
    expect(left(skipping, late + 5) == 1, "DR-7, all are too old")
    expect_refused("messageKeyUnavailable", lambda: left(kept, late + 5))
    # A clock that was set back: what is older stands behind a key that isn't.
    runs = Skipped((replace(skipped.runs[0], received=late), *skipped.runs[1:-5]))
    expect(left(skipping, late, runs) == runs.count() + 1, "DR-7, from the oldest on")


def test_no_new_chain(state: State, skipped: Skipped, new: Header) -> None:
    """DR-18: the newest chain and kept keys open, whatever else there is in a header of another chain."""
    cipher = CIPHERS["sotto"]
    current = Header(state.their_key or b"", state.next_received, 0)
    of_old_chain = skipped.runs[0]

    def receive(header: Header) -> ratchet.Received:
        return ratchet.receive(state, skipped, cipher, header, NOW, new_chains=False)

    for header in (current, replace(current, number=current.number - 2),
                   Header(of_old_chain.key, max(of_old_chain.keys), 0)):
        expect(receive(header) == ratchet.receive(state, skipped, cipher, header, NOW), "DR-18")
    expect_refused("gapTooLarge", lambda: receive(replace(current, number=current.number + GAP_LIMIT + 1)))
    expect_refused("messageKeyUnavailable", lambda: receive(replace(current, number=current.number - 1)))
    expect_refused("messageKeyUnavailable", lambda: receive(Header(of_old_chain.key, 0, 0)))
    expect_refused("notAuthentic", lambda: receive(replace(new, number=VARINT_MAX)))
    for header in (new, replace(new, number=GAP_LIMIT + 1), replace(new, previous=0)):
        expect_refused("newChainRefused", lambda: receive(header))


def test_passed_over(rng: random.Random) -> None:
    """DR-19: what the receiver of a later index sees, and PN of the chain after."""
    cipher = CIPHERS["sotto"]
    root, prekey = rng.randbytes(32), rng.randbytes(32)
    a = State.initiator(root, rng.randbytes(32), curves.public_key(prekey))
    b = State.responder(root, prekey)
    expect(ratchet.pass_over(a, cipher, 0) == a, "DR-19, no place")
    sent = a
    for _ in range(7):
        sent, _, _ = ratchet.send(sent, cipher, None)
    a = ratchet.pass_over(a, cipher, 7)
    expect(a == sent and State.decode(a.encode()) == a, "DR-19")
    a, header, message_key = ratchet.send(a, cipher, None)
    got = ratchet.receive(b, Skipped(), cipher, header, NOW)
    expect(header.number == 7 and got.message_key == message_key and got.skipped.count() == 7, "DR-19, DR-6")
    a = ratchet.pass_over(a, cipher, 10)
    b, header, _ = ratchet.send(got.state, cipher, rng.randbytes(32))
    a = ratchet.receive(a, Skipped(), cipher, header, NOW).state
    a, header, message_key = ratchet.send(a, cipher, rng.randbytes(32))
    got = ratchet.receive(b, Skipped(), cipher, header, NOW)
    expect(header.previous == 10 and got.message_key == message_key and got.skipped.count() == 2, "DR-19, PN")


def test_stored_turns(first: State, waiting_to_send: State) -> None:
    """DR-16: what is known in each turn. The states are an initiator's first one, and one in turn 2."""
    chain = {"receiving_chain": bytes(32), "next_received": 3}
    unknown = replace(first, their_key=None, sending_chain=None)
    good = [
        unknown, replace(first, previous=0), replace(first, previous=5, **chain),
        waiting_to_send, replace(waiting_to_send, previous=5),
        # The public key isn't computed again.
        replace(first, own_public=bytes(32)),
    ]
    bad = [
        replace(unknown, their_key=first.their_key), replace(unknown, **chain),
        replace(waiting_to_send, their_key=None),
        replace(waiting_to_send, receiving_chain=None, next_received=0),
        replace(first, their_key=None), replace(first, their_key=None, **chain), replace(first, previous=1),
        replace(first, next_sent=2**31),
    ]
    for state in good:
        expect(State.decode(state.encode()) == state, "DR-16")
    for state in bad:
        expect_refused("archiveCorrupt", lambda: State.decode(state.encode()))


def test_stored_runs(skipped: Skipped) -> None:
    """DR-15: the runs of one chain stand together, ascending and without overlap."""
    one, two, three = skipped.runs[:3]
    other = replace(one, key=b"\x09" + bytes(31))
    bit = {one.first: bytes(32)}
    short = replace(two, first=one.first + 3, slots=1, keys={one.first + 3: bytes(32)})
    for runs in ((one, three), (one, two, other), (other, one, two), (replace(one, slots=3, keys=bit), short)):
        expect(Skipped.decode(Skipped(runs).encode()) == Skipped(runs), "DR-15")
    for runs in ((two, one), (one, one), (one, other, two), (replace(one, slots=4, keys=bit), short),
                 (*skipped.runs, other)):
        expect_refused("archiveCorrupt", lambda: Skipped.decode(Skipped(runs).encode()))


def test_decoders(small: list[Json], rng: random.Random) -> None:
    """EN-10: whatever the bytes, a decoder refuses them or gives what encodes to the same bytes."""
    bundle = bytes.fromhex(small[2]["cases"][1]["bundle"])
    steps = small[4]["cases"][0]["steps"]
    prekey_message = bytes.fromhex(next(s["message"] for s in steps if s["op"] == "send" and "refused" not in s))
    session = bytes.fromhex(next(s["session"] for s in steps if s["op"] == "archive"))
    upload = bytes.fromhex(small[5]["cases"][0]["upload"])
    for _ in range(3000):
        data, message, stored, handed = (damaged(whole, rng) for whole in (bundle, prekey_message, session, upload))
        decoded, _ = outcome(lambda: Bundle.decode(data))
        expect(decoded is None or decoded.encode() == data, "HS-2")
        decoded, _ = outcome(lambda: Upload.decode(handed))
        expect(decoded is None or decoded.encode() == handed, "HS-16")
        outcome(lambda: Message.decode(message))
        decoded, _ = outcome(lambda: Session.decode(stored))
        expect(decoded is None or decoded.encode() == stored, "SM-12")


def test_stored_sessions(small: list[Json]) -> None:
    """SM-12: the flags, where the handshake part is, and the turns of each role; SM-13."""
    steps = small[4]["cases"][1]["steps"]
    stored = [Session.decode(bytes.fromhex(s["session"])) for s in steps if s["op"] == "archive"]
    first = next(s for s in stored if s.repeated)
    answered = next(s for s in stored if s.role == messages.INITIATOR and not s.repeated)
    responder = next(s for s in stored if s.role == messages.RESPONDER)
    expect(len(answered.encode()) == len(responder.encode()) == 349, "SM-12")
    for session in (first, answered, responder):
        plain = session.encode()
        for flags in range(4):
            flagged = replace(session, lost_crossing=flags in (1, 3), retired=flags in (2, 3))
            data = plain[:3] + bytes([flags]) + plain[4:]
            expect(flagged.encode() == data and Session.decode(data) == replace(flagged, skipped=Skipped()), "SM-12")
        for flags in (4, 5, 6, 7, 8, 16, 32, 64, 128, 255):
            expect_refused("archiveCorrupt", lambda: Session.decode(plain[:3] + bytes([flags]) + plain[4:]))
    waiting = replace(responder, state=State.responder(bytes(32), bytes(32)))
    expect(Session.decode(waiting.encode()) == waiting, "SM-12, turn 1")
    for session in (replace(first, repeated=b""), replace(answered, repeated=first.repeated),
                    replace(responder, repeated=first.repeated), replace(first, role=messages.RESPONDER),
                    replace(first, role=messages.RESPONDER, repeated=b""),
                    replace(first, state=waiting.state), replace(waiting, role=messages.INITIATOR),
                    replace(first, repeated=first.repeated[:-1])):
        expect_refused("archiveCorrupt", lambda: Session.decode(session.encode()))


def test_retired(rng: random.Random) -> None:
    """SM-13: a retired session sends nothing, and opens what is of chains that it already has."""
    parties = session_parties(rng, one_time=False)
    a, b = parties["initiator"], parties["responder"]
    first = [a.send(b"", None).message for _ in range(4)]
    b.deliver(first[2], NOW)
    answer = b.send(b"", rng.randbytes(32)).message
    unanswered = replace(a.session, retired=True)
    a.deliver(answer, NOW)
    newer = a.send(b"newer", rng.randbytes(32)).message
    for device in (a, b):
        device.session = replace(device.session, retired=True)
        expect_refused("sessionRetired", lambda: device.send(b"", None))
        device.session = Session.decode(device.session.encode(), device.session.limit, device.session.skipped)
    before = b.archives()
    expect_refused("sessionRetired", lambda: b.deliver(newer, NOW))
    expect(b.archives() == before, "SM-13")
    for message in (first[3], first[0], first[1]):
        expect(b.deliver(message, NOW) == b"", "SM-13")
    expect_refused("messageKeyUnavailable", lambda: b.deliver(first[0], NOW))
    expect(b.session.retired, "SM-13, for good")
    a.session = unanswered
    expect_refused("sessionRetired", lambda: a.deliver(answer, NOW))
    b.session = replace(b.session, retired=False)
    expect(b.deliver(newer, NOW) == b"newer", "SM-13, its key was not lost")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A byte changed, or bytes cut off, taken out or put in."""
    at_byte = rng.randrange(len(data))
    choice = rng.randrange(4)
    if choice == 0:
        return data[:at_byte]
    if choice == 1:
        return data[:at_byte] + data[at_byte + rng.randrange(1, 40):]
    if choice == 2:
        return data[:at_byte] + rng.randbytes(rng.randrange(1, 40)) + data[at_byte:]
    return data[:at_byte] + bytes([rng.choice((0, 1, 2, 127, 128, 255))]) + data[at_byte + 1:]


# Vector files


def make_encoding(rng: random.Random) -> Json:
    cases: list[Json] = []

    def case(kind: str, **values: Any) -> None:
        cases.append({"id": f"{kind} {len(cases)}", "kind": kind, **values})

    for value in (0, 127, 128, 2**31 - 1, rng.randrange(2**31)):
        case("varint", bytes=varint(value).hex(), value=value)
    for bad in ("", "8000", "ffffffff08", "0000"):
        case("varint", bytes=bad, refused="malformed")
    case("public-key", bytes=encode_key(curves.public_key(rng.randbytes(32))).hex(), accepted=True)
    case("public-key", bytes="06" + "09" * 32, refused="wrongKeyType")
    case("public-key", bytes="05" + "ff" * 32, refused="publicKeyNotCanonical")
    case("public-key", bytes="05" + "00" * 32, refused="publicKeyOfSmallOrder")
    case("public-key", bytes="05" + "09" * 31, refused="wrongLength")
    user = rng.randbytes(rng.randrange(1, 256))
    case("address", bytes=encode_address(user, 7).hex(), user=user.hex(), device=7)
    case("address", bytes="0000000001", refused="malformed")
    items = [rng.randbytes(n) for n in (3, 0, 40)]
    case("list", items=[item.hex() for item in items], bytes=encode_list(*items).hex())
    for content in (rng.randbytes(159), rng.randbytes(160)):
        case("padding", content=content.hex(), padded=messages.pad(content).hex())
    case("padding", padded=bytes(160).hex(), refused="malformedContent")
    case("padding", padded="80" + bytes(160).hex(), refused="malformedContent")
    case("padding", length=4160, bucket=4160)
    case("padding", length=65536, bucket=65536)
    case("padding", length=65536, refused="contentTooLarge")
    t = rng.randbytes(32)
    to_responder, to_initiator = messages.selectors(t)
    case("selector", transcript=t.hex(), to_responder=to_responder.hex(), to_initiator=to_initiator.hex())
    return {"suite": "encoding", "cases": cases}


def make_xeddsa(rng: random.Random) -> Json:
    private, message, noise = rng.randbytes(32), rng.randbytes(40), rng.randbytes(64)
    public, signature = curves.public_key(private), curves.sign(private, message, noise)
    both = {"public": public.hex(), "message": message.hex()}
    return {"suite": "xeddsa", "cases": [
        {"id": "s", "kind": "sign", "private": private.hex(), **both, "random": noise.hex(),
         "signature": signature.hex()},
        {"id": "v", "kind": "verify", **both, "signature": signature.hex(), "valid": True},
        {"id": "w", "kind": "verify", **both, "signature": signature[:-1].hex(), "valid": False},
        {"id": "t", "kind": "verify", **both, "signature": torsion_signature(private, message).hex(),
         "valid": False},
    ]}


def random_side(rng: random.Random, user: bytes, device: int) -> tuple[bytes, Side]:
    private = rng.randbytes(32)
    return private, Side(curves.public_key(private), user, device, rng.randrange(1, 2**32), 1)


def random_bundle(rng: random.Random, private: bytes, side: Side, signed_prekey: tuple[int, bytes],
                  noise: bytes, **values: Any) -> Bundle:
    bundle = Bundle(side.identity, side.user, side.device, side.registration_id, values.pop("suites", b"\1"),
                    side.capabilities, NOW, signed_prekey[0], signed_prekey[1], **values)
    return replace(bundle, signature=curves.sign(private, bundle.signed_bytes(), noise))


def make_bundles(rng: random.Random) -> Json:
    cases: list[Json] = []
    private, side = random_side(rng, b"bob", 3)
    signed_prekey = (rng.randrange(2**32), curves.public_key(rng.randbytes(32)))
    plain = random_bundle(rng, private, side, signed_prekey, rng.randbytes(64))
    rich = random_bundle(rng, private, side, signed_prekey, rng.randbytes(64), suites=b"\1\2",
                         one_time_prekey=(9, curves.public_key(rng.randbytes(32))), kem=(4, rng.randbytes(70)),
                         one_time_kem=(5, rng.randbytes(60), rng.randbytes(64)), proof=rng.randbytes(20))

    def case(data: bytes, now: int = NOW, user: bytes = b"bob", **values: Any) -> None:
        cases.append({"id": str(len(cases)), "bundle": data.hex(), "asked_user": user.hex(), "asked_device": 3,
                      "now": now, **values})

    for b in (plain, rich):
        case(b.encode(), accepted={
            "identity": encode_key(b.identity).hex(), "user": b.user.hex(), "device": b.device,
            "registration_id": b.registration_id, "suites": list(b.suites), "capabilities": b.capabilities,
            "created_at": b.created_at, "signed_prekey_id": b.signed_prekey_id,
            "signed_prekey": encode_key(b.signed_prekey).hex(), "signature": b.signature.hex(),
            "signed_bytes": b.signed_bytes().hex(),
            "one_time_prekey_id": b.one_time_prekey and b.one_time_prekey[0],
            "one_time_prekey": b.one_time_prekey and encode_key(b.one_time_prekey[1]).hex(),
            "kem_id": b.kem and b.kem[0], "kem_key": b.kem and b.kem[1].hex(),
            "one_time_kem_id": b.one_time_kem and b.one_time_kem[0],
            "one_time_kem_key": b.one_time_kem and b.one_time_kem[1].hex(),
            "one_time_kem_signature": b.one_time_kem and b.one_time_kem[2].hex(),
            "proof": b.proof.hex()})
    data = rich.encode()
    case(data, user=b"eve", refused="wrongAddress")
    case(data, now=NOW + 37 * DAY + 1, refused="signedPrekeyTooOld")
    case(data, now=NOW - 7 * DAY - 1, refused="signedPrekeyFromTheFuture")
    case(data[:-1], refused="malformed")
    case(data + b"\0", refused="malformed")
    case(b"\2" + data[1:], refused="unsupportedSuite")
    case(b"\1\1" + data[2:], refused="malformed")
    case(data[:2] + b"\6" + data[3:], refused="invalidKey")
    case(replace(rich, suites=b"\2").encode(), refused="unsupportedSuite")
    case(replace(rich, suites=b"\2\1").encode(), refused="malformed")
    case(replace(rich, capabilities=2).encode(), refused="unsupportedRatchetVersion")
    for other in (replace(rich, signed_prekey_id=rich.signed_prekey_id ^ 1), replace(rich, kem=None),
                  replace(rich, registration_id=rich.registration_id ^ 2**31 or 1)):
        case(other.encode(), refused="signatureInvalid")
    return {"suite": "bundles", "cases": cases}


def accepted_upload(upload: Upload) -> Json:
    return {"identity": encode_key(upload.identity).hex(), "user": upload.user.hex(), "device": upload.device,
            "registration_id": upload.registration_id, "suites": list(upload.suites),
            "capabilities": upload.capabilities, "created_at": upload.created_at,
            "signed_prekey_id": upload.signed_prekey_id, "signed_prekey": encode_key(upload.signed_prekey).hex(),
            "signature": upload.signature.hex(), "signed_bytes": upload.signed_bytes().hex(),
            "signature_valid": upload.signature_valid(), "replaces_all": upload.replaces_all,
            "one_time_prekeys": [{"one_time_prekey_id": number, "one_time_prekey": encode_key(key).hex()}
                                 for number, key in upload.one_time_prekeys],
            "bundle": upload.first_bundle().encode().hex()}


def upload_case(name: str, upload: Upload) -> Json:
    return {"id": name, "upload": upload.encode().hex(), "accepted": accepted_upload(upload)}


def random_upload(rng: random.Random, count: int) -> Upload:
    """A signed one; its bundle without a one-time prekey is the one that random_bundle makes (HS-17, HS-20)."""
    private, side = random_side(rng, b"bob", 3)
    bundle = random_bundle(rng, private, side, (rng.randrange(2**32), curves.public_key(rng.randbytes(32))),
                           rng.randbytes(64), suites=b"\1\2")
    numbers = sorted(rng.sample(range(2**32), count))
    prekeys = tuple((number, curves.public_key(rng.randbytes(32))) for number in numbers)
    upload = Upload(*bundle.published(), one_time_prekeys=prekeys)
    first = upload.first_bundle()
    expect(replace(first, one_time_prekey=None) == bundle and first.one_time_prekey == (prekeys or (None,))[0], "HS-20")
    first.verify(b"bob", 3, NOW)
    return upload


def make_uploads(rng: random.Random) -> Json:
    upload = random_upload(rng, 3)
    one, two, three = upload.one_time_prekeys
    cases = [
        upload_case("three", upload),
        upload_case("none", replace(upload, one_time_prekeys=())),
        upload_case("replaces", replace(upload, replaces_all=True, one_time_prekeys=(two,))),
        upload_case("signature", replace(upload, signature=upload.signature[:-1] + b"\xff")),
        upload_case("another prekey", replace(upload, signed_prekey_id=upload.signed_prekey_id ^ 1)),
        upload_case("ids", replace(upload, one_time_prekeys=((0, one[1]), (2**32 - 1, two[1])))),
        # What a bundle is refused for at its use, an upload isn't (HS-3, HS-16).
        upload_case("other suite and version", replace(upload, suites=b"\2", capabilities=2)),
    ]
    expect([case["accepted"]["signature_valid"] for case in cases] == [True] * 3 + [False] * 2 + [True, False],
           "HS-17")

    def case(data: bytes, reason: str) -> None:
        expect_refused(reason, lambda: Upload.decode(data))
        cases.append({"id": str(len(cases)), "upload": data.hex(), "refused": reason})

    data = upload.encode()
    size = len(data) - 3 - 3 * 37  # where the one-time prekeys begin
    expect(data[size - 3:size] == b"\0\0\3" and len(upload.encode_published()) + 2 == size - 3, "HS-16")
    for cut in (0, 1, 2, 40, size - 3, size - 2, size - 1, size, size + 36, len(data) - 3, len(data) - 1):
        case(data[:cut], "malformed")
    case(data + b"\0", "malformed")
    case(b"\2", "unsupportedSuite")
    case(b"\2\3" + data[2:], "unsupportedSuite")
    for kind in (0, 1, 2, 3, 5):
        case(data[:1] + bytes([kind]) + data[2:], "malformed")
    case(data[:2] + b"\6" + data[3:], "invalidKey")
    case(replace(upload, signed_prekey=bytes(32)).encode(), "invalidKey")
    for other in (replace(upload, registration_id=0), replace(upload, suites=b""), replace(upload, suites=b"\2\1"),
                  replace(upload, suites=b"\1\1"), replace(upload, suites=bytes(range(9))),
                  replace(upload, capabilities=0), replace(upload, one_time_prekeys=(one, one, two)),
                  replace(upload, one_time_prekeys=(one, three, two)),
                  # These ascend when they are read in the other byte order.
                  replace(upload, one_time_prekeys=((256, one[1]), (1, two[1])))):
        case(other.encode(), "malformed")
    small_order = replace(upload, one_time_prekeys=(one, two, (three[0], bytes(32))))
    case(small_order.encode(), "invalidKey")
    case(small_order.encode()[:-3], "invalidKey")
    case(small_order.encode()[:-4], "malformed")
    case(replace(upload, one_time_prekeys=((0, bytes(32)), two, three)).encode()[:-4], "malformed")
    case(replace(upload, one_time_prekeys=(one, (one[0], bytes(32)))).encode(), "malformed")
    case(replace(upload, one_time_prekeys=((one[0], bytes(32)), (one[0], two[1]))).encode(), "invalidKey")
    for place, value in ((size - 3, 2), (size - 3, 255), (size - 2, 1), (size - 1, 2), (size - 1, 4),
                         (len(data) - 3, 1), (len(data) - 2, 1), (len(data) - 1, 1)):
        case(data[:place] + bytes([value]) + data[place + 1:], "malformed")
    return {"suite": "uploads", "cases": cases}


def make_large_uploads(rng: random.Random) -> Json:
    """HS-16: as many one-time prekeys as there may be, and one more."""
    upload = random_upload(rng, handshake.UPLOAD_LIMIT + 1)
    most = replace(upload, one_time_prekeys=upload.one_time_prekeys[:-1])
    return {"suite": "uploads", "cases": [
        upload_case("most", most), {"id": "more", "upload": upload.encode().hex(), "refused": "malformed"}]}


class Script:
    """A conversation that is run and written down as steps."""

    def __init__(self, rng: random.Random, parties: Json):
        self.rng = rng
        self.parties = parties
        self.steps: list[Json] = []
        self.sent: list[bytes] = []
        self.last = b""

    def state(self, role: str) -> State | None:
        raise NotImplementedError

    def seal(self, role: str, content: bytes, fresh: bytes | None) -> Json:
        """Sends; gives the values of the step and leaves the message in last."""
        raise NotImplementedError

    def stored(self, role: str) -> Json | None:
        raise NotImplementedError

    def send(self, role: str) -> int:
        state = self.state(role)
        fresh = self.rng.randbytes(32) if state is not None and state.turn == 2 else None
        content = self.rng.randbytes(self.rng.randrange(8, 60))
        step: Json = {"op": "send", "from": role, "fresh_private": fresh and fresh.hex(), "content": content.hex()}
        values, reason = outcome(lambda: self.seal(role, content, fresh))
        self.steps.append({**step, **(values or {"refused": reason})})
        if reason is None:
            self.sent.append(self.last)
        return len(self.sent) - 1

    def deliver(self, number: int, to: str, instant: int, wanted: str | None = None) -> None:
        content, reason = outcome(lambda: self.parties[to].deliver(self.sent[number], instant))
        expect(wanted is None or wanted == (reason or "content"), f"{wanted} was expected, not {reason}")
        found = {"refused": reason} if reason else {"content": content.hex()}
        self.steps.append({"op": "deliver", "to": to, "message": number, "instant": instant, **found})

    def deliver_bytes(self, data: bytes, to: str, instant: int, wanted: str | None = None) -> None:
        _, reason = outcome(lambda: self.parties[to].deliver(data, instant))
        expect(reason is not None and wanted in (None, reason), f"{wanted} was expected, not {reason}")
        self.steps.append({"op": "deliver-bytes", "to": to, "bytes": data.hex(), "instant": instant,
                           "refused": reason})

    def tamper(self, number: int, to: str, instant: int) -> None:
        data = bytearray(self.sent[number])
        data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        self.deliver_bytes(bytes(data), to, instant)

    def archive(self, role: str) -> None:
        values = self.stored(role)
        if values is not None:
            self.steps.append({"op": "archive", "of": role, **values})

    def scene(self) -> None:
        """Out of order, lost, twice, changed, and kept for too long."""
        a, b = "initiator", "responder"
        self.send(b)
        first = [self.send(a) for _ in range(5)]
        self.deliver(first[2], b, NOW, "content")
        self.archive(b)
        self.deliver(first[0], b, NOW + 1, "content")
        self.deliver(first[0], b, NOW + 1, "messageKeyUnavailable")
        self.deliver_bytes(self.sent[first[3]][:-1] + bytes([self.sent[first[3]][-1] ^ 1]), b, NOW, "notAuthentic")
        self.deliver(first[3], b, NOW + 2, "content")
        answers = [self.send(b) for _ in range(3)]
        self.deliver(answers[1], a, NOW + 3, "content")
        self.archive(a)
        second = [self.send(a) for _ in range(2)]
        self.deliver(second[1], b, NOW + 4, "content")
        self.archive(b)
        self.deliver(first[3], b, NOW + 5, "messageKeyUnavailable")
        self.deliver(first[4], b, NOW + 4 + SKIPPED_TIME, "content")
        self.deliver(first[1], b, NOW + 1 + SKIPPED_TIME, "messageKeyUnavailable")
        self.deliver(answers[0], a, NOW + 6, "content")
        third = [self.send(a) for _ in range(3)]
        self.deliver(third[0], b, NOW + 1 + SKIPPED_TIME, "content")
        self.archive(b)
        self.deliver(third[2], b, NOW + 1 + SKIPPED_TIME, "content")
        self.archive(b)
        self.archive(a)

    def wander(self, count: int) -> None:
        """Random steps."""
        a, b = "initiator", "responder"
        owners = [step["from"] for step in self.steps if step["op"] == "send" and "refused" not in step]
        for index in range(count):
            role = self.rng.choice((a, b))
            choice = self.rng.random()
            if choice < 0.4 or not self.sent:
                before = len(self.sent)
                self.send(role)
                owners += [role] * (len(self.sent) - before)
                continue
            number = max(0, len(self.sent) - 1 - int(self.rng.expovariate(0.3)))
            to = b if owners[number] == a else a
            if choice < 0.85:
                self.deliver(number, to, NOW + 1000 * index)
            elif choice < 0.95:
                self.tamper(number, to, NOW + 1000 * index)
            else:
                self.archive(role)
        self.archive(a)
        self.archive(b)


class RatchetScript(Script):
    def state(self, role: str) -> State:
        return self.parties[role].state

    def seal(self, role: str, content: bytes, fresh: bytes | None) -> Json:
        party = self.parties[role]
        party.state, header, message_key = ratchet.send(party.state, party.cipher, fresh)
        head = check.bare_header(header)
        self.last = head + party.cipher.seal(message_key, party.context + head, content)
        return {"header": head.hex(), "message": self.last.hex(), "message_key": message_key.hex(),
                "root_key": party.state.root_key.hex(), "chain_key": party.state.sending_chain.hex()}

    def stored(self, role: str) -> Json:
        party = self.parties[role]
        return {"state": party.state.encode().hex(), "skipped": party.skipped.encode().hex()}


def ratchet_case(rng: random.Random, name: str, cipher: str, play: Callable[[Script], None]) -> Json:
    root, context, a, b = (rng.randbytes(32) for _ in range(4))
    script = RatchetScript(rng, {
        "initiator": check.RatchetParty(CIPHERS[cipher], context, State.initiator(root, a, curves.public_key(b))),
        "responder": check.RatchetParty(CIPHERS[cipher], context, State.responder(root, b)),
    })
    play(script)
    return {"id": name, "cipher": cipher, "root": root.hex(), "context": context.hex(),
            "initiator_ratchet_private": a.hex(), "responder_ratchet_private": b.hex(), "steps": script.steps}


class SessionScript(Script):
    def state(self, role: str) -> State | None:
        session = self.parties[role].session
        return session and session.state

    def seal(self, role: str, content: bytes, fresh: bytes | None) -> Json:
        sent = self.parties[role].send(content, fresh)
        cipher_key, nonce_key = ratchet.kdf(sent.message_key, b"SottoMK1")
        self.last = sent.message
        return {"kind": sent.kind, "message": sent.message.hex(), "message_key": sent.message_key.hex(),
                "cipher_key": cipher_key.hex(), "nonce_key": nonce_key.hex(), "padded": sent.padded.hex()}

    def stored(self, role: str) -> Json | None:
        session = self.parties[role].session
        return session and {"session": session.encode().hex(), "skipped": session.skipped.encode().hex()}


def session_parties(rng: random.Random, one_time: bool) -> dict[str, Any]:
    """The two sides of session_case, before anything was sent."""
    scripts: list[Script] = []
    session_case(rng, "", one_time, scripts.append)
    return scripts[0].parties


def session_case(rng: random.Random, name: str, one_time: bool, play: Callable[[Script], None]) -> Json:
    a_private, a = random_side(rng, b"alice", 1)
    b_private, b = random_side(rng, b"bob", 2)
    spk, opk, ephemeral, first, noise = (*(rng.randbytes(32) for _ in range(4)), rng.randbytes(64))
    opk_public = curves.public_key(opk)
    bundle = random_bundle(rng, b_private, b, (11, curves.public_key(spk)), noise,
                           one_time_prekey=(12, opk_public) if one_time else None)
    session, got = messages.start(a_private, ephemeral, first, a, bundle)
    script = SessionScript(rng, {
        "initiator": Device(session, (b.user, b.device)),
        "responder": Responder(identity_private=b_private, side=b, signed_prekey=(11, spk),
                               one_time_prekey=(12, opk) if one_time else None),
    })
    to_responder, to_initiator = messages.selectors(got.transcript)
    play(script)

    def side(private: bytes, s: Side) -> Json:
        return {"identity_private": private.hex(), "identity": encode_key(s.identity).hex(), "user": s.user.hex(),
                "device": s.device, "registration_id": s.registration_id, "capabilities": s.capabilities}

    return {
        "id": name,
        "initiator": side(a_private, a),
        "responder": {
            **side(b_private, b), "signed_prekey_id": 11, "signed_prekey_private": spk.hex(),
            "signed_prekey": encode_key(bundle.signed_prekey).hex(), "created_at": NOW,
            "signature_random": noise.hex(), "signature": bundle.signature.hex(),
            "one_time_prekey_id": 12 if one_time else None,
            "one_time_prekey_private": opk.hex() if one_time else None,
            "one_time_prekey": encode_key(opk_public).hex() if one_time else None, "bundle": bundle.encode().hex()},
        "ephemeral_private": ephemeral.hex(), "ephemeral": encode_key(curves.public_key(ephemeral)).hex(),
        "initiator_ratchet_private": first.hex(), "dh1": got.agreements[0].hex(), "dh2": got.agreements[1].hex(),
        "dh3": got.agreements[2].hex(), "dh4": got.agreements[3].hex() if one_time else None,
        "handshake_secret": got.secret.hex(), "transcript": got.transcript.hex(), "root_key": got.root_key.hex(),
        "exporter_secret": got.exporter.hex(), "selector_to_responder": to_responder.hex(),
        "selector_to_initiator": to_initiator.hex(),
        "exports": [{"purpose": b"backup".hex(),
                     "secret": handshake.export(got.exporter, got.transcript, b"backup").hex()}],
        "steps": [*script.steps, {"op": "export", "purpose": b"calls".hex(),
                                  "secret": handshake.export(got.exporter, got.transcript, b"calls").hex()}],
    }


def repeated_scene(script: Script, one_time: bool) -> None:
    """HS-8, HS-9, HS-11, SM-9: prekey messages once there is a session, and then the common scene."""
    a, b = "initiator", "responder"
    script.archive(a)
    number = script.send(a)
    script.deliver(number, b, NOW, "content")
    number = script.send(a)
    data = script.sent[number]
    key = 2 + 4 + 1 + 1 + 32  # where the handshake part begins, as N and PN have a byte each
    user = key + 33 + 1
    device = user + len(b"alice")
    registration = device + 4

    def change(*places: int) -> bytes:
        return bytes(byte ^ (index in places) for index, byte in enumerate(data))

    # With its selector it is the session's, whatever its handshake part says but for the device.
    script.deliver_bytes(change(registration), b, NOW, "notAuthentic")
    script.deliver_bytes(data[:key] + encode_key(curves.public_key(bytes(32))) + data[key + 33:], b, NOW,
                         "notAuthentic")
    # Any other is taken for a first one: its one-time prekey is gone, or its selector isn't that of its T.
    other = "oneTimePrekeyUnknown" if one_time else "handshakeMismatch"
    for place in (2, device, user):
        script.deliver_bytes(change(place), b, NOW, other)
    stranger = change(device)
    script.deliver_bytes(stranger[:key] + encode_key(curves.public_key(bytes(32))) + stranger[key + 33:], b, NOW,
                         "identityChanged")
    script.deliver_bytes(change(2, registration + 4 + 1 + 33 + 3), b, NOW, "signedPrekeyUnknown")
    script.deliver(number, b, NOW, "content")
    # The initiator has no prekeys, and is sent no prekey message of its session.
    script.deliver_bytes(data, a, NOW, "signedPrekeyUnknown")
    script.scene()


def session_scene(script: Script) -> None:
    """The common scene, and refusals of messages that no session has made."""
    b = "responder"
    script.send("initiator")
    first = script.sent[0]
    size = len(first) - 24 - 160 - 16
    script.deliver_bytes(first[:-1], b, NOW, "malformed")
    script.deliver_bytes(first + bytes(65_536 - 160 + 1), b, NOW, "malformed")
    script.deliver_bytes(first + bytes(65_536 - 160), b, NOW, "notAuthentic")
    script.deliver_bytes(first[:size + 24] + first[-16:], b, NOW, "malformed")
    script.deliver_bytes(first[:1] + b"\2" + first[2:], b, NOW, "noSession")
    script.deliver_bytes(b"\2" + first[1:], b, NOW, "unsupportedSuite")
    for kind in (0, 3, 0x81, 0x82):
        script.deliver_bytes(bytes([1, kind]) + first[2:], b, NOW, "malformed")
    script.deliver_bytes(first[:2] + bytes([first[2] ^ 1]) + first[3:], b, NOW, "handshakeMismatch")
    script.deliver_bytes(first[:8] + b"\xff" * 32 + first[40:], b, NOW, "invalidKey")
    script.deliver_bytes(first[:100], b, NOW, "malformed")
    script.deliver_bytes(first[:-1] + bytes([first[-1] ^ 1]), b, NOW, "notAuthentic")
    script.scene()


def flood(script: Script) -> None:
    """DR-7: more skipped keys than are kept, from two chains."""
    a, b = "initiator", "responder"
    numbers = [script.send(a) for _ in range(30)]
    script.deliver(numbers[20], b, NOW)
    answer = script.send(b)
    script.deliver(answer, a, NOW)
    numbers += [script.send(a) for _ in range(1_992)]
    script.deliver(numbers[-1], b, NOW + 1)
    script.archive(b)
    script.deliver(numbers[19], b, NOW + 2)
    script.deliver(numbers[19], b, NOW + 2, "messageKeyUnavailable")
    script.archive(b)
    script.deliver(numbers[0], b, NOW + 3, "messageKeyUnavailable")


def make_files(rng: random.Random) -> tuple[list[Json], list[Json]]:
    """Small files for changing everything in them, and larger ones."""
    small = [
        make_encoding(rng), make_xeddsa(rng), make_bundles(rng),
        {"suite": "ratchet", "cases": [ratchet_case(rng, c, c, Script.scene) for c in CIPHERS]},
        {"suite": "sessions", "cases": [session_case(rng, "with", True, session_scene),
                                        session_case(rng, "without", False, lambda s: repeated_scene(s, False))]},
        make_uploads(rng),
    ]
    large = [
        {"suite": "ratchet", "cases": [
            *(ratchet_case(rng, f"{c} {n}", c, lambda s: s.wander(80)) for n in range(10) for c in CIPHERS),
            ratchet_case(rng, "flood", "sotto", flood)]},
        {"suite": "sessions", "cases": [
            *(session_case(rng, str(n), n % 2 == 0, lambda s: s.wander(80)) for n in range(10)),
            session_case(rng, "repeated", True, lambda s: repeated_scene(s, True))]},
        make_large_uploads(rng),
    ]
    return small, large


# Changes


def is_free_input(case: Json, path: tuple[Any, ...]) -> bool:
    """Inputs of which another value may rightly give the same results: a name, an instant at which nothing ends, a
    length in the same bucket, an acceptable key, and what was refused, where the computed value is the reason."""
    holder = at(case, path[:-1])
    if path[-1] in ("id", "instant", "now", "length"):
        return True
    if not isinstance(holder, dict):
        return False
    if "refused" in holder or holder.get("accepted") is True or holder.get("valid") is False:
        return path[-1] not in ("refused", "valid", "accepted", "op", "kind")
    return False


def test_changes(files: list[Json]) -> int:
    """Any one value changed, any field removed, any added: check.py must refuse."""
    count = 0

    def must_fail(data: Any, text: str) -> None:
        nonlocal count
        count += 1
        expect(bool(check.check_data(data).failures), f"not noticed: {text}")

    for file in files:
        suite = file["suite"]
        must_fail({**file, "suite": suite + "x"}, "suite")
        must_fail({**file, "more": 1}, "a field of the file")
        must_fail({"suite": suite}, "no cases")
        must_fail({"suite": suite, "cases": []}, "nothing to check")
        must_fail({"suite": suite, "cases": [file["cases"][0], file["cases"][0]]}, "an id twice")
        for case in file["cases"]:
            for path in leaves(case):
                if not is_free_input(case, path):
                    other = copy.deepcopy(case)
                    at(other, path[:-1])[path[-1]] = changed(at(case, path))
                    must_fail({"suite": suite, "cases": [other]}, f"{suite} {case['id']} {path}")
            for path in objects(case):
                other = copy.deepcopy(case)
                at(other, path)["more"] = 1
                must_fail({"suite": suite, "cases": [other]}, f"{suite} {case['id']} {path} more")
                for name in at(case, path):
                    other = copy.deepcopy(case)
                    del at(other, path)[name]
                    must_fail({"suite": suite, "cases": [other]}, f"{suite} {case['id']} {path} without {name}")
            for name, items in case["accepted"].items() if isinstance(case.get("accepted"), dict) else ():
                for changed_items in other_arrays(items) if isinstance(items, list) else ():
                    other = {**case, "accepted": {**case["accepted"], name: changed_items}}
                    must_fail({"suite": suite, "cases": [other]}, f"{suite} {case['id']} {name} {changed_items}")
    for text in ('{"suite":"encoding","suite":"encoding","cases":[]}', '{"suite":1.5}', '{"suite":NaN}'):
        try:
            load(text)
        except Exception:
            count += 1
        else:
            raise AssertionError(f"not noticed: {text}")
    return count


def run_check(*paths: Path) -> subprocess.CompletedProcess[str]:
    script = Path(__file__).resolve().parent / "check.py"
    return subprocess.run([sys.executable, str(script), *map(str, paths)], capture_output=True, text=True)


def main(names: list[str]) -> int:
    seed = int(names[0]) if names else secrets.randbelow(2**32)
    print(f"selftest: random choices from {seed}")
    rng = random.Random(seed)
    test_known_values()
    test_curve(rng)
    test_encoding()
    test_gaps(rng)
    small, large = make_files(rng)
    test_decoders(small, rng)
    test_stored_sessions(small)
    test_retired(rng)
    selftest_safety_numbers.test_rules(rng)
    selftest_sealed_sender.test_rules(rng)
    selftest_groups.test_rules(rng)
    selftest_push.test_rules(rng)
    grouped = selftest_safety_numbers.make_file(rng)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, data in enumerate([*small, *large, grouped]):
            paths.append(Path(folder) / f"{index}-{data['suite']}.json")
            paths[-1].write_text(json.dumps(data, indent=1))
        run = run_check(*paths)
        print(run.stdout, end="")
        expect(run.returncode == 0, f"the files were refused\n{run.stderr}")
        paths[0].write_text(paths[0].read_text().replace('"device": 7', '"device": 8'))
        expect(run_check(*paths).returncode == 1, "a changed file was accepted")
        expect(run_check(Path(folder) / "none.json").returncode == 1, "a file that isn't there was accepted")
    # The changed cases sign and verify the same things again and again.
    curves.sign = functools.lru_cache(None)(curves.sign)
    curves.verify = functools.lru_cache(None)(curves.verify)
    curves.ed25519_public = functools.lru_cache(None)(curves.ed25519_public)
    curves.ed25519_sign = functools.lru_cache(None)(curves.ed25519_sign)
    curves.ed25519_verify = functools.lru_cache(None)(curves.ed25519_verify)
    groups.chain_step = functools.lru_cache(None)(groups.chain_step)
    count = test_changes(small)
    vectors = Path(__file__).resolve().parent.parent
    count += selftest_safety_numbers.test_changes(grouped)
    kept = vectors / "protocol" / "safety-numbers.json"
    count += selftest_safety_numbers.test_changes(load(kept.read_text("utf-8")))
    kept = vectors / "protocol" / "sealed-sender.json"
    count += selftest_sealed_sender.test_changes(load(kept.read_text("utf-8")))
    kept = vectors / "protocol" / "groups.json"
    count += selftest_groups.test_changes(load(kept.read_text("utf-8")), rng)
    kept = vectors / "protocol" / "pushes.json"
    count += selftest_push.test_changes(load(kept.read_text("utf-8")))
    count += selftest_stores.test_folder(vectors / "stores" / "1", rng)
    print(f"selftest: {count} changes noticed, passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
