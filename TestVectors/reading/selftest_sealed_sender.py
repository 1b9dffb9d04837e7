"""Sealed sender: the rules against themselves, and changes in the kept file that must be noticed."""

import copy
import random
from dataclasses import replace
from typing import Any, Iterator

from nacl import bindings

import check
import curves
import sealed_sender as ss
from changes import at, changed, leaves, objects, other_arrays
from encoding import encode_key
from fields import outcome
from sealed_sender import Belief, Content, Received, Recipient, SenderCertificate, Sent, ServerCertificate

Json = dict[str, Any]
NOW = 1_800_000_000_000
EXPIRY = NOW + ss.DAY


def expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def expect_refused(action: Any, reason: str | None, text: str) -> None:
    _, found = outcome(action)
    expect(found == reason, f"{text}: {found or 'accepted'}, not {reason or 'accepted'}")


def verified_by_libsodium(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        return bindings.crypto_sign_open(signature + message, public) == message
    except Exception:
        return False


def test_ed25519(rng: random.Random) -> None:
    """RFC 8032 against libsodium, whose checks the deviations of Specs/SealedSender.md name."""
    for length in (0, 1, 64, 300):
        seed, message = rng.randbytes(32), rng.randbytes(length)
        public, private = bindings.crypto_sign_seed_keypair(seed)
        signature = curves.ed25519_sign(seed, message)
        expect(curves.ed25519_public(seed) == public, "RFC 8032, public key")
        expect(bindings.crypto_sign(message, private)[:64] == signature, "RFC 8032, signature")
        expect(curves.ed25519_verify(public, message, signature), "RFC 8032, verification")
        for _ in range(20):
            data = bytearray(public + signature + message)
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            parts = bytes(data[:32]), bytes(data[96:]), bytes(data[32:96])
            expect(not curves.ed25519_verify(*parts) and not verified_by_libsodium(*parts), "RFC 8032, a bit")
        s = int.from_bytes(signature[32:], "little") + curves.Q
        parts = public, message, signature[:32] + s.to_bytes(32, "little")
        expect(not curves.ed25519_verify(*parts) and not verified_by_libsodium(*parts), "s above the order")
    # Points of small order, canonical or not, as key and as R: of an order that divides 8 the equation often holds.
    small = [bytes([1]) + bytes(31), bytes(32), bytes(31) + b"\x80", b"\xec" + b"\xff" * 30 + b"\x7f",
             b"\xed" + b"\xff" * 30 + b"\x7f", b"\xee" + b"\xff" * 30 + b"\x7f", b"\xee" + b"\xff" * 31,
             bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
             bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")]
    for point in small:
        for message in (b"", b"a", b"b", b"c"):
            parts = point, message, bytes([1]) + bytes(63)
            expect(not curves.ed25519_verify(*parts) and not verified_by_libsodium(*parts), "a key of small order")
            seed = rng.randbytes(32)
            public = curves.ed25519_public(seed)
            both = ss.hashlib.sha512(seed).digest()
            s = curves.hash_to_scalar(point, public, message) * curves.clamp(both[:32]) % curves.Q
            parts = public, message, point + s.to_bytes(32, "little")
            expect(not curves.ed25519_verify(*parts) and not verified_by_libsodium(*parts), "an R of small order")


class World:
    """A root, a server, Alice and two devices of Bob."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.root_seed, self.server_seed = rng.randbytes(32), rng.randbytes(32)
        self.root = curves.ed25519_public(self.root_seed)
        self.server = ServerCertificate.issue(self.root_seed, 7, curves.ed25519_public(self.server_seed))
        self.alice, self.bob = rng.randbytes(32), rng.randbytes(32)
        self.certificate = self.issue(True)
        self.bobs = [Recipient(b"bob", device, 70 + device, curves.public_key(self.bob)) for device in (1, 2)]

    def issue(self, inside: bool, expiry: int = EXPIRY, seed: bytes | None = None,
              server: ServerCertificate | None = None) -> SenderCertificate:
        return SenderCertificate.issue(seed or self.server_seed, b"alice", 1, curves.public_key(self.alice), expiry,
                                       server or self.server, inside)

    def belief(self, **other: Any) -> Belief:
        known: list[ServerCertificate] = other.pop("known", [])
        parts = {"roots": [self.root], "revoked": [], "received_at": None, "now": NOW, **other}
        return Belief.make(known=[certificate.encode() for certificate in known], **parts)

    def seal(self, message: bytes = b"message", group_id: bytes = b"", recipients: list[Recipient] | None = None,
             certificate: SenderCertificate | None = None) -> Sent:
        return ss.seal(self.alice, certificate or self.certificate, 1, group_id, message, bytes(32),
                       self.bobs if recipients is None else recipients)

    def open(self, data: bytes, device: int = 1, registration_id: int = 71, belief: Belief | None = None,
             user: bytes = b"bob", private: bytes | None = None) -> Content:
        return ss.open_envelope(private or self.bob, user, device, registration_id, data, belief or self.belief())


def test_certificates(w: World) -> None:
    """SS-3 to SS-6: sizes, the order of the checks, both ends of each time."""
    rng = w.rng
    short, full = w.issue(False).encode(), w.certificate.encode()
    expect((len(w.server.encode()), len(short), len(full)) == (110, 117 + 5, 228), "sizes")
    sizes = [len(SenderCertificate(bytes(n), 1, w.bobs[0].identity, 0, 1, server, bytes(64)).encode())
             for n, server in ((1, None), (16, None), (255, w.server))]
    expect(sizes == [118, 133, 478], "sizes of SS-3")
    for data in (short, full):
        for size in range(len(data)):
            expect_refused(lambda: SenderCertificate.decode(data[:size]), "malformed", "a certificate cut")
        expect_refused(lambda: SenderCertificate.decode(data + b"\0"), "malformed", "a byte after the certificate")
    other_root, other_seed = rng.randbytes(32), rng.randbytes(32)
    other = ServerCertificate.issue(w.root_seed, 7, curves.ed25519_public(other_seed))
    foreign = ServerCertificate.issue(other_root, 7, w.server.key)
    expect_refused(lambda: w.belief(known=[w.server, w.server]), None, "known twice")
    expect_refused(lambda: w.belief(known=[w.server, other]), "conflictingServerCertificate", "known with two keys")
    expect_refused(lambda: w.belief(known=[w.server, foreign]), "conflictingServerCertificate", "known under two roots")
    # Every later fault is there, too: the first names the error.
    bad = replace(w.issue(False, EXPIRY + 7 * ss.DAY), signature=bytes(64))
    bad_server = replace(foreign, signature=bytes(64))
    expect_refused(lambda: w.belief(revoked=[7]).check(bad), "unknownServerCertificate", "step 1")
    expect_refused(lambda: w.belief(known=[w.server], revoked=[7]).check(replace(bad, server=replace(bad_server, key=other.key))),
                   "conflictingServerCertificate", "step 1, two keys")
    expect_refused(lambda: w.belief(known=[bad_server], revoked=[7]).check(bad), "untrustedCertificate", "step 2")
    expect_refused(lambda: w.belief(known=[w.server], revoked=[7]).check(bad), "certificateRevoked", "step 3")
    expect_refused(lambda: w.belief(known=[w.server]).check(bad), "signatureInvalid", "step 4")
    changed_server = replace(w.server, signature=bytes(64))
    expect_refused(lambda: w.belief().check(w.issue(True, EXPIRY, None, changed_server)), "signatureInvalid", "step 4, server")
    expect_refused(lambda: w.belief().check(w.issue(True, EXPIRY, other_seed)), "signatureInvalid", "step 4, another key")
    # A certificate inside under another root counts, as the id is known with the same key.
    belief = w.belief(roots=[w.root, curves.ed25519_public(other_root)], known=[w.server])
    expect_refused(lambda: belief.check(w.issue(True, EXPIRY, None, foreign)), None, "the same key under two roots")
    days, minutes, last = ss.DAY, ss.MINUTE, 2**64 - 1
    for expiry, received_at, now, reason in (
            (NOW, None, NOW, "certificateExpired"), (NOW + 1, None, NOW, None),
            (NOW + 7 * days, None, NOW, None), (NOW + 7 * days + 1, None, NOW, "certificateTooLong"),
            (NOW, NOW - 1, NOW, None), (NOW, NOW, NOW + days, "certificateExpired"),
            (NOW + 1, 0, NOW + 30 * days, None), (NOW + 1, 0, NOW + 30 * days + 1, "certificateExpired"),
            (NOW + 7 * days, NOW - 1, NOW, "certificateTooLong"),
            (NOW + 10 * minutes, last, NOW, "certificateExpired"), (NOW + 10 * minutes + 1, last, NOW, None),
            (0, None, 0, "certificateExpired"), (1, 0, 0, None), (7 * days + 1, 0, 1, "certificateTooLong"),
            (1, 0, 30 * days, None), (last, last, last, "certificateExpired"), (last, last - 1, last, None),
            (last, 0, last - 1, "certificateTooLong")):
        belief = w.belief(received_at=received_at, now=now)
        expect_refused(lambda: belief.check_expiry(expiry), reason, f"SS-6 {expiry, received_at, now}")


def test_envelopes(w: World) -> None:
    """SS-8 to SS-20."""
    sent = w.seal()
    expect(sent.entries[0].sealed_seed == sent.entries[1].sealed_seed, "C of one user's devices")
    expect(len(sent.encode()) == 37 + 2 * (53 + 8) + len(sent.sealed), "the size of SS-15")
    first, second = (envelope.encode() for envelope in sent.received())
    expect(len(first) == 104 + len(w.certificate.encode()) + len(b"message"), "the size of SS-14")
    content = w.open(first)
    expect((content.hint, content.group_id, content.message) == (1, b"", b"message"), "the content")
    expect_refused(lambda: w.open(first, 2, 72), "notAuthentic", "at the user's other device")
    expect_refused(lambda: w.open(first, 1, 72), "notAuthentic", "at another registration")
    expect_refused(lambda: w.open(second, 2, 72), None, "the second entry")
    # Any changed bit is refused, and by which name says the place of it.
    for place in range(len(first)):
        data = first[:place] + bytes([first[place] ^ (1 << w.rng.randrange(8))]) + first[place + 1:]
        wanted = ({"unsupportedSuite"} if place == 0 else {"malformed"} if place in (1, 83) else {"invalidKey"} if place == 2
                  else {"invalidKey", "notAuthentic"} if place < 35 else {"notAuthentic"})
        expect(outcome(lambda: w.open(data))[1] in wanted, f"byte {place} of an envelope")
    for size in range(len(first)):
        wanted = "malformed" if size < 84 + 138 else "notAuthentic"
        expect_refused(lambda: w.open(first[:size]), wanted, "an envelope cut")
    # Content that the keys open, with a tag that is right or not: what a co-recipient and the server could send.
    envelope = sent.received()[0]
    expect_refused(lambda: w.open(forged(w, envelope, b"\xff").encode()), "notAuthentic", "another content, the same tag")
    expect_refused(lambda: w.open(first, belief=w.belief(roots=[])), "untrustedCertificate", "step 5")
    expect_refused(lambda: w.open(first, belief=w.belief(now=EXPIRY)), "certificateExpired", "step 5, expiry")
    expect_refused(lambda: w.open(first, 2, 72, w.belief(roots=[])), "notAuthentic", "step 4 before step 5")
    # Nobody seals for their own device by SS-16; who does it by hand is told after the certificate was checked.
    alice = Recipient(b"alice", 1, 1, curves.public_key(w.alice))
    own = w.seal(recipients=[replace(alice, device=2)], certificate=replace(w.certificate, device=2, user=b"bob"))
    expect_refused(lambda: w.open(own.received()[0].encode(), 2, 1, None, b"alice", w.alice), "signatureInvalid", "step 5 before 6")
    other = SenderCertificate.issue(w.server_seed, b"alice", 2, alice.identity, EXPIRY, w.server, True)
    data = w.seal(recipients=[alice], certificate=other).received()[0].encode()
    expect_refused(lambda: w.open(data, 1, 1, None, b"alice", w.alice), None, "from the user's other device")
    data = self_sent(w, alice).encode()
    expect_refused(lambda: w.open(data, 1, 1, None, b"alice", w.alice), "selfSent", "an own envelope")
    expect_refused(lambda: w.open(data, 1, 1, w.belief(roots=[]), b"alice", w.alice), "untrustedCertificate", "step 6 last")
    expect_refused(lambda: w.open(uncommitted(w, bytes(32)).encode()), None, "its own ephemeral key")
    expect_refused(lambda: w.open(uncommitted(w, w.rng.randbytes(32)).encode()), "notAuthentic", "SS-17: another ephemeral key")
    # Encoded addresses begin with the user's length (EN-5), so a shorter user comes first.
    users = [b"b", b"ab", b"aaa"]
    sent = w.seal(recipients=[replace(w.bobs[0], user=user) for user in reversed(users)])
    expect([entry.user for entry in sent.entries] == users, "SS-15: the order")
    for order in ((0, 1, 2), (1, 0, 2), (0, 2, 1), (0, 0, 1)):
        other = replace(sent, entries=tuple(sent.entries[n] for n in order))
        expect_refused(lambda: Sent.decode(other.encode()), None if order == (0, 1, 2) else "malformed", f"SS-15: {order}")
    for fault in (replace(sent.entries[0], registration_id=0), None):
        other = replace(sent, entries=(fault, *sent.entries[1:]) if fault else ())
        expect_refused(lambda: Sent.decode(other.encode()), "malformed", "SS-15")
    content = Content(w.certificate, 0, bytes(64), b"m")
    for other, reason in ((content, None), (replace(content, group_id=bytes(65)), "malformed"),
                          (replace(content, message=b""), "malformed"), (replace(content, message=bytes(66_561)), "malformed")):
        expect_refused(lambda: Content.decode(other.encode()), reason, "SS-8")
    expect([replace(content, hint=hint).shown_hint() for hint in (0, 1, 2, 3, 255)] == [0, 1, 2, 0, 0], "SS-9")
    test_refused_sealing(w, alice)


def uncommitted(w: World, private_of_another: bytes) -> Received:
    """An envelope under an E that doesn't come from its seed, all else right; zeros for the E that does."""
    content = Content(w.certificate, 0, b"", b"m").encode()
    seed = ss.blake2b(32, content)
    key, private, ephemeral = ss.envelope_keys(seed)
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(content, ss.content_data(ephemeral), bytes(24), key)
    bob, committed = w.bobs[0], ephemeral
    if any(private_of_another):
        private, ephemeral = private_of_another, curves.public_key(private_of_another)
    sealed_seed = ss.exclusive_or(seed, ss.pad(curves.agree(private, bob.identity), ephemeral, bob.identity))
    sender = curves.public_key(w.alice)
    # The reading takes the E that it computed from there on.
    tag = ss.tag(curves.agree(w.alice, bob.identity), sender, bob, committed, sealed_seed, sealed)
    return Received(ephemeral, sealed_seed, tag, sealed)


def forged(w: World, envelope: Received, message: bytes) -> Received:
    """Another content under the same seed."""
    pad = ss.pad(curves.agree(w.bob, envelope.ephemeral), envelope.ephemeral, w.bobs[0].identity)
    key, _, ephemeral = ss.envelope_keys(ss.exclusive_or(envelope.sealed_seed, pad))
    content = Content(w.certificate, 0, b"", message).encode()
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(content, ss.content_data(ephemeral), bytes(24), key)
    return replace(envelope, sealed=sealed)


def self_sent(w: World, alice: Recipient) -> Received:
    """An envelope from a device to itself, which SS-16 makes for nobody."""
    content = Content(w.certificate, 0, b"", b"me").encode()
    seed = ss.blake2b(32, content)
    key, private, ephemeral = ss.envelope_keys(seed)
    sealed = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt(content, ss.content_data(ephemeral), bytes(24), key)
    sealed_seed = ss.exclusive_or(seed, ss.pad(curves.agree(private, alice.identity), ephemeral, alice.identity))
    tag = ss.tag(curves.agree(w.alice, alice.identity), alice.identity, alice, ephemeral, sealed_seed, sealed)
    return Received(ephemeral, sealed_seed, tag, sealed)


def test_refused_sealing(w: World, alice: Recipient) -> None:
    """SS-16, each fault with all later ones, and both ends of each length; SV-5."""
    bob = w.bobs[0]
    foreign = replace(w.certificate, identity=bob.identity)
    everything = [alice, alice] * 2_501
    for message, group_id, certificate, recipients, reason in (
            (b"", bytes(65), foreign, everything, "messageLength"),
            (bytes(66_561), b"", None, None, "messageLength"),
            (b"m", bytes(65), foreign, everything, "groupIDLength"),
            (b"m", bytes(64), foreign, everything, "certificateOfAnotherKey"),
            (b"m", b"", None, everything, "recipientCount"), (b"m", b"", None, [], "recipientCount"),
            (b"m", b"", None, [alice, alice], "ownAddress"), (b"m", b"", None, [bob, bob], "repeatedRecipient"),
            (bytes(66_560), bytes(64), None, [bob], None)):
        expect_refused(lambda: w.seal(message, group_id, recipients, certificate), reason, "SS-16")
    unsealed = Sent(bob.identity, (ss.Entry(b"b" * 255, 1, 1, bytes(32), bytes(16)),), bytes(67_122))
    expect_refused(lambda: Sent.decode(unsealed.encode()), None, "the longest content")
    expect_refused(lambda: Sent.decode(replace(unsealed, sealed=bytes(67_123)).encode()), "malformed", "a longer one")
    many = replace(unsealed, entries=tuple(ss.Entry(n.to_bytes(255, "big"), 1, 1, bytes(32), bytes(16))
                                           for n in range(5_000)))
    expect(len(many.encode()) == ss.SENT_LIMIT, "the longest sent form")
    expect_refused(lambda: Sent.decode(many.encode()), None, "the longest sent form")
    expect_refused(lambda: Sent.decode(b"\2" + many.encode()), "malformed", "a longer sent form of another suite")


def test_access(rng: random.Random) -> None:
    """SS-21, SV-3."""
    key, other = ss.access_key(rng.randbytes(32)), ss.access_key(rng.randbytes(32))
    token = ss.token(key)
    for data, restricted, unrestricted in (
            (token, True, True), (ss.token(other), False, True), (ss.token(None), False, True), (b"", False, False),
            (b"\1", False, False), (token + b"\0", False, False), (token[:-1], False, False),
            (b"\2" + token[1:], False, True), (b"\1\x0f" + key[:15], False, True), (b"\0\1\0", False, True)):
        expect(ss.admits(data, key) == restricted, f"SV-3, restricted: {data.hex()}")
        expect(ss.admits(data, None) == unrestricted, f"SV-3: {data.hex()}")


def test_rules(rng: random.Random) -> None:
    test_ed25519(rng)
    world = World(rng)
    test_certificates(world)
    test_envelopes(world)
    test_access(rng)


# Changes


def is_free_input(case: Json, path: tuple[Any, ...]) -> bool:
    """Names, inputs of a refusal, and what is believed beside what a case needs."""
    if path == ("id",):
        return True
    if "refused" in case:
        return path[0] not in ("refused", "kind")
    return path[0] in ("received_at", "now", "revoked", "known", "roots") or case["kind"] == "split" and path[0] == "sent"


def changed_cases(case: Json) -> Iterator[tuple[Json, str]]:
    """Any one value changed, any field removed or added, any array with fewer, more or turned elements."""
    for path in leaves(case):
        if not is_free_input(case, path):
            other = copy.deepcopy(case)
            at(other, path[:-1])[path[-1]] = changed(at(case, path))
            yield other, str(path)
    for path in objects(case):
        for name in [*at(case, path), "more"]:
            other = copy.deepcopy(case)
            if at(other, path).pop(name, None) is None and name not in at(case, path):
                at(other, path)[name] = 1
            yield other, f"{path} {name}"
    for name, items in case.items():
        for changed_items in other_arrays(items) if isinstance(items, list) else ():
            # The recipients stand in any order, and of what is believed more or less may do.
            if changed_items != items and name not in ("roots", "known", "revoked") and not (
                    name == "recipients" and len(changed_items) == len(items)):
                yield {**case, name: changed_items}, name


def changed_bytes(case: Json) -> Iterator[tuple[Json, str]]:
    """Every byte of what is made or must open."""
    wanted = {"certificate": ("root", "root_id", "server_certificate", "full", "short"), "seal": ("sent",),
              "verify": ("certificate",), "open": ("envelope",)}
    for name in wanted.get(case["kind"], ()) if "refused" not in case else ():
        for place in range(0, len(case[name]), 2):
            byte = int(case[name][place:place + 2], 16) ^ 1
            yield {**case, name: f"{case[name][:place]}{byte:02x}{case[name][place + 2:]}"}, f"{name} byte {place // 2}"
    for index in range(len(case["received"]) if "received" in case else 0):
        for place in range(0, len(case["received"][index]), 2):
            items = list(case["received"])
            items[index] = f"{items[index][:place]}{int(items[index][place:place + 2], 16) ^ 1:02x}{items[index][place + 2:]}"
            yield {**case, "received": items}, f"received {index} byte {place // 2}"


def test_changes(file: Json) -> int:
    """check.py must refuse the file after each change; the number of changes."""
    count = 0
    expect(not check.check_data(file).failures, "the kept sealed envelopes were refused")
    for case in file["cases"]:
        for changes in (changed_cases, changed_bytes):
            for other, text in changes(case):
                count += 1
                expect(bool(check.check_data({**file, "cases": [other]}).failures), f"not noticed: {case['id']}: {text}")
    return count
